/// User input: trimmed, not blank, at most `MAX` characters, no control characters.
///
/// Characters are Unicode scalar values. Tab and newline are allowed; NUL and the other controls
/// below U+0020 are refused: `PostgreSQL` cannot store NUL, and the others are invisible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text<const MAX: usize>(String);

/// Why a text was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    #[error("Must not be blank.")]
    Blank,
    #[error("Must have at most {max} characters.")]
    TooLong { max: usize },
    #[error("Must not contain control characters other than tab and newline.")]
    Control,
}

impl<const MAX: usize> Text<MAX> {
    /// The most characters.
    pub const MAX_CHARS: usize = MAX;

    /// # Errors
    /// [`TextError`] says which rule `raw` breaks.
    pub fn parse(raw: &str) -> Result<Self, TextError> {
        let text = raw.trim();
        if text.is_empty() {
            return Err(TextError::Blank);
        }
        if text.chars().any(|c| c < ' ' && !matches!(c, '\t' | '\n')) {
            return Err(TextError::Control);
        }
        if text.chars().count() > MAX {
            return Err(TextError::TooLong { max: MAX });
        }
        Ok(Self(text.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    type Five = Text<5>;

    #[test]
    fn text_is_trimmed() {
        assert_eq!(Five::parse("  hello\n").unwrap().as_str(), "hello");
    }

    #[test]
    fn blank_text_is_refused() {
        for blank in ["", "   ", "\t\n", "\u{a0}"] {
            assert_eq!(Five::parse(blank), Err(TextError::Blank), "{blank:?}");
        }
    }

    #[test]
    fn length_counts_characters_and_not_bytes() {
        assert!(Five::parse("äöüßé").is_ok());
        assert_eq!(Five::parse("äöüßéx"), Err(TextError::TooLong { max: 5 }));
        assert!(Five::parse("🌱🌱🌱🌱🌱").is_ok());
    }

    #[test]
    fn nul_and_other_controls_are_refused() {
        for text in ["a\0b", "a\u{1}b", "a\u{1b}b", "a\rb"] {
            assert_eq!(Five::parse(text), Err(TextError::Control), "{text:?}");
        }
    }

    #[test]
    fn tab_and_newline_are_text() {
        assert_eq!(Five::parse("a\tb\nc").unwrap().as_str(), "a\tb\nc");
    }

    proptest! {
        #[test]
        fn any_text_is_refused_or_kept_unchanged(typed in vec(any::<char>(), 0..12)) {
            let typed: String = typed.into_iter().collect();
            match Five::parse(&typed) {
                Ok(text) => {
                    prop_assert_eq!(text.as_str(), typed.trim());
                    prop_assert!((1..=5).contains(&text.as_str().chars().count()));
                    prop_assert!(text.as_str().chars().all(|c| c >= ' ' || "\t\n".contains(c)));
                    // What was accepted once is accepted again, and stays the same.
                    prop_assert_eq!(Five::parse(text.as_str()), Ok(text.clone()));
                }
                Err(TextError::Blank) => prop_assert!(typed.trim().is_empty()),
                Err(TextError::Control) => prop_assert!(typed.chars().any(|c| c < ' ')),
                Err(TextError::TooLong { max }) => prop_assert!(typed.chars().count() > max),
            }
        }
    }
}
