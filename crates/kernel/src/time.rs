use std::time::Duration;

use time::{OffsetDateTime, format_description::BorrowedFormatItem, macros::format_description};

const RFC_3339_MILLIS: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

const MILLIS_PER_DAY: i64 = 24 * 60 * 60 * 1_000;

/// A moment in UTC, to the millisecond: what both databases store, and answer, alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// From milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn from_unix_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn unix_millis(self) -> i64 {
        self.0
    }

    /// The UTC day, counted from 1970-01-01 as day 0.
    #[must_use]
    pub const fn day(self) -> i32 {
        // A day number past the range of i32 would lie six million years away.
        self.0.div_euclid(MILLIS_PER_DAY) as i32
    }

    /// The moment so long before this one.
    #[must_use]
    pub fn before(self, span: Duration) -> Self {
        Self(self.0 - span.as_millis() as i64)
    }

    /// The moment so long after this one.
    #[must_use]
    pub fn after(self, span: Duration) -> Self {
        Self(self.0 + span.as_millis() as i64)
    }

    /// How long it is since `earlier`; nothing if that comes later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis((self.0 - earlier.0).max(0) as u64)
    }

    /// How long it is until the next UTC day begins.
    #[must_use]
    pub fn until_next_day(self) -> Duration {
        Duration::from_millis((MILLIS_PER_DAY - self.0.rem_euclid(MILLIS_PER_DAY)) as u64)
    }

    /// As RFC 3339 with milliseconds: `2026-11-20T10:58:00.123Z`.
    #[must_use]
    pub fn to_rfc3339(self) -> String {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000_000)
            .ok()
            .and_then(|at| at.format(RFC_3339_MILLIS).ok())
            .unwrap_or_default()
    }
}

/// Where "now" comes from, so that rules about time can be tested.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_reads_as_rfc_3339_in_utc_with_milliseconds() {
        let at = Timestamp::from_unix_millis(1_795_172_280_123);
        assert_eq!(at.to_rfc3339(), "2026-11-20T10:58:00.123Z");
    }

    #[test]
    fn a_day_lasts_until_the_next_one() {
        let left = |millis| Timestamp::from_unix_millis(millis).until_next_day().as_millis();
        assert_eq!([-1, 0, 86_399_999].map(left), [1, 86_400_000, 1]);
    }

    #[test]
    fn milliseconds_keep_their_zeros() {
        assert_eq!(Timestamp::from_unix_millis(1_000).to_rfc3339(), "1970-01-01T00:00:01.000Z");
    }

    #[test]
    fn a_day_ends_at_midnight_utc() {
        assert_eq!(Timestamp::from_unix_millis(MILLIS_PER_DAY - 1).day(), 0);
        assert_eq!(Timestamp::from_unix_millis(MILLIS_PER_DAY).day(), 1);
        assert_eq!(Timestamp::from_unix_millis(-1).day(), -1);
    }

    #[test]
    fn before_and_after_undo_each_other() {
        let at = Timestamp::from_unix_millis(5_000);
        let span = Duration::from_millis(1_500);
        assert_eq!(at.before(span), Timestamp::from_unix_millis(3_500));
        assert_eq!(at.before(span).after(span), at);
        assert_eq!(at.since(at.before(span)), span);
        assert_eq!(at.before(span).since(at), Duration::ZERO);
    }
}
