use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use ammonia::{Builder, UrlRelative};

use crate::{format::is_footnote_id, highlight, url, verify::is_expected};

/// What links say to crawlers and about the page that they open.
pub(crate) const LINK_REL: &str = "nofollow ugc noopener";

const TAGS: [&str; 28] = [
    "a",
    "blockquote",
    "br",
    "code",
    "del",
    "em",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "img",
    "input",
    "li",
    "ol",
    "p",
    "pre",
    "section",
    "span",
    "strong",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];

static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let attributes: [(&str, &[&str]); 6] = [
        ("a", &["href", "id", "title"]),
        ("li", &["id"]),
        ("img", &["src", "alt", "title"]),
        ("input", &["checked", "disabled"]),
        ("ol", &["start"]),
        ("code", &[]),
    ];
    let attributes = attributes.map(|(tag, names)| (tag, names.iter().copied().collect()));
    let alignments: HashSet<_> = ["align-left", "align-center", "align-right"].into();
    let spans = highlight::CLASSES.iter().copied().chain(["spoiler"]).collect();
    let classes = [
        ("a", ["mention"].into()),
        ("section", ["footnotes"].into()),
        ("span", spans),
        ("td", alignments.clone()),
        ("th", alignments),
    ];
    let one = |name, value| HashMap::from([(name, HashSet::from([value]))]);
    let images = HashMap::from([("loading", "lazy"), ("referrerpolicy", "no-referrer")]);
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.into())
        .tag_attributes(attributes.into())
        .tag_attribute_values([("input", one("type", "checkbox"))].into())
        .set_tag_attribute_values([("img", images)].into())
        .allowed_classes(classes.into())
        .url_schemes(["http", "https", "mailto"].into())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some(LINK_REL))
        .attribute_filter(|element, attribute, value| match (element, attribute) {
            ("img", "src") => url::is_safe_image(value).then(|| value.into()),
            (_, "id") => is_footnote_id(value).then(|| value.into()),
            _ => Some(value.into()),
        });
    builder
});

/// Lets through the tags, attributes and classes that the formatter writes, and nothing else.
pub(crate) fn sanitize(html: String) -> String {
    if is_expected(&html) { html } else { clean(&html) }
}

pub(crate) fn clean(html: &str) -> String {
    SANITIZER.clean(html).to_string()
}
