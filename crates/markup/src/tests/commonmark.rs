//! The examples of the `CommonMark` specification.
//!
//! What differs on purpose is done to the expected HTML before it is compared: headings are two levels lower, links
//! and images have more attributes, code has no class. Examples with raw HTML and those of [`OTHERWISE`] are left out.

use super::html;
use crate::sanitize::LINK_REL;

const SPEC: &str = include_str!("spec/spec.txt");

/// Sections about raw HTML, which is shown as typed.
const RAW_HTML: [&str; 2] = ["HTML blocks", "Raw HTML"];

/// Examples that render otherwise, and why.
const OTHERWISE: [(&[usize], &str); 4] = [
    (
        &[21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 500, 524, 536, 642, 643],
        "raw HTML in another section",
    ),
    (&[602, 608, 611, 612, 618, 619], "bare addresses become links"),
    (&[596, 598, 599, 601], "a link leads to the web, to mail or within this site"),
    (
        &[
            517, 520, 531, 572, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584, 585,
            586, 587, 588, 589, 591,
        ],
        "an image comes from this server's images or from the web",
    ),
];

struct Example {
    number: usize,
    section: String,
    markdown: String,
    html: String,
}

fn examples() -> Vec<Example> {
    let fence = "`".repeat(32);
    let (mut examples, mut section) = (vec![], String::new());
    let mut lines = SPEC.lines();
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix('#') {
            heading.trim_start_matches('#').trim().clone_into(&mut section);
        }
        if line != format!("{fence} example") {
            continue;
        }
        let until = |lines: &mut std::str::Lines<'_>, end: &str| {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != end).collect();
            text.iter().map(|line| line.replace('→', "\t") + "\n").collect::<String>()
        };
        let markdown = until(&mut lines, ".");
        let html = until(&mut lines, &fence);
        examples.push(Example {
            number: examples.len() + 1,
            section: section.clone(),
            markdown,
            html,
        });
    }
    examples
}

fn is_otherwise(number: usize) -> bool {
    OTHERWISE.iter().any(|(numbers, _)| numbers.contains(&number))
}

/// Does to the expected HTML what this renderer does otherwise.
fn expected(html: &str) -> String {
    let mut html = html.to_owned();
    for level in (1..=6).rev() {
        let lower = (level + 2).min(6);
        html = html.replace(&format!("<h{level}>"), &format!("<H{lower}>"));
        html = html.replace(&format!("</h{level}>"), &format!("</H{lower}>"));
    }
    html = html.replace("<H", "<h").replace("</H", "</h");
    let mut pieces = html.split("<a ").map(str::to_owned).collect::<Vec<_>>();
    for piece in pieces.iter_mut().skip(1) {
        *piece = piece.replacen("\">", &format!("\" rel=\"{LINK_REL}\">"), 1);
    }
    html = pieces.join("<a ");
    while let Some(at) = html.find(" class=\"language-") {
        let end = html[at + 8..].find('"').unwrap() + at + 9;
        html.replace_range(at..end, "");
    }
    html
}

/// Returns a code block's text without the spans of its tokens.
fn without_tokens(html: &str) -> String {
    let mut pieces = html.split("<span class=\"hl-");
    let mut plain = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (_, rest) = piece.split_once("\">").unwrap();
        plain.push_str(&rest.replacen("</span>", "", 1));
    }
    plain
}

#[test]
fn examples_of_the_specification_render_as_it_says() {
    let examples = examples();
    assert_eq!(examples.len(), 652);
    let mut wrong = vec![];
    for Example { number, section, markdown, html: wanted } in examples {
        if RAW_HTML.contains(&section.as_str()) {
            continue;
        }
        let differs = without_tokens(&html(&markdown)) != expected(&wanted);
        if differs != is_otherwise(number) {
            let got = without_tokens(&html(&markdown));
            wrong.push(format!("{number} {section}\n{markdown}\n  {got}\n  {}", expected(&wanted)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn raw_html_is_shown_as_typed() {
    for Example { section, markdown, .. } in examples() {
        if RAW_HTML.contains(&section.as_str()) {
            let html = html(&markdown);
            for tag in ["<div", "<table>", "<script", "<style", "<ins", "<!", "<?", "<foo", "<b2"] {
                assert!(!html.contains(tag), "{markdown}\n{html}");
            }
        }
    }
}
