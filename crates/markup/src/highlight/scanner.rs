//! Splits code into tokens, in one pass and in linear time.

use std::{collections::HashSet, ops::Range};

use super::language::{Extent, Language, Quote};

/// Operators; those that start a comment are found before.
const OPERATORS: &[u8] = b"=+-*/<>!&|^%?~";
const CONSTANTS: [&str; 12] = [
    "true",
    "false",
    "True",
    "False",
    "TRUE",
    "FALSE",
    "null",
    "NULL",
    "nullptr",
    "nil",
    "None",
    "undefined",
];

/// What may follow the first character of an escaped one: that of `\u{10ffff}`.
const MAX_ESCAPE: usize = 9;

/// A language whose keywords were split.
pub(super) struct Grammar {
    pub(super) language: &'static Language,
    pub(super) keywords: HashSet<&'static str>,
}

/// Calls `token` for each token of the code, in order, with its class.
pub(super) fn scan<E>(
    grammar: &Grammar,
    code: &str,
    mut token: impl FnMut(Range<usize>, &'static str) -> Result<(), E>,
) -> Result<(), E> {
    let scanner = Scanner { grammar, code };
    let mut at = 0;
    while at < code.len() {
        let (end, class) = scanner.token(at);
        if let Some(class) = class {
            token(at..end, class)?;
        }
        at = end;
    }
    Ok(())
}

/// The end of a token and its class; none is plain text.
type Token = (usize, Option<&'static str>);

struct Scanner<'a> {
    grammar: &'a Grammar,
    code: &'a str,
}

impl Scanner<'_> {
    fn token(&self, at: usize) -> Token {
        let byte = self.byte(at);
        if byte.is_ascii_whitespace() {
            return (at + self.count(at, |byte| byte.is_ascii_whitespace()), None);
        }
        if let Some(end) = self.comment(at) {
            return (end, Some("hl-comment"));
        }
        if let Some(end) = self.string(at) {
            let is_key = self.language().after_key.is_some_and(|mark| self.next_is(end, mark));
            return (end, Some(if is_key { "hl-attribute" } else { "hl-string" }));
        }
        if byte.is_ascii_digit() {
            return (self.number(at), Some("hl-digit"));
        }
        if self.is_word(byte) {
            return self.word(at);
        }
        if let Some(end) = self.heading(at) {
            return (end, Some("hl-heading"));
        }
        if let Some(end) = self.attribute(at) {
            return (end, Some("hl-attribute"));
        }
        if OPERATORS.contains(&byte) {
            let mut end = at + 1;
            while OPERATORS.contains(&self.byte(end)) && self.comment(end).is_none() {
                end += 1;
            }
            return (end, Some("hl-operator"));
        }
        (at + 1, None)
    }

    fn comment(&self, at: usize) -> Option<usize> {
        let (language, rest) = (self.language(), &self.code[at..]);
        for (start, end) in language.block_comments {
            if let Some(inner) = rest.strip_prefix(start) {
                let end = inner.find(end).map(|found| start.len() + found + end.len());
                return Some(at + end.unwrap_or(rest.len()));
            }
        }
        let is_comment = language.line_comments.iter().any(|mark| rest.starts_with(mark));
        // In shells `$#` is a number and `a#b` a word.
        let continues = rest.starts_with('#') && at > 0 && {
            let before = self.byte(at - 1);
            self.is_word(before) || before == b'$' || before == b'{'
        };
        (is_comment && !continues).then(|| self.line_end(at))
    }

    fn string(&self, at: usize) -> Option<usize> {
        let quotes = self.language().quotes.iter();
        quotes.filter(|quote| self.code[at..].starts_with(quote.start)).find_map(
            |quote| match quote.extent {
                Extent::Character => self.character(at),
                Extent::Line | Extent::Lines => Some(self.string_end(at, *quote)),
            },
        )
    }

    /// Returns the end of a string: that of the line or of the code if it is not closed.
    fn string_end(&self, start: usize, quote: Quote) -> usize {
        let limit = match quote.extent {
            Extent::Lines => self.code.len(),
            Extent::Line | Extent::Character => self.line_end(start),
        };
        let bytes = self.code.as_bytes();
        let mut at = start + quote.start.len();
        while at < limit {
            if quote.escapes && bytes[at] == b'\\' {
                at += 2;
            } else if bytes[at..].starts_with(quote.end.as_bytes()) {
                return at + quote.end.len();
            } else {
                at += 1;
            }
        }
        limit
    }

    fn character(&self, at: usize) -> Option<usize> {
        let mut chars = self.code[at + 1..].char_indices();
        let (_, first) = chars.next().filter(|(_, first)| !matches!(first, '\n' | '\''))?;
        if first == '\\' {
            let escaped = chars.next()?.1;
            let rest = chars.as_str().as_bytes();
            let length = rest.iter().take(MAX_ESCAPE).position(|byte| *byte == b'\'')?;
            return Some(at + 2 + escaped.len_utf8() + length + 1);
        }
        let (offset, last) = chars.next()?;
        (last == '\'').then_some(at + 1 + offset + 1)
    }

    fn number(&self, at: usize) -> usize {
        let mut end = at;
        while self.byte(end).is_ascii_alphanumeric()
            || self.byte(end) == b'_'
            || (self.byte(end) == b'.' && self.byte(end + 1).is_ascii_digit())
        {
            end += 1;
        }
        end
    }

    fn word(&self, at: usize) -> Token {
        let end = at + self.count(at, |byte| self.is_word(byte));
        let word = &self.code[at..end];
        let (language, next) = (self.language(), self.byte(end));
        let class = if language.after_key.is_some_and(|mark| self.next_is(end, mark)) {
            Some("hl-attribute")
        } else if self.is_keyword(word) {
            Some("hl-keyword")
        } else if CONSTANTS.contains(&word) {
            Some("hl-boolean")
        } else if next == b'(' || (next == b'!' && matches!(self.byte(end + 1), b'(' | b'[')) {
            Some("hl-function")
        } else if language.capital_types && word.starts_with(|first: char| first.is_uppercase()) {
            Some("hl-type")
        } else {
            None
        };
        (end, class)
    }

    fn is_keyword(&self, word: &str) -> bool {
        let Grammar { language, keywords } = self.grammar;
        if language.ignores_case {
            keywords.contains(word.to_ascii_lowercase().as_str())
        } else {
            keywords.contains(word)
        }
    }

    fn heading(&self, at: usize) -> Option<usize> {
        let starts_line = at == 0 || self.byte(at - 1) == b'\n';
        let is_heading = self.language().headings && starts_line && self.byte(at) == b'[';
        is_heading.then(|| self.line_end(at))
    }

    fn attribute(&self, at: usize) -> Option<usize> {
        if !self.language().sigils.contains(&self.byte(at)) {
            return None;
        }
        let rest = &self.code[at + 1..self.line_end(at)];
        if rest.starts_with('[') || rest.starts_with("![") {
            return Some(at + 1 + rest.find(']').map_or(rest.len(), |end| end + 1));
        }
        let length = self.count(at + 1, |byte| self.is_word(byte));
        (length > 0).then_some(at + 1 + length)
    }

    fn language(&self) -> &'static Language {
        self.grammar.language
    }

    /// Returns a byte of the code; 0 behind its end.
    fn byte(&self, at: usize) -> u8 {
        self.code.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Letters beyond ASCII are taken for parts of words, so a token ends between characters.
    fn is_word(&self, byte: u8) -> bool {
        byte.is_ascii_alphanumeric()
            || byte == b'_'
            || !byte.is_ascii()
            || self.language().word_bytes.contains(&byte)
    }

    fn count(&self, at: usize, accepts: impl Fn(u8) -> bool) -> usize {
        self.code.as_bytes()[at..].iter().take_while(|byte| accepts(**byte)).count()
    }

    /// Returns whether `mark` is the next on the line, after spaces.
    fn next_is(&self, at: usize, mark: u8) -> bool {
        self.byte(at + self.count(at, |byte| byte == b' ')) == mark
    }

    fn line_end(&self, at: usize) -> usize {
        self.code[at..].find('\n').map_or(self.code.len(), |length| at + length)
    }
}
