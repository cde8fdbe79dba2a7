use std::{collections::HashSet, sync::LazyLock};

use users::{CommonPasswords, Password};

/// One a line, in lower case; `data/README.md` says where they come from.
static COMPRESSED: &[u8] = include_bytes!("../data/most_used_passwords.zst");

/// Decompressed when the first password is set.
static COMMON_PASSWORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let text = zstd::decode_all(COMPRESSED).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
});

/// The 10,000 most used passwords of 8 characters or more.
#[derive(Clone, Copy, Debug)]
pub struct CommonPasswordList;

impl CommonPasswords for CommonPasswordList {
    fn contains(&self, password: &Password) -> bool {
        COMMON_PASSWORDS.contains(&password.as_str().to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_common(password: &str) -> bool {
        CommonPasswordList.contains(&Password::parse(password, password).unwrap())
    }

    #[test]
    fn the_list_has_10_000_otherwise_valid_passwords() {
        assert_eq!(COMMON_PASSWORDS.len(), 10_000);
        assert!(COMMON_PASSWORDS.iter().all(|word| Password::parse(word, word).is_ok()));
        assert!(COMMON_PASSWORDS.iter().all(|word| *word == word.to_lowercase()));
    }

    #[test]
    fn common_passwords_are_recognized_in_any_case() {
        for password in ["password", "PassWord", "12345678", "iloveyou", "1QAZ2wsx", "starwars"] {
            assert!(is_common(password), "{password}");
        }
    }

    #[test]
    fn other_passwords_are_not_common() {
        for password in ["postup-demo", "correct horse", "passwordpassword7", "1234567890abcdefgh"]
        {
            assert!(!is_common(password), "{password}");
        }
    }
}
