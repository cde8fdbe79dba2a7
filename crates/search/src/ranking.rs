use kernel::Timestamp;

use crate::{Query, Term};

/// 2024-01-01T00:00Z.
const EPOCH_MILLIS: i64 = 1_704_067_200_000;
/// Being this much newer is worth one point: three years, in milliseconds.
const POINT_MILLIS: f64 = 3.0 * 365.0 * 86_400_000.0;

/// The properties of a match that rank it.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Title of a post, topic of a forum, name of a member; a reply has none.
    pub title: Option<&'a str>,
    /// Whether all words of the query are whole words of the text.
    pub is_whole: bool,
    /// Upvotes minus downvotes.
    pub score: i64,
    pub created_at: Timestamp,
}

/// Returns how well something matches, in millionths of a point.
///
/// Points are 2 for the part of the query's words that the title has as a whole, 1 for those that its words begin with,
/// 1 more if these are all its words, 1 if the text has all words as a whole, log10(max(score, 1)) / 2, and
/// a third for each year since 2024. The age counts as in [hot lists](https://github.com/reddit-archive/reddit/blob/master/r2/r2/lib/db/_sorts.pyx),
/// so the order of two matches never changes by time alone.
#[must_use]
pub fn best(query: &Query, evidence: Evidence<'_>) -> i64 {
    let title = evidence.title.map_or(0.0, |title| title_points(query, title));
    let whole = f64::from(u8::from(evidence.is_whole));
    let votes = (evidence.score.max(1) as f64).log10() / 2.0;
    let age = (evidence.created_at.unix_millis() - EPOCH_MILLIS) as f64 / POINT_MILLIS;
    ((title + whole + votes + age) * 1e6).round() as i64
}

fn title_points(query: &Query, title: &str) -> f64 {
    let words = crate::normalize(title);
    let terms = query.terms();
    let is_whole = |term: &Term| {
        let whole = term.whole();
        words.iter().any(|word| whole.matches(word))
    };
    let points = terms.iter().map(|term| {
        if is_whole(term) {
            2.0
        } else {
            f64::from(u8::from(words.iter().any(|word| term.matches(word))))
        }
    });
    let points: f64 = points.sum();
    let length = Query::parse(title).map_or(0, |title| title.terms().len());
    let is_all = length == terms.len() && terms.iter().all(is_whole);
    points / terms.len() as f64 + f64::from(u8::from(is_all))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_unix_millis(EPOCH_MILLIS);

    fn points(title: Option<&str>, is_whole: bool, score: i64, at: Timestamp) -> i64 {
        let query = Query::parse("green tea").unwrap();
        best(&query, Evidence { title, is_whole, score, created_at: at })
    }

    #[test]
    fn titles_count_most() {
        assert_eq!(points(None, false, 0, AT), 0);
        assert_eq!(points(None, true, 0, AT), 1_000_000);
        assert_eq!(points(Some("Teapots, greener"), false, -5, AT), 1_000_000);
        assert_eq!(points(Some("My green teapot"), false, 1, AT), 1_500_000);
        assert_eq!(points(Some("My green tea"), true, 0, AT), 3_000_000);
        assert_eq!(points(Some("Green tea!"), true, 0, AT), 4_000_000);
    }

    #[test]
    fn votes_and_youth_count() {
        assert_eq!(points(None, false, 100, AT), 1_000_000);
        let later = Timestamp::from_unix_millis(EPOCH_MILLIS + 365 * 86_400_000);
        assert_eq!(points(None, false, 0, later), 333_333);
    }
}
