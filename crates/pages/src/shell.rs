use kernel::without_direction_controls;
use maud::{DOCTYPE, Markup, html};

use site::SiteSettings;

use crate::{
    answers::Answers,
    direction::isolated,
    head::{Document, site_name},
    words::Words,
};

/// Comments in the file of the web interface around what a document replaces.
const HEAD: (&str, &str) = ("<!--head-->", "<!--/head-->");
const TEXT: (&str, &str) = ("<!--text-->", "<!--/text-->");

/// What the file says of its language.
const LANGUAGE: &str = "lang=\"en\"";

/// The name of a site that has no other.
const DEFAULT_NAME: &str = "POST-UP";

/// The file of the web interface, in which documents have their place.
#[derive(Clone, Debug)]
pub struct Shell {
    /// Before the head's place, between the two places, and after the text's.
    parts: [String; 3],
}

impl Shell {
    /// Reads `index.html`. Documents of a server without the web interface are documents all the same.
    #[must_use]
    pub fn new(index: Option<&str>) -> Self {
        let parts = index.and_then(|index| {
            let (start, _, rest) = split(index, HEAD)?;
            let (middle, _, end) = split(rest, TEXT)?;
            Some([start, middle, end].map(str::to_owned))
        });
        Self { parts: parts.unwrap_or_else(bare) }
    }

    pub(crate) fn document(
        &self,
        document: &Document,
        answers: &Answers,
        origin: &str,
        site: &SiteSettings,
    ) -> Vec<u8> {
        let head = document.head(origin, site).into_string();
        self.fill(site, &head, html! { (brand(site)) (document.text) (answers) })
    }

    /// The document of what is not there.
    pub(crate) fn missing(&self, site: &SiteSettings) -> Vec<u8> {
        let words = Words::of(site);
        let head = html! {
            title { (words.say("Not found")) " · " (isolated(&site.name)) }
            (site_name(site))
            meta name="robots" content="noindex";
        };
        let text = html! {
            main.document {
                h1 { (words.say("This page doesn't exist")) }
                p { a href="/" { (words.say("Home")) } }
            }
        };
        self.fill(site, &head.into_string(), text)
    }

    fn fill(&self, site: &SiteSettings, head: &str, text: Markup) -> Vec<u8> {
        let [start, middle, end] = &self.parts;
        let language = site.face.language;
        let direction = if language.is_right_to_left() { " dir=\"rtl\"" } else { "" };
        let start = start.replacen(LANGUAGE, &format!("lang=\"{}\"{direction}", language.tag()), 1);
        [&start, head, middle, &text.into_string(), end].concat().into_bytes()
    }
}

/// The link to home: the default logo says the default name.
fn brand(SiteSettings { name, face, .. }: &SiteSettings) -> Markup {
    html! {
        header.shell {
            a href="/" {
                @if !face.logo.is_empty() {
                    img src=(face.logo) alt=(name) height="28";
                } @else if name == DEFAULT_NAME {
                    img src="/images/POST-UP_logo.png" alt=(name) width="129" height="28";
                } @else { (without_direction_controls(name)) }
            }
        }
    }
}

/// Returns what is before, between and after two marks.
fn split<'a>(text: &'a str, (open, close): (&str, &str)) -> Option<(&'a str, &'a str, &'a str)> {
    let (before, rest) = text.split_once(open)?;
    let (between, after) = rest.split_once(close)?;
    Some((before, between, after))
}

fn bare() -> [String; 3] {
    let start = html! { (DOCTYPE) };
    [
        format!("{}<html lang=\"en\"><head><meta charset=\"utf-8\">", start.into_string()),
        "</head><body>".to_owned(),
        "</body></html>".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use kernel::Language;

    use super::*;

    #[test]
    fn places_of_the_file_are_filled() {
        let index =
            "<head><!--head--><title>x</title><!--/head--></head><!--text-->wait<!--/text--><i>";
        let site = SiteSettings::default();
        let filled = Shell::new(Some(index)).fill(&site, "<title>a</title>", html! { p { "b" } });
        assert_eq!(String::from_utf8(filled).unwrap(), "<head><title>a</title></head><p>b</p><i>");
    }

    #[test]
    fn documents_are_in_the_language_of_the_site() {
        let mut site = SiteSettings::default();
        site.face.language = Language::parse("ar").unwrap();
        let index = "<html lang=\"en\"><!--head--><!--/head--><!--text--><!--/text-->";
        let filled = Shell::new(Some(index)).fill(&site, "", html! {});
        assert_eq!(String::from_utf8(filled).unwrap(), "<html lang=\"ar\" dir=\"rtl\">");
    }

    #[test]
    fn file_without_places_is_not_used() {
        let site = SiteSettings::default();
        let filled = Shell::new(Some("<html>")).fill(&site, "<title>a</title>", html! { "b" });
        let filled = String::from_utf8(filled).unwrap();
        assert!(filled.starts_with("<!DOCTYPE html><html lang=\"en\"><head>"), "{filled}");
        assert!(filled.ends_with("<title>a</title></head><body>b</body></html>"), "{filled}");
    }
}
