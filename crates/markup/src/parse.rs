use std::sync::LazyLock;

use comrak::{Arena, Node, Options, parse_document};

use crate::bare_links;

static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut options = Options::default();
    options.extension.autolink = true;
    options.extension.footnotes = true;
    options.extension.shortcodes = true;
    options.extension.spoiler = true;
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    options
});

pub(crate) fn options() -> &'static Options<'static> {
    &OPTIONS
}

/// Parses the text and hands its tree over.
pub(crate) fn with_document<T>(source: &str, work: impl FnOnce(Node<'_>) -> T) -> T {
    as_it_is(&bare_links::end_in_time(source), work)
}

/// Like [`with_document`], with addresses that end where the parser says.
pub(crate) fn as_it_is<T>(source: &str, work: impl FnOnce(Node<'_>) -> T) -> T {
    let arena = Arena::new();
    work(parse_document(&arena, source, options()))
}
