//! The documents' own words, in the language of the site: from the catalogs that translate the server's sentences.

use std::{collections::HashMap, sync::LazyLock};

use kernel::Language;
use site::SiteSettings;

/// The catalogs by the tags of their languages.
const CATALOGS: [(&str, &str); 6] = [
    ("ar", include_str!("../../../frontend/src/locales/server.ar.json")),
    ("de", include_str!("../../../frontend/src/locales/server.de.json")),
    ("es", include_str!("../../../frontend/src/locales/server.es.json")),
    ("fr", include_str!("../../../frontend/src/locales/server.fr.json")),
    ("ja", include_str!("../../../frontend/src/locales/server.ja.json")),
    ("pt-BR", include_str!("../../../frontend/src/locales/server.pt-BR.json")),
];

type Catalog = HashMap<String, String>;

static TRANSLATIONS: LazyLock<HashMap<&str, Catalog>> = LazyLock::new(|| {
    let read = |(tag, text)| Some((tag, serde_json::from_str(text).ok()?));
    CATALOGS.into_iter().filter_map(read).collect()
});

/// The last character of the block Latin Extended-B of Unicode.
const LAST_LATIN: char = '\u{24f}';

/// The words of one language.
#[derive(Clone, Copy)]
pub(crate) struct Words(Language);

impl Words {
    /// Returns the words for pictures, whose font has Latin letters: English for languages of other ones.
    pub(crate) fn on_pictures(site: &SiteSettings) -> Self {
        let words = Self::of(site);
        let is_latin = words.replies(0).chars().all(|letter| letter <= LAST_LATIN);
        if is_latin { words } else { Self(Language::ENGLISH) }
    }

    pub(crate) fn of(site: &SiteSettings) -> Self {
        Self(site.face.language)
    }

    /// Returns a sentence in the language; what has no translation is English.
    pub(crate) fn say(self, english: &'static str) -> &'static str {
        let catalog = TRANSLATIONS.get(self.0.tag());
        catalog.and_then(|catalog| catalog.get(english)).map_or(english, String::as_str)
    }

    /// Returns a number with what it counts. Translations of `{count} replies` fit every number.
    pub(crate) fn count(self, number: i64, one: &'static str, more: &'static str) -> String {
        let (said, number) = (self.say(more), number.to_string());
        let english = if said == more && number == "1" { one } else { said };
        english.replace("{count}", &number)
    }

    pub(crate) fn points(self, number: i64) -> String {
        self.count(number, "{count} point", "{count} points")
    }

    pub(crate) fn posts(self, number: i64) -> String {
        self.count(number, "{count} post", "{count} posts")
    }

    pub(crate) fn replies(self, number: i64) -> String {
        self.count(number, "{count} reply", "{count} replies")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(tag: &str) -> Words {
        Words(Language::parse(tag).unwrap())
    }

    /// All that [`Words`] are asked for.
    const SENTENCES: [&str; 19] = [
        "Home",
        "Forums",
        "All forums, the newest first.",
        "Posts about {topic}.",
        "Latest post:",
        "Next page",
        "More replies",
        "edited",
        "removed",
        "Joined",
        "Moderates",
        "Rules",
        "This site has no rules of its own.",
        "This page doesn't exist",
        "Not found",
        "{site} is a community forum: browse forums, write posts and replies, vote, and talk to people.",
        "{count} points",
        "{count} posts",
        "{count} replies",
    ];

    #[test]
    fn every_sentence_is_translated_into_every_language() {
        for (tag, _) in CATALOGS {
            for sentence in SENTENCES {
                let catalog = &TRANSLATIONS[tag];
                assert!(catalog.contains_key(sentence), "{tag} lacks {sentence:?}");
            }
        }
    }

    #[test]
    fn numbers_stand_with_what_they_count() {
        assert_eq!(words("en").replies(1), "1 reply");
        assert_eq!(words("en").replies(2), "2 replies");
        assert_eq!(words("de").replies(1), "Antworten: 1");
    }

    #[test]
    fn english_is_said_as_it_is_written() {
        assert_eq!(words("en").say("Next page"), "Next page");
        assert_eq!(words("de").say("Next page"), "Nächste Seite");
    }
}
