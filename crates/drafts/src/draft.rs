use kernel::{Timestamp, UserId};

/// The name of a draft among those of a member: 1 to 100 ASCII letters, digits, `-`, `_`, `.` and `:`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DraftKey(String);

impl DraftKey {
    /// The most characters.
    pub const MAX_CHARS: usize = 100;

    /// Returns `None` for anything else, which names no draft.
    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
        let fits = (1..=Self::MAX_CHARS).contains(&raw.len()) && raw.chars().all(is_allowed);
        fits.then(|| Self(raw.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The contents of a draft, unchanged: an unfinished text may end with a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftData(String);

/// Why the data of a draft was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DraftDataError {
    #[error("Must have at most {} characters.", DraftData::MAX_CHARS)]
    TooLong,
    #[error("Must not contain control characters other than tab and newline.")]
    Control,
}

impl DraftData {
    /// The most characters.
    pub const MAX_CHARS: usize = 50_000;

    /// # Errors
    /// [`DraftDataError`] says which rule `raw` breaks.
    pub fn parse(raw: &str) -> Result<Self, DraftDataError> {
        if raw.chars().any(|c| c < ' ' && !matches!(c, '\t' | '\n')) {
            return Err(DraftDataError::Control);
        }
        if raw.chars().count() > Self::MAX_CHARS {
            return Err(DraftDataError::TooLong);
        }
        Ok(Self(raw.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A stored draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub id: i64,
    pub key: String,
    pub version: i64,
    pub data: String,
    pub updated_at: Timestamp,
}

/// A draft to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftWrite {
    pub owner: UserId,
    pub key: DraftKey,
    /// The version that it replaces; 0 if there is none.
    pub replaces: i64,
    pub data: DraftData,
    pub at: Timestamp,
}

/// The outcome of a [`DraftWrite`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    Saved(Draft),
    /// Another version is there, or none.
    OtherVersion(Option<Draft>),
    TooMany,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_has_1_to_100_plain_characters() {
        for key in ["a", "reply:12:34", "new-post_3.x", &"k".repeat(100)] {
            assert_eq!(DraftKey::parse(key).unwrap().as_str(), key);
        }
        for key in ["", "a b", "a/b", "ä", "a\0", "..%2f", &"k".repeat(101)] {
            assert_eq!(DraftKey::parse(key), None, "{key:?}");
        }
    }

    #[test]
    fn data_stays_as_it_is() {
        for data in ["", " a \n", "{\"text\": \"🌱\\n\"}"] {
            assert_eq!(DraftData::parse(data).unwrap().as_str(), data);
        }
    }

    #[test]
    fn data_has_at_most_50000_characters_and_no_controls() {
        assert!(DraftData::parse(&"🌱".repeat(50_000)).is_ok());
        assert_eq!(DraftData::parse(&"a".repeat(50_001)), Err(DraftDataError::TooLong));
        for data in ["a\0", "\u{1b}", "\r\n"] {
            assert_eq!(DraftData::parse(data), Err(DraftDataError::Control), "{data:?}");
        }
    }
}
