use kernel::Timestamp;

use crate::{Query, Term, normalize::words_of, runs::Runs};

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
    let title = evidence.title.filter(|title| !has_none(query, title));
    let title = title.map_or(0.0, |title| title_points(query, title));
    let whole = f64::from(u8::from(evidence.is_whole));
    let votes = (evidence.score.max(1) as f64).log10() / 2.0;
    let age = (evidence.created_at.unix_millis() - EPOCH_MILLIS) as f64 / POINT_MILLIS;
    ((title + whole + votes + age) * 1e6).round() as i64
}

/// Whether it is plain that no word of a title begins with one of the query: so most are ranked without taking them apart.
fn has_none(query: &Query, title: &str) -> bool {
    let is_absent = |word: &str| {
        let mut parts = title.as_bytes().windows(word.len());
        word.is_ascii() && !parts.any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    };
    title.is_ascii() && query.terms().iter().flat_map(Term::spellings).all(is_absent)
}

fn title_points(query: &Query, title: &str) -> f64 {
    let runs = Runs::of(title);
    let words: Vec<String> = runs.all().iter().flat_map(words_of).collect();
    let terms = query.terms();
    let is_whole = |term: &Term| words.iter().any(|word| term.matches_whole(word));
    let points = terms.iter().map(|term| {
        if is_whole(term) {
            2.0
        } else {
            f64::from(u8::from(words.iter().any(|word| term.matches(word))))
        }
    });
    let points: f64 = points.sum();
    let has_no_more = || Query::parse(title).is_ok_and(|title| title.terms().len() == terms.len());
    let is_all = terms.iter().all(is_whole) && has_no_more();
    points / terms.len() as f64 + f64::from(u8::from(is_all))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn titles_that_have_none_of_the_words_give_no_points(
            title in "([a-dA-D]{1,3}[ .+#:-]?){1,6}", text in "[a-dä]{1,2}[+#]? ?[a-d]{0,2}",
        ) {
            let query = Query::parse(&text).unwrap();
            if has_none(&query, &title) {
                prop_assert!(title_points(&query, &title).abs() < f64::EPSILON);
            }
        }
    }

    #[test]
    fn votes_and_youth_count() {
        assert_eq!(points(None, false, 100, AT), 1_000_000);
        let later = Timestamp::from_unix_millis(EPOCH_MILLIS + 365 * 86_400_000);
        assert_eq!(points(None, false, 0, later), 333_333);
    }
}
