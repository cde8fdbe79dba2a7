use kernel::without_direction_controls;
use maud::{DOCTYPE, Markup, html};

use site::SiteSettings;

use crate::{
    answers::Answers,
    direction::isolated,
    head::{Document, site_name},
};

/// Comments in the file of the web interface around what a document replaces.
const HEAD: (&str, &str) = ("<!--head-->", "<!--/head-->");
const TEXT: (&str, &str) = ("<!--text-->", "<!--/text-->");

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
        self.fill(&head, html! { (brand(&site.name)) (document.text) (answers) })
    }

    /// The document of what is not there.
    pub(crate) fn missing(&self, site: &SiteSettings) -> Vec<u8> {
        let head = html! {
            title { "Not found · " (isolated(&site.name)) }
            (site_name(site))
            meta name="robots" content="noindex";
        };
        let text = html! {
            main.document {
                h1 { "This page doesn't exist" }
                p { a href="/" { "Home" } }
            }
        };
        self.fill(&head.into_string(), text)
    }

    fn fill(&self, head: &str, text: Markup) -> Vec<u8> {
        let [start, middle, end] = &self.parts;
        [start, head, middle, &text.into_string(), end].concat().into_bytes()
    }
}

/// The link to home: the logo says the default name.
fn brand(site: &str) -> Markup {
    html! {
        header.shell {
            a href="/" {
                @if site == DEFAULT_NAME {
                    img src="/images/POST-UP_logo.png" alt=(site) width="129" height="28";
                } @else { (without_direction_controls(site)) }
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
    use super::*;

    #[test]
    fn places_of_the_file_are_filled() {
        let index =
            "<head><!--head--><title>x</title><!--/head--></head><!--text-->wait<!--/text--><i>";
        let filled = Shell::new(Some(index)).fill("<title>a</title>", html! { p { "b" } });
        assert_eq!(String::from_utf8(filled).unwrap(), "<head><title>a</title></head><p>b</p><i>");
    }

    #[test]
    fn file_without_places_is_not_used() {
        let filled = Shell::new(Some("<html>")).fill("<title>a</title>", html! { "b" });
        let filled = String::from_utf8(filled).unwrap();
        assert!(filled.starts_with("<!DOCTYPE html><html lang=\"en\"><head>"), "{filled}");
        assert!(filled.ends_with("<title>a</title></head><body>b</body></html>"), "{filled}");
    }
}
