use std::collections::BTreeSet;

use comrak::{Node, nodes::NodeValue};
use url::Url;

use crate::url::{is_safe_image, is_safe_link};

/// Placeholder origin for this site.
const HERE: &str = "https://here.invalid/";

/// Returns the addresses of other sites in a tree, as they were typed.
pub(crate) fn external_links(root: Node<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for node in root.descendants() {
        match &node.data().value {
            NodeValue::Link(link) if is_safe_link(&link.url) && leads_away(&link.url) => {
                found.insert(link.url.clone());
            }
            NodeValue::Image(image) if is_safe_image(&image.url) && leads_away(&image.url) => {
                found.insert(image.url.clone());
            }
            _ => {}
        }
    }
    found
}

/// Resolves the address as a browser does: `//a.example` and `/\a.example` lead away, too.
fn leads_away(url: &str) -> bool {
    let Ok(here) = Url::parse(HERE) else { return true };
    here.join(url).map_or(true, |url| url.origin() != here.origin())
}

#[cfg(test)]
mod tests {
    use crate::links;

    #[test]
    fn links_and_pictures_of_other_sites_lead_away() {
        for (source, link) in [
            ("[tea](https://a.example/x)", "https://a.example/x"),
            ("see https://a.example now", "https://a.example"),
            ("see www.a.example now", "http://www.a.example"),
            ("<https://a.example>", "https://a.example"),
            ("write to ann@a.example", "mailto:ann@a.example"),
            ("[tea][1]\n\n[1]: http://a.example", "http://a.example"),
            ("![tea](https://a.example/b.png)", "https://a.example/b.png"),
            ("||[tea](http://a.example)||", "http://a.example"),
            ("[tea](//a.example)", "//a.example"),
            ("[tea](/\\\\a.example)", "/\\a.example"),
            ("| a |\n| - |\n| http://a.example |", "http://a.example"),
        ] {
            assert_eq!(links(source).into_iter().collect::<Vec<_>>(), [link], "{source}");
        }
    }

    #[test]
    fn links_within_the_site_and_plain_text_are_not_external() {
        for source in [
            "",
            "no link",
            "@ann",
            "[tea](/posts/5)",
            "[tea](#top)",
            "[tea](?q=tea)",
            "![tea](/images/u/a.webp)",
            "`https://a.example`",
            "```\nhttps://a.example\n```",
            "[tea](javascript:alert)",
        ] {
            assert!(links(source).is_empty(), "{source}: {:?}", links(source));
        }
    }
}
