use kernel::{Text, TextError};

/// What a member calls a passkey or an API token: 1 to 60 characters in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CredentialName(Text<60>);

impl CredentialName {
    pub const MAX_CHARS: usize = Text::<60>::MAX_CHARS;

    /// # Errors
    /// [`TextError`] says which rule `raw` breaks.
    pub fn parse(raw: &str) -> Result<Self, TextError> {
        Text::<60>::parse(raw)?;
        Text::parse(&raw.split_whitespace().collect::<Vec<_>>().join(" ")).map(Self)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line() {
        assert_eq!(CredentialName::parse(" My\nphone  ").unwrap().as_str(), "My phone");
        assert_eq!(CredentialName::parse(" \u{200b} "), Err(TextError::Blank));
        assert!(CredentialName::parse(&"é".repeat(60)).is_ok());
        assert_eq!(CredentialName::parse(&"é".repeat(61)), Err(TextError::TooLong { max: 60 }));
    }
}
