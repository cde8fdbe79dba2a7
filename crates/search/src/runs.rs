//! A text as plain letters, and where each of them comes from.

use std::ops::Range;

use unicode_normalization::char::{
    canonical_combining_class, decompose_compatible, is_combining_mark,
};
use unicode_script::UnicodeScript as _;

use crate::letters::{
    DOT, is_emoji, is_ignored, is_letter, is_sign, is_sign_after_word, is_unspaced,
    sign_after_word, typed_as, with_mark,
};

/// A text as letters and digits in one case and form, and signs of words, with spaces for everything else. Letters
/// that are spelt twice still have their accents.
#[derive(Default)]
pub(crate) struct Runs {
    plain: String,
    /// For each character of the text: where its letters end in `plain`, and where it is in the text. Marks belong
    /// to the character before them.
    origins: Vec<(usize, Range<usize>)>,
    /// The character before, of those that count.
    before: Option<char>,
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

/// A character of the decomposed text, and where in the text it comes from.
struct Part {
    c: char,
    start: u32,
    end: u32,
}

/// Decomposes a text. Marks are in one order, however they are typed.
fn decomposed(text: &str) -> Vec<Part> {
    let mut parts = Vec::with_capacity(text.len());
    for (start, c) in text.char_indices() {
        let (start, end) = (start as u32, (start + c.len_utf8()) as u32);
        if c.is_ascii() {
            parts.push(Part { c: c.to_ascii_lowercase(), start, end });
            continue;
        }
        decompose_compatible(c, |part| {
            parts.extend(part.to_lowercase().map(|c| Part { c, start, end }));
        });
    }
    let class = |part: &Part| if part.c.is_ascii() { 0 } else { canonical_combining_class(part.c) };
    for marks in parts.chunk_by_mut(|one, other| class(one) > 0 && class(other) > 0) {
        marks.sort_by_key(class);
    }
    parts
}

impl Runs {
    pub(crate) fn of(text: &str) -> Self {
        let mut runs = Self { plain: String::with_capacity(text.len()), ..Self::default() };
        let parts = decomposed(text);
        for (at, part) in parts.iter().enumerate() {
            let length = runs.plain.len();
            let is_mark = !part.c.is_ascii() && (is_ignored(part.c) || is_combining_mark(part.c));
            if is_mark {
                runs.add_mark(part.c);
            } else {
                runs.add(part.c, parts.get(at + 1).map(|next| next.c));
                runs.before = Some(part.c);
            }
            let origin = part.start as usize..part.end as usize;
            match runs.origins.last_mut() {
                Some((end, last)) if is_mark || runs.plain.len() == length => {
                    *end = runs.plain.len();
                    last.start = last.start.min(origin.start);
                    last.end = last.end.max(origin.end);
                }
                _ => runs.origins.push((runs.plain.len(), origin)),
            }
        }
        runs
    }

    fn add(&mut self, c: char, next: Option<char>) {
        if let Some(letters) = typed_as(c) {
            self.add_letter(letters.chars().next().unwrap_or(c));
            self.plain.extend(letters.chars().skip(1));
        } else if c.is_alphanumeric() || is_emoji(c) {
            self.add_letter(c);
        } else {
            self.plain.push(self.sign(c, next).unwrap_or(' '));
        }
    }

    fn add_letter(&mut self, c: char) {
        if self.plain.ends_with(is_sign_after_word) {
            self.plain.push(' ');
        }
        self.plain.push(c);
    }

    fn add_mark(&mut self, mark: char) {
        let Some(last) = self.plain.chars().next_back() else { return };
        if let Some(letter) = with_mark(last, mark) {
            self.plain.pop();
            self.plain.push(letter);
        } else if is_combining_mark(mark) && is_letter(mark) {
            let is_in_word = last.is_alphanumeric() || is_combining_mark(last);
            if is_in_word && last.script() == mark.script() {
                self.plain.push(mark);
            }
        }
    }

    /// Returns a sign as words hold it, if it belongs to one here: `C++`, `C#`, `ostream&`, `std::`, `.NET`. A single one
    /// between two words separates them.
    fn sign(&self, c: char, next: Option<char>) -> Option<char> {
        let last = self.plain.chars().next_back().filter(|last| *last != ' ');
        if c == '.' {
            let is_letter = |c: char| c.is_alphabetic() && !is_combining_mark(c) && !is_unspaced(c);
            let starts_word = next.is_some_and(is_letter);
            return (last.is_none() && self.before != Some('.') && starts_word).then_some(DOT);
        }
        let follows_word = last.is_some_and(|last| last != DOT && !is_unspaced(last));
        let is_single = next != Some(c) && self.before != Some(c);
        let separates = is_single && (c == ':' || next.is_some_and(char::is_alphanumeric));
        sign_after_word(c).filter(|_| follows_word && !separates)
    }

    /// Returns all runs in order.
    pub(crate) fn all(&self) -> Vec<Run<'_>> {
        let mut runs: Vec<Run<'_>> = vec![];
        let mut begun: Option<(usize, bool)> = None;
        let ends = [(self.plain.len(), ' ')];
        for (at, c) in self.plain.char_indices().chain(ends) {
            let kind = (c != ' ').then(|| is_unspaced(c));
            if let Some((_, unspaced)) = begun
                && (Some(unspaced) == kind || is_combining_mark(c))
            {
                // Some marks of a script are far from its letters.
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

impl Run<'_> {
    /// Returns the run without its signs.
    pub(crate) fn letters(&self) -> &str {
        self.plain.trim_matches(is_sign)
    }

    pub(crate) fn has_sign(&self) -> bool {
        self.plain.contains(is_sign)
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
        let wanted = [
            ("über", "Über"),
            ("cafe", "cafe\u{301}"),
            ("rust", "Rust"),
            ("入門", "入門"),
            ("c＋＋", "C++"),
            ("．net", ".NET"),
            ("バス", "ﾊﾞｽ"),
            ("हिन्दी", "हिन्दी"),
        ];
        let wanted = wanted.map(|(plain, text)| (plain.to_owned(), text.to_owned()));
        assert_eq!(runs("(Über) cafe\u{301}, Rust入門! C++ .NET ﾊﾞｽ हिन्दी"), wanted);
    }

    #[test]
    fn a_mark_stays_with_its_letter() {
        for text in ["𬺰\u{16ff0}", "\u{1000}\u{aa7b}", "\u{aa60}\u{1037}"] {
            assert_eq!(runs(text), [(text.to_owned(), text.to_owned())]);
        }
    }

    #[test]
    fn a_character_of_many_letters_is_one_origin() {
        assert_eq!(runs("ﬁne"), [("fine".to_owned(), "ﬁne".to_owned())]);
        assert_eq!(runs("Spaß"), [("spass".to_owned(), "Spaß".to_owned())]);
    }

    proptest! {
        #[test]
        fn runs_have_the_words_of_the_text(text in "(\\PC|[a-zéüß東京バﾞ\u{301}\u{308}\u{94d}😀.+#:& ]){0,40}") {
            let runs = Runs::of(&text);
            let plain: Vec<_> = runs.all().iter().map(|run| run.plain.to_owned()).collect();
            prop_assert_eq!(normalize(&plain.join(" ")), normalize(&text));
        }
    }
}
