//! Markdown to safe HTML, plain text and mentions.
//!
//! - The language is `CommonMark` with tables, strikethrough, task lists, footnotes, bare links, `:shortcodes:`, `||spoilers||`
//!   and `@mentions`. Raw HTML is shown as typed.
//! - Headings start at `h3`, below those of the page. Images come from this server or from `http(s)` addresses.
//! - Authors control no style, class, id or `data-` attribute. Classes come from fixed lists: `spoiler`,
//!   `mention`, `footnotes`, `align-…` and `hl-…`, the tokens of highlighted code. Ids are those of footnotes, `fn-…`
//!   and `fnref-…`, of a checksum and numbers.
//! - The formatter escapes all text. What it wrote is accepted by a strict reader of its small language, or else goes
//!   through [ammonia](https://docs.rs/ammonia), which takes most of the time.
//!   The tests run both and compare them.
//! - Quotes, lists and emphasis nest down to [`MAX_NESTING`] levels; deeper ones lose their tags, not their text.
//! - [`render`] never fails: what the renderer cannot handle is shown as plain text.

mod bare_links;
mod excerpt;
mod format;
mod highlight;
mod links;
mod mention;
mod parse;
mod prepared;
mod renderer;
mod sanitize;
mod url;
mod verify;

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
};

use kernel::UserId;

pub use excerpt::MAX_EXCERPT_CHARS;
pub use format::MAX_NESTING;
pub use mention::{MAX_MENTIONS, Members};
pub use prepared::Prepared;
pub use renderer::{MemberDirectory, Renderer};

/// The version of the output: raise it with every change of what [`render`] returns for the same text.
pub const VERSION: i32 = 3;

/// A rendered text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    pub html: String,
    /// The text without its markup.
    pub plain: String,
    /// The start of the text without markup and spoilers, cut at a word.
    pub excerpt: String,
    /// The members named in it outside of quotations, each once, at most [`MAX_MENTIONS`].
    pub mentions: Vec<UserId>,
    /// The paths under `/images/u/` that it shows, each once.
    pub images: Vec<String>,
    /// Whether the renderer failed; then the text is shown as plain text.
    pub failed: bool,
}

/// Renders a text. `members` are those who bear one of its [`mentioned_names`].
#[must_use]
pub fn render(source: &str, members: &Members) -> Rendered {
    prepared::prepared_text(source, members).unwrap_or_else(|| {
        guarded(|| format::render(source, members)).unwrap_or_else(|| as_plain_text(source))
    })
}

/// Returns the HTML of a text for readers that know no style: `[spoiler]` stands for each spoiler. A text that cannot
/// be rendered is left out, as it may hold one.
#[must_use]
pub fn render_without_spoilers(source: &str, members: &Members) -> String {
    guarded(|| format::html_without_spoilers(source, members)).flatten().unwrap_or_default()
}

/// Returns the text without its markup, as [`Rendered::plain`].
#[must_use]
pub fn plain_text(source: &str) -> String {
    guarded(|| parse::with_document(source, excerpt::plain)).unwrap_or_else(|| source.to_owned())
}

/// Returns the text without its markup and spoilers.
#[must_use]
pub fn shown_text(source: &str) -> String {
    guarded(|| parse::with_document(source, excerpt::shown)).unwrap_or_else(|| source.to_owned())
}

/// Returns the start of the text without markup and spoilers, as [`Rendered::excerpt`].
#[must_use]
pub fn excerpt(source: &str) -> String {
    guarded(|| parse::with_document(source, excerpt::excerpt))
        .unwrap_or_else(|| excerpt::cut(source))
}

/// Returns the addresses, as they were typed, by which the text leads away from this site: of links and of images.
#[must_use]
pub fn links(source: &str) -> BTreeSet<String> {
    guarded(|| parse::with_document(source, links::external_links)).unwrap_or_default()
}

/// Returns whether a text shows nothing where it is rendered: no text, picture or line.
#[must_use]
pub fn is_blank(source: &str) -> bool {
    // What starts with a letter shows it.
    !source.trim_start().starts_with(char::is_alphanumeric)
        && guarded(|| parse::with_document(source, excerpt::is_blank)).unwrap_or(false)
}

/// Cuts plain text as [`excerpt()`] does.
#[must_use]
pub fn shorten(text: &str) -> String {
    excerpt::cut(text)
}

/// Returns the names after an `@` of which [`render`] wants to know whether members bear them: those of the
/// first [`MAX_MENTIONS`] mentions and of as many in quotations, with and without trailing signs.
#[must_use]
pub fn mentioned_names(source: &str) -> Vec<String> {
    if !mention::has_sign(source) {
        return vec![];
    }
    prepared::prepared_names(source).unwrap_or_else(|| {
        guarded(|| parse::with_document(source, mention::candidates)).unwrap_or_default()
    })
}

/// Returns the text as it was typed, for what the renderer cannot handle.
#[must_use]
pub fn as_plain_text(source: &str) -> Rendered {
    let mut html = String::with_capacity(source.len() + 16);
    format::write_typed(&mut html, source);
    let excerpt = excerpt::cut(source);
    Rendered { html, plain: source.to_owned(), excerpt, failed: true, ..Rendered::default() }
}

/// Runs what depends on parsers of others; `None` where one of them panics.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

#[cfg(test)]
mod tests;
