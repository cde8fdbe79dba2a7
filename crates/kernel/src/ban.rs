use std::time::Duration;

use crate::Timestamp;

/// Two ends this close to each other come from one request that was sent twice.
const SENT_TWICE: Duration = Duration::from_mins(1);

/// What keeps an account from everything but reading public content, on the site or in one forum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ban {
    /// The first moment without the ban; `None` for a ban without end.
    pub until: Option<Timestamp>,
    /// At most 500 characters.
    pub reason: Option<String>,
}

impl Ban {
    /// Returns whether it still holds at `now`: the clock alone ends it.
    #[must_use]
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// Returns whether `other` says the same: the same reason, and an end at most a minute away, as when a
    /// request is repeated.
    #[must_use]
    pub fn is_repeated_by(&self, other: &Self) -> bool {
        let is_same_end = match (self.until, other.until) {
            (None, None) => true,
            (Some(one), Some(another)) => one.since(another).max(another.since(one)) <= SENT_TWICE,
            _ => false,
        };
        is_same_end && self.reason == other.reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: Timestamp = Timestamp::from_unix_millis(1_000_000);

    fn until(end: Timestamp) -> Ban {
        Ban { until: Some(end), reason: Some("Spam".to_owned()) }
    }

    #[test]
    fn a_ban_is_over_exactly_at_its_end() {
        let at = |millis| until(END).is_active(Timestamp::from_unix_millis(millis));
        assert_eq!([0, 999_999, 1_000_000, 1_000_001].map(at), [true, true, false, false]);
    }

    #[test]
    fn a_ban_without_end_is_never_over() {
        assert!(Ban::default().is_active(Timestamp::from_unix_millis(i64::MAX)));
    }

    #[test]
    fn a_repetition_has_the_same_reason_and_nearly_the_same_end() {
        let minute = Duration::from_mins(1);
        let moved = minute + Duration::from_millis(1);
        assert!(until(END).is_repeated_by(&until(END.after(minute))));
        assert!(until(END).is_repeated_by(&until(END.before(minute))));
        assert!(Ban::default().is_repeated_by(&Ban::default()));
        for other in [
            until(END.after(moved)),
            until(END.before(moved)),
            Ban { until: None, ..until(END) },
            Ban { reason: None, ..until(END) },
        ] {
            assert!(!until(END).is_repeated_by(&other), "{other:?}");
            assert!(!other.is_repeated_by(&until(END)), "{other:?}");
        }
    }
}
