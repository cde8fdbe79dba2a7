//! The manifest, by which browsers install the web interface.

use serde_json::{Value, json};
use site::SiteSettings;

pub(crate) const PATH: &str = "/manifest.webmanifest";

/// The colours of the default look.
const BACKGROUND: &str = "#faf7f3";
const THEME: &str = "#c2410c";

pub(crate) fn write(site: &SiteSettings) -> Vec<u8> {
    let SiteSettings { name, tagline, face, .. } = site;
    let description =
        if tagline.is_empty() { "A community forum: posts, replies and people." } else { tagline };
    let theme = if face.accent.is_empty() { THEME } else { &face.accent };
    let manifest = json!({
        "name": name,
        "short_name": name,
        "description": description,
        "lang": face.language.tag(),
        "dir": if face.language.is_right_to_left() { "rtl" } else { "ltr" },
        "start_url": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": theme,
        "icons": icons(&face.icon),
    });
    manifest.to_string().into_bytes()
}

fn icons(own: &str) -> Value {
    if !own.is_empty() {
        return json!([{"src": own, "sizes": "any"}]);
    }
    json!([
        {"src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": "/images/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "/images/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
    ])
}
