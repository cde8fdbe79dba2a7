use kernel::UserId;

use super::rendered;
use crate::{
    MAX_EXCERPT_CHARS, MAX_NESTING, Members, Rendered, as_plain_text, is_blank, plain_text,
    render_without_spoilers,
};

#[test]
fn plain_text_has_no_markup() {
    let source = "# Title\n\nSome *words* and [a link](https://a.example) with `code`.\n\n- one\n- two\n\n![a cat](/images/u/x)\n\n```\nfn\n```";
    let plain = "Title\nSome words and a link with code.\none\ntwo\na cat\nfn";
    assert_eq!(rendered(source).plain, plain);
    assert_eq!(plain_text(source), plain);
}

#[test]
fn spoilers_are_in_the_plain_text_but_not_in_the_excerpt() {
    let Rendered { plain, excerpt, .. } = rendered("It was ||the butler|| again");
    assert_eq!((plain.as_str(), excerpt.as_str()), ("It was the butler again", "It was again"));
}

#[test]
fn spoilers_can_be_left_out_of_html() {
    let members = Members::from_iter([(UserId(1), "ann".to_owned())]);
    for (source, html) in [
        ("It was ||the **butler**|| *again*", "<p>It was [spoiler] <em>again</em></p>\n"),
        ("> - ||a `b`|| @ann", "[spoiler] <a class=\"mention\" href=\"/u/ann\""),
        ("||a *||b|| c*||", "[spoiler]"),
        ("`||typed||`", "<p><code>||typed||</code></p>\n"),
    ] {
        let without = render_without_spoilers(source, &members);
        assert!(without.contains(html), "{without}");
        assert!(!without.contains("class=\"spoiler\""), "{without}");
    }
    let deep = format!("{}||secret||", "> ".repeat(2 * MAX_NESTING));
    assert!(!render_without_spoilers(&deep, &members).contains("secret"));
    let plain = "Some *words* and [a link](https://a.example)";
    assert_eq!(render_without_spoilers(plain, &members), rendered(plain).html);
}

#[test]
fn text_that_shows_nothing_is_blank() {
    for source in [
        "",
        "\u{200b}",
        "&#8203; &nbsp;",
        "&shy;\n\n\u{2800}",
        "**\u{200b}**",
        "[](https://a.example)",
        "[a]: /b",
        "[^1]: note",
        "![](javascript:a)",
        "> \u{3164}",
        "```\n\n```",
        "||&#8203;||",
    ] {
        assert!(is_blank(source), "{source}");
    }
    for source in ["a", "&amp;", "![](/images/u/x)", "---", "<!-- -->", "`a`", ":smile:", "[a]"] {
        assert!(!is_blank(source), "{source}");
    }
}

#[test]
fn an_excerpt_is_one_line() {
    assert_eq!(rendered("# a\n\nb\nc\n\n> d").excerpt, "a b c d");
}

#[test]
fn an_excerpt_turns_nothing_around() {
    assert_eq!(rendered("a \u{202e}b *\u{2066}c*").excerpt, "a b c");
    assert_eq!(crate::shorten("\u{202e}a"), "a");
}

#[test]
fn an_excerpt_is_cut_at_a_word() {
    let excerpt = rendered(&"words ".repeat(100)).excerpt;
    assert!(
        excerpt.ends_with("words…") && excerpt.chars().count() <= MAX_EXCERPT_CHARS,
        "{excerpt}"
    );
    let exact = format!("{} b", "a".repeat(MAX_EXCERPT_CHARS - 2));
    assert_eq!(rendered(&exact).excerpt, exact);
}

#[test]
fn one_long_word_is_cut() {
    for letter in ["a", "ä", "漢", "🅰️", "🇩🇪", "👨‍👩‍👧‍👦"] {
        let excerpt = rendered(&letter.repeat(300)).excerpt;
        assert_eq!(excerpt, letter.repeat(MAX_EXCERPT_CHARS - 1) + "…");
    }
}

#[test]
fn characters_of_many_parts_are_not_cut() {
    for (letter, number) in
        [("👨‍👩‍👧‍👦", 60), ("🇩🇪", 150), (&*format!("e{}", "\u{301}".repeat(1_200)), 1)]
    {
        let whole = letter.repeat(number);
        assert_eq!(rendered(&whole).excerpt, whole);
    }
}

#[test]
fn text_that_cannot_be_rendered_is_shown_as_typed() {
    let Rendered { html, plain, excerpt, failed, .. } = as_plain_text("<b> *a*\nc");
    assert_eq!(html, "<p>&lt;b&gt; *a*<br>\nc</p>");
    assert_eq!((plain.as_str(), excerpt.as_str(), failed), ("<b> *a*\nc", "<b> *a* c", true));
}
