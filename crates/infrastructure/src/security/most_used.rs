use std::{collections::HashSet, sync::LazyLock};

use users::{CommonPasswords, Password};

/// One a line, in lower case; `data/README.md` says where they come from.
static PACKED: &[u8] = include_bytes!("../../data/most_used_passwords.zst");

/// Unpacked when the first password is set.
static MOST_USED: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let text = zstd::decode_all(PACKED).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
});

/// The 10,000 most used passwords that are long enough to be one here.
#[derive(Clone, Copy, Debug)]
pub struct MostUsed;

impl CommonPasswords for MostUsed {
    fn has(&self, password: &Password) -> bool {
        MOST_USED.contains(&password.as_str().to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_common(password: &str) -> bool {
        MostUsed.has(&Password::parse(password, password).unwrap())
    }

    #[test]
    fn there_are_10_000_that_would_be_allowed_otherwise() {
        assert_eq!(MOST_USED.len(), 10_000);
        assert!(MOST_USED.iter().all(|word| Password::parse(word, word).is_ok()));
        assert!(MOST_USED.iter().all(|word| *word == word.to_lowercase()));
    }

    #[test]
    fn the_most_used_passwords_are_known_in_any_case() {
        for password in ["password", "PassWord", "12345678", "iloveyou", "1QAZ2wsx", "starwars"] {
            assert!(is_common(password), "{password}");
        }
    }

    #[test]
    fn others_are_not() {
        for password in ["postup-demo", "correct horse", "passwordpassword7", "1234567890abcdefgh"]
        {
            assert!(!is_common(password), "{password}");
        }
    }
}
