//! A text as plain letters, and where each of them comes from.

use std::ops::Range;

use crate::normalize::{is_unspaced, plain_letters};

/// A text as plain letters and digits, with spaces for everything else.
pub(crate) struct Runs {
    plain: String,
    /// For each character of the text: where its letters end in `plain`, and where it is in the text. Marks belong
    /// to the character before them.
    origins: Vec<(usize, Range<usize>)>,
}

/// A part of a text of one kind of script, without spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run<'a> {
    pub(crate) plain: &'a str,
    /// Its start in all plain letters.
    pub(crate) start: usize,
    /// Whether its script has no spaces.
    pub(crate) is_unspaced: bool,
}

impl Runs {
    pub(crate) fn of(text: &str) -> Self {
        let mut plain = String::with_capacity(text.len());
        let mut origins: Vec<(usize, Range<usize>)> = Vec::with_capacity(text.len());
        for (start, c) in text.char_indices() {
            let end = start + c.len_utf8();
            let before = plain.len();
            if c.is_ascii_alphanumeric() {
                plain.push(c.to_ascii_lowercase());
            } else if c.is_ascii() {
                plain.push(' ');
            } else {
                plain.push_str(&plain_letters(c));
            }
            match origins.last_mut() {
                Some((_, origin)) if plain.len() == before => origin.end = end,
                _ => origins.push((plain.len(), start..end)),
            }
        }
        Self { plain, origins }
    }

    /// Returns all runs in order.
    pub(crate) fn all(&self) -> Vec<Run<'_>> {
        let mut runs: Vec<Run<'_>> = vec![];
        let mut begun: Option<(usize, bool)> = None;
        let ends = [(self.plain.len(), ' ')];
        for (at, c) in self.plain.char_indices().chain(ends) {
            let kind = (c != ' ').then(|| is_unspaced(c));
            if begun.is_some_and(|(_, unspaced)| Some(unspaced) == kind) {
                continue;
            }
            if let Some((start, is_unspaced)) = begun {
                runs.push(Run { plain: &self.plain[start..at], start, is_unspaced });
            }
            begun = kind.map(|unspaced| (at, unspaced));
        }
        runs
    }

    /// Returns where plain letters, at least one, come from in the text.
    pub(crate) fn origin(&self, plain: Range<usize>) -> Range<usize> {
        let first = self.origins.partition_point(|(end, _)| *end <= plain.start);
        let last = self.origins.partition_point(|(end, _)| *end < plain.end);
        let start = self.origins.get(first).map_or(0, |(_, origin)| origin.start);
        let end = self.origins.get(last).map_or(start, |(_, origin)| origin.end);
        start..end.max(start)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::normalize;

    /// The runs and what they come from.
    fn runs(text: &str) -> Vec<(String, String)> {
        let runs = Runs::of(text);
        let origin =
            |run: &Run<'_>| text[runs.origin(run.start..run.start + run.plain.len())].to_owned();
        runs.all().iter().map(|run| (run.plain.to_owned(), origin(run))).collect()
    }

    #[test]
    fn runs_know_where_they_come_from() {
        let wanted =
            [("uber", "Über"), ("cafe", "cafe\u{301}"), ("rust", "Rust"), ("入門", "入門")];
        let wanted = wanted.map(|(plain, text)| (plain.to_owned(), text.to_owned()));
        assert_eq!(runs("(Über) cafe\u{301}, Rust入門!"), wanted);
    }

    #[test]
    fn a_character_of_many_letters_is_one_origin() {
        assert_eq!(runs("ﬁne"), [("fine".to_owned(), "ﬁne".to_owned())]);
    }

    proptest! {
        #[test]
        fn runs_have_the_words_of_the_text(text in "(\\PC|[a-zé東京\u{301} ]){0,40}") {
            let runs = Runs::of(&text);
            let plain: Vec<_> = runs.all().iter().map(|run| run.plain.to_owned()).collect();
            prop_assert_eq!(normalize(&plain.join(" ")), normalize(&text));
        }
    }
}
