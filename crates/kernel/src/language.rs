/// A language of the web interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language(&'static str);

/// The text is no tag of a language of the web interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be en, de, es, fr, pt-BR, ja or ar.")]
pub struct LanguageError;

impl Language {
    /// The languages, by their BCP 47 tags.
    pub const ALL: [Self; 7] =
        [Self("en"), Self("de"), Self("es"), Self("fr"), Self("pt-BR"), Self("ja"), Self("ar")];

    /// The language in which the software is written.
    pub const ENGLISH: Self = Self("en");

    /// # Errors
    /// [`LanguageError`] unless `tag` is one of [`Language::ALL`], as it is written there.
    pub fn parse(tag: &str) -> Result<Self, LanguageError> {
        Self::ALL.into_iter().find(|language| language.0 == tag).ok_or(LanguageError)
    }

    #[must_use]
    pub const fn tag(self) -> &'static str {
        self.0
    }

    #[must_use]
    pub fn is_right_to_left(self) -> bool {
        self.0 == "ar"
    }
}

impl Default for Language {
    fn default() -> Self {
        Self("en")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_tag() {
        for language in Language::ALL {
            assert_eq!(Language::parse(language.tag()), Ok(language));
        }
        for tag in ["", "pt", "pt-br", "EN", "xx"] {
            assert_eq!(Language::parse(tag), Err(LanguageError), "{tag}");
        }
    }
}
