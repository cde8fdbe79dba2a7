use crate::reserved_names::is_reserved;

/// A username: 3 to 30 ASCII letters, digits, `_`, `-`, `.`.
///
/// ASCII only, so that no name can imitate another with letters of another script.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Username(String);

/// Why a username was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsernameError {
    #[error("Must have 3 to 30 characters.")]
    Length,
    #[error("May hold only the letters A to Z, digits, dots, dashes and underscores.")]
    Characters,
    #[error("This name is reserved. Please choose another one.")]
    Reserved,
}

impl Username {
    /// # Errors
    /// [`UsernameError`] says which rule `raw` breaks.
    pub fn parse(raw: &str) -> Result<Self, UsernameError> {
        if !(3..=30).contains(&raw.chars().count()) {
            return Err(UsernameError::Length);
        }
        if !raw.chars().all(may_hold) {
            return Err(UsernameError::Characters);
        }
        Ok(Self(raw.to_owned()))
    }

    /// Parses the name of an account that somebody registers. The operator may use reserved names.
    ///
    /// # Errors
    /// Like [`Self::parse`], and [`UsernameError::Reserved`] for names such as `admin`.
    pub fn parse_for_registration(raw: &str) -> Result<Self, UsernameError> {
        let name = Self::parse(raw)?;
        if is_reserved(raw) { Err(UsernameError::Reserved) } else { Ok(name) }
    }

    /// Takes a name that is known to be valid.
    #[must_use]
    pub(crate) fn from_stored(name: String) -> Self {
        Self(name)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the key that makes a name unique: lower case.
    #[must_use]
    pub fn key(&self) -> String {
        Self::key_of(&self.0)
    }

    /// Returns the key of a name.
    #[must_use]
    pub fn key_of(name: &str) -> String {
        name.to_ascii_lowercase()
    }

    /// Returns whether a valid name could contain `part`; otherwise a search finds nothing.
    #[must_use]
    pub fn could_contain(part: &str) -> bool {
        part.chars().all(may_hold)
    }
}

fn may_hold(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_username_has_3_to_30_characters() {
        assert_eq!(Username::parse("ab"), Err(UsernameError::Length));
        assert!(Username::parse("abc").is_ok());
        assert!(Username::parse(&"a".repeat(30)).is_ok());
        assert_eq!(Username::parse(&"a".repeat(31)), Err(UsernameError::Length));
    }

    #[test]
    fn a_username_has_ascii_letters_digits_and_three_signs() {
        assert!(Username::parse("Mara_L-9.x").is_ok());
        for name in ["ann lee", "änne", "аnn", "ann\0", "ann/lee", "<ann>", " ann "] {
            assert_eq!(Username::parse(name), Err(UsernameError::Characters), "{name:?}");
        }
    }

    #[test]
    fn a_reserved_name_cannot_be_registered() {
        let register = Username::parse_for_registration;
        assert_eq!(register("Admin"), Err(UsernameError::Reserved));
        assert_eq!(register("ad"), Err(UsernameError::Length));
        assert!(register("ann").is_ok() && Username::parse("admin").is_ok());
    }

    #[test]
    fn username_keys_ignore_case() {
        let key = |name| Username::parse(name).unwrap().key();
        assert_eq!(key("Ann"), key("aNN"));
    }

    #[test]
    fn a_username_is_kept_as_typed() {
        assert_eq!(Username::parse("McAnn").unwrap().as_str(), "McAnn");
    }

    proptest! {
        #[test]
        fn any_text_is_refused_or_a_valid_username(typed in prop_oneof![any::<String>(), "[A-Za-z0-9_.-]{0,40}"]) {
            match Username::parse(&typed) {
                Ok(name) => {
                    prop_assert_eq!(name.as_str(), &typed);
                    prop_assert_eq!(name.key(), Username::key_of(&typed.to_uppercase()));
                    prop_assert!(Username::could_contain(&typed) && (3..=30).contains(&typed.len()));
                }
                Err(UsernameError::Length) => prop_assert!(!(3..=30).contains(&typed.chars().count())),
                Err(UsernameError::Characters) => prop_assert!(!Username::could_contain(&typed)),
                Err(UsernameError::Reserved) => prop_assert!(false, "only at registration"),
            }
        }
    }
}
