//! Which words are close to a misspelt one.
//!
//! Words within a few edits of each other have a common part that is left of both when a few letters are deleted
//! (Garbe 2012, "1000x Faster Spelling Correction"; Mor and Fraenkel 1982). So a table of the parts of all known words
//! finds the close ones of a misspelt word by equality alone. Parts are of the first seven letters, which bounds their
//! number to 29 for a word. The Damerau-Levenshtein distance then decides.

use std::collections::BTreeSet;

use unicode_normalization::char::is_combining_mark;
use xxhash_rust::xxh3::xxh3_64;

/// Parts are made of this many letters from the start.
const PREFIX: usize = 7;
/// The length of words that are suggested for others, in letters.
const LEARNABLE: std::ops::RangeInclusive<usize> = 3..=24;
/// The maximum number of words of one text that are suggested for others: a text of nothing but unknown words is not to
/// take long to write.
pub const MAX_LEARNED: usize = 300;

/// Returns how many letters a word may differ from another: one for words of 4 to 7 letters, two from 8, none with
/// digits.
pub(crate) fn allowed_edits(word: &str) -> usize {
    if !is_learnable(word) {
        return 0;
    }
    match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

fn is_learnable(word: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || is_combining_mark(c);
    LEARNABLE.contains(&word.chars().count()) && word.chars().all(is_letter)
}

/// Returns those of the words of a text that may be suggested for others, at most [`MAX_LEARNED`].
pub fn learnable(stored: &str) -> impl Iterator<Item = &str> {
    stored.split(' ').filter(|word| is_learnable(word)).take(MAX_LEARNED)
}

/// Returns the number of a word or part.
#[must_use]
pub fn word_id(word: &str) -> i64 {
    xxh3_64(word.as_bytes()) as i64
}

/// Returns the numbers of the parts of a word by which it is found.
#[must_use]
pub fn neighbourhood(word: &str) -> Vec<i64> {
    // A word of seven letters may be two edits from one of eight.
    let deletions = match word.chars().count() {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    parts(word, deletions)
}

/// Returns the numbers of the parts of a misspelt word by which close ones are found.
#[must_use]
pub fn probes(word: &str) -> Vec<i64> {
    parts(word, allowed_edits(word))
}

/// Returns what is left of the first letters when up to this many are deleted.
fn parts(word: &str, deletions: usize) -> Vec<i64> {
    let first: Vec<char> = word.chars().take(PREFIX).collect();
    let mut all = BTreeSet::from([first.clone()]);
    let mut latest = all.clone();
    for _ in 0..deletions {
        latest = latest.iter().flat_map(|part| without_one(part)).collect();
        all.extend(latest.iter().cloned());
    }
    let id = |part: Vec<char>| word_id(&part.into_iter().collect::<String>());
    let ids: BTreeSet<i64> = all.into_iter().map(id).collect();
    ids.into_iter().collect()
}

fn without_one(letters: &[char]) -> impl Iterator<Item = Vec<char>> {
    (0..letters.len()).map(|at| {
        let mut rest = letters.to_vec();
        rest.remove(at);
        rest
    })
}

/// Returns those of the candidates that are close to a word, each with its distance, the closest first; of equally
/// close ones those with the same first letter, then by alphabet.
pub fn closest(word: &str, candidates: impl IntoIterator<Item = String>) -> Vec<(usize, String)> {
    let allowed = allowed_edits(word);
    let with_distance = |candidate: String| {
        let distance = strsim::damerau_levenshtein(word, &candidate);
        (1..=allowed).contains(&distance).then_some((distance, candidate))
    };
    let mut close: Vec<(usize, String)> =
        candidates.into_iter().filter_map(with_distance).collect();
    let first = word.chars().next();
    close.sort_by(|(one, a), (other, b)| {
        let key = |distance: usize, text: &str| (distance, text.chars().next() != first);
        key(*one, a).cmp(&key(*other, b)).then_with(|| a.cmp(b))
    });
    close.dedup();
    close
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    fn meet(misspelt: &str, word: &str) -> bool {
        let parts = neighbourhood(word);
        probes(misspelt).iter().any(|part| parts.contains(part))
    }

    #[test]
    fn longer_words_may_differ_by_more() {
        for (word, edits) in
            [("tea", 0), ("teas", 1), ("teapots", 1), ("espresso", 2), ("b2b4", 0), ("東京都庁", 1)]
        {
            assert_eq!(allowed_edits(word), edits, "{word}");
        }
        assert_eq!(allowed_edits(&"a".repeat(25)), 0);
    }

    #[test]
    fn the_closest_word_comes_first() {
        let words = ["relieve", "receive", "deceive", "recieve", "perceive"].map(str::to_owned);
        let close = closest("recieve", words);
        assert_eq!(close, [(1, "receive".to_owned()), (1, "relieve".to_owned())]);
        assert_eq!(closest("tea", ["teas".to_owned()]), []);
    }

    #[test]
    fn a_swap_of_neighbours_is_one_edit() {
        assert_eq!(closest("gadren", ["garden".to_owned()]), [(1, "garden".to_owned())]);
        assert!(meet("gadren", "garden"));
    }

    #[test]
    fn a_word_has_few_parts() {
        assert_eq!(neighbourhood("abcdefghijkl").len(), 29);
        assert_eq!(neighbourhood("tea").len(), 1);
        let stored = "tea b2b x".to_owned() + &" word".repeat(500);
        assert_eq!(learnable(&stored).count(), MAX_LEARNED);
        assert_eq!(learnable(&stored).next(), Some("tea"));
    }

    #[test]
    fn numbers_of_words_never_change() {
        assert_eq!(word_id("tea"), -5_045_242_415_506_402_176);
    }

    /// A word, and the same with up to two letters changed, added, deleted or swapped.
    fn pair() -> impl Strategy<Value = (String, String)> {
        let edits = vec(
            (0..4_usize, any::<prop::sample::Index>(), prop::sample::select(vec!['a', 'b', 'c'])),
            1..3,
        );
        (vec(prop::sample::select(vec!['a', 'b', 'c']), 3..12), edits).prop_map(|(word, edits)| {
            let mut other = word.clone();
            for (kind, place, letter) in edits {
                let at = place.index(other.len());
                match kind {
                    0 => other[at] = letter,
                    1 => other.insert(at, letter),
                    2 if other.len() > 1 => drop(other.remove(at)),
                    _ if at > 0 => other.swap(at - 1, at),
                    _ => {}
                }
            }
            (word.into_iter().collect(), other.into_iter().collect())
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn close_words_have_a_common_part((word, misspelt) in pair()) {
            let distance = strsim::damerau_levenshtein(&misspelt, &word);
            if distance <= allowed_edits(&misspelt) && word.len() >= 3 {
                prop_assert!(meet(&misspelt, &word), "{misspelt} {word}");
            }
        }
    }
}
