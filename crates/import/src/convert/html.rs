//! HTML to Markdown.

use std::panic::{AssertUnwindSafe, catch_unwind};

use htmd::{
    HtmlToMarkdown,
    options::{BrStyle, BulletListMarker, Options},
};

/// How deep tags may nest: the converter walks them with the stack.
const MAX_DEPTH: usize = 100;

/// Returns what a page of HTML says, as Markdown. Scripts and styles are left out. What nests too deep, and what the
/// converter cannot handle, loses its tags.
pub(super) fn to_markdown(html: &str) -> String {
    if is_too_deep(html) {
        return without_tags(html);
    }
    let convert = || {
        let options = Options {
            br_style: BrStyle::Backslash,
            bullet_list_marker: BulletListMarker::Dash,
            ul_bullet_spacing: 1,
            ol_number_spacing: 1,
            ..Options::default()
        };
        let skipped = vec!["script", "style", "noscript", "template", "iframe", "head"];
        HtmlToMarkdown::builder().options(options).skip_tags(skipped).build().convert(html)
    };
    match catch_unwind(AssertUnwindSafe(convert)) {
        Ok(Ok(markdown)) => markdown,
        Ok(Err(_)) | Err(_) => without_tags(html),
    }
}

/// Returns whether more than [`MAX_DEPTH`] tags may be open at a time. An end counts just for the tag that was opened last:
/// parsers keep what others leave open.
fn is_too_deep(html: &str) -> bool {
    let mut open: Vec<&str> = vec![];
    for (at, _) in html.match_indices('<') {
        let tag = &html[at + 1..];
        let (is_end, tag) = tag.strip_prefix('/').map_or((false, tag), |tag| (true, tag));
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
        let name = &tag[..end];
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || is_void(name) {
            continue;
        }
        if !is_end {
            open.push(name);
        } else if open.last().is_some_and(|last| last.eq_ignore_ascii_case(name)) {
            open.pop();
        }
        if open.len() > MAX_DEPTH {
            return true;
        }
    }
    false
}

/// Returns whether a tag has no end, or needs none and cannot be in itself.
fn is_void(name: &str) -> bool {
    let void = ["br", "img", "hr", "input", "wbr", "source", "p", "li"];
    void.iter().any(|void| name.eq_ignore_ascii_case(void))
}

fn without_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    text + rest
}

/// The most bytes of the attributes of a picture within Markdown.
const MAX_TAG: usize = 2_000;

/// What stands for a tag of HTML within Markdown.
const TAGS: [(&str, &str); 20] = [
    ("<b>", "**"),
    ("</b>", "**"),
    ("<strong>", "**"),
    ("</strong>", "**"),
    ("<i>", "*"),
    ("</i>", "*"),
    ("<em>", "*"),
    ("</em>", "*"),
    ("<s>", "~~"),
    ("</s>", "~~"),
    ("<del>", "~~"),
    ("</del>", "~~"),
    ("<br>", "\n"),
    ("<br/>", "\n"),
    ("<br />", "\n"),
    ("<kbd>", "`"),
    ("</kbd>", "`"),
    ("<hr>", "\n\n---\n\n"),
    ("<u>", ""),
    ("</u>", ""),
];

/// Returns Markdown with the usual tags of HTML in it as Markdown: here they would show as typed. Code stays as it is.
pub(super) fn tags_to_markdown(text: &str) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        let marker = ["```", "~~~"].into_iter().find(|marker| start.starts_with(marker));
        match (fence, marker) {
            (None, Some(_)) => fence = marker,
            (Some(open), Some(marker)) if open == marker => fence = None,
            _ => {}
        }
        if fence.is_some() || marker.is_some() || line.starts_with("    ") {
            out.push_str(line);
        } else {
            of_line(line, &mut out);
        }
    }
    out
}

/// Every second part between backticks is code.
fn of_line(line: &str, out: &mut String) {
    for (place, part) in line.split('`').enumerate() {
        if place > 0 {
            out.push('`');
        }
        if place % 2 == 1 {
            out.push_str(part);
        } else {
            of_prose(part, out);
        }
    }
}

fn of_prose(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let known = TAGS.iter().find(|(tag, _)| {
            rest.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
        });
        if let Some((tag, markdown)) = known {
            out.push_str(markdown);
            rest = &rest[tag.len()..];
        } else if let Some((picture, after)) = picture(rest) {
            out.push_str(&picture);
            rest = after;
        } else {
            out.push('<');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
}

/// Returns the picture of the `<img …>` that the text starts with, and what comes after.
fn picture(text: &str) -> Option<(String, &str)> {
    let attributes = text.strip_prefix("<img ")?;
    let end = attributes[..attributes.floor_char_boundary(MAX_TAG)].find('>')?;
    let (attributes, after) = (&attributes[..end], &attributes[end + 1..]);
    let source = attribute(attributes, "src")?;
    let alternative = attribute(attributes, "alt").unwrap_or_default();
    let fits = !source.contains(|c: char| c.is_whitespace() || "()<>".contains(c));
    let alternative = alternative.replace(['[', ']'], "");
    fits.then(|| (format!("![{alternative}]({source})"), after))
}

fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = attributes.split_once(&format!("{name}=\""))?;
    value.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_markdown() {
        let html = "<h2>Tea</h2><p>A <b>good</b> &amp; <a href=\"https://a.example/x\">hot</a> one</p>
            <ul><li>green<li>black</ul><blockquote><p>said</p></blockquote>
            <pre><code>a &lt; b</code></pre><img src=\"/a.png\" alt=\"pot\"><script>alert(1)</script>";
        let markdown = to_markdown(html);
        for part in [
            "## Tea",
            "A **good** & [hot](https://a.example/x) one",
            "- green\n- black",
            "> said",
            "```\na < b\n```",
            "![pot](/a.png)",
        ] {
            assert!(markdown.contains(part), "{part}\n{markdown}");
        }
        assert!(!markdown.contains("alert"), "{markdown}");
    }

    #[test]
    fn tags_that_nest_without_end_lose_themselves_and_not_their_text() {
        for tags in ["<div>", "<div></b>", "<b><div></b>"] {
            let markdown = to_markdown(&(tags.repeat(30_000) + "deep"));
            assert_eq!(markdown.trim(), "deep", "{tags}");
        }
    }

    #[test]
    fn tags_within_markdown_become_markdown_outside_of_code() {
        assert_eq!(tags_to_markdown("a <B>b</B><br>c"), "a **b**\nc");
        assert_eq!(tags_to_markdown("1 < 2 `<b>` <blink>"), "1 < 2 `<b>` <blink>");
        assert_eq!(tags_to_markdown("```\n<b>\n```\n<b>x</b>"), "```\n<b>\n```\n**x**");
        let image = "<img alt=\"a [b]\" src=\"/uploads/a.png\" width=\"3\">";
        assert_eq!(tags_to_markdown(image), "![a b](/uploads/a.png)");
    }
}
