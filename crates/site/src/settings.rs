use kernel::{ImageUrl, Language, SecondStepPolicy, Text, TextError};

use crate::{Accent, Footer, FooterLink};

/// The rules of the site in Markdown: trimmed, 1 to 10,000 characters.
pub type SiteRules = Text<10_000>;

/// What every screen says above all else, in Markdown: 1 to 500 characters.
pub type Announcement = Text<500>;

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
    /// Who needs a second step. Only admins see it.
    pub second_step: SecondStepPolicy,
    pub face: Face,
}

/// What the site looks like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Face {
    /// The address of an uploaded image, which stands for the name; empty for none.
    pub logo: String,
    /// The address of an uploaded image for tabs and home screens; empty for none.
    pub icon: String,
    /// An [`Accent`], or empty for the default.
    pub accent: String,
    /// For readers who prefer none of those of the web interface.
    pub language: Language,
    pub footer: Vec<FooterLink>,
    /// In Markdown; empty if there is none.
    pub announcement: String,
    pub announcement_html: String,
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
            second_step: SecondStepPolicy::default(),
            face: Face::default(),
        }
    }
}

/// What becomes of a setting that may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Change<T> {
    #[default]
    Keep,
    Clear,
    Set(T),
}

impl<T> Change<T> {
    /// The value after the change.
    pub fn of(&self, stored: String, text: impl FnOnce(&T) -> &str) -> String {
        match self {
            Self::Keep => stored,
            Self::Clear => String::new(),
            Self::Set(value) => text(value).to_owned(),
        }
    }
}

/// Changes of the settings; `None` and [`Change::Keep`] leave a setting as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsChange {
    pub name: Option<SiteName>,
    pub tagline: Change<Tagline>,
    pub rules: Change<SiteRules>,
    pub registration: Option<Registration>,
    pub second_step: Option<SecondStepPolicy>,
    pub logo: Change<ImageUrl>,
    pub icon: Change<ImageUrl>,
    pub accent: Change<Accent>,
    pub language: Option<Language>,
    pub footer: Option<Footer>,
    pub announcement: Change<Announcement>,
}

impl SettingsChange {
    /// The settings after the change. `rules_html` is what the rules look like where they change; what an announcement
    /// looks like is not set.
    #[must_use]
    pub fn of(&self, stored: &SiteSettings, rules_html: &str) -> SiteSettings {
        let SiteSettings {
            name,
            tagline,
            rules,
            rules_html: old_html,
            registration,
            second_step,
            face,
        } = stored.clone();
        let name = self.name.as_ref().map_or(name, |name| name.as_str().to_owned());
        let rules_html = if self.rules == Change::Keep { old_html } else { rules_html.to_owned() };
        SiteSettings {
            name,
            tagline: self.tagline.of(tagline, Tagline::as_str),
            rules: self.rules.of(rules, Text::as_str),
            rules_html,
            registration: self.registration.unwrap_or(registration),
            second_step: self.second_step.unwrap_or(second_step),
            face: Face {
                logo: self.logo.of(face.logo, ImageUrl::as_str),
                icon: self.icon.of(face.icon, ImageUrl::as_str),
                accent: self.accent.of(face.accent, Accent::as_str),
                language: self.language.unwrap_or(face.language),
                footer: self.footer.as_ref().map_or(face.footer, |new| new.links().to_vec()),
                announcement: self.announcement.of(face.announcement, Text::as_str),
                announcement_html: String::new(),
            },
        }
    }
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
    fn what_a_change_does_not_name_stays() {
        let stored = SiteSettings {
            tagline: "About gardens".to_owned(),
            rules: "Be kind".to_owned(),
            rules_html: "<p>Be kind</p>".to_owned(),
            face: Face {
                accent: "#e8590c".to_owned(),
                announcement: "Closed on Monday".to_owned(),
                ..Face::default()
            },
            ..SiteSettings::default()
        };
        assert_eq!(SettingsChange::default().of(&stored, ""), stored);
        let change = SettingsChange {
            tagline: Change::Clear,
            accent: Change::Set(Accent::parse("#FFFFFF").unwrap()),
            rules: Change::Set(SiteRules::parse("Be *kind*").unwrap()),
            ..SettingsChange::default()
        };
        let changed = change.of(&stored, "<p>Be <em>kind</em></p>");
        assert_eq!((&*changed.tagline, &*changed.face.accent), ("", "#ffffff"));
        assert_eq!(
            (&*changed.rules, &*changed.rules_html),
            ("Be *kind*", "<p>Be <em>kind</em></p>")
        );
        assert_eq!(changed.face.announcement, "Closed on Monday");
    }

    #[test]
    fn registration_is_read_by_its_word() {
        for registration in Registration::ALL {
            assert_eq!(Registration::of_word(registration.word()), Some(registration));
        }
        assert_eq!(Registration::of_word("Open"), None);
    }
}
