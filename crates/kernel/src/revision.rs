use std::time::Duration;

use crate::Timestamp;

/// An edit this soon after a version was first written replaces it.
const SAME_VERSION: Duration = Duration::from_mins(5);

/// A version of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// From 1.
    pub version: i32,
    /// When it was written; of several edits that make one version, the last.
    pub at: Timestamp,
    pub username: String,
    /// None of a text without a title.
    pub title: Option<String>,
    pub description: String,
    /// Whether its author or a moderator hid it: only moderators see it.
    pub hidden: bool,
}

/// The outcome of hiding a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HideOutcome {
    /// It is hidden, now or before.
    Hidden,
    /// It is what the text says now; nothing changed.
    Present,
    /// There is no such version.
    NotFound,
}

impl Revision {
    /// Returns whether an edit at `now` makes a new version of a text whose present one was first written at `begun`.
    /// Later edits of it don't count: each could put off the next version, and a text that many read would be in none.
    #[must_use]
    pub fn is_new_version(begun: Timestamp, now: Timestamp) -> bool {
        begun.after(SAME_VERSION) <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_within_five_minutes_make_one_version() {
        let at = |seconds: i64| Timestamp::from_unix_millis(seconds * 1_000);
        assert!(!Revision::is_new_version(at(0), at(0)));
        assert!(!Revision::is_new_version(at(0), at(299)));
        assert!(Revision::is_new_version(at(0), at(300)));
    }
}
