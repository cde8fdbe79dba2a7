use std::time::Duration;

const MILLIS_PER_DAY: i64 = 24 * 60 * 60 * 1_000;

/// A moment in UTC with millisecond precision, which both databases store identically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Creates a timestamp from milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn from_unix_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Returns the milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn unix_millis(self) -> i64 {
        self.0
    }

    /// Returns the number of the UTC day, counted from 1970-01-01 as day 0.
    #[must_use]
    pub const fn day(self) -> i32 {
        // A day number past the range of i32 would lie six million years away.
        self.0.div_euclid(MILLIS_PER_DAY) as i32
    }

    /// Returns the first moment of the UTC day with this number; the inverse of [`Self::day`].
    #[must_use]
    pub const fn start_of_day(day: i32) -> Self {
        Self(day as i64 * MILLIS_PER_DAY)
    }

    /// Returns the number of the thirty days that it lies in, counted from 1970-01-01.
    #[must_use]
    pub const fn month(self) -> i32 {
        self.day().div_euclid(30)
    }

    /// Subtracts `span`, down to the earliest time.
    #[must_use]
    pub fn before(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(millis(span)))
    }

    /// Adds `span`, up to the latest time.
    #[must_use]
    pub fn after(self, span: Duration) -> Self {
        Self(self.0.saturating_add(millis(span)))
    }

    /// Returns the time since `earlier`, or zero if `earlier` comes later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0).max(0) as u64)
    }

    /// Returns the time until the next UTC day begins.
    #[must_use]
    pub fn until_next_day(self) -> Duration {
        Duration::from_millis((MILLIS_PER_DAY - self.0.rem_euclid(MILLIS_PER_DAY)) as u64)
    }

    /// Formats as RFC 3339 with milliseconds: `2026-11-20T10:58:00.123Z`; empty outside of the years 0 to 9999.
    ///
    /// Writes digit by digit, because lists hold many times.
    #[must_use]
    pub fn to_rfc3339(self) -> String {
        let (year, month, day) = self.date();
        if !(0..10_000).contains(&year) {
            return String::new();
        }
        let millis = self.0.rem_euclid(MILLIS_PER_DAY);
        let seconds = millis / 1_000;
        let mut text = *b"0000-00-00T00:00:00.000Z";
        let parts = [
            (0..4, year),
            (5..7, month),
            (8..10, day),
            (11..13, seconds / 3_600),
            (14..16, seconds / 60 % 60),
            (17..19, seconds % 60),
            (20..23, millis % 1_000),
        ];
        for (range, mut number) in parts {
            for digit in text[range].iter_mut().rev() {
                *digit = b'0' + (number % 10) as u8;
                number /= 10;
            }
        }
        String::from_utf8(text.to_vec()).unwrap_or_default()
    }

    /// Parses RFC 3339 in UTC: a time with `Z`, with or without a fraction of a second.
    #[must_use]
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        let (date, time) = text.strip_suffix(['Z', 'z'])?.split_once(['T', 't'])?;
        let [year, month, day] = numbers(date, '-', [4, 2, 2])?;
        let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
        let [hour, minute, second] = numbers(time, ':', [2, 2, 2])?;
        if !fraction.bytes().all(|byte| byte.is_ascii_digit()) || fraction.is_empty() {
            return None;
        }
        let millis: i64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
        let is_time = hour < 24 && minute < 60 && second < 60;
        let at = Self::first_of(year, month)?.0
            + (day - 1) * MILLIS_PER_DAY
            + ((hour * 60 + minute) * 60 + second) * 1_000
            + millis;
        // A day past the end of its month would be one of the next.
        (is_time && Self(at).date() == (year, month, day)).then_some(Self(at))
    }

    /// Returns the beginning of a month.
    fn first_of(year: i64, month: i64) -> Option<Self> {
        if !(1..=12).contains(&month) {
            return None;
        }
        let from_march = (month + 9) % 12;
        let year = year - i64::from(month <= 2);
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let days = era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100
            + (153 * from_march + 2) / 5
            - 719_468;
        Some(Self(days * MILLIS_PER_DAY))
    }

    /// Returns year, month and day of the UTC day in the Gregorian calendar. Years start in March here,
    /// so that a leap day is the last day of its year.
    fn date(self) -> (i64, i64, i64) {
        let days = self.0.div_euclid(MILLIS_PER_DAY) + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        (year, month, day)
    }
}

/// Returns three numbers with so many digits each.
fn numbers(text: &str, separator: char, digits: [usize; 3]) -> Option<[i64; 3]> {
    let mut parts = text.split(separator);
    let numbers = digits.map(|digits| {
        let part = parts.next()?;
        let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { part.parse().ok() } else { None }
    });
    let [Some(first), Some(second), Some(third)] = numbers else { return None };
    parts.next().is_none().then_some([first, second, third])
}

/// Provides the current time, so that tests can replace it.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_rfc_3339_in_utc_with_milliseconds() {
        let at = Timestamp::from_unix_millis(1_795_172_280_123);
        assert_eq!(at.to_rfc3339(), "2026-11-20T10:58:00.123Z");
    }

    #[test]
    fn a_day_lasts_until_the_next_one() {
        let left = |millis| Timestamp::from_unix_millis(millis).until_next_day().as_millis();
        assert_eq!([-1, 0, 86_399_999].map(left), [1, 86_400_000, 1]);
    }

    #[test]
    fn the_longest_spans_end_at_the_last_time() {
        let now = Timestamp::from_unix_millis(1);
        assert_eq!(now.after(Duration::from_secs(u64::MAX)).unix_millis(), i64::MAX);
        assert!(now.before(Duration::from_secs(u64::MAX)) < now);
        let whole = Timestamp(i64::MAX).since(Timestamp(i64::MIN));
        assert_eq!(whole, Duration::from_millis(i64::MAX as u64));
    }

    #[test]
    fn milliseconds_keep_their_zeros() {
        assert_eq!(Timestamp::from_unix_millis(1_000).to_rfc3339(), "1970-01-01T00:00:01.000Z");
    }

    #[test]
    fn dates_match_the_calendar() {
        let format = time::macros::format_description!(
            "[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z"
        );
        // From before the year 0 to after 9999, by some days and an odd time.
        for step in 0..43_000 {
            let millis = -63_000_000_000_000 + step * 7_432_123_457;
            let at =
                time::OffsetDateTime::from_unix_timestamp_nanos(i128::from(millis) * 1_000_000);
            let expected = at.ok().filter(|at| at.year() >= 0).map(|at| at.format(format).unwrap());
            let text = Timestamp::from_unix_millis(millis).to_rfc3339();
            assert_eq!(text, expected.unwrap_or_default(), "{millis}");
        }
    }

    #[test]
    fn a_time_is_parsed_as_it_was_written() {
        for step in 0..43_000 {
            let at = Timestamp::from_unix_millis(-62_000_000_000_000 + step * 7_132_123_457);
            let text = at.to_rfc3339();
            let parsed = Timestamp::parse_rfc3339(&text);
            assert_eq!(parsed, (!text.is_empty()).then_some(at), "{text}");
        }
    }

    #[test]
    fn times_may_lack_a_fraction_and_nothing_else() {
        let parsed = |text| Timestamp::parse_rfc3339(text).map(Timestamp::unix_millis);
        assert_eq!(parsed("1970-01-02T00:00:00Z"), Some(MILLIS_PER_DAY));
        assert_eq!(parsed("1970-01-01t00:00:01.5z"), Some(1_500));
        assert_eq!(parsed("1970-01-01T00:00:00.0019Z"), Some(1));
        for text in [
            "",
            "yesterday",
            "1970-01-01",
            "1970-01-01T00:00:00",
            "1970-01-01T00:00:00+00:00",
            "1970-01-01T24:00:00Z",
            "1970-02-30T00:00:00Z",
            "1970-13-01T00:00:00Z",
            "1970-1-01T00:00:00Z",
            "1970-01-01T00:00:00.Z",
            "1970-01-01T00:00:00.\u{e4}Z",
            "-970-01-01T00:00:00Z",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn a_day_ends_at_midnight_utc() {
        assert_eq!(Timestamp::from_unix_millis(MILLIS_PER_DAY - 1).day(), 0);
        assert_eq!(Timestamp::from_unix_millis(MILLIS_PER_DAY).day(), 1);
        assert_eq!(Timestamp::from_unix_millis(-1).day(), -1);
        assert_eq!(Timestamp::start_of_day(1), Timestamp::from_unix_millis(MILLIS_PER_DAY));
        assert_eq!(Timestamp::start_of_day(-1).day(), -1);
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
