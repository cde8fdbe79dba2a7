//! Texts of the greatest length that nest as deep as they can, and other texts that slow parsers down.

use std::time::{Duration, Instant};

use super::rendered;
use crate::MAX_NESTING;

const DEEP: usize = 10_000;
/// For 20,000 characters, unoptimised and beside other tests. Quadratic time would take minutes.
const MOST: Duration = Duration::from_secs(5);

/// How deep the tags of some HTML are.
fn depth(html: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        if tag.starts_with('/') {
            depth -= 1;
        } else if !["br", "hr", "img", "input"].iter().any(|void| tag.starts_with(void)) {
            depth += 1;
        }
        deepest = deepest.max(depth);
    }
    deepest
}

fn takes_little(name: &str, source: &str) {
    let start = Instant::now();
    let rendered = rendered(source);
    let took = start.elapsed();
    assert!(took < MOST, "{name}: {took:?}");
    // A list is two tags deep, a table four.
    assert!(depth(&rendered.html) <= 2 * MAX_NESTING + 4, "{name}: {}", depth(&rendered.html));
}

#[test]
fn deeply_nested_texts_take_linear_time() {
    let indented: Vec<String> = (0..190).map(|level| " ".repeat(2 * level) + "- a").collect();
    let links = format!("{}a{}", "[".repeat(DEEP), "](b)".repeat(2_500));
    for (name, source) in [
        ("quotes", ">".repeat(DEEP) + "a"),
        ("lists", "- ".repeat(DEEP) + "a"),
        ("numbered lists", "1. ".repeat(6_000) + "a"),
        ("quotes and lists", "> - ".repeat(5_000) + "a"),
        ("indented lists", indented.join("\n")),
        ("emphasis", "*".repeat(DEEP) + "a" + &"*".repeat(DEEP)),
        ("alternating emphasis", "*a _b ".repeat(3_300)),
        ("underlines", "_a ".repeat(6_600)),
        ("strikethrough", "~~a ".repeat(5_000)),
        ("spoilers", "||a ".repeat(5_000)),
        ("links", links),
        ("images", "![".repeat(DEEP)),
        ("open links", "[a](<b".repeat(3_300)),
        ("references", "[a][".repeat(5_000)),
        ("code", "`".repeat(DEEP)),
        ("fences", "```\n".repeat(5_000)),
        ("tags", "<a ".repeat(6_600)),
        ("comments", "<!-- ".repeat(4_000)),
        ("entities", "&".repeat(20_000)),
        ("tables", "|-|\n".repeat(5_000)),
        ("wide table", format!("{0}\n{1}\n{0}", "|a".repeat(3_000), "|-".repeat(3_000))),
        ("addresses", "a@b.c ".repeat(3_300)),
        ("bare links", "https://a.b/c ".repeat(1_400)),
        ("bare links without spaces", "https://a.b。".repeat(1_800)),
        ("bare links in brackets", "www.（".repeat(3_300)),
        ("footnotes", "[^a]".repeat(4_000) + "\n\n[^a]: b"),
        ("defined footnotes", "[^a]: [^a]\n".repeat(1_800)),
        ("mentions", "@ann ".repeat(4_000)),
        ("shortcodes", ":smile:".repeat(2_850)),
        ("backslashes", "\\".repeat(20_000)),
    ] {
        takes_little(name, &source);
    }
}

#[test]
fn deep_text_is_shown_without_its_tags() {
    let quotes = ">".repeat(DEEP) + "a";
    let html = rendered(&quotes).html;
    assert_eq!(html.matches("<blockquote>").count(), MAX_NESTING);
    assert!(html.contains('a'));
}
