use std::time::Duration;

use kernel::{ForumId, Timestamp};

const DAY: Duration = Duration::from_hours(24);

/// The posts that a reader asks for; by default all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feed {
    pub forum: Option<ForumId>,
    /// Only the last 24 hours.
    pub today: bool,
    pub keyword: Option<String>,
}

/// A [`Feed`] with its time limit resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub forum: Option<ForumId>,
    /// The earliest time of a post, at most 24 hours ago.
    pub since: Option<Timestamp>,
    /// All its words must match, each as a prefix; a keyword without words finds nothing.
    pub keyword: Option<String>,
}

impl Feed {
    pub(crate) fn selection_at(&self, now: Timestamp) -> Selection {
        Selection {
            forum: self.forum,
            since: self.today.then(|| now.before(DAY)),
            keyword: self.keyword.clone().filter(|keyword| !keyword.trim().is_empty()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

    #[test]
    fn a_feed_has_all_posts_by_default() {
        assert_eq!(Feed::default().selection_at(NOW), Selection::default());
    }

    #[test]
    fn today_is_the_last_24_hours() {
        let since = Feed { today: true, ..Feed::default() }.selection_at(NOW).since;
        assert_eq!(since, Some(Timestamp::from_unix_millis(999_913_600_000)));
    }

    #[test]
    fn a_blank_keyword_is_no_keyword() {
        for blank in ["", "  ", "\t\n", "\u{a0}"] {
            let feed = Feed { keyword: Some(blank.to_owned()), ..Feed::default() };
            assert_eq!(feed.selection_at(NOW).keyword, None, "{blank:?}");
        }
    }

    #[test]
    fn a_keyword_of_punctuation_is_a_keyword() {
        let feed = Feed { keyword: Some("?!".to_owned()), ..Feed::default() };
        assert_eq!(feed.selection_at(NOW).keyword.as_deref(), Some("?!"));
    }
}
