use std::collections::HashSet;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Longer words are cut, in text and query alike; a lexeme of PostgreSQL has at most 2,046 bytes.
const MAX_WORD_CHARS: usize = 64;

/// The words of a text, or of a query, in their order: each once, case and accents folded.
///
/// Scripts that put no spaces between words give pairs of neighbouring characters, and the last
/// character of a run by itself, so that any part of a run is found.
pub(crate) fn fold(text: &str) -> Vec<String> {
    let folded: String = text
        .nfkd()
        .flat_map(char::to_lowercase)
        .filter(|c| !is_combining_mark(*c))
        // The final sigma is only a shape of the other one.
        .map(|c| if c == 'ς' { 'σ' } else { c })
        .collect();
    let mut words = Vec::new();
    for word in folded.split(|c: char| !c.is_alphanumeric()) {
        add_word(word, &mut words);
    }
    let mut seen = HashSet::new();
    words.retain(|word| seen.insert(word.clone()));
    words
}

fn add_word(word: &str, words: &mut Vec<String>) {
    let chars: Vec<char> = word.chars().collect();
    for run in chars.chunk_by(|a, b| is_unspaced(*a) == is_unspaced(*b)) {
        if is_unspaced(run[0]) {
            words.extend(run.windows(2).map(|pair| pair.iter().collect()));
            words.extend(run.last().map(char::to_string));
        } else {
            words.push(run.iter().take(MAX_WORD_CHARS).collect());
        }
    }
}

/// Letters of the scripts that are written without spaces: Thai, Lao, Myanmar, Khmer, kana, and Han.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3005..=0x3007 | 0x3040..=0x30FF
        | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_are_folded() {
        assert_eq!(fold("Über CAFÉ Ångström"), ["uber", "cafe", "angstrom"]);
        assert_eq!(fold("ΟΔΟΣ"), fold("οδός"));
    }

    #[test]
    fn compatibility_forms_are_the_plain_letters() {
        assert_eq!(fold("ﬁne ① Ｗｉｄｅ"), ["fine", "1", "wide"]);
    }

    #[test]
    fn quotes_and_operators_part_words_and_mean_nothing() {
        assert_eq!(
            fold("\"a\" OR b* AND (c:d) -e NEAR/2 'f' & | ! <->"),
            ["a", "or", "b", "and", "c", "d", "e", "near", "2", "f"]
        );
    }

    #[test]
    fn a_word_comes_once() {
        assert_eq!(fold("go Go GO"), ["go"]);
    }

    #[test]
    fn scripts_without_spaces_become_pairs_and_the_last_character() {
        assert_eq!(fold("東京都"), ["東京", "京都", "都"]);
        assert_eq!(fold("都"), ["都"]);
        assert_eq!(fold("Rust入門"), ["rust", "入門", "門"]);
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(fold(&"x".repeat(5_000)), ["x".repeat(64)]);
    }

    #[test]
    fn only_signs_are_no_words() {
        assert!(fold(" -- ?! \u{301} ").is_empty());
    }
}
