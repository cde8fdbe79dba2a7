/// A single-use code that sets a new password: 80 random bits, shown as four groups of four
/// characters of Crockford's base 32, which has no letters that look like digits.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(String);

/// The alphabet of <https://www.crockford.com/base32.html>: no I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Five bits each: 80 bits.
const LENGTH: usize = 16;
const GROUP: usize = 4;

impl RecoveryCode {
    /// The number of codes of an account: enough for years, few enough to write down.
    pub const COUNT: usize = 10;

    /// Encodes these bits.
    #[must_use]
    pub fn from_bits(bits: [u8; 10]) -> Self {
        let mut rest = bits.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
        let mut signs = [0; LENGTH];
        for sign in signs.iter_mut().rev() {
            *sign = ALPHABET[(rest % 32) as usize];
            rest /= 32;
        }
        Self(signs.iter().map(|sign| char::from(*sign)).collect())
    }

    /// Parses a typed code, ignoring case, dashes and spaces and reading I, L and O as the digits they
    /// look like. Returns `None` if it is not a code.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        let signs = typed.chars().filter(|sign| !matches!(sign, '-' | ' ' | '\t' | '\n'));
        let code: String = signs
            .take(LENGTH + 1)
            .map(|sign| match sign.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            })
            .collect();
        let known = |sign: u8| ALPHABET.contains(&sign);
        (code.len() == LENGTH && code.bytes().all(known)).then_some(Self(code))
    }

    /// Returns the code without dashes.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Formats the code in groups: `7Q2M-0KXA-…`.
    #[must_use]
    pub fn formatted(&self) -> String {
        let groups = self.0.as_bytes().chunks(GROUP).map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join("-")
    }
}

/// Hides the code from logs.
impl std::fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITS: [u8; 10] = [0x00, 0x44, 0x32, 0x14, 0xc7, 0x42, 0x54, 0xb6, 0x35, 0xcf];

    #[test]
    fn a_code_round_trips_in_groups() {
        let code = RecoveryCode::from_bits(BITS);
        assert_eq!(code.formatted(), "0123-4567-89AB-CDEF");
        assert_eq!(RecoveryCode::parse(&code.formatted()), Some(code));
    }

    #[test]
    fn a_code_encodes_all_80_bits() {
        let shown = |bits| RecoveryCode::from_bits(bits).formatted();
        assert_eq!(shown([0xff; 10]), "ZZZZ-ZZZZ-ZZZZ-ZZZZ");
        for bit in 0..80 {
            let mut bits = [0; 10];
            bits[bit / 8] = 1 << (bit % 8);
            assert_ne!(shown(bits), shown([0; 10]), "{bit}");
        }
    }

    #[test]
    fn parsing_ignores_case_separators_and_look_alikes() {
        let code = RecoveryCode::parse("0123-4567-89AB-CDEF");
        assert!(code.is_some());
        for typed in ["o1234567 89ab cdef", " 0I23-4567-89AB-CDEF\n", "0-l-23456789abcdef--"] {
            assert_eq!(RecoveryCode::parse(typed), code, "{typed}");
        }
    }

    #[test]
    fn invalid_codes_are_rejected() {
        for typed in
            ["", "0123-4567-89AB-CDE", "0123-4567-89AB-CDEF0", "0123-4567-89AB-CDEU", "ÄÄÄÄÄÄÄÄ"]
        {
            assert_eq!(RecoveryCode::parse(typed), None, "{typed}");
        }
        assert_eq!(RecoveryCode::parse(&"0".repeat(1_000_000)), None);
    }

    #[test]
    fn debug_output_hides_the_code() {
        assert_eq!(format!("{:?}", RecoveryCode::from_bits(BITS)), "RecoveryCode(…)");
    }
}
