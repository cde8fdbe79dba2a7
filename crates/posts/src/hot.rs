use kernel::Timestamp;

/// 2024-01-01T00:00:00Z.
const EPOCH_MILLIS: i64 = 1_704_067_200_000;

/// Returns how hot a post is, in millionths: recent posts and popular ones are hot.
///
/// `log10(max(|score|, 1)) · sign(score) + seconds since 2024-01-01T00:00Z / 45,000`, which is the formula
/// that Reddit published in 2008 (`_hot` in `r2/r2/lib/db/_sorts.pyx`) with another beginning of time: ten
/// times the score weighs as much as twelve and a half hours.
#[must_use]
pub fn hot(score: i64, created_at: Timestamp) -> i64 {
    hot_by_score(score) + hot_by_time(created_at)
}

/// Returns the part of [`hot`] that the votes give.
#[must_use]
pub fn hot_by_score(score: i64) -> i64 {
    let order = (score.unsigned_abs().max(1) as f64).log10();
    score.signum() * (order * 1_000_000.0).round() as i64
}

/// A millionth of 45,000 seconds is 45 milliseconds.
fn hot_by_time(created_at: Timestamp) -> i64 {
    (created_at.unix_millis() - EPOCH_MILLIS).div_euclid(45)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: Timestamp = Timestamp::from_unix_millis(EPOCH_MILLIS + 12 * 3_600_000);

    #[test]
    fn hot_follows_the_published_formula() {
        assert_eq!(hot(0, Timestamp::from_unix_millis(EPOCH_MILLIS)), 0);
        assert_eq!(hot(0, NOON), 960_000);
        assert_eq!(hot(1, NOON), 960_000);
        assert_eq!(hot(10, NOON), 1_960_000);
        assert_eq!(hot(-100, NOON), -1_040_000);
        assert_eq!(hot(2, NOON), 960_000 + 301_030);
    }

    #[test]
    fn ten_times_the_score_weighs_45000_seconds() {
        let later = Timestamp::from_unix_millis(NOON.unix_millis() + 45_000_000);
        assert_eq!(hot(50, NOON), hot(5, later));
        assert!(hot(49, NOON) < hot(5, later));
    }

    #[test]
    fn posts_before_the_epoch_are_ordered_too() {
        let at = |millis| Timestamp::from_unix_millis(EPOCH_MILLIS + millis);
        assert!(hot(0, at(-90)) < hot(0, at(-45)) && hot(0, at(-1)) < hot(0, at(0)));
    }
}
