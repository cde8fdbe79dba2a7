use ::site::{PageSlug, SiteError};
use api::{Problem, Services};
use maud::{PreEscaped, html};

use super::parts;
use crate::{head::Document, json_ld, links};

/// A page of the site.
pub(super) fn page(services: &Services, slug: &str, origin: &str) -> Result<Document, Problem> {
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
        text: parts::page(text),
        title: page.title,
    })
}
