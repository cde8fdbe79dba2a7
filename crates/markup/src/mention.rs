use std::{
    collections::HashMap,
    ops::{Range, RangeInclusive},
};

use comrak::{Node, nodes::NodeValue};
use kernel::UserId;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript as _};

/// How many members a text may mention; further names stay text. As many may be named in its quotations.
pub const MAX_MENTIONS: usize = 20;
/// What starts a mention: the sign, and what keyboards of some languages type for it.
const SIGNS: [char; 3] = ['@', '＠', '﹫'];
/// The lengths of usernames.
const NAME_CHARS: RangeInclusive<usize> = 3..=30;

/// Members by name, whatever its case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members(HashMap<String, (UserId, String)>);

impl Members {
    /// Adds a member under the name as it is written in links.
    pub fn insert(&mut self, id: UserId, username: String) {
        self.0.insert(username.to_ascii_lowercase(), (id, username));
    }

    /// Takes a member out: names of theirs stay text.
    pub fn remove(&mut self, id: UserId) {
        self.0.retain(|_, (member, _)| *member != id);
    }

    fn get(&self, name: &str) -> Option<(UserId, &str)> {
        self.0.get(&name.to_ascii_lowercase()).map(|(id, username)| (*id, username.as_str()))
    }

    /// Finds who is meant by what follows an `@`: a trailing dot, `-` or `_` belongs to the name only of such a member.
    fn find(&self, typed: &str) -> Option<(UserId, &str, usize)> {
        spellings(typed)
            .find_map(|name| self.get(name).map(|(id, username)| (id, username, name.len())))
    }
}

impl FromIterator<(UserId, String)> for Members {
    fn from_iter<I: IntoIterator<Item = (UserId, String)>>(members: I) -> Self {
        let mut all = Self::default();
        for (id, username) in members {
            all.insert(id, username);
        }
        all
    }
}

/// Returns the name without none, one, two … of its trailing signs, as far as that is a username.
fn spellings(typed: &str) -> impl Iterator<Item = &str> {
    let signs = typed.len() - typed.trim_end_matches(['.', '-', '_']).len();
    (0..=signs)
        .map(|signs| &typed[..typed.len() - signs])
        .filter(|name| NAME_CHARS.contains(&name.len()))
}

/// Returns whether a text may mention somebody.
pub(crate) fn has_sign(text: &str) -> bool {
    text.contains(SIGNS)
}

/// Finds what follows each `@` that starts a word, as a range of `text` without the `@`.
fn occurrences(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut name_end = None;
    text.match_indices(SIGNS).filter_map(move |(at, sign)| {
        let start = at + sign.len();
        let before = text[..at].chars().next_back();
        // A slash separates names; in an address it does not.
        let starts_word = before
            .is_none_or(|c| !is_of_names(c) && !SIGNS.contains(&c) && !"_/".contains(c))
            || (before == Some('/') && name_end == Some(at - 1));
        let rest = &text[start..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !"_-.".contains(c))
            .unwrap_or(rest.len());
        let follows = rest[length..].chars().next();
        let ends_word = follows.is_none_or(|c| !is_of_names(c) && !SIGNS.contains(&c));
        let is_name = starts_word && ends_word && length > 0;
        name_end = is_name.then_some(start + length);
        is_name.then_some(start..start + length)
    })
}

/// Returns whether a character beside a name would be read as a part of it: digits, Latin letters, and what is above
/// them. Letters of other scripts are not, and many languages put no space between.
fn is_of_names(c: char) -> bool {
    c.is_numeric()
        || match c.script() {
            Script::Latin => c.is_alphabetic(),
            Script::Inherited => is_combining_mark(c),
            _ => false,
        }
}

/// Returns the names to look up, in lower case and in the order of the text. Those in quotations come last and are
/// counted by themselves.
pub(crate) fn candidates(root: Node<'_>) -> Vec<String> {
    let (mut typed, mut quoted) = (vec![], vec![]);
    for node in root.descendants() {
        let data = node.data();
        let NodeValue::Text(text) = &data.value else { continue };
        if !has_sign(text)
            || is_in(node, |above| matches!(above, NodeValue::Link(_) | NodeValue::Image(_)))
        {
            continue;
        }
        let is_quoted = is_in(node, |above| matches!(above, NodeValue::BlockQuote));
        let names = if is_quoted { &mut quoted } else { &mut typed };
        for range in occurrences(text) {
            let name = text[range].to_ascii_lowercase();
            if names.len() < MAX_MENTIONS && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let mut names: Vec<String> = vec![];
    for name in typed.iter().chain(&quoted).flat_map(|typed| spellings(typed)) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

fn is_in(node: Node<'_>, is_wanted: impl Fn(&NodeValue) -> bool) -> bool {
    node.ancestors().any(|above| is_wanted(&above.data().value))
}

/// Splits a text at its mentions: calls `text` for what is between them and `mention` for each with the name as
/// typed and the member.
pub(crate) fn split<E>(
    text: &str,
    members: &Members,
    mut write: impl FnMut(Part<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut done = 0;
    for range in occurrences(text) {
        if range.start <= done {
            continue;
        }
        if let Some((id, username, length)) = members.find(&text[range.clone()]) {
            let sign = text[..range.start].chars().next_back().map_or(0, char::len_utf8);
            let typed = range.start - sign..range.start + length;
            write(Part::Text(&text[done..typed.start]))?;
            done = typed.end;
            write(Part::Mention { id, username, typed: &text[typed] })?;
        }
    }
    write(Part::Text(&text[done..]))
}

pub(crate) enum Part<'a> {
    Text(&'a str),
    Mention { id: UserId, username: &'a str, typed: &'a str },
}
