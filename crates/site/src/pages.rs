use kernel::{Text, Timestamp};

/// The name of a page in its address: 1 to 40 characters of `a-z`, `0-9` and `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageSlug(String);

/// The text is no [`PageSlug`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must have 1 to 40 of the characters a-z, 0-9 and -.")]
pub struct PageSlugError;

impl PageSlug {
    const MAX_CHARS: usize = 40;

    /// # Errors
    /// [`PageSlugError`] for any other text.
    pub fn parse(raw: &str) -> Result<Self, PageSlugError> {
        let is_slug = (1..=Self::MAX_CHARS).contains(&raw.len())
            && raw.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        if is_slug { Ok(Self(raw.to_owned())) } else { Err(PageSlugError) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The title of a page: 1 to 100 characters.
pub type PageTitle = Text<100>;

/// The text of a page in Markdown: 1 to 20,000 characters.
pub type PageText = Text<20_000>;

/// A page that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPage {
    pub slug: PageSlug,
    pub title: PageTitle,
    pub text: PageText,
}

/// A page of the site, such as an imprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    pub slug: String,
    pub title: String,
    /// In Markdown.
    pub text: String,
    pub text_html: String,
    pub edited_at: Timestamp,
}

impl Page {
    /// The most pages of a site.
    pub const MOST: usize = 20;
}

/// A page in the list of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageEntry {
    pub slug: String,
    pub title: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_short_and_plain() {
        for slug in ["imprint", "a", "terms-2026", &"x".repeat(40)] {
            assert_eq!(PageSlug::parse(slug).unwrap().as_str(), slug);
        }
        for slug in ["", "Imprint", "a b", "a/b", "ä", "a.html", &"x".repeat(41)] {
            assert_eq!(PageSlug::parse(slug), Err(PageSlugError), "{slug}");
        }
    }
}
