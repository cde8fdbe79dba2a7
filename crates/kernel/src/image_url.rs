use url::Url;

/// The URL of an image: `http:`, `https:`, or a path under `/images/` on this server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ImageUrl(String);

/// Why an image URL was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageUrlError {
    #[error("Must have at most {} characters.", ImageUrl::MAX_CHARS)]
    TooLong,
    #[error("Must be an http or https address, or one of the stock pictures.")]
    NotAnImageAddress,
}

impl ImageUrl {
    /// The most characters.
    pub const MAX_CHARS: usize = 2_048;

    /// Trims `raw` and removes its double quotes; empty text means no image.
    ///
    /// # Errors
    /// [`ImageUrlError`] for `javascript:`, `data:` and anything else a browser must not load.
    pub fn parse(raw: &str) -> Result<Option<Self>, ImageUrlError> {
        let url = raw.replace('"', "");
        let url = url.trim();
        if url.is_empty() {
            return Ok(None);
        }
        if url.chars().count() > Self::MAX_CHARS {
            return Err(ImageUrlError::TooLong);
        }
        if is_own_image(url) || is_web_address(url) {
            return Ok(Some(Self(url.to_owned())));
        }
        Err(ImageUrlError::NotAnImageAddress)
    }

    /// Wraps a stored URL that [`Self::parse`] accepted earlier.
    #[must_use]
    pub fn from_stored(url: String) -> Self {
        Self(url)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_own_image(url: &str) -> bool {
    url.strip_prefix("/images/").is_some_and(|path| {
        !path.is_empty()
            && !path.contains("..")
            && path.chars().all(|c| c.is_ascii_alphanumeric() || "/-_.".contains(c))
    })
}

/// Returns whether a text is an `http:` or `https:` address with a host and without credentials.
///
/// Browsers drop tabs and newlines, forgive spaces, backslashes and other numbers of slashes, and
/// read `https:a.png` as a path of the page's own site, so this refuses all of that before parsing.
/// It also refuses credentials, which everybody would see and which can disguise the host.
#[must_use]
pub fn is_web_address(url: &str) -> bool {
    let has_host_first = url.split_once("://").is_some_and(|(_, rest)| !rest.starts_with('/'));
    has_host_first
        && !url.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\')
        && Url::parse(url).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.username().is_empty()
                && url.password().is_none()
        })
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    fn parsed(raw: &str) -> Option<String> {
        ImageUrl::parse(raw).unwrap().map(|url| url.as_str().to_owned())
    }

    #[test]
    fn an_image_url_is_trimmed_and_loses_its_double_quotes() {
        assert_eq!(
            parsed(" \"https://example.org/a.png\" ").as_deref(),
            Some("https://example.org/a.png")
        );
    }

    #[test]
    fn empty_text_means_no_image() {
        for nothing in ["", "  ", "\"\"", " \" \" "] {
            assert_eq!(parsed(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn http_https_and_own_images_are_accepted() {
        for url in [
            "http://example.org/a.png",
            "https://example.org/a.png?size=2#x",
            "HTTPS://EXAMPLE.ORG/A.PNG",
            "/images/avatars/avatar-3.svg",
            // What could run in it does not: a picture runs no scripts, and the page no `data:`.
            "https://example.org/a.svg",
            "https://example.org/a.png?next=javascript:alert(1)",
            "https://example.org/<script>alert(1)</script>",
            "https://example.org/'onerror=alert(1)",
            "https://example.org:8443/a.png",
            "https://[2001:db8::1]/a.png",
            "https://b\u{fc}cher.example/a.png",
            "https://example.org/@a:b.png",
        ] {
            assert_eq!(parsed(url).as_deref(), Some(url));
        }
    }

    #[test]
    fn scripts_and_foreign_addresses_are_refused() {
        for url in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\tscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "data:image/svg+xml,<svg onload=alert(1)>",
            "vbscript:x",
            "file:///etc/passwd",
            "ftp://example.org/a.png",
            "//example.org/a.png",
            "/other/a.png",
            "/images/",
            "/images/../api/x",
            "/images/a b.png",
            "https://",
            "https://exam ple.org/",
            "https://example.org/a\nb",
            "avatar.png",
            "&#106;avascript:alert(1)",
            "&#x6A;avascript:alert(1)",
            "&#0000106avascript:alert(1)",
            "&Tab;javascript:alert(1)",
            "jav&#x0A;ascript:alert(1)",
            "%6aavascript:alert(1)",
            "\\u006aavascript:alert(1)",
            "java\nscript:alert(1)",
            "java\rscript:alert(1)",
            "java\0script:alert(1)",
            "javascript\t:alert(1)",
            "javascript\u{a0}:alert(1)",
            "\u{feff}javascript:alert(1)",
            "\u{200b}javascript:alert(1)",
            "\u{202e}javascript:alert(1)",
            "\u{7f}javascript:alert(1)",
            "\u{ff4a}avascript:alert(1)",
            "JAVASCRIPT://example.org/%0aalert(1)",
            "javascript://https://example.org/a.png",
            "view-source:javascript:alert(1)",
            "feed:javascript:alert(1)",
            "livescript:alert(1)",
            "mocha:alert(1)",
            "DATA:text/html,<script>alert(1)</script>",
            "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+",
            "data:image/png;base64,iVBORw0KGgo=",
            "data:,https://example.org/a.png",
            "blob:https://example.org/1",
            "filesystem:https://example.org/a.png",
            "about:blank",
            "chrome://settings",
            "ws://example.org/a.png",
            "mailto:ann@example.org",
            "<svg onload=alert(1)>",
            "https:",
            "https:/example.org/a.png",
            "https:example.org/a.png",
            "https:///example.org/a.png",
            "https:\\\\example.org\\a.png",
            "https://example.org\\@evil.example/a.png",
            "\\\\example.org\\a.png",
            "/\\example.org/a.png",
            "https://ann@example.org/a.png",
            "https://ann:secret@example.org/a.png",
            "https://:secret@example.org/a.png",
            "https://example.org@evil.example/a.png",
            "https://example.org:99999/a.png",
            "https://exa<mple.org/a.png",
            "https://[::1/a.png",
            "https://?a.png",
            "https://#a.png",
            "/images/../../api/openapi.json",
            "/images/%2e%2e/api/openapi.json",
            "/images/a.png?x=1",
            "/images/a.png#x",
            "/images//example.org\\a.png",
            "/IMAGES/a.png",
            "images/a.png",
            "./images/a.png",
            "?a.png",
            "#a.png",
        ] {
            assert_eq!(ImageUrl::parse(url), Err(ImageUrlError::NotAnImageAddress), "{url:?}");
        }
    }

    #[test]
    fn an_image_url_has_at_most_2048_characters() {
        let url = |len: usize| format!("https://example.org/{}", "a".repeat(len - 20));
        assert!(ImageUrl::parse(&url(2_048)).is_ok());
        assert_eq!(ImageUrl::parse(&url(2_049)), Err(ImageUrlError::TooLong));
    }

    /// Signs that parsers of addresses care for, and any others.
    fn address() -> impl Strategy<Value = String> {
        let starts =
            ["", "http://", "https://", "HTTP:", "//", "/images/", "javascript:", "data:", "\""];
        let sign = prop_oneof![
            prop::sample::select("/\\:@?#%.[]\"' \t\u{0}\u{202e}0aZ-_".chars().collect::<Vec<_>>()),
            any::<char>(),
        ];
        (prop::sample::select(starts.to_vec()), vec(sign, 0..40))
            .prop_map(|(start, rest)| start.chars().chain(rest).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn an_accepted_address_resolves_as_http(raw in address()) {
            let Ok(Some(url)) = ImageUrl::parse(&raw) else { return Ok(()) };
            let forum = Url::parse("https://forum.example/posts/1").unwrap();
            // As a browser reads it in a page of the forum.
            let read = forum.join(url.as_str()).unwrap();
            prop_assert!(matches!(read.scheme(), "http" | "https"), "{}", read);
            if url.as_str().starts_with('/') {
                prop_assert_eq!(read.origin(), forum.origin());
                prop_assert!(read.path().starts_with("/images/"), "{}", read);
            }
            prop_assert!(!url.as_str().contains(|c: char| c == '"' || c.is_control()));
            prop_assert!(url.as_str().chars().count() <= ImageUrl::MAX_CHARS);
            prop_assert_eq!(ImageUrl::parse(url.as_str()), Ok(Some(url.clone())));
        }
    }
}
