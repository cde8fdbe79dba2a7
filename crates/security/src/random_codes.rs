use sha2::{Digest, Sha256};
use users::{RecoveryCode, RecoveryCodes, TicketTexts};

/// Generates recovery codes with a cryptographic generator and hashes them with SHA-256.
#[derive(Clone, Copy, Debug)]
pub struct RandomRecoveryCodes;

impl RecoveryCodes for RandomRecoveryCodes {
    fn generate(&self) -> RecoveryCode {
        RecoveryCode::from_bits(rand::random())
    }

    fn digest(&self, code: &RecoveryCode) -> String {
        sha_256(code.as_str())
    }
}

/// Generates texts of 128 bits with a cryptographic generator and hashes them with SHA-256.
#[derive(Clone, Copy, Debug)]
pub struct RandomTickets;

impl TicketTexts for RandomTickets {
    fn generate(&self) -> String {
        format!("{:032x}", rand::random::<u128>())
    }

    fn digest(&self, text: &str) -> String {
        sha_256(text)
    }
}

/// In hexadecimal digits.
pub(super) fn sha_256(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn generated_codes_differ() {
        let drawn: HashSet<String> =
            (0..1_000).map(|_| RandomRecoveryCodes.generate().formatted()).collect();
        assert_eq!(drawn.len(), 1_000);
        let drawn: HashSet<String> = (0..1_000).map(|_| RandomTickets.generate()).collect();
        assert_eq!(drawn.len(), 1_000);
        assert!(drawn.iter().all(|text| text.len() == 32));
    }

    #[test]
    fn a_digest_is_the_sha_256_of_the_normalized_code() {
        let digest = |typed| RandomRecoveryCodes.digest(&RecoveryCode::parse(typed).unwrap());
        let known = "2125b2c332b1113aae9bfc5e9f7e3b4c91d828cb942c2df1eeb02502eccae9e9";
        assert_eq!(digest("0123-4567-89AB-CDEF"), known);
        assert_eq!(digest("o1234567 89ab cdef"), known);
    }
}
