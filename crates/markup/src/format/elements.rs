//! Elements with attributes or content of their own.

use std::fmt::{self, Write};

use comrak::{
    Node,
    html::{ChildRendering, Context},
    nodes::{NodeCodeBlock, NodeLink, NodeTable, NodeValue, TableAlignment},
};

use super::{Formatted, State};
use crate::{highlight, sanitize::LINK_REL, url};

pub(super) fn write_code_block(
    context: &mut Context<State<'_>>,
    block: &NodeCodeBlock,
) -> fmt::Result {
    context.cr()?;
    context.write_str("<pre><code>")?;
    let language = block.info.split([' ', '\t', ',', '{']).next().unwrap_or_default();
    let left = context.user.code_bytes.checked_sub(block.literal.len());
    let is_highlighted = match left {
        Some(left) if !language.is_empty() => {
            context.user.code_bytes = left;
            highlight::write(context, language, &block.literal)?
        }
        _ => false,
    };
    if !is_highlighted {
        context.escape(&block.literal)?;
    }
    context.write_str("</code></pre>\n")
}

/// Writes a link, or its text alone where it may not lead there or stands in another link.
pub(super) fn write_link(
    context: &mut Context<State<'_>>,
    link: &NodeLink,
    entering: bool,
) -> fmt::Result {
    if !entering {
        context.user.links -= 1;
        if context.user.written_link != Some(context.user.links) {
            return Ok(());
        }
        context.user.written_link = None;
        return context.write_str("</a>");
    }
    let around = context.user.links;
    context.user.links += 1;
    if context.user.written_link.is_some() || !url::is_safe_link(&link.url) {
        return Ok(());
    }
    context.user.written_link = Some(around);
    context.write_str("<a href=\"")?;
    context.escape_href(&url::with_ascii_host(&link.url))?;
    context.write_str("\"")?;
    write_title(context, link)?;
    write!(context, " rel=\"{LINK_REL}\">")
}

fn write_title(context: &mut Context<State<'_>>, link: &NodeLink) -> fmt::Result {
    if !link.title.is_empty() {
        context.write_str(" title=\"")?;
        context.escape(&link.title)?;
        context.write_str("\"")?;
    }
    Ok(())
}

/// Writes an image, or its alternative text where the image may not be shown.
pub(super) fn write_image(
    context: &mut Context<State<'_>>,
    image: &NodeLink,
    entering: bool,
) -> Formatted {
    let is_shown = url::is_safe_image(&image.url);
    if entering && is_shown {
        if let Some(path) = url::uploaded_image(&image.url) {
            let images = &mut context.user.images;
            if !images.iter().any(|known| known == path) {
                images.push(path.to_owned());
            }
        }
        context.write_str("<img src=\"")?;
        context.escape_href(&url::with_ascii_host(&image.url))?;
        context.write_str("\" alt=\"")?;
    } else if is_shown {
        context.write_str("\"")?;
        write_title(context, image)?;
        context.write_str(" loading=\"lazy\" referrerpolicy=\"no-referrer\">")?;
    }
    Ok(ChildRendering::Plain)
}

pub(super) fn write_cell(
    context: &mut Context<State<'_>>,
    node: Node<'_>,
    entering: bool,
) -> fmt::Result {
    let row = node.parent();
    let is_header = row.is_some_and(|row| matches!(row.data().value, NodeValue::TableRow(true)));
    let tag = if is_header { "th" } else { "td" };
    if !entering {
        return write!(context, "</{tag}>");
    }
    context.cr()?;
    let column = context.user.column;
    context.user.column += 1;
    let class = row.and_then(|row| column_class(row, column));
    match class {
        Some(class) => write!(context, "<{tag} class=\"{class}\">"),
        None => write!(context, "<{tag}>"),
    }
}

fn column_class(row: Node<'_>, column: usize) -> Option<&'static str> {
    match &row.parent()?.data().value {
        NodeValue::Table(table) => alignment(table, column),
        _ => None,
    }
}

fn alignment(table: &NodeTable, column: usize) -> Option<&'static str> {
    match table.alignments.get(column)? {
        TableAlignment::None => None,
        TableAlignment::Left => Some("align-left"),
        TableAlignment::Center => Some("align-center"),
        TableAlignment::Right => Some("align-right"),
    }
}
