use rand::distr::{Alphanumeric, SampleString};
use users::ApiTokenTexts;

use crate::random_codes::sha_256;

/// What every API token begins with.
const PREFIX: &str = "postup_";
/// The number of random letters and digits: 202 bits.
const RANDOM: usize = 34;
/// The number of letters and digits of the checksum.
const CHECKSUM: usize = 6;
const BASE_62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Generates API tokens with a cryptographic generator and hashes them with SHA-256.
///
/// A token ends with the CRC-32 of its random part in base 62, as those of GitHub do: whoever looks for leaked tokens knows
/// one without asking (<https://github.blog/engineering/behind-githubs-new-authentication-token-formats/>).
#[derive(Clone, Copy, Debug)]
pub struct RandomApiTokens;

impl ApiTokenTexts for RandomApiTokens {
    fn generate(&self) -> (String, String) {
        let random = Alphanumeric.sample_string(&mut rand::rng(), RANDOM);
        let text = format!("{PREFIX}{random}{}", checksum(&random));
        let digest = sha_256(&text);
        (text, digest)
    }

    fn digest(&self, text: &str) -> Option<String> {
        let digits = text.strip_prefix(PREFIX)?;
        let (random, sum) = digits.split_at_checked(RANDOM)?;
        (checksum(random) == sum).then(|| sha_256(text))
    }
}

fn checksum(random: &str) -> String {
    let mut left = crc32fast::hash(random.as_bytes()) as usize;
    let mut digits = [b'0'; CHECKSUM];
    for digit in digits.iter_mut().rev() {
        *digit = BASE_62[left % BASE_62.len()];
        left /= BASE_62.len();
    }
    digits.map(char::from).iter().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    /// The check value of CRC-32 is 0xCBF43926: 3,421,780,262.
    #[test]
    fn a_checksum_is_a_crc_32_in_base_62() {
        assert_eq!(checksum("123456789"), "3jZRME");
        assert_eq!(checksum(""), "000000");
    }

    #[test]
    fn a_generated_token_is_known_by_its_form() {
        let drawn: HashSet<(String, String)> =
            (0..1_000).map(|_| RandomApiTokens.generate()).collect();
        assert_eq!(drawn.len(), 1_000);
        for (text, digest) in drawn {
            let digits = text.strip_prefix("postup_").unwrap();
            assert_eq!(digits.len(), 40);
            assert!(digits.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{text}");
            assert_eq!(RandomApiTokens.digest(&text), Some(digest));
        }
    }

    #[test]
    fn a_token_with_another_character_is_none() {
        let (text, _) = RandomApiTokens.generate();
        for at in 0..text.len() {
            let other = if text.as_bytes()[at] == b'a' { "b" } else { "a" };
            let mut changed = text.clone();
            changed.replace_range(at..=at, other);
            assert_eq!(RandomApiTokens.digest(&changed), None, "{changed}");
        }
        for wrong in ["", "postup_", &text[1..], &format!("{text}0"), &text.to_uppercase()] {
            assert_eq!(RandomApiTokens.digest(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in ".{0,80}") {
            prop_assert_eq!(RandomApiTokens.digest(&text), None);
            prop_assert_eq!(RandomApiTokens.digest(&format!("postup_{text}")), None);
        }
    }
}
