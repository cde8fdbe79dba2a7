//! Names of members and of forums.

use std::collections::HashMap;

use forums::{Topic, TopicError};
use unicode_normalization::UnicodeNormalization;
use users::Username;

/// The name where a source has none that could be one here.
const FALLBACK: &str = "member";
const MAX_CHARS: usize = 30;
/// Numbers that are tried together.
const AT_ONCE: u32 = 50;

/// Numbers behind names that are taken.
#[derive(Default)]
pub(crate) struct Names {
    /// The next number for each name that was numbered.
    next: HashMap<String, u32>,
}

/// Returns the valid name that is most like this one: letters lose their accents, spaces become dots, and other signs are
/// left out. `None` never comes: what is left is padded to a name.
pub(crate) fn valid_name(name: &str) -> Option<Username> {
    if let Ok(valid) = Username::parse(name.trim()) {
        return Some(valid);
    }
    let dotted = name.trim().replace(char::is_whitespace, ".");
    let plain = dotted.nfkd().filter(|c| Username::could_contain(c.encode_utf8(&mut [0; 4])));
    let plain: String = plain.take(MAX_CHARS).collect();
    let is_none = !plain.contains(|c: char| c.is_ascii_alphanumeric());
    let padded = if is_none { FALLBACK.to_owned() } else { format!("{plain:_<3}") };
    Username::parse(&padded).ok()
}

/// Returns the valid topic that is most like this name, without characters that topics must not have.
pub(crate) fn valid_topic(name: &str) -> Option<Topic> {
    let may_have =
        |c: &char| !matches!(Topic::parse(&format!("a{c}a")), Err(TopicError::Invisible));
    let shown: String = one_line(name).chars().filter(may_have).collect();
    Topic::parse(&shorten(&shown, Topic::MAX_CHARS)).ok()
}

/// Returns a topic with a number behind it.
pub(crate) fn numbered_topic(topic: &Topic, number: usize) -> Option<Topic> {
    let number = format!(" {number}");
    Topic::parse(&(shorten(topic.as_str(), Topic::MAX_CHARS - number.len()) + &number)).ok()
}

/// Returns the text without control characters, in one line.
pub(crate) fn one_line(text: &str) -> String {
    let spaced = text.replace(|c: char| c.is_control(), " ");
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns at most `max` characters, the last of them an ellipsis if that is less than all.
pub(crate) fn shorten(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let kept: String = text.chars().take(max - 1).collect();
    kept.trim_end().to_owned() + "…"
}

impl Names {
    /// Returns the next names to try, this one with numbers behind it, each with its number.
    pub(crate) fn numbered(&self, name: &Username) -> Vec<(u32, Username)> {
        let next = self.next.get(&name.key()).copied().unwrap_or(2);
        let with_number = |number: u32| {
            let digits = number.to_string();
            let stem: String = name.as_str().chars().take(MAX_CHARS - digits.len()).collect();
            Some((number, Username::parse(&(stem + &digits)).ok()?))
        };
        (next..next + AT_ONCE).filter_map(with_number).collect()
    }

    /// Goes on behind this number.
    pub(crate) fn go_on_behind(&mut self, name: &Username, number: u32) {
        self.next.insert(name.key(), number + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(of: &str) -> String {
        valid_name(of).unwrap().as_str().to_owned()
    }

    #[test]
    fn names_become_those_that_may_be_had_here() {
        assert_eq!(name("Ann-9"), "Ann-9");
        assert_eq!(name(" Änne Müller "), "Anne.Muller");
        assert_eq!(name("<b>x"), "bx_");
        assert_eq!(name("安娜"), "member");
        assert_eq!(name("'; DROP TABLE users; --"), ".DROP.TABLE.users.--");
        assert_eq!(name("...\u{202e}"), "member");
        assert_eq!(name(""), "member");
        assert_eq!(name(&"a".repeat(90)), "a".repeat(30));
    }

    #[test]
    fn numbers_behind_a_name_go_on_and_fit() {
        let mut names = Names::default();
        let long = Username::parse(&"a".repeat(30)).unwrap();
        let (number, first) = &names.numbered(&long)[0];
        assert_eq!((*number, first.as_str()), (2, format!("{}2", "a".repeat(29)).as_str()));
        names.go_on_behind(&long, 9);
        assert_eq!(names.numbered(&long)[0].1.as_str(), format!("{}10", "a".repeat(28)));
    }

    #[test]
    fn topics_lose_what_they_must_not_have() {
        assert_eq!(valid_topic(" Tea\n\u{202e}time ").unwrap().as_str(), "Tea time");
        assert_eq!(valid_topic("\u{200b}"), None);
        let long = valid_topic(&"ä".repeat(101)).unwrap();
        assert!(long.as_str().ends_with('…') && long.as_str().chars().count() == 100);
        assert_eq!(numbered_topic(&long, 12).unwrap().as_str().chars().count(), 100);
    }
}
