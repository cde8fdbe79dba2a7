use kernel::{Text, TextError};

/// The text of a reply: trimmed, 1 to 10,000 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description(Text<10_000>);

/// Why a description was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescriptionError {
    #[error("Comment cannot be empty.")]
    Blank,
    #[error(transparent)]
    Text(TextError),
}

impl Description {
    /// The most characters.
    pub const MAX_CHARS: usize = Text::<10_000>::MAX_CHARS;

    /// # Errors
    /// [`DescriptionError`] says which rule `raw` breaks.
    pub fn parse(raw: &str) -> Result<Self, DescriptionError> {
        match Text::parse(raw) {
            Ok(text) => Ok(Self(text)),
            Err(TextError::Blank) => Err(DescriptionError::Blank),
            Err(error) => Err(DescriptionError::Text(error)),
        }
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
    fn a_description_is_trimmed() {
        assert_eq!(Description::parse(" Well\nsaid \n").unwrap().as_str(), "Well\nsaid");
    }

    #[test]
    fn a_blank_description_has_its_own_message() {
        for blank in ["", "  ", "\n\t"] {
            let error = Description::parse(blank).unwrap_err();
            assert_eq!(error.to_string(), "Comment cannot be empty.");
        }
    }

    #[test]
    fn a_description_has_at_most_10_000_characters() {
        assert!(Description::parse(&"ä".repeat(10_000)).is_ok());
        assert_eq!(
            Description::parse(&"ä".repeat(10_001)),
            Err(DescriptionError::Text(TextError::TooLong { max: 10_000 }))
        );
    }
}
