//! Which addresses texts may link to and which images they may show.

use std::borrow::Cow;

use kernel::ImageUrl;
use url::{Host, ParseError, Url};

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

/// Returns the address with its host in ASCII, as the domain name system knows it: escaped as the rest of an address,
/// letters of other scripts are a name that nothing but browsers understands.
pub(crate) fn with_ascii_host(url: &str) -> Cow<'_, str> {
    let host = host_of(url).filter(|(_, host)| !host.is_ascii() || host.contains('%'));
    match host.and_then(|(start, host)| Some((start, host, Host::parse(host).ok()?))) {
        Some((start, host, ascii)) => {
            format!("{}{ascii}{}", &url[..start], &url[start + host.len()..]).into()
        }
        None => url.into(),
    }
}

/// Returns the host of an address and where it starts.
fn host_of(url: &str) -> Option<(usize, &str)> {
    let start = url.find("//").filter(|at| *at == 0 || url[..*at].ends_with(':'))? + 2;
    let end = url[start..].find(['/', '?', '#', '\\']).map_or(url.len(), |end| start + end);
    let start = url[start..end].rfind('@').map_or(start, |at| start + at + 1);
    let host = &url[start..end];
    let port = host.rfind(':').filter(|at| host[at + 1..].bytes().all(|c| c.is_ascii_digit()));
    Some((start, &host[..port.unwrap_or(host.len())]))
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
    fn hosts_are_written_in_ascii() {
        for (url, ascii) in [
            ("http://例え.jp/", "http://xn--r8jz45g.jp/"),
            ("http://例え.jp", "http://xn--r8jz45g.jp"),
            (
                "HTTPS://ann@Bücher.example:8443?q=ü#ü",
                "HTTPS://ann@xn--bcher-kva.example:8443?q=ü#ü",
            ),
            ("//straße.example/ß", "//xn--strae-oqa.example/ß"),
            ("http://%E4%BE%8B%E3%81%88.jp/a", "http://xn--r8jz45g.jp/a"),
            ("http://例え。jp/", "http://xn--r8jz45g.jp/"),
            ("https://A.example/ü//例え.jp", "https://A.example/ü//例え.jp"),
            ("https://[::1]:80/ü", "https://[::1]:80/ü"),
            ("/a//例え.jp", "/a//例え.jp"),
            ("mailto:a@例え.jp", "mailto:a@例え.jp"),
        ] {
            assert_eq!(with_ascii_host(url), ascii);
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
