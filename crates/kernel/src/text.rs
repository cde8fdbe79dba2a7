use icu_properties::{CodePointSetData, props::DefaultIgnorableCodePoint};

/// User input: trimmed, not blank ([`is_blank`]), at most `MAX` characters, no control characters.
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
        if is_blank(text) {
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

/// Returns whether a text shows nothing: it is of spaces, of characters that Unicode says to ignore, such as U+200B, and
/// of those that take room alone.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    text.chars().all(|c| {
        c.is_whitespace()
            || c.is_control()
            // Braille without dots, a note without a head, a Khitan filler, marks of annotations.
            || matches!(c, '\u{2800}' | '\u{1d159}' | '\u{16fe4}' | '\u{fff9}'..='\u{fffb}')
            || ignorable.contains(c)
    })
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
        for blank in [
            "",
            "   ",
            "\t\n",
            "\u{a0}",
            "\u{200b}",
            "\u{2800}",
            "\u{3164}",
            "\u{ad}",
            "\u{feff}\u{2060}",
            "\u{200d}\u{fe0f}",
            "\u{7f}\u{85}",
            "\u{202e} \u{2066}",
            "\u{e0020}",
        ] {
            assert_eq!(Five::parse(blank), Err(TextError::Blank), "{blank:?}");
        }
    }

    #[test]
    fn text_with_something_to_see_is_not_blank() {
        for text in ["\u{200b}a", "\u{301}", "👩\u{200d}", "\u{e000}", "."] {
            assert_eq!(Five::parse(text).unwrap().as_str(), text);
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
                Err(TextError::Blank) => prop_assert!(is_blank(&typed)),
                Err(TextError::Control) => prop_assert!(typed.chars().any(|c| c < ' ')),
                Err(TextError::TooLong { max }) => prop_assert!(typed.chars().count() > max),
            }
        }
    }
}
