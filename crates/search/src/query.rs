use std::ops::Range;

use crate::{
    SearchError, closeness,
    letters::spellings,
    normalize::{MOST_WORDS, beginning, pairs},
    runs::{Run, Runs},
};

/// Shorter words match as a whole only: nearly every text has a word that begins with a given letter.
const SHORTEST_BEGINNING: usize = 3;

/// The words of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    text: String,
    terms: Vec<Term>,
}

/// A word that must match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// As [`crate::normalize()`] makes it.
    pub word: String,
    /// Its other spelling, which matches as well.
    pub other: Option<String>,
    /// Whether it matches just this word, not also longer ones that begin with it.
    pub is_whole: bool,
    /// Whether it is a pair of characters of a script without spaces.
    pub is_pair: bool,
    /// Whether another word may be searched for instead, if no text has this one.
    pub is_correctable: bool,
    /// The word without its signs, if it has some.
    pub without_signs: Option<String>,
    /// Its positions in the text of the query.
    places: Vec<Range<usize>>,
}

impl Query {
    /// Reads a query: words, and words in double quotes. Uses its first 32 words.
    ///
    /// # Errors
    /// [`SearchError::NothingToSearchFor`] without a letter, digit or emoji.
    pub fn parse(text: &str) -> Result<Self, SearchError> {
        let mut terms: Vec<Term> = vec![];
        for (place, is_quoted) in parts(text) {
            let runs = Runs::of(&text[place.clone()]);
            for run in runs.all() {
                let origin = runs.origin(run.start..run.start + run.plain.len());
                let origin = place.start + origin.start..place.start + origin.end;
                if run.is_unspaced {
                    for pair in pairs(run.plain) {
                        add(&mut terms, Term::of_pair(pair, origin.clone()));
                    }
                } else {
                    add(&mut terms, Term::of_word(&run, is_quoted, origin));
                }
            }
        }
        terms.truncate(MOST_WORDS);
        if terms.is_empty() {
            return Err(SearchError::NothingToSearchFor);
        }
        Ok(Self { text: text.to_owned(), terms })
    }

    /// The query as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The words, at least one, each once.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns whether all words match some of these, which are separated by spaces.
    #[must_use]
    pub fn matches(&self, stored: &str) -> bool {
        let mut words = stored.split(' ');
        self.terms.iter().all(|term| words.clone().any(|word| term.matches(word)))
            && words.next().is_some()
    }

    /// Returns the query with all words to match as a whole.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self { text: self.text.clone(), terms: self.terms.iter().map(Term::whole).collect() }
    }

    /// Returns the words, all to match as beginnings of words.
    pub(crate) fn into_beginnings(self) -> Vec<Term> {
        self.terms.into_iter().map(|term| Term { is_whole: false, ..term }).collect()
    }

    /// Returns the query with other words instead of some of its terms.
    ///
    /// # Errors
    /// [`SearchError::NothingToSearchFor`] if the other words have no letters.
    pub fn corrected(&self, words: &[(&Term, String)]) -> Result<Self, SearchError> {
        let mut changes: Vec<(&Range<usize>, &str)> = vec![];
        for (term, word) in words {
            changes.extend(term.places.iter().map(|place| (place, word.as_str())));
        }
        changes.sort_by_key(|(place, _)| place.start);
        let (mut text, mut done) = (String::new(), 0);
        for (place, word) in changes {
            text.push_str(&self.text[done..place.start]);
            text.push_str(word);
            done = place.end;
            // Signs were between two words: `C++11`.
            if self.text[done..].starts_with(char::is_alphanumeric) {
                text.push(' ');
            }
        }
        text.push_str(&self.text[done..]);
        Self::parse(&text)
    }
}

impl Term {
    fn of_pair(pair: &str, place: Range<usize>) -> Self {
        Self {
            word: pair.to_owned(),
            other: None,
            is_whole: false,
            is_pair: true,
            is_correctable: closeness::allowed_edits(pair) > 0,
            without_signs: None,
            places: vec![place],
        }
    }

    fn of_word(run: &Run<'_>, is_quoted: bool, place: Range<usize>) -> Self {
        let (word, other) = spellings(run.plain);
        let word = beginning(&word).to_owned();
        let is_short = word.chars().count() < SHORTEST_BEGINNING;
        let without_signs = run.has_sign().then(|| spellings(run.letters()).0);
        let has_close = closeness::allowed_edits(&word) > 0 || without_signs.is_some();
        Self {
            other: other.map(|other| beginning(&other).to_owned()),
            is_whole: is_quoted || is_short || without_signs.is_some(),
            is_pair: false,
            is_correctable: !is_quoted && has_close,
            without_signs,
            places: vec![place],
            word,
        }
    }

    /// Returns the word and its other spelling.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        [Some(self.word.as_str()), self.other.as_deref()].into_iter().flatten()
    }

    /// Returns the same word, to match as a whole.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self { is_whole: !self.is_pair, ..self.clone() }
    }

    /// Returns whether a word of a text matches.
    #[must_use]
    pub fn matches(&self, word: &str) -> bool {
        let is_whole = self.is_whole;
        self.spellings().any(|own| if is_whole { word == own } else { word.starts_with(own) })
    }

    /// Returns whether a word of a text is this one, not a longer one. A pair has no end of its own.
    pub(crate) fn matches_whole(&self, word: &str) -> bool {
        if self.is_pair { self.matches(word) } else { self.spellings().any(|own| word == own) }
    }
}

/// A word that comes twice is searched once, as strictly as it is meant anywhere.
fn add(terms: &mut Vec<Term>, term: Term) {
    match terms.iter_mut().find(|known| known.word == term.word) {
        Some(known) => {
            known.other = known.other.take().filter(|_| term.other.is_some());
            known.is_whole |= term.is_whole;
            known.is_correctable &= term.is_correctable;
            known.places.extend(term.places);
        }
        None => terms.push(term),
    }
}

/// Returns the parts of a text, and whether each is in quotes. A quote without an end is none.
fn parts(text: &str) -> Vec<(Range<usize>, bool)> {
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let (mut parts, mut done) = (vec![], 0);
    for pair in quotes.chunks_exact(2) {
        parts.push((done..pair[0], false));
        parts.push((pair[0] + 1..pair[1], true));
        done = pair[1] + 1;
    }
    parts.push((done..text.len(), false));
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::normalize;

    fn terms(text: &str) -> Vec<(String, bool, bool)> {
        let query = Query::parse(text).unwrap();
        let term = |term: &Term| (term.word.clone(), term.is_whole, term.is_correctable);
        query.terms().iter().map(term).collect()
    }

    fn term(word: &str, is_whole: bool, is_correctable: bool) -> (String, bool, bool) {
        (word.to_owned(), is_whole, is_correctable)
    }

    #[test]
    fn words_match_beginnings_and_quoted_ones_as_they_are() {
        let wanted =
            [term("green", false, true), term("teapot", true, false), term("a", true, false)];
        assert_eq!(terms("Green \"TEAPOT\" a"), wanted);
        assert_eq!(terms("\"open green"), [term("open", false, true), term("green", false, true)]);
        assert_eq!(terms("green \"green\""), [term("green", true, false)]);
    }

    fn matches(query: &str, text: &str) -> bool {
        Query::parse(query).unwrap().matches(&normalize(text).join(" "))
    }

    #[test]
    fn words_with_signs_match_these_signs() {
        for (query, text, others) in [
            ("C++", "In C++, we", ["C is old", "C# is new"]),
            ("\"C++\"", "C++11", ["C", "c +"]),
            ("C#", "C#.", ["C++", "c"]),
            (".NET", "the .NET way", ["net", "ASP.NET"]),
            ("std::ostream&", "std::ostream& out", ["std ostream", "std::ostream out"]),
            ("😀", "so😀good", ["so good", "😁"]),
            ("パス", "パスワード", ["バス", "ハス"]),
        ] {
            assert!(matches(query, text), "{query}");
            assert!(!others.iter().any(|other| matches(query, other)), "{query}");
        }
        for (query, text) in [("c", "C++"), ("net", ".NET"), ("ostream", "std::ostream&")] {
            assert!(matches(query, text), "{query}");
        }
    }

    #[test]
    fn words_match_in_each_spelling() {
        let spellings = ["Müller", "Mueller", "MU\u{308}LLER"];
        for query in spellings {
            for text in spellings {
                assert!(matches(query, text), "{query} {text}");
                assert!(matches(&format!("\"{query}\""), text), "{query} {text}");
            }
        }
        for (query, text) in
            [("Muller", "Müller"), ("Müller", "Muller"), ("Spaß", "Spass"), ("aeroe", "Ærø")]
        {
            assert!(matches(query, text), "{query} {text}");
        }
        assert!(!matches("Mueller", "Muller") && !matches("pot", "poet"));
    }

    #[test]
    fn scripts_without_spaces_match_by_pairs() {
        let query = Query::parse("\"東京都\"").unwrap();
        assert!(query.matches("東京 京都 都庁 庁"));
        assert!(!query.matches("東京 京市 市"));
    }

    #[test]
    fn words_with_digits_and_short_ones_are_not_corrected() {
        assert_eq!(terms("tea b2b2b2"), [term("tea", false, false), term("b2b2b2", false, false)]);
    }

    #[test]
    fn a_query_without_words_searches_for_nothing() {
        for text in ["", " ", "\"\"", "?!", "\u{301}", "++", "\u{200b}", "… :: &"] {
            assert!(matches!(Query::parse(text), Err(SearchError::NothingToSearchFor)), "{text}");
        }
    }

    #[test]
    fn all_words_must_match() {
        let query = Query::parse("gre tea").unwrap();
        assert!(query.matches("tea green"));
        assert!(!query.matches("green") && !query.matches(""));
        let whole = Query::parse("\"tea\"").unwrap();
        assert!(whole.matches("green tea") && !whole.matches("teapot"));
    }

    #[test]
    fn a_corrected_query_keeps_the_rest() {
        let query = Query::parse("Espreso, CAFÉ \"in\" espreso!").unwrap();
        let corrected = query.corrected(&[(&query.terms()[0], "espresso".to_owned())]).unwrap();
        assert_eq!(corrected.text(), "espresso, CAFÉ \"in\" espresso!");
        assert_eq!(corrected.terms()[0].word, "espresso");
        let query = Query::parse("C++11").unwrap();
        let corrected = query.corrected(&[(&query.terms()[0], "c".to_owned())]).unwrap();
        assert_eq!(corrected.text(), "c 11");
    }

    proptest! {
        #[test]
        fn a_query_has_the_words_of_its_text(text in "(\\PC|[a-zéüß東京\u{301}\u{308}😀.+#:&\" ]){0,40}") {
            let wanted = normalize(&text.replace('"', " "));
            match Query::parse(&text) {
                Ok(query) => {
                    prop_assert!(query.whole().matches(&wanted.join(" ")), "{:?} {:?}", query, wanted);
                    let same = query.corrected(&[]).unwrap();
                    prop_assert_eq!(same, query);
                }
                Err(_) => prop_assert!(wanted.is_empty()),
            }
        }
    }
}
