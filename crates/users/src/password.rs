/// A new password: 8 characters to 72 bytes of UTF-8.
///
/// bcrypt ignores bytes after the 72nd, so a longer one is refused rather than cut.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Why a password was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("Must have at least 8 characters.")]
    TooShort,
    #[error("Must have at most 72 bytes: about 72 letters, fewer with accents or signs.")]
    TooLong,
    #[error("Password & Confirm Password do not match.")]
    NotConfirmed,
}

impl Password {
    pub const MAX_BYTES: usize = 72;

    /// Parses a password and its confirmation.
    ///
    /// # Errors
    /// [`PasswordError`] says which rule `raw` breaks.
    pub fn parse(raw: &str, confirmation: &str) -> Result<Self, PasswordError> {
        if raw.chars().count() < 8 {
            return Err(PasswordError::TooShort);
        }
        if raw.len() > Self::MAX_BYTES {
            return Err(PasswordError::TooLong);
        }
        if raw != confirmation {
            return Err(PasswordError::NotConfirmed);
        }
        Ok(Self(raw.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Hides the password from logs.
impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(raw: &str) -> Result<Password, PasswordError> {
        Password::parse(raw, raw)
    }

    #[test]
    fn a_password_has_at_least_8_characters() {
        assert_eq!(parse("1234567"), Err(PasswordError::TooShort));
        assert!(parse("12345678").is_ok());
        assert_eq!(parse("ääääää7"), Err(PasswordError::TooShort));
    }

    #[test]
    fn a_password_has_at_most_72_bytes() {
        assert!(parse(&"a".repeat(72)).is_ok());
        assert_eq!(parse(&"a".repeat(73)), Err(PasswordError::TooLong));
        assert_eq!(parse(&"ä".repeat(37)), Err(PasswordError::TooLong));
    }

    #[test]
    fn the_confirmation_must_be_equal() {
        let error = Password::parse("long enough", "long enough ").unwrap_err();
        assert_eq!(error.to_string(), "Password & Confirm Password do not match.");
    }

    #[test]
    fn debug_output_hides_the_password() {
        assert_eq!(format!("{:?}", parse("long enough").unwrap()), "Password(…)");
    }

    proptest! {
        #[test]
        fn any_password_is_refused_or_kept_unchanged(typed in "(?s).{0,80}") {
            match parse(&typed) {
                Ok(password) => prop_assert_eq!(password.as_str(), &typed),
                Err(PasswordError::TooShort) => prop_assert!(typed.chars().count() < 8),
                Err(PasswordError::TooLong) => prop_assert!(typed.len() > Password::MAX_BYTES),
                Err(PasswordError::NotConfirmed) => prop_assert!(false, "it was"),
            }
        }
    }
}
