//! Matches in `<mark>`, everything else escaped.

use std::ops::Range;

use kernel::{escape_html, first_graphemes, without_direction_controls};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::{Query, normalize::words_of, runs::Runs};

/// The length of an excerpt in characters as readers see them, without its ellipses.
const EXCERPT_CHARS: usize = 200;
/// How many characters an excerpt shows before the first match.
const BEFORE: usize = 60;

/// Returns a text of one line as HTML with the words that match in `<mark>`.
#[must_use]
pub fn marked_html(text: &str, query: &Query) -> String {
    let text = without_direction_controls(text);
    html(&text, 0..text.len(), &matches(&text, query))
}

/// Returns the part of a text around its first match, in one line, as HTML like [`marked_html`].
#[must_use]
pub fn excerpt_html(text: &str, query: &Query) -> String {
    let line = without_direction_controls(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let matches = matches(&line, query);
    let window = window(&line, matches.first().map_or(0, |first| first.start));
    let before = if window.start > 0 { "…" } else { "" };
    let after = if window.end < line.len() { "…" } else { "" };
    format!("{before}{}{after}", html(&line, window.clone(), &matches))
}

/// Returns the part that is shown, which begins and ends between words where there are some.
fn window(line: &str, first: usize) -> Range<usize> {
    let before: Vec<usize> =
        line[..first].grapheme_indices(true).rev().map(|(at, _)| at).take(BEFORE + 1).collect();
    let start = match before.last() {
        // All of it is near.
        None | Some(0) => 0,
        Some(&near) => line[near..first].find(' ').map_or(near, |space| near + space + 1),
    };
    let end = start + first_graphemes(&line[start..], EXCERPT_CHARS).len();
    if end == line.len() {
        return start..end;
    }
    let word_end = line[start..end].rfind(' ').map(|space| start + space);
    start..word_end.filter(|word_end| *word_end > first).unwrap_or(end)
}

fn html(text: &str, window: Range<usize>, matches: &[Range<usize>]) -> String {
    let (mut html, mut done) = (String::new(), window.start);
    for found in matches {
        let (start, end) = (found.start.max(window.start), found.end.min(window.end));
        if start >= end {
            continue;
        }
        html.push_str(&escape_html(&text[done..start]));
        html.push_str("<mark>");
        html.push_str(&escape_html(&text[start..end]));
        html.push_str("</mark>");
        done = end;
    }
    html.push_str(&escape_html(&text[done..window.end]));
    html
}

/// Returns where the words of the query are, in order, without overlaps.
fn matches(text: &str, query: &Query) -> Vec<Range<usize>> {
    let runs = Runs::of(text);
    let mut found: Vec<Range<usize>> = vec![];
    for run in runs.all() {
        if !run.is_unspaced {
            let words = words_of(&run);
            if query.terms().iter().any(|term| words.iter().any(|word| term.matches(word))) {
                found.push(runs.origin(run.start..run.start + run.plain.len()));
            }
            continue;
        }
        for term in query.terms() {
            for (at, part) in run.plain.match_indices(term.word.as_str()) {
                let start = run.start + at;
                found.push(runs.origin(start..start + part.len()));
            }
        }
    }
    merged(found)
}

fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = vec![];
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn query(text: &str) -> Query {
        Query::parse(text).unwrap()
    }

    #[test]
    fn whole_words_are_marked() {
        let html = marked_html("Teapots & green TEA, steam", &query("tea"));
        assert_eq!(html, "<mark>Teapots</mark> &amp; green <mark>TEA</mark>, steam");
        assert_eq!(marked_html("Cafe\u{301}s", &query("cafes")), "<mark>Cafe\u{301}s</mark>");
        for (text, query_text) in
            [("C++", "c++"), ("Straße", "strasse"), ("Müller", "Mueller"), ("😀", "😀")]
        {
            assert_eq!(marked_html(text, &query(query_text)), format!("<mark>{text}</mark>"));
        }
        let html = marked_html("東京都庁と京都", &query("京都"));
        assert_eq!(html, "東<mark>京都</mark>庁と<mark>京都</mark>");
    }

    #[test]
    fn matches_turn_nothing_around() {
        assert_eq!(marked_html("a \u{202e}tea", &query("tea")), "a <mark>tea</mark>");
        assert_eq!(excerpt_html("a \u{2066}tea", &query("tea")), "a <mark>tea</mark>");
    }

    #[test]
    fn markup_in_texts_is_escaped_in_and_around_marks() {
        let html = marked_html("<script>alert(\"tea\")</script>", &query("script tea"));
        let wanted = "&lt;<mark>script</mark>&gt;alert(&quot;<mark>tea</mark>&quot;)&lt;/<mark>script</mark>&gt;";
        assert_eq!(html, wanted);
    }

    #[test]
    fn an_excerpt_shows_the_first_match() {
        let text = format!("{}green tea {}", "word ".repeat(60), "more ".repeat(60));
        let html = excerpt_html(&text, &query("tea"));
        assert!(html.starts_with("…word ") && html.ends_with(" more…"), "{html}");
        assert!(html.contains("green <mark>tea</mark> more"), "{html}");
        assert!(html.chars().count() < 220, "{html}");
        assert_eq!(excerpt_html("short\n\ntext", &query("tea")), "short text");
        let families = "👨‍👩‍👧‍👦".repeat(300);
        let html = excerpt_html(&format!("{families}tea{families}"), &query("tea"));
        let wanted = ("👨‍👩‍👧‍👦".repeat(61), "👨‍👩‍👧‍👦".repeat(136));
        assert_eq!(html, format!("…{}<mark>tea</mark>{}…", wanted.0, wanted.1));
        let endless = "東".repeat(1_000);
        assert_eq!(excerpt_html(&endless, &query("tea")).chars().count(), 201);
    }

    fn unescaped(html: &str) -> String {
        let html = html.replace("<mark>", "").replace("</mark>", "");
        let html = html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        html.replace("&#39;", "'").replace("&amp;", "&")
    }

    proptest! {
        #[test]
        fn marks_change_no_text(
            text in "(\\PC|[a-c<>&\"'東京é\u{301} ]){0,60}",
            words in "[a-c東京é]{1,3}( [a-c]{1,2})?",
        ) {
            let html = marked_html(&text, &query(&words));
            prop_assert_eq!(unescaped(&html), text.clone());
            let bare = html.replace("<mark>", "").replace("</mark>", "");
            prop_assert!(!bare.contains(['<', '>', '"']), "{}", bare);
            let excerpt = excerpt_html(&text.repeat(8), &query(&words));
            let bare = excerpt.replace("<mark>", "").replace("</mark>", "");
            prop_assert!(!bare.contains(['<', '>', '"']), "{}", bare);
        }
    }
}
