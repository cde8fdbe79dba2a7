use super::{html, rendered};

#[test]
fn headings_start_below_those_of_the_page() {
    assert_eq!(
        html("# a\n## b\n### c\n###### d"),
        "<h3>a</h3>\n<h4>b</h4>\n<h5>c</h5>\n<h6>d</h6>\n"
    );
}

#[test]
fn spoilers_are_marked() {
    assert_eq!(html("||a *b*||"), "<p><span class=\"spoiler\">a <em>b</em></span></p>\n");
}

#[test]
fn shortcodes_become_emoji() {
    assert_eq!(html("a :smile: :nothing:"), "<p>a 😄 :nothing:</p>\n");
}

#[test]
fn tables_align_by_class() {
    let html = html("| a | b | c | d |\n| :- | :-: | -: | - |\n| 1 | 2 | 3 | 4 |");
    for cell in [
        "<th class=\"align-left\">a",
        "<td class=\"align-center\">2",
        "<td class=\"align-right\">3",
        "<td>4",
    ] {
        assert!(html.contains(cell), "{html}");
    }
}

#[test]
fn task_lists_have_boxes_that_nobody_can_tick() {
    let html = html("- [x] a\n- [ ] b");
    assert!(html.contains("<input type=\"checkbox\" checked=\"\" disabled=\"\" /> a"), "{html}");
    assert!(html.contains("<input type=\"checkbox\" disabled=\"\" /> b"), "{html}");
}

#[test]
fn a_link_in_a_link_is_its_text() {
    assert_eq!(
        html("**[a <https://a.example/> b](/c)"),
        "<p>**<a href=\"/c\" rel=\"nofollow ugc noopener\">a https://a.example/ b</a></p>\n"
    );
    assert_eq!(
        html("[<https://a.example/>](javascript:x)"),
        "<p><a href=\"https://a.example/\" rel=\"nofollow ugc noopener\">https://a.example/</a></p>\n"
    );
}

#[test]
fn bare_addresses_become_links() {
    for source in ["https://a.example/b", "www.a.example", "a@b.example"] {
        assert!(html(source).starts_with("<p><a href="), "{source}");
    }
}

#[test]
fn raw_html_keeps_its_lines() {
    assert_eq!(html("a <b>\nc</b>"), "<p>a &lt;b&gt;\nc&lt;/b&gt;</p>\n");
    assert_eq!(html("<div>\na\n</div>"), "<p>&lt;div&gt;<br>\na<br>\n&lt;/div&gt;</p>\n");
}

#[test]
fn code_is_highlighted_in_known_languages() {
    let known = html("```rust\nlet a = \"b\"; // c\n```");
    for token in ["<span class=\"hl-keyword\">let</span>", "hl-string", "hl-comment"] {
        assert!(known.contains(token), "{known}");
    }
    for source in ["```\nlet a\n```", "```nothing\nlet a\n```", "    let a"] {
        assert_eq!(html(source), "<pre><code>let a\n</code></pre>\n", "{source}");
    }
}

#[test]
fn highlighted_code_keeps_its_text() {
    for language in [
        "rust", "python", "html", "css", "sh", "js", "json", "yaml", "c", "sql", "diff", "toml",
        "go",
    ] {
        let code =
            "\tif (a < \"b\\\"\") { /* ü漢👍 */ }\n\n  'c' # d $e @f <g h=\"i\"> \t-- 1.5\n+x\n";
        let html = html(&format!("```{language}\n{code}```"));
        let mut text =
            html.replace("<pre><code>", "").replace("</code></pre>\n", "").replace("</span>", "");
        while let Some(at) = text.find("<span") {
            let end = text[at..].find('>').unwrap() + at + 1;
            text.replace_range(at..end, "");
        }
        let text = text
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&amp;", "&");
        assert_eq!(text, code, "{language}");
    }
}

#[test]
fn long_code_stays_plain() {
    let code = "let a = 1;\n".repeat(1_000);
    assert!(!html(&format!("```rust\n{code}```")).contains("<span"));
}

#[test]
fn uploaded_images_are_listed_once() {
    let source = "![a](/images/u/x.webp) ![b](/images/u/x.webp?size=400) ![c](/images/u/y.webp) ![d](https://e.example/f)";
    assert_eq!(rendered(source).images, ["/images/u/x.webp", "/images/u/y.webp"]);
}
