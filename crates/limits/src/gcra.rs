use std::time::Duration;

use kernel::Timestamp;

/// A rate: `burst` units at once, and one more after each `interval`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    pub burst: u32,
    /// Whole milliseconds.
    pub interval: Duration,
}

/// The result of spending one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpendOutcome {
    pub allowed: bool,
    /// When the budget is full again: its whole state.
    pub full_at: Timestamp,
}

impl Quota {
    /// Returns the time that an empty budget takes to fill.
    #[must_use]
    pub const fn window(&self) -> Duration {
        self.interval.saturating_mul(self.burst)
    }

    /// Spends one unit of a budget that is full at `full_at`, or refuses and spends nothing.
    ///
    /// This is the Generic Cell Rate Algorithm in its virtual scheduling form (ITU-T I.371, annex
    /// A): `full_at` is the theoretical arrival time, `interval` the increment, and the limit is the
    /// window less one increment. A time beyond the window, left behind when a clock was set back,
    /// counts as the end of the window.
    #[must_use]
    pub fn spend(&self, full_at: Option<Timestamp>, now: Timestamp) -> SpendOutcome {
        let latest = now.after(self.window());
        let full_at = full_at.map_or(now, |at| at.clamp(now, latest));
        let next = full_at.after(self.interval);
        let allowed = next <= latest;
        SpendOutcome { allowed, full_at: if allowed { next } else { full_at } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);
    const THREE: Quota = Quota { burst: 3, interval: Duration::from_secs(2) };

    /// Returns how many of `asks` at one moment are allowed, and the state afterwards.
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
    fn one_unit_comes_back_after_each_interval() {
        let (_, emptied) = ask(10, None, NOW);
        assert_eq!(ask(10, emptied, NOW.after(Duration::from_millis(1_999))).0, 0);
        assert_eq!(ask(10, emptied, NOW.after(Duration::from_secs(2))).0, 1);
        assert_eq!(ask(10, emptied, NOW.after(Duration::from_secs(4))).0, 2);
    }

    #[test]
    fn a_full_budget_never_exceeds_the_burst() {
        let (_, emptied) = ask(10, None, NOW);
        assert_eq!(ask(10, emptied, NOW.after(Duration::from_hours(1))).0, 3);
    }

    #[test]
    fn a_refusal_spends_nothing() {
        let (_, emptied) = ask(3, None, NOW);
        assert_eq!(ask(100, emptied, NOW), (0, emptied));
    }

    #[test]
    fn long_runs_get_the_rate_plus_one_burst_at_most() {
        let mut full_at = None;
        let mut allowed = 0;
        // An attacker who asks interval 10 ms for a minute.
        for step in 0..6_000 {
            let spent = THREE.spend(full_at, NOW.after(Duration::from_millis(10 * step)));
            allowed += u32::from(spent.allowed);
            full_at = Some(spent.full_at);
        }
        assert_eq!(allowed, 3 + 29);
    }

    #[test]
    fn a_clock_set_back_blocks_for_at_most_one_window() {
        let far = Some(NOW.after(Duration::from_hours(24)));
        assert_eq!(ask(1, far, NOW).0, 0);
        let (_, remembered) = ask(1, far, NOW);
        assert_eq!(ask(10, remembered, NOW.after(THREE.window())).0, 3);
    }
}
