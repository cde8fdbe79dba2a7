//! Splices the fields by which a member's response differs, own votes, favorites, watch levels,
//! new replies and what is saved, into that for visitors.

use std::{borrow::Cow, collections::HashMap};

use kernel::{Timestamp, UserId, Vote};
use memchr::memmem;
use serde::Serialize;

use crate::{problem::Problem, services::Services};

/// The vote fields in responses to visitors.
pub(crate) const NO_VOTE: &[u8] = br#""hasUpvoted":false,"hasDownvoted":false"#;
const UP: &[u8] = br#""hasUpvoted":true,"hasDownvoted":false"#;
const DOWN: &[u8] = br#""hasUpvoted":false,"hasDownvoted":true"#;

/// The text of a member's vote, which replaces [`NO_VOTE`].
pub(crate) fn vote_fields(vote: Vote) -> &'static [u8] {
    match vote {
        Vote::Up => UP,
        Vote::Down => DOWN,
    }
}

/// The text that says whether a member saved something, behind other fields.
pub(crate) fn saved_field(saved: bool) -> &'static [u8] {
    if saved { br#","saved":true"# } else { br#","saved":false"# }
}

/// The fields of a body that are a member's own.
#[derive(Clone, Copy)]
pub(crate) struct MemberFields {
    /// Their form for visitors. A text cannot contain this, because its quotes would be escaped.
    pub(crate) of_visitors: &'static [u8],
    /// What a member is shown instead of an item that the member has nothing to do with.
    pub(crate) untouched: &'static [u8],
    /// Finds what a member is shown of these items; it may leave out those that show `untouched`.
    pub(crate) find: FindFields,
}

pub(crate) type FindFields =
    fn(&Services, UserId, &[i64]) -> Result<Vec<(i64, FieldText)>, Problem>;

/// The text of a member's fields.
pub(crate) type FieldText = Cow<'static, [u8]>;

/// A member's fields, by the ids of their items.
pub(crate) type OwnFields = HashMap<i64, FieldText>;

/// A body of a response to visitors.
pub(crate) trait Cacheable: Serialize + Send + 'static {
    /// The fields by which a member's differs; none if it does not.
    const MEMBER_FIELDS: Option<MemberFields> = None;

    /// Appends the ids of its items, in the order in which they are serialized.
    fn ids(&self, _ids: &mut Vec<i64>) {}

    /// When it becomes outdated by the clock alone.
    fn valid_until(&self) -> Option<Timestamp> {
        None
    }
}

impl<T: Cacheable> Cacheable for Vec<T> {
    const MEMBER_FIELDS: Option<MemberFields> = T::MEMBER_FIELDS;

    fn ids(&self, ids: &mut Vec<i64>) {
        for item in self {
            item.ids(ids);
        }
    }

    fn valid_until(&self) -> Option<Timestamp> {
        self.iter().filter_map(T::valid_until).min()
    }
}

/// The positions of the members' fields in a response to visitors.
pub(crate) struct FieldPlaces {
    pub(crate) ids: Vec<i64>,
    places: Vec<usize>,
    fields: MemberFields,
}

impl FieldPlaces {
    /// Returns the places of the members' fields in the text of a body; none if it has no such fields.
    ///
    /// # Errors
    /// If the text has not one for each item: a member's fields would land on another item.
    pub(crate) fn of<T: Cacheable>(body: &T, text: &[u8]) -> Result<Option<Self>, Problem> {
        let Some(fields) = T::MEMBER_FIELDS else { return Ok(None) };
        let mut ids = vec![];
        body.ids(&mut ids);
        Self::find(ids, fields, text).map(Some)
    }

    fn find(ids: Vec<i64>, fields: MemberFields, text: &[u8]) -> Result<Self, Problem> {
        let field = fields.of_visitors;
        let places: Vec<_> = memmem::find_iter(text, field).collect();
        if places.len() != ids.len() {
            tracing::error!(
                ids = ids.len(),
                places = places.len(),
                "a response has other fields of members than items"
            );
            return Err(Problem::internal());
        }
        Ok(Self { ids, places, fields })
    }

    /// Returns the fields of a member that differ from those of an untouched item.
    pub(crate) fn own(&self, services: &Services, member: UserId) -> Result<OwnFields, Problem> {
        let mut fields: OwnFields =
            (self.fields.find)(services, member, &self.ids)?.into_iter().collect();
        fields.retain(|_, field| **field != *self.fields.untouched);
        Ok(fields)
    }

    /// Returns the same text with a member's fields.
    pub(crate) fn splice(&self, text: &[u8], fields: &OwnFields) -> Vec<u8> {
        let MemberFields { of_visitors, untouched, .. } = self.fields;
        let longer = untouched.len().saturating_sub(of_visitors.len()) * self.ids.len();
        let longer = longer + fields.values().map(|field| field.len()).sum::<usize>();
        let mut filled = Vec::with_capacity(text.len() + longer);
        let mut written = 0;
        for (id, &place) in self.ids.iter().zip(&self.places) {
            filled.extend_from_slice(&text[written..place]);
            filled.extend_from_slice(fields.get(id).map_or(untouched, |field| field));
            written = place + of_visitors.len();
        }
        filled.extend_from_slice(&text[written..]);
        filled
    }

    /// Its size in bytes.
    pub(crate) fn size(&self) -> usize {
        self.ids.len() * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VOTES: MemberFields =
        MemberFields { of_visitors: NO_VOTE, untouched: NO_VOTE, find: |_, _, _| Ok(vec![]) };

    #[test]
    fn votes_are_spliced_in_where_they_are_shown_only() {
        let none = std::str::from_utf8(NO_VOTE).unwrap();
        let said = serde_json::to_string(none).unwrap();
        let text =
            format!(r#"[{{"id":7,"title":{said},{none}}},{{"id":9,{none}}},{{"id":3,{none}}}]"#);
        let places = FieldPlaces::find(vec![7, 9, 3], VOTES, text.as_bytes()).ok().unwrap();
        assert_eq!(places.places.len(), 3);
        let votes =
            [(3, Vote::Down), (7, Vote::Up)].map(|(id, vote)| (id, vote_fields(vote).into()));
        let filled = places.splice(text.as_bytes(), &votes.into_iter().collect());
        let (up, down) = (std::str::from_utf8(UP).unwrap(), std::str::from_utf8(DOWN).unwrap());
        let wanted =
            format!(r#"[{{"id":7,"title":{said},{up}}},{{"id":9,{none}}},{{"id":3,{down}}}]"#);
        assert_eq!(String::from_utf8(filled).unwrap(), wanted);
        assert_eq!(places.splice(text.as_bytes(), &OwnFields::new()), text.as_bytes());
    }

    #[test]
    fn text_with_other_fields_than_items_is_not_spliced() {
        let none = std::str::from_utf8(NO_VOTE).unwrap();
        let text = format!(r#"[{{"id":7,{none}}},{{"id":9,{none}}}]"#);
        for ids in [vec![], vec![7], vec![7, 8, 9]] {
            assert!(FieldPlaces::find(ids, VOTES, text.as_bytes()).is_err());
        }
    }
}
