use std::borrow::Cow;

/// The characters that override the direction of those after them, or set them apart, until another ends that.
const CONTROLS: [char; 9] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}',
];

/// Returns a text of one line without what would turn around the text beside it. Right-to-left letters have their
/// direction of their own; the marks U+200E and U+200F stay.
#[must_use]
pub fn without_direction_controls(text: &str) -> Cow<'_, str> {
    if text.contains(CONTROLS) { text.replace(CONTROLS, "").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overrides_and_isolates_are_left_out() {
        assert_eq!(without_direction_controls("a\u{202e}b\u{202c}\u{2066}c\u{2069}"), "abc");
        assert_eq!(without_direction_controls("\u{200f}שלום a"), "\u{200f}שלום a");
    }
}
