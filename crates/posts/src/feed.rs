use std::time::Duration;

use kernel::{ForumId, PostId, Reader, Timestamp};

/// The period of a feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Period {
    /// The last 24 hours.
    #[default]
    Day,
    /// The last 7 days.
    Week,
    /// The last 30 days.
    Month,
    /// The last 365 days.
    Year,
}

impl Period {
    #[must_use]
    pub const fn days(self) -> u16 {
        match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 30,
            Self::Year => 365,
        }
    }

    fn length(self) -> Duration {
        Duration::from_hours(24 * u64::from(self.days()))
    }
}

/// The posts that a reader asks for; by default all that visitors may read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feed {
    /// Who asks: only what is in forums that the reader may read.
    pub reader: Reader,
    pub forum: Option<ForumId>,
    /// Only posts of this time.
    pub period: Option<Period>,
    pub keyword: Option<String>,
}

/// A [`Feed`] with its time limit resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub reader: Reader,
    pub forum: Option<ForumId>,
    /// The earliest time of a post, so long ago as `period` is.
    pub since: Option<Timestamp>,
    /// The length of what begins with `since`.
    pub period: Period,
    /// All its words must match, each as a prefix; a keyword without words finds nothing.
    pub keyword: Option<String>,
    /// Leaves out these, a few, where there is no keyword and no earliest time.
    pub without: Vec<PostId>,
}

impl Feed {
    pub(crate) fn selection_at(&self, now: Timestamp) -> Selection {
        Selection {
            reader: self.reader,
            forum: self.forum,
            since: self.period.map(|period| now.before(period.length())),
            period: self.period.unwrap_or_default(),
            keyword: self.keyword.clone().filter(|keyword| !keyword.trim().is_empty()),
            without: vec![],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_000_000_000_000);

    #[test]
    fn a_feed_has_all_posts_of_visitors_by_default() {
        assert_eq!(Feed::default().selection_at(NOW), Selection::default());
    }

    #[test]
    fn a_feed_is_selected_for_its_reader() {
        let feed = Feed { reader: Reader::Admin, ..Feed::default() };
        assert_eq!(feed.selection_at(NOW).reader, Reader::Admin);
    }

    #[test]
    fn period_is_a_number_of_whole_days() {
        let periods =
            [(Period::Day, 1), (Period::Week, 7), (Period::Month, 30), (Period::Year, 365)];
        for (period, days) in periods {
            let since = Feed { period: Some(period), ..Feed::default() }.selection_at(NOW).since;
            let wanted = NOW.unix_millis() - days * 86_400_000;
            assert_eq!(since, Some(Timestamp::from_unix_millis(wanted)));
        }
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
