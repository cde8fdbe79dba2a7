use std::{collections::BTreeSet, fmt};

/// The start of the path of an image.
const PATH: &str = "/images/u/";
/// The digits of a SHA-256 checksum.
const DIGITS: usize = 64;

/// How an image is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Jpeg,
    Png,
    /// Animations, and the stills of them.
    WebP,
}

impl Encoding {
    const ALL: [Self; 3] = [Self::Jpeg, Self::Png, Self::WebP];

    const fn ending(self) -> &'static str {
        match self {
            Self::Jpeg => ".jpg",
            Self::Png => ".png",
            Self::WebP => ".webp",
        }
    }

    const fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
        }
    }
}

/// The name of an image: the SHA-256 checksum of its full size in hexadecimal digits, and `.jpg`, `.png` or, if it moves,
/// `.webp`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImageName(String);

impl ImageName {
    pub(crate) fn of(sha256: &[u8], encoding: Encoding) -> Self {
        Self(hex::encode(sha256) + encoding.ending())
    }

    /// Returns `None` for anything else, which is no image's name.
    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        Self::at_start_of(raw).filter(|name| name.0 == raw)
    }

    /// Returns the name that a text begins with.
    fn at_start_of(text: &str) -> Option<Self> {
        let (digits, rest) = text.split_at_checked(DIGITS)?;
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let encoding = Encoding::ALL.into_iter().find(|one| rest.starts_with(one.ending()))?;
        digits.bytes().all(is_digit).then(|| Self(format!("{digits}{}", encoding.ending())))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the address that texts contain.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{PATH}{self}")
    }

    #[must_use]
    pub fn content_type(&self) -> &'static str {
        let encoding = Encoding::ALL.into_iter().find(|one| self.0.ends_with(one.ending()));
        encoding.unwrap_or(Encoding::Png).content_type()
    }
}

impl fmt::Display for ImageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A size in which an image is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImageSize {
    Full,
    Px48,
    Px96,
    Px400,
}

impl ImageSize {
    pub const ALL: [Self; 4] = [Self::Full, Self::Px48, Self::Px96, Self::Px400];

    /// Returns the pixels of the longest side; 0 for the full size.
    #[must_use]
    pub const fn pixels(self) -> u32 {
        match self {
            Self::Full => 0,
            Self::Px48 => 48,
            Self::Px96 => 96,
            Self::Px400 => 400,
        }
    }

    /// Returns the size with so many pixels, which is not the full one.
    #[must_use]
    pub fn parse(pixels: &str) -> Option<Self> {
        let mut smaller = Self::ALL.into_iter().filter(|size| *size != Self::Full);
        smaller.find(|size| size.pixels().to_string() == pixels)
    }
}

/// Returns the images whose addresses a text contains, each once.
#[must_use]
pub fn names_in(text: &str) -> BTreeSet<ImageName> {
    let mut names = BTreeSet::new();
    for (at, _) in text.match_indices(PATH) {
        let rest = &text[at + PATH.len()..];
        names.extend(ImageName::at_start_of(rest));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(digit: char, ending: &str) -> String {
        format!("{}.{ending}", digit.to_string().repeat(64))
    }

    #[test]
    fn name_is_a_checksum_with_an_ending() {
        for (raw, content_type) in
            [("jpg", "image/jpeg"), ("png", "image/png"), ("webp", "image/webp")]
        {
            let raw = name('a', raw);
            let parsed = ImageName::parse(&raw).unwrap();
            assert_eq!((parsed.as_str(), parsed.content_type()), (&*raw, content_type));
            assert_eq!(parsed.url(), format!("/images/u/{raw}"));
            assert!(kernel::ImageUrl::parse(&parsed.url()).is_ok());
        }
        for raw in ["", ".jpg", "../etc", &name('A', "jpg"), &name('a', "gif"), &name('g', "png")] {
            assert_eq!(ImageName::parse(raw), None, "{raw}");
        }
        assert_eq!(ImageName::parse(&format!("a{}", name('a', "jpg"))), None);
    }

    #[test]
    fn size_is_one_of_those_that_are_kept() {
        assert_eq!(ImageSize::parse("96"), Some(ImageSize::Px96));
        for other in ["", "0", "47", "048", "+48", "2048", "-1"] {
            assert_eq!(ImageSize::parse(other), None, "{other}");
        }
    }

    #[test]
    fn names_are_found_wherever_a_text_has_them() {
        let (one, two) = (name('1', "jpg"), name('2', "webp"));
        let text = format!(
            "![](/images/u/{one}) https://x.org/images/u/{two}?size=48 /images/u/{one} /images/u/é"
        );
        let found: Vec<_> = names_in(&text).into_iter().map(|name| name.0).collect();
        assert_eq!(found, [one.clone(), two]);
        for nothing in ["", "/images/u/", &one, &format!("/images/u/{}", &one[1..])] {
            assert!(names_in(nothing).is_empty(), "{nothing}");
        }
    }
}
