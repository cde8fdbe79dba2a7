//! What the scanner knows of a language.

/// A programming language, as far as its tokens are coloured.
pub(super) struct Language {
    /// The names that authors write.
    pub(super) names: &'static [&'static str],
    /// Separated by spaces.
    pub(super) keywords: &'static str,
    pub(super) line_comments: &'static [&'static str],
    pub(super) block_comments: &'static [(&'static str, &'static str)],
    pub(super) quotes: &'static [Quote],
    /// What words consist of beside letters, digits and `_`.
    pub(super) word_bytes: &'static [u8],
    /// What starts an attribute, with the word after it: `@` in Java.
    pub(super) sigils: &'static [u8],
    /// What follows a key: `:` in YAML.
    pub(super) after_key: Option<u8>,
    /// Whether keywords are written in any case.
    pub(super) ignores_case: bool,
    /// Whether words with a capital are types.
    pub(super) capital_types: bool,
    /// Whether a line in brackets is a heading.
    pub(super) headings: bool,
}

/// What encloses a string.
#[derive(Clone, Copy)]
pub(super) struct Quote {
    pub(super) start: &'static str,
    pub(super) end: &'static str,
    /// Whether a backslash takes the meaning of what follows.
    pub(super) escapes: bool,
    pub(super) extent: Extent,
}

/// How far a string goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// One character: else it is no string, but an apostrophe or a lifetime.
    Character,
    Line,
    Lines,
}

pub(super) const DOUBLE: Quote = Quote::line("\"");
pub(super) const SINGLE: Quote = Quote::line("'");
pub(super) const BACKTICK: Quote = Quote::lines("`", "`");
pub(super) const CHARACTER: Quote = Quote { extent: Extent::Character, ..SINGLE };
pub(super) const TRIPLE_DOUBLE: Quote = Quote::lines("\"\"\"", "\"\"\"");
pub(super) const TRIPLE_SINGLE: Quote = Quote::lines("'''", "'''");

impl Quote {
    pub(super) const fn line(mark: &'static str) -> Self {
        Self { start: mark, end: mark, escapes: true, extent: Extent::Line }
    }

    pub(super) const fn lines(start: &'static str, end: &'static str) -> Self {
        Self { start, end, escapes: true, extent: Extent::Lines }
    }

    pub(super) const fn raw(self) -> Self {
        Self { escapes: false, ..self }
    }
}

/// What most languages with braces have in common.
pub(super) const BRACES: Language = Language {
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    quotes: &[DOUBLE, SINGLE],
    capital_types: true,
    ..PLAIN
};

/// What scripts and settings have in common.
pub(super) const HASH_COMMENTS: Language =
    Language { line_comments: &["#"], quotes: &[DOUBLE, SINGLE], ..PLAIN };

pub(super) const PLAIN: Language = Language {
    names: &[],
    keywords: "",
    line_comments: &[],
    block_comments: &[],
    quotes: &[],
    word_bytes: b"",
    sigils: b"",
    after_key: None,
    ignores_case: false,
    capital_types: false,
    headings: false,
};
