use std::collections::HashSet;

use kernel::{Text, TextError};

/// The rules of a forum in Markdown: trimmed, 1 to 10,000 characters.
pub type RulesText = Text<10_000>;

/// What a forum asks of those who write in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// In Markdown; empty if there are none.
    pub text: String,
    pub html: String,
    /// For those alone who moderate the forum.
    pub limits: Option<WritingLimits>,
}

/// What the server enforces of the rules, for all but moderators of the forum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WritingLimits {
    pub blocked_words: BlockedWords,
    /// Whether texts with links by new accounts wait for approval.
    pub hold_links_of_new: bool,
    pub min_account_age: AccountAge,
}

/// Rules that are not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRules {
    /// `None` for no rules to read.
    pub text: Option<RulesText>,
    pub limits: WritingLimits,
}

/// Words and phrases that texts must not contain: at most 200, kept once each, of 1 to 50 characters with a letter or digit
/// among them. Case and accents don't matter when texts are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockedWords(Vec<String>);

/// Why blocked words were refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockedWordsError {
    #[error("Must have at most {} words.", BlockedWords::MAX)]
    TooMany,
    #[error("Each word must have a letter or a digit.")]
    WithoutLetter,
    #[error("A blocked word is invalid: {0}")]
    Text(TextError),
}

impl BlockedWords {
    /// The maximum number of words.
    pub const MAX: usize = 200;
    /// The maximum number of characters of a word.
    pub const MAX_CHARS: usize = Text::<50>::MAX_CHARS;

    /// # Errors
    /// [`BlockedWordsError`] says which rule the words break.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, BlockedWordsError> {
        let (mut kept, mut seen) = (vec![], HashSet::new());
        for (index, word) in words.into_iter().enumerate() {
            if index == Self::MAX {
                return Err(BlockedWordsError::TooMany);
            }
            let word = Text::<50>::parse(word).map_err(BlockedWordsError::Text)?;
            // Stored one a line, and compared word by word.
            let word = word.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
            if !word.chars().any(char::is_alphanumeric) {
                return Err(BlockedWordsError::WithoutLetter);
            }
            if seen.insert(word.to_lowercase()) {
                kept.push(word);
            }
        }
        Ok(Self(kept))
    }

    /// Returns stored words as they are: a later rule may be stricter.
    #[must_use]
    pub fn from_stored(words: Vec<String>) -> Self {
        Self(words)
    }

    #[must_use]
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }
}

/// The age in hours below which an account does not write: 0 to 8,760, which is a year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccountAge(u16);

/// The age is no number of hours from 0 to 8,760.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be from 0 to {} hours.", AccountAge::MAX_HOURS)]
pub struct AccountAgeError;

impl AccountAge {
    pub const MAX_HOURS: u16 = 365 * 24;

    /// # Errors
    /// [`AccountAgeError`] when there are too many hours, or fewer than none.
    pub fn from_hours(hours: i64) -> Result<Self, AccountAgeError> {
        let hours = u16::try_from(hours).map_err(|_| AccountAgeError)?;
        if hours > Self::MAX_HOURS { Err(AccountAgeError) } else { Ok(Self(hours)) }
    }

    #[must_use]
    pub fn hours(self) -> u16 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocked_words_are_trimmed_and_kept_once() {
        let words = BlockedWords::parse([" Casino ", "casino", "buy\n now", "CASINO"]).unwrap();
        assert_eq!(words.as_slice(), ["Casino", "buy now"]);
    }

    #[test]
    fn blocked_words_have_letters_and_bounds() {
        for (word, error) in [
            ("", BlockedWordsError::Text(TextError::Blank)),
            ("!?", BlockedWordsError::WithoutLetter),
            (&"x".repeat(51), BlockedWordsError::Text(TextError::TooLong { max: 50 })),
        ] {
            assert_eq!(BlockedWords::parse([word]), Err(error), "{word}");
        }
        let many: Vec<_> = (0..201).map(|number| format!("word{number}")).collect();
        let words = |count| BlockedWords::parse(many[..count].iter().map(String::as_str));
        assert_eq!(words(200).unwrap().as_slice().len(), 200);
        assert_eq!(words(201), Err(BlockedWordsError::TooMany));
        assert_eq!(BlockedWords::parse(["same"; 200]).unwrap().as_slice(), ["same"]);
    }

    #[test]
    fn an_age_is_at_most_a_year() {
        for (hours, fits) in
            [(-1, false), (0, true), (8_760, true), (8_761, false), (1 << 40, false)]
        {
            assert_eq!(AccountAge::from_hours(hours).is_ok(), fits, "{hours}");
        }
    }
}
