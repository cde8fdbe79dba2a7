use kernel::{Text, TextError};

/// The topic of a forum: trimmed, 1 to 100 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic(Text<100>);

/// Why a topic was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TopicError {
    #[error("The new forum must have a title.")]
    Blank,
    #[error(transparent)]
    Text(TextError),
}

impl Topic {
    /// The maximum number of characters.
    pub const MAX_CHARS: usize = Text::<100>::MAX_CHARS;

    /// # Errors
    /// [`TopicError`] says which rule `raw` breaks.
    pub fn parse(raw: &str) -> Result<Self, TopicError> {
        match Text::parse(raw) {
            Ok(text) => Ok(Self(text)),
            Err(TextError::Blank) => Err(TopicError::Blank),
            Err(error) => Err(TopicError::Text(error)),
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the key that makes a topic unique: lower case, in every script.
    #[must_use]
    pub fn key(&self) -> String {
        Self::key_of(self.as_str())
    }

    /// Returns the key, or its prefix, of a topic with this text.
    #[must_use]
    pub fn key_of(text: &str) -> String {
        text.trim().to_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_trimmed() {
        assert_eq!(Topic::parse("  Gardening ").unwrap().as_str(), "Gardening");
    }

    #[test]
    fn a_blank_topic_has_its_own_message() {
        for blank in ["", "  ", "\n"] {
            let error = Topic::parse(blank).unwrap_err();
            assert_eq!(error.to_string(), "The new forum must have a title.");
        }
    }

    #[test]
    fn a_topic_has_at_most_100_characters() {
        assert!(Topic::parse(&"ä".repeat(100)).is_ok());
        assert_eq!(
            Topic::parse(&"ä".repeat(101)),
            Err(TopicError::Text(TextError::TooLong { max: 100 }))
        );
    }

    #[test]
    fn topic_keys_ignore_case_beyond_ascii() {
        let key = |topic| Topic::parse(topic).unwrap().key();
        assert_eq!(key("Ärger"), key("ärger"));
        assert_eq!(key("GARDENING"), key("gardening"));
        assert_ne!(key("uber"), key("über"));
    }
}
