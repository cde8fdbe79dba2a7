mod addresses;
mod commonmark;
mod footnotes;
mod mentions;
mod nesting;
mod random;
mod safety;
mod syntax;
mod texts;

use super::*;

/// Renders a text without mentions.
fn html(source: &str) -> String {
    rendered(source).html
}

fn rendered(source: &str) -> Rendered {
    let rendered = render(source, &Members::default());
    assert!(!rendered.failed, "{source:?}");
    rendered
}
