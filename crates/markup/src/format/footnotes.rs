//! Footnotes: numbers in the text, and a list of the notes at its end.
//!
//! A page shows many texts, so their ids hold a checksum of the text.

use std::{
    collections::HashMap,
    fmt::{self, Write},
};

use comrak::{
    Node,
    html::Context,
    nodes::{NodeFootnoteReference, NodeValue},
};
use xxhash_rust::xxh3::xxh3_64;

use super::State;
use crate::sanitize::LINK_REL;

/// How many references to a note are links, to it and back.
const MAX_LINKED: usize = 20;

/// The footnotes of a text.
#[derive(Default)]
pub(super) struct Footnotes {
    checksum: u32,
    /// The references that are links, by the number of their note.
    linked: HashMap<u32, Vec<u32>>,
    /// How many notes are written.
    written: u32,
}

impl Footnotes {
    pub(super) fn of(source: &str) -> Self {
        Self { checksum: xxh3_64(source.as_bytes()) as u32, ..Self::default() }
    }

    /// Ends the list.
    pub(super) fn finish(&self, out: &mut String) {
        if self.written > 0 {
            out.push_str("</ol>\n</section>\n");
        }
    }

    fn reference_id(&self, note: u32, number: u32) -> String {
        let checksum = self.checksum;
        match number {
            1 => format!("fnref-{checksum:08x}-{note}"),
            _ => format!("fnref-{checksum:08x}-{note}-{number}"),
        }
    }
}

/// Returns whether an id is one of a footnote or of a reference to one.
pub(crate) fn is_id(id: &str) -> bool {
    let Some(rest) = id.strip_prefix("fnref-").or_else(|| id.strip_prefix("fn-")) else {
        return false;
    };
    let mut parts = rest.split('-');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    let checksum = parts.next().unwrap_or_default();
    checksum.len() == 8
        && checksum.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
        && parts.next().is_some_and(is_number)
        && parts.next().is_none_or(is_number)
        && parts.next().is_none()
}

pub(super) fn write_reference(
    context: &mut Context<State<'_>>,
    reference: &NodeFootnoteReference,
) -> fmt::Result {
    let NodeFootnoteReference { ix: note, ref_num: number, .. } = *reference;
    let is_in_link = context.user.links > 0;
    let linked = context.user.footnotes.linked.entry(note).or_default();
    if is_in_link || linked.len() == MAX_LINKED {
        return write!(context, "<sup>{note}</sup>");
    }
    linked.push(number);
    let checksum = context.user.footnotes.checksum;
    let id = context.user.footnotes.reference_id(note, number);
    write!(
        context,
        "<sup><a href=\"#fn-{checksum:08x}-{note}\" id=\"{id}\" rel=\"{LINK_REL}\">{note}</a></sup>"
    )
}

/// Writes a note as an item of the list. One that is defined again, or within another, is written as text.
pub(super) fn write_definition(
    context: &mut Context<State<'_>>,
    node: Node<'_>,
    entering: bool,
) -> fmt::Result {
    if !is_note(node) {
        return Ok(());
    }
    if entering {
        context.cr()?;
        if context.user.footnotes.written == 0 {
            context.write_str("<section class=\"footnotes\">\n<ol>\n")?;
        }
        let footnotes = &mut context.user.footnotes;
        footnotes.written += 1;
        let (checksum, number) = (footnotes.checksum, footnotes.written);
        return writeln!(context, "<li id=\"fn-{checksum:08x}-{number}\">");
    }
    let ends_with_paragraph =
        node.last_child().is_some_and(|last| matches!(last.data().value, NodeValue::Paragraph));
    if !ends_with_paragraph {
        write_ways_back(context)?;
        context.lf()?;
    }
    context.write_str("</li>\n")
}

/// Ends a paragraph of a note: behind the last one are the links back to the text.
pub(super) fn write_paragraph_end(
    context: &mut Context<State<'_>>,
    paragraph: Node<'_>,
) -> fmt::Result {
    if paragraph.next_sibling().is_none() && paragraph.parent().is_some_and(is_note) {
        write_ways_back(context)?;
    }
    context.write_str("</p>\n")
}

/// Returns whether a paragraph is in a definition, not deeper in it.
pub(super) fn is_in_definition(paragraph: Node<'_>) -> bool {
    let is_definition =
        |above: Node<'_>| matches!(above.data().value, NodeValue::FootnoteDefinition(_));
    paragraph.parent().is_some_and(is_definition)
}

fn write_ways_back(context: &mut Context<State<'_>>) -> fmt::Result {
    let note = context.user.footnotes.written;
    for number in context.user.footnotes.linked.get(&note).cloned().unwrap_or_default() {
        let id = context.user.footnotes.reference_id(note, number);
        write!(context, " <a href=\"#{id}\" rel=\"{LINK_REL}\">↩")?;
        if number > 1 {
            write!(context, "<sup>{number}</sup>")?;
        }
        context.write_str("</a>")?;
    }
    Ok(())
}

fn is_note(node: Node<'_>) -> bool {
    let is_at_end =
        node.parent().is_some_and(|above| matches!(above.data().value, NodeValue::Document));
    let has_references = match &node.data().value {
        NodeValue::FootnoteDefinition(definition) => definition.total_references > 0,
        _ => false,
    };
    is_at_end && has_references
}
