use sha2::{Digest, Sha256};
use users::{RecoveryCode, RecoveryCodes};

/// Recovery codes out of a cryptographic generator, known by their SHA-256.
#[derive(Clone, Copy, Debug)]
pub struct DrawnCodes;

impl RecoveryCodes for DrawnCodes {
    fn draw(&self) -> RecoveryCode {
        RecoveryCode::from_bits(rand::random())
    }

    fn digest(&self, code: &RecoveryCode) -> String {
        let digest = Sha256::digest(code.as_str().as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_code_is_another_one() {
        let drawn: HashSet<String> = (0..1_000).map(|_| DrawnCodes.draw().shown()).collect();
        assert_eq!(drawn.len(), 1_000);
    }

    #[test]
    fn a_code_is_known_by_its_sha_256_however_it_is_typed() {
        let digest = |typed| DrawnCodes.digest(&RecoveryCode::parse(typed).unwrap());
        let known = "2125b2c332b1113aae9bfc5e9f7e3b4c91d828cb942c2df1eeb02502eccae9e9";
        assert_eq!(digest("0123-4567-89AB-CDEF"), known);
        assert_eq!(digest("o1234567 89ab cdef"), known);
    }
}
