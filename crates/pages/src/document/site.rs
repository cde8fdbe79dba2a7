use ::site::{PageSlug, SiteError, SiteSettings};
use api::{Problem, Services};
use maud::{PreEscaped, html};

use super::parts;
use crate::{head::Document, json_ld, links, words::Words};

/// A page of the site.
pub(super) fn page(
    services: &Services,
    words: Words,
    slug: &str,
    origin: &str,
) -> Result<Document, Problem> {
    let slug = PageSlug::parse(slug).map_err(|_| SiteError::NoSuchPage)?;
    let page = services.site.page(&slug)?;
    let text = html! {
        h1 dir="auto" { (page.title) }
        // Sanitized by the renderer.
        div dir="auto" { (PreEscaped(&page.text_html)) }
    };
    let path = links::page(slug.as_str());
    Ok(Document {
        description: markup::excerpt(&page.text),
        kind: "article",
        picture: None,
        data: json_ld::page(&page.title, &format!("{origin}{path}")),
        path,
        text: parts::page(words, text),
        title: page.title,
    })
}

/// The rules of the site.
pub(super) fn rules(site: &SiteSettings, origin: &str) -> Document {
    let words = Words::of(site);
    let (title, none) = (words.say("Rules"), words.say("This site has no rules of its own."));
    let text = html! {
        h1 { (title) }
        @if site.rules.is_empty() { p { (none) } }
        // Sanitized when they were written.
        @else { div dir="auto" { (PreEscaped(&site.rules_html)) } }
    };
    let excerpt = markup::excerpt(&site.rules);
    Document {
        title: title.to_owned(),
        description: if excerpt.is_empty() { none.to_owned() } else { excerpt },
        path: "/rules".to_owned(),
        kind: "article",
        picture: None,
        data: json_ld::page(title, &format!("{origin}/rules")),
        text: parts::page(words, text),
    }
}
