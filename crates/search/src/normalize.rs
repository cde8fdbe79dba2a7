use std::collections::{HashMap, HashSet};

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Longer words are cut, in text and query alike; a lexeme of PostgreSQL has at most 2,046 bytes.
const MAX_WORD_CHARS: usize = 64;
/// The maximum for a query. People type three or four; a phrase in Han has one for each character.
pub(crate) const MOST_WORDS: usize = 32;

/// Returns the words of a text or query in order, each once, with case and accents folded.
///
/// A run of a script without spaces gives its bigrams and its last character, so that any part of a
/// run matches.
#[must_use]
pub fn normalize(text: &str) -> Vec<String> {
    let text = plain(text);
    let mut seen = HashSet::new();
    text.split(' ').flat_map(parts).filter(|word| seen.insert(*word)).map(str::to_owned).collect()
}

/// Returns all words of a text in order with single spaces between them, each letter of a script without spaces by
/// itself: so a word or phrase is in a text as a whole where it is between spaces.
#[must_use]
pub fn phrase(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    for c in plain(text).chars() {
        if is_unspaced(c) {
            spaced.extend([' ', c, ' ']);
        } else {
            spaced.push(c);
        }
    }
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text as plain letters and digits, with spaces for everything else.
///
/// Each character is looked up once: some expand to eighteen, and a text may have 20,000 of them.
fn plain(text: &str) -> String {
    let mut known = HashMap::new();
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        plain.push_str(known.entry(c).or_insert_with(|| plain_letters(c)));
    }
    plain
}

/// Marks are dropped, so their order doesn't matter.
pub(crate) fn plain_letters(c: char) -> String {
    let mut plain = String::new();
    let mut add = |c: char| match c {
        // The final sigma is a variant of sigma.
        'ς' => plain.push('σ'),
        _ if is_combining_mark(c) => {}
        _ => plain.push(if c.is_alphanumeric() { c } else { ' ' }),
    };
    decompose_compatible(c, |part| part.to_lowercase().for_each(&mut add));
    plain
}

/// Returns the first words of a query, because each costs a search.
#[must_use]
pub fn parse_query(query: &str) -> Vec<String> {
    let mut words = normalize(query);
    words.truncate(MOST_WORDS);
    words
}

/// Returns the stored forms of a word: itself, or bigrams of each run of a script without spaces.
fn parts(word: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let changes = |c: char| is_unspaced(c) != is_unspaced(first);
        let (run, after) = rest.split_at(rest.find(changes).unwrap_or(rest.len()));
        if is_unspaced(first) {
            words.extend(pairs(run));
        } else {
            words.push(beginning(run));
        }
        rest = after;
    }
    words
}

/// Returns each character with the next one, and the last by itself.
pub(crate) fn pairs(run: &str) -> impl Iterator<Item = &str> {
    let starts = run.char_indices().map(|(start, _)| start);
    let ends = starts.clone().skip(2).chain([run.len(); 2]);
    starts.zip(ends).map(|(start, end)| &run[start..end])
}

pub(crate) fn beginning(word: &str) -> &str {
    let end = word.char_indices().nth(MAX_WORD_CHARS).map_or(word.len(), |(end, _)| end);
    &word[..end]
}

/// Returns whether a letter belongs to a script without spaces: Thai, Lao, Myanmar, Khmer, kana, Han.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3005..=0x3007 | 0x3040..=0x30FF
        | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    #[test]
    fn normalization_folds_case_and_accents() {
        assert_eq!(normalize("Über CAFÉ Ångström"), ["uber", "cafe", "angstrom"]);
        assert_eq!(normalize("ΟΔΟΣ"), normalize("οδός"));
    }

    #[test]
    fn normalization_replaces_compatibility_forms() {
        assert_eq!(normalize("ﬁne ① Ｗｉｄｅ"), ["fine", "1", "wide"]);
    }

    #[test]
    fn quotes_and_operators_only_separate_words() {
        assert_eq!(
            normalize("\"a\" OR b* AND (c:d) -e NEAR/2 'f' & | ! <->"),
            ["a", "or", "b", "and", "c", "d", "e", "near", "2", "f"]
        );
    }

    #[test]
    fn a_query_uses_its_first_words_only() {
        let many: Vec<String> = (0..1_000).map(|number| number.to_string()).collect();
        assert_eq!(parse_query(&many.join(" ")), many[..32]);
        assert_eq!(parse_query("some boats"), ["some", "boats"]);
    }

    #[test]
    fn a_repeated_word_counts_once() {
        assert_eq!(normalize("go Go GO"), ["go"]);
    }

    #[test]
    fn scripts_without_spaces_become_bigrams() {
        assert_eq!(normalize("東京都"), ["東京", "京都", "都"]);
        assert_eq!(normalize("都"), ["都"]);
        assert_eq!(normalize("Rust入門"), ["rust", "入門", "門"]);
    }

    #[test]
    fn a_phrase_keeps_all_words_in_order() {
        assert_eq!(phrase("Go, go — GÖ!"), "go go go");
        assert_eq!(phrase("Rust入門"), "rust 入 門");
        assert_eq!(phrase(" ?! "), "");
        assert_eq!(phrase(&"x".repeat(100)), "x".repeat(100));
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(normalize(&"x".repeat(5_000)), ["x".repeat(64)]);
    }

    #[test]
    fn punctuation_alone_has_no_words() {
        assert!(normalize(" -- ?! \u{301} ").is_empty());
    }

    /// Any text, with letters that fall into many, and scripts without spaces, more often than by chance.
    fn text() -> impl Strategy<Value = String> {
        let sign = prop_oneof![
            4 => any::<char>(),
            2 => prop::sample::select("aB ßİςΣﷺﬁ東京ขㇰ㌖각'\"\\*:|&!()\u{301}\u{327}\u{200d}👪%_".chars().collect::<Vec<_>>()),
        ];
        vec(sign, 0..60).prop_map(|signs| signs.into_iter().collect())
    }

    /// Returns whether the query finds a row with these words: each query word is a prefix of one.
    fn finds(query: &[String], words: &[String]) -> bool {
        query.iter().all(|word| words.iter().any(|other| other.starts_with(word)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]

        #[test]
        fn words_are_unique_short_letters_and_digits(text in text()) {
            let words = normalize(&text);
            for word in &words {
                // So that they need no escape in the query of either database.
                prop_assert!(word.chars().all(char::is_alphanumeric), "{:?}", word);
                prop_assert!((1..=MAX_WORD_CHARS).contains(&word.chars().count()), "{:?}", word);
            }
            prop_assert_eq!(words.iter().collect::<HashSet<_>>().len(), words.len());
        }

        #[test]
        fn all_normal_forms_of_a_text_have_the_same_words(text in text()) {
            let words = normalize(&text);
            prop_assert_eq!(normalize(&text.nfc().collect::<String>()), words.clone());
            prop_assert_eq!(normalize(&text.nfd().collect::<String>()), words.clone());
            prop_assert_eq!(normalize(&text.nfkc().collect::<String>()), words.clone());
            prop_assert_eq!(normalize(&text.nfkd().collect::<String>()), words);
        }

        #[test]
        fn a_text_is_found_by_each_of_its_words(before in text(), word in text(), after in text()) {
            let words = normalize(&format!("{before} {word} {after}"));
            prop_assert!(finds(&normalize(&word), &words), "{:?} in {:?}", normalize(&word), words);
        }

        #[test]
        fn any_part_of_a_script_without_spaces_matches(
            run in vec(prop::sample::select("東京都庁ไทยかな入門".chars().collect::<Vec<_>>()), 1..30),
            start in any::<prop::sample::Index>(),
            length in 1..10_usize,
        ) {
            let start = start.index(run.len());
            let end = run.len().min(start + length);
            let part: String = run[start..end].iter().collect();
            let words = normalize(&run.iter().collect::<String>());
            prop_assert!(finds(&normalize(&part), &words), "{part} in {words:?}");
        }
    }

    #[test]
    fn normalizing_a_growing_text_takes_linear_time() {
        let bombs = ["ﷺ", "㌖", "a\u{301}\u{327}\u{323}", "\u{1e8d0}", "각", "東"];
        for bomb in bombs {
            let text = bomb.repeat(20_000);
            let bytes: usize = normalize(&text).iter().map(String::len).sum();
            assert!(bytes <= 18 * text.len(), "{bomb}: {bytes} bytes");
        }
        // Marks alone, each of which has to be put in order with all the others.
        assert_eq!(normalize(&"\u{301}\u{327}".repeat(10_000)), Vec::<String>::new());
    }
}
