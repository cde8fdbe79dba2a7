//! The votes in an answer, by which a member's differs from that for visitors.

use std::collections::HashMap;

use kernel::{UserId, Vote};
use memchr::memmem;
use serde::Serialize;

use crate::{Problem, Services};

/// What visitors are shown of their votes. A text cannot hold it: its quotes would be escaped.
const NONE: &[u8] = br#""hasUpvoted":false,"hasDownvoted":false"#;
const UP: &[u8] = br#""hasUpvoted":true,"hasDownvoted":false"#;
const DOWN: &[u8] = br#""hasUpvoted":false,"hasDownvoted":true"#;

/// Finds out how somebody votes on things with these ids.
pub(crate) type VotesOf = fn(&Services, UserId, &[i64]) -> Result<Vec<(i64, Vote)>, Problem>;

/// A body that anybody may be shown.
pub(crate) trait Shown: Serialize + Send + 'static {
    /// How to find the votes in it; none if a member's differs from a visitor's otherwise.
    const VOTES: Option<VotesOf> = None;

    /// Appends the ids of what is shown, in the order in which it is written.
    fn ids(&self, _ids: &mut Vec<i64>) {}
}

impl<T: Shown> Shown for Vec<T> {
    const VOTES: Option<VotesOf> = T::VOTES;

    fn ids(&self, ids: &mut Vec<i64>) {
        for item in self {
            item.ids(ids);
        }
    }
}

/// Where the votes stand in the text of an answer to visitors.
pub(crate) struct Votes {
    pub(crate) ids: Vec<i64>,
    places: Vec<usize>,
}

impl Votes {
    pub(crate) fn find(ids: Vec<i64>, text: &[u8]) -> Self {
        Self { places: memmem::find_iter(text, NONE).collect(), ids }
    }

    /// The same text with these votes in it.
    pub(crate) fn fill_in(&self, text: &[u8], votes: Vec<(i64, Vote)>) -> Vec<u8> {
        let votes: HashMap<_, _> = votes.into_iter().collect();
        let mut filled = Vec::with_capacity(text.len());
        let mut written = 0;
        for (id, &place) in self.ids.iter().zip(&self.places) {
            let Some(vote) = votes.get(id) else { continue };
            filled.extend_from_slice(&text[written..place]);
            filled.extend_from_slice(match vote {
                Vote::Up => UP,
                Vote::Down => DOWN,
            });
            written = place + NONE.len();
        }
        filled.extend_from_slice(&text[written..]);
        filled
    }

    /// How many bytes it takes.
    pub(crate) fn size(&self) -> usize {
        self.ids.len() * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn votes_are_filled_in_where_they_are_shown_and_nowhere_else() {
        let said = serde_json::to_string(std::str::from_utf8(NONE).unwrap()).unwrap();
        let none = std::str::from_utf8(NONE).unwrap();
        let text =
            format!(r#"[{{"id":7,"title":{said},{none}}},{{"id":9,{none}}},{{"id":3,{none}}}]"#);
        let votes = Votes::find(vec![7, 9, 3], text.as_bytes());
        assert_eq!(votes.places.len(), 3);
        let filled = votes.fill_in(text.as_bytes(), vec![(3, Vote::Down), (7, Vote::Up)]);
        let (up, down) = (std::str::from_utf8(UP).unwrap(), std::str::from_utf8(DOWN).unwrap());
        let wanted =
            format!(r#"[{{"id":7,"title":{said},{up}}},{{"id":9,{none}}},{{"id":3,{down}}}]"#);
        assert_eq!(String::from_utf8(filled).unwrap(), wanted);
        assert_eq!(votes.fill_in(text.as_bytes(), vec![]), text.as_bytes());
    }
}
