//! Addresses that are typed without markup, in the punctuation of many scripts.

use super::html;
use crate::links;

/// The text with its only link in brackets, which leads to what it says.
fn linked(source: &str) -> String {
    let html = html(source);
    let (before, rest) =
        html.split_once("<a href=\"").unwrap_or_else(|| panic!("{source}: {html}"));
    let (_, rest) = rest.split_once('>').unwrap();
    let (text, after) = rest.split_once("</a>").unwrap();
    let targets = links(source);
    let scheme = if text.starts_with("www.") { "http://" } else { "" };
    assert!(targets.contains(&format!("{scheme}{text}")), "{source}: {targets:?}");
    let plain = format!("{before}[{text}]{after}");
    plain.trim().trim_start_matches("<p>").trim_end_matches("</p>").to_owned()
}

#[test]
fn an_address_ends_before_quotes_and_sentence_marks() {
    for (source, wanted) in [
        ("„https://example.com/a“ sagt", "„[https://example.com/a]“ sagt"),
        ("“https://example.com/a”", "“[https://example.com/a]”"),
        ("“https://example.com/a.”", "“[https://example.com/a].”"),
        ("‘https://example.com/a’ x", "‘[https://example.com/a]’ x"),
        ("‚https://example.com/a‘ x", "‚[https://example.com/a]‘ x"),
        ("«https://example.com/a»", "«[https://example.com/a]»"),
        ("»https://example.com/a« ja", "»[https://example.com/a]« ja"),
        ("https://example.com/a…", "[https://example.com/a]…"),
        ("见 https://example.com/a。然后", "见 [https://example.com/a]。然后"),
        ("见https://example.com，然后", "见[https://example.com]，然后"),
        ("（https://example.com/a）です", "（[https://example.com/a]）です"),
        ("「https://example.com/a」です", "「[https://example.com/a]」です"),
        ("(https://example.com/a)です", "([https://example.com/a])です"),
        ("https://example.com/a؟ نعم", "[https://example.com/a]؟ نعم"),
        ("见 www.example.com/a。然后", "见 [www.example.com/a]。然后"),
        ("https://example.com/a_b*c。d_*", "[https://example.com/a_b*c]。d_*"),
    ] {
        assert_eq!(linked(source), wanted);
    }
}

#[test]
fn letters_brackets_and_apostrophes_stay_in_an_address() {
    for source in [
        "https://example.com/wiki/Straße",
        "https://example.com/wiki/Tea_(meal)",
        "https://ja.example.com/wiki/東京（曖昧さ回避）",
        "https://fr.example.com/wiki/L’Équipe",
        "https://en.example.com/wiki/Michelson–Morley_experiment",
        "https://example.com/?a=b|c&d",
    ] {
        let wanted = format!("[{}]", source.replace('&', "&amp;"));
        let html = html(source);
        let text = html.split_once('>').unwrap().1.split_once('>').unwrap().1;
        assert_eq!(format!("[{}]", text.split_once("</a>").unwrap().0), wanted);
    }
}

#[test]
fn what_follows_an_address_keeps_its_markup() {
    let html = html("**见https://a.example/b。然后**、`https://c.example。`https://d.example。*e*");
    assert!(html.starts_with("<p><strong>见<a href=\"https://a.example/b\""), "{html}");
    assert!(
        html.contains("</a>。然后</strong>、<code>https://c.example。</code><a href"),
        "{html}"
    );
    assert!(html.ends_with(">https://d.example</a>。<em>e</em></p>\n"), "{html}");
}

#[test]
fn addresses_without_spaces_between_them_are_links_of_their_own() {
    let source = "> - https://a.example、https://b.example。（https://c.example）";
    assert_eq!(html(source).matches("<a ").count(), 3, "{}", html(source));
}

#[test]
fn an_address_does_not_uncover_a_spoiler() {
    let html = html("||https://a.example/b|| x");
    assert!(
        html.starts_with("<p><span class=\"spoiler\"><a href=\"https://a.example/b\""),
        "{html}"
    );
}

#[test]
fn code_and_written_links_are_as_typed() {
    for (source, wanted) in [
        ("`https://a.example。b`", "<p><code>https://a.example。b</code></p>\n"),
        ("    https://a.example。b", "<pre><code>https://a.example。b\n</code></pre>\n"),
    ] {
        assert_eq!(html(source), wanted);
    }
    let written = html("<https://a.example/。b> [x](https://a.example/。b)");
    assert_eq!(written.matches("%E3%80%82b\"").count(), 2, "{written}");
}

#[test]
fn a_link_to_where_none_may_lead_is_its_text() {
    for (source, wanted) in [
        ("ftp://a.example/b", "<p>ftp://a.example/b</p>\n"),
        ("xmpp:ann@a.example", "<p>xmpp:ann@a.example</p>\n"),
        ("<irc://a.example>", "<p>irc://a.example</p>\n"),
        ("[a *b*](javascript:alert(1))", "<p>a <em>b</em></p>\n"),
        ("[a][1]\n\n[1]: data:text/html,x \"t\"", "<p>a</p>\n"),
    ] {
        assert_eq!(html(source), wanted);
    }
}

#[test]
fn hosts_of_other_scripts_are_links_that_every_program_can_follow() {
    for source in ["http://例え.jp/", "<http://例え.jp/>", "[http://例え.jp/](http://例え.jp/)"]
    {
        let html = html(source);
        assert!(html.starts_with("<p><a href=\"http://xn--r8jz45g.jp/\""), "{html}");
        assert!(html.contains(">http://例え.jp/</a>"), "{html}");
    }
    let picture = html("![a](https://例え.jp/a.png)");
    assert!(picture.starts_with("<p><img src=\"https://xn--r8jz45g.jp/a.png\""), "{picture}");
}
