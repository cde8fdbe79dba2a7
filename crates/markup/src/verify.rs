//! Checks that HTML is of the small language that the formatter writes.
//!
//! [`is_expected`] reads the whole text and accepts it only if all of it is text without `<`, the entities of escaped
//! characters, and known tags, properly nested, in the one spelling that the formatter uses, with known attributes whose
//! values are allowed. Browsers read such a text in one way. Whatever is not accepted goes through ammonia.

use crate::{format::is_footnote_id, highlight, sanitize::LINK_REL, url};

const ENTITIES: [&str; 5] = ["amp;", "lt;", "gt;", "quot;", "#x27;"];
const VOID: [&str; 4] = ["br", "hr", "img", "input"];
const NO_ATTRIBUTES: [&str; 20] = [
    "p",
    "em",
    "strong",
    "del",
    "code",
    "pre",
    "ul",
    "ol",
    "li",
    "blockquote",
    "h3",
    "h4",
    "h5",
    "h6",
    "table",
    "thead",
    "tbody",
    "tr",
    "span",
    "sup",
];

/// Returns whether all of it is as the formatter writes it.
pub(crate) fn is_expected(html: &str) -> bool {
    let mut open: Vec<&str> = vec![];
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        if !has_known_entities(&rest[..at]) {
            return false;
        }
        let Some((tag, after)) = rest[at + 1..].split_once('>') else { return false };
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return false;
            }
            continue;
        }
        let tag = tag.strip_suffix(" /").unwrap_or(tag);
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        if tag.ends_with(' ') || !has_known_attributes(name, attributes) {
            return false;
        }
        // Browsers end the outer link where the inner one begins.
        if name == "a" && open.contains(&"a") {
            return false;
        }
        if !VOID.contains(&name) {
            open.push(name);
        }
    }
    open.is_empty() && has_known_entities(rest)
}

fn has_known_entities(text: &str) -> bool {
    // A NUL and a carriage return are changed by browsers.
    !text.contains(['\0', '\r'])
        && text
            .split('&')
            .skip(1)
            .all(|after| ENTITIES.iter().any(|entity| after.starts_with(entity)))
}

fn has_known_attributes(name: &str, attributes: &str) -> bool {
    if attributes.is_empty() {
        return VOID[..2].contains(&name)
            || NO_ATTRIBUTES.contains(&name)
            || matches!(name, "td" | "th");
    }
    let mut seen: Vec<&str> = vec![];
    let mut rest = attributes;
    while !rest.is_empty() {
        let Some((attribute, after)) = rest.split_once("=\"") else { return false };
        let Some((value, after)) = after.split_once('"') else { return false };
        if seen.contains(&attribute)
            || !has_known_entities(value)
            || !is_known_attribute(name, attribute, value)
        {
            return false;
        }
        seen.push(attribute);
        rest = match after.strip_prefix(' ') {
            Some("") => return false,
            Some(more) => more,
            None if after.is_empty() => "",
            None => return false,
        };
    }
    match name {
        "a" => seen.contains(&"href") && seen.contains(&"rel"),
        "img" => {
            ["src", "alt", "loading", "referrerpolicy"].iter().all(|needed| seen.contains(needed))
        }
        "input" => seen.contains(&"type") && seen.contains(&"disabled"),
        _ => true,
    }
}

fn is_known_attribute(name: &str, attribute: &str, value: &str) -> bool {
    match (name, attribute) {
        ("a" | "img", "title") | ("img", "alt") => true,
        ("a", "href") => url::is_safe_link(&value.replace("&amp;", "&")),
        ("a", "rel") => value == LINK_REL,
        ("a", "class") => value == "mention",
        ("a" | "li", "id") => is_footnote_id(value),
        ("section", "class") => value == "footnotes",
        ("img", "src") => url::is_safe_image(&value.replace("&amp;", "&").replace("&#x27;", "'")),
        ("img", "loading") => value == "lazy",
        ("img", "referrerpolicy") => value == "no-referrer",
        ("input", "type") => value == "checkbox",
        ("input", "checked" | "disabled") => value.is_empty(),
        ("ol", "start") => !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()),
        ("td" | "th", "class") => matches!(value, "align-left" | "align-center" | "align-right"),
        ("span", "class") => value == "spoiler" || highlight::CLASSES.contains(&value),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_of_the_formatter_is_accepted() {
        for html in [
            "",
            "<p>a &amp; &lt;b&gt; &quot;c&quot;</p>\n",
            "<p>a<br />\nb</p>",
            "<ol start=\"7\">\n<li><input type=\"checkbox\" checked=\"\" disabled=\"\" /> a</li>\n</ol>",
            "<a href=\"/u/ann\" rel=\"nofollow ugc noopener\">@ann</a>",
            "<td class=\"align-left\">a</td>",
            "<sup><a href=\"#fn-0123abcd-1\" id=\"fnref-0123abcd-1-2\" rel=\"nofollow ugc noopener\">1</a></sup>",
            "<section class=\"footnotes\"><ol><li id=\"fn-0123abcd-1\">a</li></ol></section>",
            "<pre><code><span class=\"hl-keyword\">fn</span></code></pre>",
        ] {
            assert!(is_expected(html), "{html}");
        }
    }

    #[test]
    fn anything_else_is_not() {
        for html in [
            "<script>",
            "<p>",
            "</p>",
            "<p><em></p></em>",
            "<P>a</P>",
            "<p id=\"x\">a</p>",
            "<p >a</p>",
            "<p\n>a</p>",
            "<p/>",
            "<p>&nbsp;</p>",
            "<p>a & b</p>",
            "<p>a\0</p>",
            "<!-- a -->",
            "<a href=\"javascript:alert(1)\" rel=\"nofollow ugc noopener\">a</a>",
            "<a href=\"/\">a</a>",
            "<a rel=\"nofollow ugc noopener\">a</a>",
            "<a href='/' rel=\"nofollow ugc noopener\">a</a>",
            "<a href=\"/\"rel=\"nofollow ugc noopener\">a</a>",
            "<a href=\"/\" rel=\"nofollow ugc noopener\" onclick=\"x\">a</a>",
            "<a href=\"/\" href=\"/\" rel=\"nofollow ugc noopener\">a</a>",
            "<a href=\"/\" rel=\"nofollow ugc noopener\" >a</a>",
            "<img src=\"data:x\" alt=\"\" loading=\"lazy\" referrerpolicy=\"no-referrer\">",
            "<img src=\"/images/u/a\" alt=\"\" loading=\"lazy\">",
            "<span class=\"x\">a</span>",
            "<section>a</section>",
            "<li id=\"x\">a</li>",
            "<li id=\"fn-0123ABCD-1\">a</li>",
            "<li id=\"fn-0123abcd-1-2-3\">a</li>",
            "<li id=\"fn-0123abcd\">a</li>",
            "<span style=\"color:red\">a</span>",
            "<img>",
            "<input>",
            "<a>a</a>",
            "<a href=\"/\" rel=\"nofollow ugc noopener\"><a href=\"/\" rel=\"nofollow ugc noopener\">a</a></a>",
            "<",
            "<p",
        ] {
            assert!(!is_expected(html), "{html}");
        }
    }
}
