//! Where addresses end that are typed without markup.
//!
//! The parser ends one at a space, and then leaves out ASCII punctuation. In most scripts what follows an address is
//! other punctuation, and often no space: quotation marks, full stops, brackets. So an address that holds such a mark is
//! written as a link in Markdown before the text is parsed.

use std::{borrow::Cow, ops::Range};

use comrak::{
    Node,
    nodes::{NodeValue, Sourcepos},
};

use crate::parse;

/// Marks that end an address: quotation marks, and punctuation of sentences outside ASCII.
const ENDS: &str = "“”„‟‚‛«»‹›〝〞〟＂＇…—。｡、､，．！？：；،؛؟۔।॥։።";
/// Brackets outside ASCII, each with its counterpart. A closing one ends an address unless the address opens it.
const BRACKETS: &str = "（）［］｛｝｟｠「」｢｣『』【】〖〗〔〕《》〈〉⟨⟩＜＞";
/// What is not the last character of an address, as the parser has it.
const NEVER_LAST: &str = "?!.,:;*_~'\"‘’";
/// How often a text is parsed at most: each time shows one more address of those that no space separates.
const MOST_PASSES: usize = 16;

/// Returns the text with links instead of the addresses that would end too late.
pub(crate) fn end_in_time(source: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(source);
    for _ in 0..MOST_PASSES {
        if !may_end_late(&text) {
            break;
        }
        let late = parse::as_it_is(&text, |root| late_ends(&text, root));
        if late.is_empty() {
            break;
        }
        text = Cow::Owned(with_links(&text, late));
    }
    text
}

/// Returns whether there may be such an address: most texts have none, and are parsed once.
fn may_end_late(text: &str) -> bool {
    let has_mark = |word: &str| {
        word.contains("||")
            || word.contains(|c: char| !c.is_ascii() && !c.is_alphanumeric())
            || word.contains([')', '"']) && !word.is_ascii()
    };
    let mut words = text.split(|c: char| c.is_ascii_whitespace() || c == '<');
    words.any(|word| (word.contains("://") || word.contains("www.")) && has_mark(word))
}

/// Returns where the addresses are that end earlier than the parser says, in the order of the text.
fn late_ends(text: &str, root: Node<'_>) -> Vec<Range<usize>> {
    let lines: Vec<usize> =
        [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut late = vec![];
    for node in root.descendants() {
        let data = node.data();
        let NodeValue::Link(link) = &data.value else { continue };
        let Some(place) = place_of(&lines, data.sourcepos) else { continue };
        let typed = text.get(place.clone()).unwrap_or_default();
        let is_bare = link.url == typed || link.url.strip_prefix("http://") == Some(typed);
        let end = place.start + end_of(typed);
        if is_bare && end < place.end {
            late.push(place.start..end);
        }
    }
    late.sort_unstable_by_key(|place| place.start);
    late
}

/// Returns a place of one line as a range of the text.
fn place_of(lines: &[usize], place: Sourcepos) -> Option<Range<usize>> {
    let line = *lines.get(place.start.line.checked_sub(1)?)?;
    Some(line + place.start.column.checked_sub(1)?..line + place.end.column)
}

fn with_links(text: &str, addresses: Vec<Range<usize>>) -> String {
    let (mut linked, mut done) = (String::with_capacity(text.len() * 2), 0);
    for Range { start, end } in addresses {
        let address = &text[start..end];
        let escaped = escaped(address);
        let scheme = if address.starts_with("www.") { "http://" } else { "" };
        linked.push_str(&text[done..start]);
        linked.extend(["[", &escaped, "](<", scheme, &escaped, ">)"]);
        done = end;
    }
    linked.push_str(&text[done..]);
    linked
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(2 * text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Returns where an address ends of which `typed` is the start.
fn end_of(typed: &str) -> usize {
    let Some(end) = first_end(typed) else { return typed.len() };
    let mut address = &typed[..end];
    loop {
        let shorter = address.trim_end_matches(|c| NEVER_LAST.contains(c));
        let is_closed = shorter.matches(')').count() <= shorter.matches('(').count();
        address = match shorter.strip_suffix(')') {
            Some(opened) if !is_closed => opened,
            _ => return shorter.len(),
        };
    }
}

fn first_end(typed: &str) -> Option<usize> {
    let mut open = vec![];
    let mut rest = typed.char_indices();
    while let Some((at, c)) = rest.next() {
        let next = rest.as_str().chars().next();
        let ends = match c {
            '(' => {
                open.push(')');
                false
            }
            // Inside of an address they are frequent, before a letter of another script they are not.
            ')' => open.pop().is_none() && next.is_some_and(|next| !next.is_ascii()),
            '"' => next.is_some_and(|next| !next.is_ascii()),
            // The end of a spoiler.
            '|' => next == Some('|'),
            // In front of a letter it is an apostrophe.
            '‘' | '’' => !next.is_some_and(char::is_alphanumeric),
            _ => match BRACKETS.chars().position(|bracket| bracket == c) {
                Some(place) if place % 2 == 0 => {
                    open.extend(BRACKETS.chars().nth(place + 1));
                    false
                }
                Some(_) => open.pop() != Some(c),
                None => !c.is_ascii() && ENDS.contains(c),
            },
        };
        if ends {
            return Some(at);
        }
    }
    None
}
