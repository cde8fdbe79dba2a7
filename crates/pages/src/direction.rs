//! Texts of members beside others: neither turns the other around.

use kernel::without_direction_controls;
use maud::{Markup, html};
use unicode_bidi::{BidiClass, bidi_class};

/// U+2068 and U+2069: between them a text has the direction of its first letter, and its neighbours have theirs.
const ISOLATE: (char, char) = ('\u{2068}', '\u{2069}');

/// Returns a text as part of a line without markup.
pub(crate) fn isolated(text: &str) -> String {
    let text = without_direction_controls(text);
    let is_right_to_left = |c| matches!(bidi_class(c), BidiClass::R | BidiClass::AL);
    if text.chars().any(is_right_to_left) {
        let (start, end) = ISOLATE;
        return format!("{start}{text}{end}");
    }
    text.into_owned()
}

/// Returns a text as part of a line of a document.
pub(crate) fn inline(text: &str) -> Markup {
    html! { bdi { (without_direction_controls(text)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_to_left_texts_are_set_apart() {
        assert_eq!(isolated("a\u{202e}b"), "ab");
        assert_eq!(isolated("שלום"), "\u{2068}שלום\u{2069}");
        assert_eq!(isolated("a مرحبا"), "\u{2068}a مرحبا\u{2069}");
        assert_eq!(isolated("日本語 café"), "日本語 café");
    }

    #[test]
    fn texts_in_documents_have_a_direction_of_their_own() {
        assert_eq!(inline("\u{202e}a<b").into_string(), "<bdi>a&lt;b</bdi>");
    }
}
