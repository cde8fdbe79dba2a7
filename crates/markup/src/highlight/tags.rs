//! HTML, XML and patches.

use std::ops::Range;

/// Calls `token` for names of tags and attributes, values and comments.
pub(super) fn scan_tags<E>(
    code: &str,
    mut token: impl FnMut(Range<usize>, &'static str) -> Result<(), E>,
) -> Result<(), E> {
    let (bytes, mut at, mut in_tag) = (code.as_bytes(), 0, false);
    while at < code.len() {
        let rest = &code[at..];
        let (length, class) = match bytes[at] {
            b'<' if rest.starts_with("<!--") => {
                (rest.find("-->").map_or(rest.len(), |end| end + 3), Some("hl-comment"))
            }
            b'<' => {
                in_tag = true;
                let marks = rest.bytes().skip(1).take_while(|byte| b"/!?".contains(byte)).count();
                (1 + marks + name(&rest[1 + marks..]), Some("hl-keyword"))
            }
            b'>' if in_tag => {
                in_tag = false;
                (1, Some("hl-keyword"))
            }
            quote @ (b'"' | b'\'') if in_tag => {
                let end = rest[1..].find(char::from(quote));
                (end.map_or(rest.len(), |end| end + 2), Some("hl-string"))
            }
            byte if is_name(byte) => (name(rest), in_tag.then_some("hl-attribute")),
            _ => (1, None),
        };
        if let Some(class) = class {
            token(at..at + length, class)?;
        }
        at += length;
    }
    Ok(())
}

fn name(text: &str) -> usize {
    text.bytes().take_while(|byte| is_name(*byte)).count()
}

/// Letters beyond ASCII are taken for parts of names, so a token ends between characters.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-:".contains(&byte) || !byte.is_ascii()
}

/// Calls `token` for the lines of a patch.
pub(super) fn scan_patch<E>(
    code: &str,
    mut token: impl FnMut(Range<usize>, &'static str) -> Result<(), E>,
) -> Result<(), E> {
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        let end = at + line.trim_end_matches('\n').len();
        if let Some(class) = line_class(line).filter(|_| end > at) {
            token(at..end, class)?;
        }
        at += line.len();
    }
    Ok(())
}

fn line_class(line: &str) -> Option<&'static str> {
    let is_heading = ["+++", "---", "@@", "diff ", "index "].iter().any(|m| line.starts_with(m));
    match line.as_bytes().first() {
        _ if is_heading => Some("hl-heading"),
        Some(b'+') => Some("hl-insertion"),
        Some(b'-') => Some("hl-deletion"),
        _ => None,
    }
}
