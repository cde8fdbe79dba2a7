//! Which part of a list a document shows.

use kernel::{ById, ByTime, Limit, PageRequest, Timestamp};
use serde::Deserialize;

/// Lists in documents are shorter than those of the API.
const ITEMS: u8 = 25;

/// The query of a document.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Paging {
    /// The position after which the page starts: a time and an id, or an id.
    after: Option<String>,
    /// A reply whose answers are shown instead of the whole thread.
    branch: Option<i64>,
}

impl Paging {
    /// The part of the cache key of a response: invalid positions count as none.
    pub(crate) fn key(&self) -> String {
        let time = self.time().map(write_time).unwrap_or_default();
        let id = self.id().map(|id| id.0.to_string()).unwrap_or_default();
        format!("{time} {id} {}", self.branch().unwrap_or_default())
    }

    pub(crate) fn branch(&self) -> Option<i64> {
        self.branch.filter(|branch| *branch > 0)
    }

    pub(crate) fn is_first(&self) -> bool {
        self.time().is_none() && self.id().is_none() && self.branch().is_none()
    }

    pub(crate) fn time(&self) -> Option<ByTime> {
        let (at, id) = self.after.as_ref()?.split_once('.')?;
        Some(ByTime { at: Timestamp::from_unix_millis(at.parse().ok()?), id: id.parse().ok()? })
    }

    fn id(&self) -> Option<ById> {
        self.after.as_ref()?.parse().ok().map(ById)
    }

    pub(crate) fn by_time(&self) -> PageRequest<ByTime> {
        PageRequest { limit: limit(), after: self.time() }
    }

    pub(crate) fn by_id(&self) -> PageRequest<ById> {
        PageRequest { limit: limit(), after: self.id() }
    }
}

fn limit() -> Limit {
    Limit::new(ITEMS).unwrap_or_default()
}

/// Writes a position for the query of the next page.
pub(crate) fn write_time(position: ByTime) -> String {
    format!("{}.{}", position.at.unix_millis(), position.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_position_is_read_again() {
        let position = ByTime { at: Timestamp::from_unix_millis(-17), id: 4 };
        let paging = Paging { after: Some(write_time(position)), branch: None };
        assert_eq!(paging.by_time().after, Some(position));
    }

    #[test]
    fn invalid_positions_share_the_first_page() {
        for after in ["", "x", "1.x", "9999999999999999999"] {
            let paging = Paging { after: Some(after.to_owned()), branch: Some(-1) };
            assert_eq!(paging.key(), Paging::default().key(), "{after}");
            assert!(paging.is_first(), "{after}");
        }
    }
}
