use std::collections::HashSet;

use crate::{
    Query, Term,
    letters::spellings,
    runs::{Run, Runs},
};

/// Longer words are cut, in text and query alike; a lexeme of PostgreSQL has at most 2,046 bytes.
const MAX_WORD_CHARS: usize = 64;
/// The maximum for a query. People type three or four; a phrase in Han has one for each character.
pub(crate) const MOST_WORDS: usize = 32;

/// Returns the words of a text or query in order, each once, with case and accents folded. A word with a sign, such as
/// `C++`, is also a word without it; one with letters that are spelt in two ways, such as `Müller`, is two words.
///
/// A run of a script without spaces gives its bigrams and its last character, so that any part of a
/// run matches.
#[must_use]
pub fn normalize(text: &str) -> Vec<String> {
    let (mut seen, mut words) = (HashSet::new(), vec![]);
    let runs = Runs::of(text);
    for word in runs.all().iter().flat_map(words_of) {
        if seen.insert(word.clone()) {
            words.push(word);
        }
    }
    words
}

/// Returns the words by which a run is found.
pub(crate) fn words_of(run: &Run<'_>) -> Vec<String> {
    if run.is_unspaced {
        return pairs(run.plain).map(str::to_owned).collect();
    }
    let with_sign = run.has_sign().then_some(run.plain);
    let mut words = vec![];
    for word in [run.letters()].into_iter().chain(with_sign) {
        let (word, other) = spellings(word);
        words.extend(
            [Some(word), other].into_iter().flatten().map(|word| beginning(&word).to_owned()),
        );
    }
    words
}

/// Returns all words of a text in order with single spaces between them, each letter of a script without spaces by
/// itself: so a word or phrase is in a text as a whole where it is between spaces. A text with letters that are spelt in
/// two ways is returned in both.
#[must_use]
pub fn phrases(text: &str) -> Vec<String> {
    let runs = Runs::of(text);
    let mut words: Vec<String> = vec![];
    for run in runs.all() {
        if run.is_unspaced {
            words.extend(run.plain.chars().map(String::from));
        } else {
            words.push(run.letters().to_owned());
        }
    }
    let (plain, other) = spellings(&words.join(" "));
    [Some(plain), other].into_iter().flatten().collect()
}

/// Returns the first words of a query, because each costs a search. All match as beginnings of words.
#[must_use]
pub fn parse_query(query: &str) -> Vec<Term> {
    Query::parse(query).map(Query::into_beginnings).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    #[test]
    fn normalization_folds_case_and_accents() {
        assert_eq!(normalize("CAFÉ naïve İI"), ["cafe", "naive", "ii"]);
        assert_eq!(normalize("ΟΔΟΣ"), normalize("οδός"));
    }

    #[test]
    fn normalization_replaces_compatibility_forms() {
        assert_eq!(normalize("ﬁne ① Ｗｉｄｅ"), ["fine", "1", "wide"]);
    }

    #[test]
    fn letters_fold_as_their_readers_type_them() {
        for (text, typed) in [
            ("Spaß", "spass"),
            ("STRAẞE", "Strasse"),
            ("Müller", "Mueller"),
            ("Mu\u{308}ller", "Müller"),
            ("Müller", "Muller"),
            ("Ærø", "aero"),
            ("Århus", "Aarhus"),
            ("Łódź", "lodz"),
            ("İstanbul ısı", "istanbul isi"),
            ("Þór Guðjónsson", "thor gudjonsson"),
            ("Tee\u{ad}kanne", "teekanne"),
            ("می\u{200c}خواهم", "میخواهم"),
            ("ﾊﾞｽ", "バス"),
            ("ハ\u{3099}ス", "バス"),
            ("Ｃ＋＋", "c++"),
        ] {
            let words = normalize(text);
            assert!(normalize(typed).iter().all(|word| words.contains(word)), "{text}: {words:?}");
        }
        assert_eq!(normalize("Müller"), ["muller", "mueller"]);
        assert_eq!(normalize("queue poet"), ["queue", "poet"]);
    }

    #[test]
    fn voicing_marks_and_vowel_signs_are_letters() {
        assert_ne!(normalize("バス"), normalize("パス"));
        assert_ne!(normalize("バス"), normalize("ハス"));
        assert_eq!(normalize("हिन्दी"), ["हिन्दी"]);
        assert_ne!(normalize("ที่"), normalize("ที"));
        assert_eq!(normalize("שָׁלוֹם مُحَمَّد"), ["שלום", "محمد"]);
    }

    #[test]
    fn signs_belong_to_the_words_beside_them() {
        for (text, words) in [
            ("C++, C#!", &["c", "c＋＋", "c＃"][..]),
            ("(.NET) ASP.NET", &["net", "．net", "asp"]),
            ("std::ostream& x", &["std", "std：：", "ostream", "ostream＆", "x"]),
            ("Note: a + b & c # d", &["note", "a", "b", "c", "d"]),
            ("++ & ... :: #", &[]),
            ("AT&T tea+cake a:b", &["at", "t", "tea", "cake", "a", "b"]),
            ("#tea ++i wait...now", &["tea", "i", "wait", "now"]),
        ] {
            assert_eq!(normalize(text), words, "{text}");
        }
    }

    #[test]
    fn emoji_are_words() {
        assert_eq!(normalize("I❤️tea 👍🏿😀"), ["i", "❤", "tea", "👍😀", "😀"]);
        assert_eq!(normalize("🇩🇪"), ["🇩🇪", "🇪"]);
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
        let words = |query: &str| -> Vec<String> {
            parse_query(query).into_iter().map(|term| term.word).collect()
        };
        assert_eq!(words(&many.join(" ")), many[..32]);
        assert_eq!(words("some boats"), ["some", "boats"]);
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
        assert_eq!(phrases("Go, go — GÓ++!"), ["go go go"]);
        assert_eq!(phrases("Grün go"), ["grun go", "gruen go"]);
        assert_eq!(phrases("Rust入門"), ["rust 入 門"]);
        assert_eq!(phrases(" ?! "), [""]);
        assert_eq!(phrases(&"x".repeat(100)), ["x".repeat(100)]);
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
            2 => prop::sample::select("aB ßüİςΣﷺﬁ東京ขㇰ㌖각バﾞक'\"\\*:|&!()+#.\u{301}\u{308}\u{30a}\u{3099}\u{94d}\u{93c}\u{e48}\u{327}\u{200d}👪%_".chars().collect::<Vec<_>>()),
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
        fn words_are_unique_and_short(text in text()) {
            let words = normalize(&text);
            for word in &words {
                // So that they need no escape in the query of either database.
                prop_assert!(!word.contains(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric()), "{:?}", word);
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
