/// The quantile of the normal distribution for an interval of 95 %.
const Z: f64 = 1.959_963_985;

/// Returns the lower bound of Wilson's 95 % interval for the share of upvotes, in millionths; 0 without
/// votes.
///
/// With the share `p` of upvotes among `n` votes it is
/// `(p + z²/2n − z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)` (E. B. Wilson, Probable Inference, the Law of
/// Succession, and Statistical Inference, 1927): few votes say little, so ten of ten beat one of one.
#[must_use]
pub fn confidence(upvotes: i64, downvotes: i64) -> i64 {
    let votes = (upvotes + downvotes) as f64;
    if votes <= 0.0 {
        return 0;
    }
    let share = upvotes as f64 / votes;
    let square = Z * Z;
    let spread = (share * (1.0 - share) / votes + square / (4.0 * votes * votes)).sqrt();
    let bound = (share + square / (2.0 * votes) - Z * spread) / (1.0 + square / votes);
    (bound.max(0.0) * 1_000_000.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_is_the_lower_bound_of_wilsons_interval() {
        assert_eq!(confidence(0, 0), 0);
        assert_eq!(confidence(0, 7), 0);
        assert_eq!(confidence(1, 0), 206_549);
        assert_eq!(confidence(10, 0), 722_467);
        assert_eq!(confidence(50, 50), 403_832);
    }

    #[test]
    fn many_votes_say_more_than_few() {
        assert!(confidence(10, 0) > confidence(1, 0));
        assert!(confidence(100, 10) > confidence(2, 0));
        assert!(confidence(60, 40) > confidence(6, 4));
    }
}
