use kernel::{Text, TextError};

/// The rules of the site in Markdown: trimmed, 1 to 10,000 characters.
pub type SiteRules = Text<10_000>;

/// What documents, feeds and pictures call the site: 1 to 60 characters in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteName(Text<60>);

/// What the site is about: 1 to 200 characters in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tagline(Text<200>);

impl SiteName {
    pub const MAX_CHARS: usize = Text::<60>::MAX_CHARS;

    /// # Errors
    /// [`TextError`] says which rule `raw` breaks.
    pub fn parse(raw: &str) -> Result<Self, TextError> {
        one_line(raw).map(Self)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Tagline {
    pub const MAX_CHARS: usize = Text::<200>::MAX_CHARS;

    /// # Errors
    /// [`TextError`] says which rule `raw` breaks.
    pub fn parse(raw: &str) -> Result<Self, TextError> {
        one_line(raw).map(Self)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// Parses a text, with single spaces for white space.
fn one_line<const MAX: usize>(raw: &str) -> Result<Text<MAX>, TextError> {
    Text::<MAX>::parse(raw)?;
    Text::parse(&raw.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Who may register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    #[default]
    Open,
    /// Those who have an invitation.
    Invite,
    /// Nobody, with an invitation or not.
    Closed,
}

impl Registration {
    pub const ALL: [Self; 3] = [Self::Open, Self::Invite, Self::Closed];

    /// Returns its word in the API and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Invite => "invite",
            Self::Closed => "closed",
        }
    }

    /// Returns `None` for a word that is none of [`Registration::word`].
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|registration| registration.word() == word)
    }
}

/// The settings as everybody reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteSettings {
    pub name: String,
    /// Empty if there is none.
    pub tagline: String,
    /// In Markdown; empty if there are none.
    pub rules: String,
    pub rules_html: String,
    pub registration: Registration,
}

impl Default for SiteSettings {
    /// Those of a new site.
    fn default() -> Self {
        Self {
            name: "POST-UP".to_owned(),
            tagline: String::new(),
            rules: String::new(),
            rules_html: String::new(),
            registration: Registration::default(),
        }
    }
}

/// Settings that are not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSettings {
    pub name: SiteName,
    pub tagline: Option<Tagline>,
    pub rules: Option<SiteRules>,
    pub registration: Registration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_of_1_to_60_characters() {
        assert_eq!(SiteName::parse(" Garden\n\tTalk ").unwrap().as_str(), "Garden Talk");
        assert_eq!(SiteName::parse(" \n"), Err(TextError::Blank));
        assert_eq!(SiteName::parse(&"x".repeat(61)), Err(TextError::TooLong { max: 60 }));
        assert_eq!(SiteName::parse("a\0b"), Err(TextError::Control));
    }

    #[test]
    fn registration_is_read_by_its_word() {
        for registration in Registration::ALL {
            assert_eq!(Registration::of_word(registration.word()), Some(registration));
        }
        assert_eq!(Registration::of_word("Open"), None);
    }
}
