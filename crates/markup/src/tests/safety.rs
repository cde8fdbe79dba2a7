//! Texts that would run a script, or look like the page, if any of them got through.

use super::{html, rendered};
use crate::{
    Members,
    format::is_footnote_id,
    sanitize::clean,
    url::{is_safe_image, is_safe_link},
    verify::is_expected,
};

const SCHEMES: [&str; 16] = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript&colon;alert(1)",
    "javascript&#58;alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A;avascript:alert(1)",
    "&#0000106avascript:alert(1)",
    "java&Tab;script:alert(1)",
    "java&NewLine;script:alert(1)",
    "%6Aavascript:alert(1)",
    "\u{1}javascript:alert(1)",
    "&#14; javascript:alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "file:///etc/passwd",
];

/// Ways to name an address in Markdown.
fn carriers(url: &str) -> Vec<String> {
    vec![
        format!("[x]({url})"),
        format!("[x](<{url}>)"),
        format!("![x]({url})"),
        format!("![x](<{url}>)"),
        format!("[![x]({url})]({url})"),
        format!("[x]\n\n[x]: {url}"),
        format!("[x]\n\n[x]: <{url}> \"title\""),
        format!("[^x]\n\n[^x]: {url}"),
        format!("<{url}>"),
        url.to_owned(),
        format!("[x]({url} \"t\\\" onmouseover=\\\"alert(1)\")"),
    ]
}

/// After OWASP's cheat sheet on filter evasion, and what is known of Markdown; a blank line between two.
/// The browser tests send the same file.
const MARKUP: &str = include_str!("hostile_markup.txt");

/// Asserts that a text renders to what is allowed, by the strict reader and by ammonia alike.
pub(super) fn is_safe(source: &str) {
    let html = html(source);
    let cleaned = clean(&html);
    assert!(is_expected(&html) || html == cleaned, "{source:?}\n{html}");
    assert_eq!(shape(&html), shape(&cleaned), "{source:?}");
    assert_eq!(clean(&cleaned), cleaned, "{source:?}");
    for part in tags(&html) {
        assert!(!part.contains(" on") || part.contains('"'), "{source:?}: {part}");
        for id in part.split(" id=\"").skip(1) {
            assert!(is_footnote_id(id.split('"').next().unwrap()), "{source:?}: {part}");
        }
        for attribute in [" style=", " data-", " onerror", " onload"] {
            assert!(!outside_quotes(&part).contains(attribute), "{source:?}: {part}");
        }
    }
}

/// The HTML in the spelling that ammonia writes.
fn shape(html: &str) -> String {
    let html = html.replace(" />", ">").replace("&quot;", "\"").replace("&#x27;", "'");
    // U+00A0 is the one character that ammonia writes as an entity of its own, and it sets two attributes in no order.
    let late = "loading=\"lazy\" referrerpolicy=\"no-referrer\"";
    html.replace("&nbsp;", "\u{a0}")
        .replace("referrerpolicy=\"no-referrer\" loading=\"lazy\"", late)
}

fn tags(html: &str) -> Vec<String> {
    let pieces = html.split('<').skip(1);
    pieces.map(|piece| piece.split('>').next().unwrap_or_default().to_owned()).collect()
}

fn outside_quotes(tag: &str) -> String {
    tag.split('"').step_by(2).collect()
}

#[test]
fn hostile_markup_is_shown_as_text() {
    for markup in MARKUP.trim_end().split("\n\n") {
        for context in [
            "{}",
            "> {}",
            "- {}",
            "# {}",
            "**{}**",
            "| a |\n| - |\n| {} |",
            "[{}](/x)",
            "x {} y",
            "\n\n{}\n",
        ] {
            is_safe(&context.replace("{}", markup));
        }
    }
}

#[test]
fn hostile_addresses_are_no_targets() {
    for scheme in SCHEMES {
        for text in carriers(scheme) {
            is_safe(&text);
            for tag in tags(&html(&text)) {
                for (attribute, is_allowed) in
                    [("href=\"", is_safe_link as fn(&str) -> bool), ("src=\"", is_safe_image)]
                {
                    if let Some((_, rest)) = tag.split_once(attribute) {
                        let url = rest.split('"').next().unwrap().replace("&amp;", "&");
                        assert!(is_allowed(&url), "{text:?}: {tag}");
                        let url = url.to_ascii_lowercase();
                        assert!(!url.starts_with("javascript"), "{text:?}: {tag}");
                    }
                }
            }
        }
    }
}

#[test]
fn names_of_members_cannot_carry_markup() {
    let members: Members = [(kernel::UserId(1), "ann".to_owned())].into_iter().collect();
    let html = crate::render("@ann\"><script>alert(1)</script> @ann<b>", &members).html;
    assert!(is_expected(&html) && !html.contains("<script"), "{html}");
}

#[test]
fn images_load_late_and_tell_nobody() {
    let html = html("![a](https://a.example/b.png?c=d&e \"t\")");
    assert_eq!(
        html,
        "<p><img src=\"https://a.example/b.png?c=d&amp;e\" alt=\"a\" title=\"t\" loading=\"lazy\" \
         referrerpolicy=\"no-referrer\"></p>\n"
    );
}

#[test]
fn links_tell_crawlers_and_the_page_nothing() {
    for source in [
        "[a](https://a.example)",
        "https://a.example",
        "<https://a.example>",
        "www.a.example",
        "[a](/u/b)",
    ] {
        assert!(html(source).contains(" rel=\"nofollow ugc noopener\">"), "{source}");
    }
}

#[test]
fn images_of_elsewhere_show_their_alternative_text() {
    let rendered = rendered("![a *cat*](data:image/png;base64,AA)");
    assert_eq!(rendered.html, "<p>a cat</p>\n");
}
