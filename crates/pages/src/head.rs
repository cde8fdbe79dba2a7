use kernel::without_direction_controls as shown;
use maud::{Markup, PreEscaped, html};
use serde_json::Value;
use site::{Face, Registration, SiteSettings};

use crate::{direction::isolated, feed, json_ld, oembed};

/// Shown where a page has no picture.
const PICTURE: &str = "/images/social-card.png";

const FEED_TYPE: &str = "application/atom+xml";

/// The parts that are written into the file of the web interface.
pub(crate) struct Document {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The canonical address, as a path with its query.
    pub(crate) path: String,
    /// `website`, `article` or `profile`, by the Open Graph protocol.
    pub(crate) kind: &'static str,
    pub(crate) picture: Option<String>,
    pub(crate) data: Value,
    /// The readable text.
    pub(crate) text: Markup,
}

impl Document {
    pub(crate) fn head(&self, origin: &str, site: &SiteSettings) -> Markup {
        let name = &site.name;
        let url = format!("{origin}{}", self.path);
        let picture = self.picture.as_deref().unwrap_or(PICTURE);
        // A preview shows the still of an uploaded animation.
        let upload = picture.strip_prefix("/images/u/").and_then(|name| name.strip_suffix(".webp"));
        let query = upload.map_or("", |_| "?size=400");
        let picture = json_ld::absolute(picture, origin) + query;
        let title = if self.title == *name {
            shown(name).into_owned()
        } else {
            format!("{} · {}", isolated(&self.title), isolated(name))
        };
        let description = markup::shorten(&self.description);
        html! {
            title { (title) }
            meta name="description" content=(description);
            link rel="canonical" href=(url);
            link rel="alternate" type=(FEED_TYPE) title=(shown(name)) href=(feed::address_beside(&self.path));
            @if let Some(address) = oembed::address_beside(&self.path, origin) {
                link rel="alternate" type="application/json+oembed" href=(address);
            }
            (site_name(site))
            meta property="og:type" content=(self.kind);
            meta property="og:title" content=(shown(&self.title));
            meta property="og:description" content=(description);
            meta property="og:url" content=(url);
            meta property="og:image" content=(picture);
            meta name="twitter:card" content="summary_large_image";
            script type="application/ld+json" { (PreEscaped(json_ld::write(&self.data))) }
        }
    }
}

/// The name of the site, and for the web interface its tagline, whether everybody may sign up, and whether it has a look
/// or rules of its own.
pub(crate) fn site_name(settings: &SiteSettings) -> Markup {
    let SiteSettings { name, tagline, registration, .. } = settings;
    let is_closed = *registration != Registration::Open;
    html! {
        meta property="og:site_name" content=(shown(name)) data-tagline=(tagline)
            data-closed[is_closed] data-face[has_face(settings)];
    }
}

pub(crate) fn has_face(settings: &SiteSettings) -> bool {
    settings.face != Face::default() || !settings.rules.is_empty()
}
