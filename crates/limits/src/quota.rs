use std::time::Duration;

use kernel::Timestamp;

/// So many at once, and one more each time that `every` has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    pub burst: u32,
    /// Of whole milliseconds.
    pub every: Duration,
}

/// What became of one act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Whether it may be done.
    pub allowed: bool,
    /// When the budget is full again: all that has to be remembered of it.
    pub full_at: Timestamp,
}

impl Quota {
    /// How long an empty budget takes to fill.
    #[must_use]
    pub const fn window(&self) -> Duration {
        self.every.saturating_mul(self.burst)
    }

    /// Takes one out of a budget that is full again at `full_at`, or refuses and takes nothing.
    ///
    /// This is the Generic Cell Rate Algorithm in its form of virtual scheduling (ITU-T I.371, annex
    /// A): `full_at` is the theoretical arrival time, `every` the increment, and the limit is the
    /// window less one increment. A time further away than the window, which a clock that was set
    /// back leaves behind, counts as the window's end.
    #[must_use]
    pub fn spend(&self, full_at: Option<Timestamp>, now: Timestamp) -> Spent {
        let latest = now.after(self.window());
        let full_at = full_at.map_or(now, |at| at.clamp(now, latest));
        let next = full_at.after(self.every);
        let allowed = next <= latest;
        Spent { allowed, full_at: if allowed { next } else { full_at } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);
    const THREE: Quota = Quota { burst: 3, every: Duration::from_secs(2) };

    /// How many of `asks` at one moment are allowed, and what is remembered then.
    fn ask(asks: u32, mut full_at: Option<Timestamp>, now: Timestamp) -> (u32, Option<Timestamp>) {
        let mut allowed = 0;
        for _ in 0..asks {
            let spent = THREE.spend(full_at, now);
            allowed += u32::from(spent.allowed);
            full_at = Some(spent.full_at);
        }
        (allowed, full_at)
    }

    #[test]
    fn a_burst_is_allowed_and_no_more() {
        assert_eq!(ask(10, None, NOW).0, 3);
    }

    #[test]
    fn one_more_is_allowed_each_time_that_the_interval_has_passed() {
        let (_, emptied) = ask(10, None, NOW);
        assert_eq!(ask(10, emptied, NOW.after(Duration::from_millis(1_999))).0, 0);
        assert_eq!(ask(10, emptied, NOW.after(Duration::from_secs(2))).0, 1);
        assert_eq!(ask(10, emptied, NOW.after(Duration::from_secs(4))).0, 2);
    }

    #[test]
    fn who_rests_has_the_burst_again_and_never_more() {
        let (_, emptied) = ask(10, None, NOW);
        assert_eq!(ask(10, emptied, NOW.after(Duration::from_hours(1))).0, 3);
    }

    #[test]
    fn a_refusal_takes_nothing() {
        let (_, emptied) = ask(3, None, NOW);
        assert_eq!(ask(100, emptied, NOW), (0, emptied));
    }

    #[test]
    fn over_any_time_no_more_than_the_rate_and_one_burst_is_allowed() {
        let mut full_at = None;
        let mut allowed = 0;
        // An attacker who asks every 10 ms for a minute.
        for step in 0..6_000 {
            let spent = THREE.spend(full_at, NOW.after(Duration::from_millis(10 * step)));
            allowed += u32::from(spent.allowed);
            full_at = Some(spent.full_at);
        }
        assert_eq!(allowed, 3 + 29);
    }

    #[test]
    fn a_clock_that_was_set_back_locks_nobody_out_for_longer_than_the_window() {
        let far = Some(NOW.after(Duration::from_hours(24)));
        assert_eq!(ask(1, far, NOW).0, 0);
        let (_, remembered) = ask(1, far, NOW);
        assert_eq!(ask(10, remembered, NOW.after(THREE.window())).0, 3);
    }
}
