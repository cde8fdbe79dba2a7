//! What texts look like: rendered when they are written, and again where the renderer changed.

mod directory;
mod mentions;
pub(crate) mod revisions;

pub use directory::DbMembers;
pub(crate) use directory::members_among;
pub(crate) use mentions::{set_post_mentions, set_reply_mentions};

use database::Database;
use kernel::RepositoryError;
use markup::{MemberDirectory as _, Members, Rendered, as_plain_text, mentioned_names};

/// Renders a text before it is stored. One that the renderer cannot handle is stored as plain text.
pub(crate) fn render(database: &Database, source: &str) -> Result<Rendered, RepositoryError> {
    let names = mentioned_names(source);
    if names.is_empty() {
        return Ok(rendered(source, &Members::default()));
    }
    let members = DbMembers(database.clone()).members_named(&names)?;
    Ok(rendered(source, &members.into_iter().collect()))
}

/// Renders a text; one that the renderer cannot handle is logged.
pub(crate) fn rendered(source: &str, members: &Members) -> Rendered {
    let rendered = markup::render(source, members);
    if rendered.failed {
        tracing::error!(
            bytes = source.len(),
            "a text could not be rendered and is shown as plain text"
        );
    }
    rendered
}

/// Returns the stored HTML, or the text as it was typed while no renderer has seen it.
pub(crate) fn html(renderer: i32, html: String, source: &str) -> String {
    if renderer == 0 { as_plain_text(source).html } else { html }
}

/// Returns the stored excerpt, or the start of the text as it was typed while no renderer has seen it.
pub(crate) fn excerpt(renderer: i32, excerpt: String, source: &str) -> String {
    if renderer == 0 { as_plain_text(source).excerpt } else { excerpt }
}
