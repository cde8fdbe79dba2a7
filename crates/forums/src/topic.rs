use kernel::{Text, TextError};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// What emoji and some scripts are written with, though they show nothing of their own: the joiners
/// and the variation selectors. They don't count when topics are compared.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];
const VARIATION_SELECTORS: std::ops::RangeInclusive<char> = '\u{fe00}'..='\u{fe0f}';
/// A character without dots; it takes room and shows nothing.
const BLANK_BRAILLE: char = '\u{2800}';

/// The topic of a forum: trimmed, 1 to 100 characters, none of them invisible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic(Text<100>);

/// Why a topic was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TopicError {
    #[error("The new forum must have a title.")]
    Blank,
    #[error("Must not contain invisible characters or those that change the direction.")]
    Invisible,
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
            Ok(text) if text.as_str().chars().any(is_hidden) => Err(TopicError::Invisible),
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

    /// Returns what the topic looks like; topics that are easily confused have the same skeleton.
    #[must_use]
    pub fn skeleton(&self) -> String {
        Self::skeleton_of(self.as_str())
    }

    /// Returns the skeleton (UTS #39) of a topic with this text, regardless of case and white space.
    #[must_use]
    pub fn skeleton_of(text: &str) -> String {
        let lower: String = text.nfkc().collect::<String>().to_lowercase();
        // The skeleton of some small letters and digits is a capital one.
        let skeleton = skeleton(&lower).collect::<String>().to_lowercase();
        let visible = skeleton.replace(BLANK_BRAILLE, " ");
        visible.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Returns whether the character shows nothing, or changes how its neighbours show.
fn is_hidden(c: char) -> bool {
    if JOINERS.contains(&c) || VARIATION_SELECTORS.contains(&c) {
        return false;
    }
    // Those that Unicode says to ignore, such as U+200B and U+202E, have no skeleton.
    let is_ignorable = || skeleton(c.encode_utf8(&mut [0; 4])).next().is_none();
    // DEL and the controls after it, separators of lines, annotations.
    matches!(c, '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}')
        || is_ignorable()
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
    fn invisible_and_directing_characters_are_refused() {
        for hidden in
            ['\u{200b}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{ad}', '\u{3164}', '\u{85}']
        {
            let parsed = Topic::parse(&format!("Gar{hidden}dening"));
            assert_eq!(parsed, Err(TopicError::Invisible), "{hidden:?}");
        }
    }

    #[test]
    fn a_topic_that_shows_nothing_is_blank() {
        for blank in ["\u{200d}", "\u{fe0f}\u{200c}", "\u{2800}", "\u{3000}"] {
            assert_eq!(Topic::parse(blank), Err(TopicError::Blank), "{blank:?}");
        }
    }

    #[test]
    fn topics_of_all_scripts_and_emoji_are_accepted() {
        for topic in
            ["Сад", "園芸", "می‌خواهم", "हिन्दी", "👩‍🌾 Farmers", "❤️", "C++", "Ångström", "한국어"]
        {
            assert_eq!(Topic::parse(topic).unwrap().as_str(), topic);
        }
    }

    #[test]
    fn look_alikes_have_one_skeleton() {
        let skeleton = |topic: &str| Topic::parse(topic).unwrap().skeleton();
        for (topic, other) in [
            ("Gardening", "GАRDENING"),          // Cyrillic A
            ("Gardening", "Gardenіng"),          // Cyrillic i
            ("Gardening", "Ｇａｒｄｅｎｉｎｇ"), // full width
            ("Gardening", "𝐆𝐚𝐫𝐝𝐞𝐧𝐢𝐧𝐠"),
            ("Gardening", "Gar\u{200d}dening"),
            ("My garden", "My \u{a0} garden"),
            ("Modern", "Modem"),
            ("love", "l0ve"),
            ("Cafe\u{301}", "Café"),
        ] {
            assert_eq!(skeleton(topic), skeleton(other), "{topic} {other}");
        }
    }

    #[test]
    fn other_topics_have_other_skeletons() {
        let skeleton = |topic: &str| Topic::parse(topic).unwrap().skeleton();
        for (topic, other) in [
            ("Mail", "Mall"),
            ("uber", "über"),
            ("Forum 10", "Forum 11"),
            ("Rust", "Trust"),
            ("C", "C++"),
        ] {
            assert_ne!(skeleton(topic), skeleton(other), "{topic} {other}");
        }
    }

    #[test]
    fn topic_keys_ignore_case_beyond_ascii() {
        let key = |topic| Topic::parse(topic).unwrap().key();
        assert_eq!(key("Ärger"), key("ärger"));
        assert_eq!(key("GARDENING"), key("gardening"));
        assert_ne!(key("uber"), key("über"));
    }
}
