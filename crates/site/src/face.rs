use kernel::{Text, TextError, is_web_address};

/// A colour as `#rrggbb`, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accent(String);

/// The text is no colour of six hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be a colour such as #e8590c.")]
pub struct AccentError;

impl Accent {
    /// # Errors
    /// [`AccentError`] unless `raw` is `#` and six hexadecimal digits.
    pub fn parse(raw: &str) -> Result<Self, AccentError> {
        let digits = raw.strip_prefix('#').filter(|digits| digits.len() == 6);
        match digits {
            Some(digits) if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
                Ok(Self(raw.to_ascii_lowercase()))
            }
            _ => Err(AccentError),
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A link at the foot of every screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FooterLink {
    pub title: String,
    /// `https:`, `http:`, `mailto:`, or a path of this site.
    pub url: String,
}

/// The links at the foot of every screen, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footer(Vec<FooterLink>);

/// Why a footer was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FooterError {
    #[error("Must have at most {} links.", Footer::MAX_LINKS)]
    TooMany,
    #[error("Each title must have 1 to {} characters.", FooterLink::MAX_TITLE_CHARS)]
    Title,
    #[error(
        "Each address must start with https:, http:, mailto: or a slash and have at most {} characters.",
        FooterLink::MAX_URL_CHARS
    )]
    Url,
}

impl FooterLink {
    pub const MAX_TITLE_CHARS: usize = 60;
    pub const MAX_URL_CHARS: usize = 2_048;

    fn parse(title: &str, url: &str) -> Result<Self, FooterError> {
        let title = Text::<{ Self::MAX_TITLE_CHARS }>::parse(title);
        let title = title.map_err(|_: TextError| FooterError::Title)?;
        let title = title.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        let url = url.trim();
        let is_known = is_web_address(url) || is_mail_address(url) || is_path(url);
        if !is_known || url.chars().count() > Self::MAX_URL_CHARS {
            return Err(FooterError::Url);
        }
        Ok(Self { title, url: url.to_owned() })
    }
}

impl Footer {
    pub const MAX_LINKS: usize = 10;

    /// Reads links as pairs of a title and an address.
    ///
    /// # Errors
    /// [`FooterError`] says which rule the links break.
    pub fn parse<'a>(
        links: impl ExactSizeIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, FooterError> {
        if links.len() > Self::MAX_LINKS {
            return Err(FooterError::TooMany);
        }
        let links: Result<_, _> = links.map(|(title, url)| FooterLink::parse(title, url)).collect();
        links.map(Self)
    }

    #[must_use]
    pub fn links(&self) -> &[FooterLink] {
        &self.0
    }
}

fn is_mail_address(url: &str) -> bool {
    url.strip_prefix("mailto:").is_some_and(|address| !address.is_empty() && is_one_word(address))
}

/// Browsers read `//host` and `/\host` as addresses of other sites.
fn is_path(url: &str) -> bool {
    url.starts_with('/') && !url[1..].starts_with(['/', '\\']) && is_one_word(url)
}

fn is_one_word(text: &str) -> bool {
    !text.chars().any(|c| c.is_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accent_is_a_colour_in_lower_case() {
        assert_eq!(Accent::parse("#E8590C").unwrap().as_str(), "#e8590c");
        for raw in ["", "#", "e8590c", "#fff", "#e8590c0", "#e8590g", "#é8590", "red", " #e8590c"]
        {
            assert_eq!(Accent::parse(raw), Err(AccentError), "{raw}");
        }
    }

    fn footer(links: &[(&str, &str)]) -> Result<Footer, FooterError> {
        Footer::parse(links.iter().copied())
    }

    #[test]
    fn a_footer_links_to_the_web_to_mail_or_to_a_path() {
        for url in [
            "https://example.org/imprint",
            "http://example.org",
            "mailto:team@example.org",
            "/pages/imprint",
            "/",
        ] {
            let stored = footer(&[(" The\n imprint ", url)]).unwrap();
            let link = FooterLink { title: "The imprint".to_owned(), url: url.to_owned() };
            assert_eq!(stored.links(), [link]);
        }
        for url in [
            "",
            "javascript:alert(1)",
            "//example.org",
            "/\\example.org",
            "mailto:",
            "mailto:a b",
            "pages/imprint",
            "ftp://example.org",
            "/a\nb",
            &format!("/{}", "x".repeat(2_048)),
        ] {
            assert_eq!(footer(&[("Imprint", url)]), Err(FooterError::Url), "{url}");
        }
    }

    #[test]
    fn a_footer_has_at_most_ten_links_with_titles() {
        let link = ("x", "/");
        assert_eq!(footer(&[link; 10]).unwrap().links().len(), 10);
        assert_eq!(footer(&[link; 11]), Err(FooterError::TooMany));
        for title in [" ", &"x".repeat(61)] {
            assert_eq!(footer(&[(title, "/")]), Err(FooterError::Title));
        }
    }
}
