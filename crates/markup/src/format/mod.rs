mod elements;
mod footnotes;

use std::fmt::{self, Write};

use comrak::{
    Node,
    html::{ChildRendering, Context, escape, format_document_with_formatter, format_node_default},
    nodes::NodeValue,
    options::Plugins,
};
use kernel::UserId;

use self::footnotes::Footnotes;
pub(crate) use self::footnotes::is_id as is_footnote_id;

use crate::{
    MAX_MENTIONS, Members, Rendered, excerpt, highlight, mention,
    mention::Part,
    parse,
    sanitize::{LINK_REL, sanitize},
};

/// How deep quotes, lists, emphasis and links nest; what is deeper loses its tags and keeps its text.
pub const MAX_NESTING: usize = 32;
/// Stands for a spoiler where nothing can cover it.
const SPOILER: &str = "[spoiler]";
/// The headings of the page come first.
const FIRST_HEADING: u8 = 3;
const LAST_HEADING: u8 = 6;

/// What the formatter knows while it walks the tree.
struct State<'m> {
    members: &'m Members,
    mentions: Vec<UserId>,
    /// The members that quotations name.
    quoted: Vec<UserId>,
    images: Vec<String>,
    nesting: usize,
    /// Quotations around the node.
    quotes: usize,
    /// Links around the node.
    links: usize,
    /// How many links are around the one whose tag is open.
    written_link: Option<usize>,
    /// The table cell within its row.
    column: usize,
    /// How much code is still highlighted.
    code_bytes: usize,
    footnotes: Footnotes,
}

pub(crate) fn render(source: &str, members: &Members) -> Rendered {
    parse::with_document(source, |root| {
        let (written, state) = match html(source, root, members) {
            Ok(done) => done,
            Err(fmt::Error) => return crate::as_plain_text(source),
        };
        Rendered {
            html: sanitize(written),
            plain: excerpt::plain(root),
            excerpt: excerpt::excerpt(root),
            mentions: state.mentions,
            images: state.images,
            failed: false,
        }
    })
}

/// Returns the HTML of a text with [`SPOILER`] in the place of each spoiler.
pub(crate) fn html_without_spoilers(source: &str, members: &Members) -> Option<String> {
    parse::with_document(source, |root| {
        let spoilers: Vec<_> = root
            .descendants()
            .filter(|node| matches!(node.data().value, NodeValue::SpoileredText))
            .collect();
        for spoiler in spoilers {
            for hidden in spoiler.children().collect::<Vec<_>>() {
                hidden.detach();
            }
            spoiler.data_mut().value = NodeValue::Text(SPOILER.into());
        }
        let (written, _) = html(source, root, members).ok()?;
        Some(sanitize(written))
    })
}

fn html<'m>(
    source: &str,
    root: Node<'_>,
    members: &'m Members,
) -> Result<(String, State<'m>), fmt::Error> {
    let state = State {
        members,
        mentions: vec![],
        quoted: vec![],
        images: vec![],
        nesting: 0,
        quotes: 0,
        links: 0,
        written_link: None,
        column: 0,
        code_bytes: highlight::MAX_BYTES,
        footnotes: Footnotes::of(source),
    };
    let mut out = String::with_capacity(source.len() * 3 / 2);
    let plugins = Plugins::default();
    let state =
        format_document_with_formatter(root, parse::options(), &mut out, &plugins, format, state)?;
    state.footnotes.finish(&mut out);
    Ok((out, state))
}

type Formatted = Result<ChildRendering, fmt::Error>;

fn format(context: &mut Context<State<'_>>, node: Node<'_>, entering: bool) -> Formatted {
    let nests = nests(&node.data().value);
    let is_quote = matches!(node.data().value, NodeValue::BlockQuote);
    if nests && entering {
        context.user.nesting += 1;
        context.user.quotes += usize::from(is_quote);
    }
    let formatted = if context.user.nesting > MAX_NESTING && loses_tags(&node.data().value) {
        Ok(ChildRendering::HTML)
    } else {
        format_node(context, node, entering)
    };
    if nests && !entering {
        context.user.nesting -= 1;
        context.user.quotes -= usize::from(is_quote);
    }
    formatted
}

/// Returns whether a node is one level. Items and cells are on the level of their list or table.
fn nests(value: &NodeValue) -> bool {
    matches!(
        value,
        NodeValue::BlockQuote
            | NodeValue::FootnoteDefinition(_)
            | NodeValue::List(_)
            | NodeValue::Table(_)
            | NodeValue::Emph
            | NodeValue::Strong
            | NodeValue::Strikethrough
            | NodeValue::SpoileredText
            | NodeValue::Link(_)
    )
}

fn loses_tags(value: &NodeValue) -> bool {
    let is_part = matches!(
        value,
        NodeValue::Item(_)
            | NodeValue::TaskItem(_)
            | NodeValue::TableRow(_)
            | NodeValue::TableCell
            | NodeValue::Paragraph
            | NodeValue::Heading(_)
    );
    is_part || nests(value)
}

fn format_node(context: &mut Context<State<'_>>, node: Node<'_>, entering: bool) -> Formatted {
    match &node.data().value {
        NodeValue::Text(text) if entering => write_text(context, text)?,
        NodeValue::Heading(heading) => {
            let level = (heading.level + FIRST_HEADING - 1).min(LAST_HEADING);
            write_block(context, &format!("h{level}"), entering)?;
        }
        NodeValue::HtmlBlock(block) if entering => {
            context.cr()?;
            write_typed(context, &block.literal);
            context.lf()?;
        }
        NodeValue::HtmlInline(literal) if entering => context.escape(literal)?,
        NodeValue::CodeBlock(block) if entering => elements::write_code_block(context, block)?,
        NodeValue::Link(link) => elements::write_link(context, link, entering)?,
        NodeValue::Image(image) => return elements::write_image(context, image, entering),
        NodeValue::FootnoteReference(reference) if entering => {
            footnotes::write_reference(context, reference)?;
        }
        NodeValue::HtmlBlock(_)
        | NodeValue::HtmlInline(_)
        | NodeValue::CodeBlock(_)
        | NodeValue::FootnoteReference(_) => {}
        NodeValue::FootnoteDefinition(_) => footnotes::write_definition(context, node, entering)?,
        NodeValue::Paragraph if !entering && footnotes::is_in_definition(node) => {
            footnotes::write_paragraph_end(context, node)?;
        }
        NodeValue::TableRow(_) => {
            context.user.column = 0;
            return format_node_default(context, node, entering);
        }
        NodeValue::TableCell => elements::write_cell(context, node, entering)?,
        _ => return format_node_default(context, node, entering),
    }
    Ok(ChildRendering::HTML)
}

fn write_block(context: &mut Context<State<'_>>, tag: &str, entering: bool) -> fmt::Result {
    if entering {
        context.cr()?;
        write!(context, "<{tag}>")
    } else {
        writeln!(context, "</{tag}>")
    }
}

/// Writes text, and in it the mentions of members as links. Those in a quotation are somebody else's, or old: they call
/// nobody.
fn write_text(context: &mut Context<State<'_>>, text: &str) -> fmt::Result {
    if context.user.links > 0 || !mention::has_sign(text) {
        return context.escape(text);
    }
    let members = context.user.members;
    mention::split(text, members, |part| match part {
        Part::Text(text) => context.escape(text),
        Part::Mention { id, username, typed } => {
            let state = &mut context.user;
            let mentions = if state.quotes > 0 { &mut state.quoted } else { &mut state.mentions };
            if !mentions.contains(&id) {
                if mentions.len() == MAX_MENTIONS {
                    return context.escape(typed);
                }
                mentions.push(id);
            }
            // A username has letters, digits and `_-.` alone.
            write!(
                context,
                "<a class=\"mention\" href=\"/u/{username}\" rel=\"{LINK_REL}\">{typed}</a>"
            )
        }
    })
}

/// Writes what was typed, a line a line.
pub(crate) fn write_typed(out: &mut dyn Write, text: &str) {
    // Writing to a string does not fail.
    let _ = out.write_str("<p>");
    for (number, line) in text.trim_end().lines().enumerate() {
        let _ = out.write_str(if number > 0 { "<br>\n" } else { "" });
        let _ = escape(out, line);
    }
    let _ = out.write_str("</p>");
}
