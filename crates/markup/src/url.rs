//! Which addresses texts may link to and which images they may show.

use kernel::ImageUrl;
use url::{ParseError, Url};

const SCHEMES: [&str; 3] = ["http", "https", "mailto"];
/// The folder of the images that members upload.
const UPLOADED: &str = "/images/u/";

/// Returns whether a link may lead there: to the web, to mail, or within this site.
pub(crate) fn is_safe_link(url: &str) -> bool {
    match Url::parse(url) {
        Ok(url) => SCHEMES.contains(&url.scheme()),
        Err(ParseError::RelativeUrlWithoutBase) => !has_scheme(url),
        Err(_) => false,
    }
}

/// Returns whether a browser may find a scheme: it ignores controls and spaces in one.
fn has_scheme(url: &str) -> bool {
    let start = url.find(['/', '?', '#', '\\']).unwrap_or(url.len());
    url[..start].contains(':')
}

/// Returns whether an image may come from there: from this server or from an `http(s)` address.
pub(crate) fn is_safe_image(url: &str) -> bool {
    !url.contains('"') && matches!(ImageUrl::parse(url), Ok(Some(parsed)) if parsed.as_str() == url)
}

/// Returns the path of an uploaded image without size and fragment.
pub(crate) fn uploaded_image(url: &str) -> Option<&str> {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.strip_prefix(UPLOADED).filter(|name| !name.is_empty()).map(|_| path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_the_web_to_mail_or_within_the_site() {
        for url in [
            "https://a.example/?x=a:b",
            "HTTP://a",
            "mailto:a@b.example",
            "/u/ann",
            "#top",
            "a/b:c",
            "?q=a:b",
            "",
        ] {
            assert!(is_safe_link(url), "{url:?}");
        }
    }

    #[test]
    fn other_schemes_are_refused_however_they_are_written() {
        for url in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:alert(1)",
            "java\nscript:alert(1)",
            "java\tscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "\u{a0}javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:https://a/b",
            "javascript&colon;alert(1):x",
        ] {
            assert!(!is_safe_link(url), "{url:?}");
        }
    }

    #[test]
    fn images_come_from_this_server_or_the_web() {
        for url in ["/images/u/abc.webp", "https://a.example/b.png"] {
            assert!(is_safe_image(url), "{url:?}");
        }
        for url in [
            "data:image/svg+xml,x",
            "javascript:x",
            "/api/posts",
            "//a.example/b.png",
            "b.png",
            "",
            " /images/u/a",
        ] {
            assert!(!is_safe_image(url), "{url:?}");
        }
    }

    #[test]
    fn uploaded_images_are_known_by_their_path() {
        assert_eq!(uploaded_image("/images/u/abc.webp?size=400#x"), Some("/images/u/abc.webp"));
        assert_eq!(uploaded_image("/images/u/"), None);
        assert_eq!(uploaded_image("/images/avatars/avatar-1.svg"), None);
        assert_eq!(uploaded_image("https://a.example/images/u/abc"), None);
    }
}
