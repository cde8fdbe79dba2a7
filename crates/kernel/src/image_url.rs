use url::Url;

/// The longest image URL, in characters.
const MAX_CHARS: usize = 2_048;

/// Where a picture lies: an `http:` or `https:` URL, or a path of our own under `/images/`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ImageUrl(String);

/// Why an image URL was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageUrlError {
    #[error("Must have at most {MAX_CHARS} characters.")]
    TooLong,
    #[error("Must be an http or https address, or one of the stock pictures.")]
    NotAnImageAddress,
}

impl ImageUrl {
    /// Trims `raw` and removes its double quotes; nothing left means no image.
    ///
    /// # Errors
    /// [`ImageUrlError`] for `javascript:`, `data:` and whatever else a browser should not be sent to.
    pub fn parse(raw: &str) -> Result<Option<Self>, ImageUrlError> {
        let url = raw.replace('"', "");
        let url = url.trim();
        if url.is_empty() {
            return Ok(None);
        }
        if url.chars().count() > MAX_CHARS {
            return Err(ImageUrlError::TooLong);
        }
        if is_own_image(url) || is_web_address(url) {
            return Ok(Some(Self(url.to_owned())));
        }
        Err(ImageUrlError::NotAnImageAddress)
    }

    /// A URL that [`Self::parse`] accepted when it was stored.
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

/// The parser of browsers drops tabs and newlines and forgives spaces, so they are refused before it sees them.
fn is_web_address(url: &str) -> bool {
    !url.chars().any(|c| c.is_control() || c.is_whitespace())
        && Url::parse(url)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
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
    fn nothing_means_no_image() {
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
        ] {
            assert_eq!(parsed(url).as_deref(), Some(url));
        }
    }

    #[test]
    fn whatever_could_run_or_point_elsewhere_is_refused() {
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
        fn an_address_that_is_accepted_leads_a_browser_to_a_picture_and_nowhere_else(raw in address()) {
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
            prop_assert!(url.as_str().chars().count() <= MAX_CHARS);
            prop_assert_eq!(ImageUrl::parse(url.as_str()), Ok(Some(url.clone())));
        }
    }
}
