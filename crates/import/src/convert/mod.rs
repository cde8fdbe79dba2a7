//! Texts and names as this forum takes them. Pure.

mod bbcode;
mod files;
mod html;
mod names;
mod s9e;

pub(crate) use files::with_addresses;
pub(crate) use names::{Names, numbered_topic, one_line, shorten, valid_name, valid_topic};
pub(crate) use s9e::{Attributes, Typed, decode, first_element, to_markdown as s9e_to_markdown};

use std::borrow::Cow;

use crate::{Markup, Text};

/// The most bytes of a text that are converted: far more than any text here may have.
const MAX_BYTES: usize = 400_000;

/// What stands at the end of a text that was cut.
pub(crate) const CUT: &str = "\n\n*[The rest of this text was too long to be moved here.]*";

/// Returns the text as `CommonMark` without control characters.
pub(crate) fn markdown(text: &Text) -> String {
    let source = without_controls(start(&text.source, MAX_BYTES));
    let markdown = match text.markup {
        Markup::Markdown => html::tags_to_markdown(&source),
        Markup::Html => html::to_markdown(&source),
        Markup::BbCode => bbcode::to_markdown(&source),
    };
    markdown.trim().to_owned()
}

/// Returns at most `max` characters, and whether that is less than all. What is left ends with [`CUT`].
pub(crate) fn cut(text: String, max: usize) -> (String, bool) {
    if text.chars().count() <= max {
        return (text, false);
    }
    let kept: String = text.chars().take(max - CUT.len()).collect();
    (kept.trim_end().to_owned() + CUT, true)
}

fn start(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

fn without_controls(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte < b' ' && byte != b'\n' && byte != b'\t') {
        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
        return Cow::Owned(lines.replace(|c: char| c < ' ' && c != '\n' && c != '\t', ""));
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(markup: Markup, source: &str) -> String {
        markdown(&Text { markup, source: source.to_owned() })
    }

    #[test]
    fn control_characters_are_left_out_of_every_text() {
        for markup in [Markup::Markdown, Markup::Html, Markup::BbCode] {
            assert_eq!(of(markup, " a\0b\u{1b}c\r\n"), "abc", "{markup:?}");
        }
    }

    #[test]
    fn a_text_that_is_too_long_is_cut_and_says_so() {
        assert_eq!(cut("ä".repeat(100), 100), ("ä".repeat(100), false));
        let (text, was_cut) = cut("ä".repeat(101), 100);
        assert!(was_cut && text.ends_with(CUT) && text.starts_with("ää"));
        assert_eq!(text.chars().count(), 100);
    }
}
