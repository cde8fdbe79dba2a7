use std::{
    collections::HashMap,
    ops::{Range, RangeInclusive},
};

use comrak::{Node, nodes::NodeValue};
use kernel::UserId;

/// How many members a text may mention; further names stay text.
pub const MAX_MENTIONS: usize = 20;
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

    fn get(&self, name: &str) -> Option<(UserId, &str)> {
        self.0.get(&name.to_ascii_lowercase()).map(|(id, username)| (*id, username.as_str()))
    }

    /// Finds who is meant by what follows an `@`: a trailing dot belongs to the name only of such a member.
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

/// Returns the name without none, one, two … of its trailing dots, as far as that is a username.
fn spellings(typed: &str) -> impl Iterator<Item = &str> {
    let dots = typed.len() - typed.trim_end_matches('.').len();
    (0..=dots)
        .map(|dots| &typed[..typed.len() - dots])
        .filter(|name| NAME_CHARS.contains(&name.len()))
}

/// Finds what follows each `@` that starts a word, as a range of `text` without the `@`.
fn occurrences(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.match_indices('@').filter_map(|(at, _)| {
        let before = text[..at].chars().next_back();
        let starts_word = before.is_none_or(|c| !c.is_alphanumeric() && !"@/_.-".contains(c));
        let rest = &text[at + 1..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !"_-.".contains(c))
            .unwrap_or(rest.len());
        let follows = rest[length..].chars().next();
        let ends_word = follows.is_none_or(|c| !c.is_alphanumeric() && c != '@');
        (starts_word && ends_word && length > 0).then_some(at + 1..at + 1 + length)
    })
}

/// Returns the names to look up, in lower case and in the order of the text.
pub(crate) fn candidates(root: Node<'_>) -> Vec<String> {
    let mut typed: Vec<String> = vec![];
    for node in root.descendants() {
        let data = node.data();
        let NodeValue::Text(text) = &data.value else { continue };
        if !text.contains('@') || is_in_link(node) {
            continue;
        }
        for range in occurrences(text) {
            let name = text[range].to_ascii_lowercase();
            if typed.len() < MAX_MENTIONS && !typed.contains(&name) {
                typed.push(name);
            }
        }
    }
    let mut names: Vec<String> = vec![];
    for name in typed.iter().flat_map(|typed| spellings(typed)) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

fn is_in_link(node: Node<'_>) -> bool {
    node.ancestors()
        .any(|above| matches!(above.data().value, NodeValue::Link(_) | NodeValue::Image(_)))
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
            let typed = range.start - 1..range.start + length;
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
