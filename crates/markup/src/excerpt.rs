use comrak::{Node, nodes::NodeValue};
use kernel::{first_graphemes, without_direction_controls};

use crate::url::is_safe_image;

/// The longest excerpt in characters as readers see them, its ellipsis included.
pub const MAX_EXCERPT_CHARS: usize = 200;
/// No excerpt has more bytes.
const ENOUGH_BYTES: usize = 10_000;

/// How a tree becomes plain text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spoilers {
    Shown,
    LeftOut,
}

/// Returns the text of a tree, a block a line.
pub(crate) fn plain(root: Node<'_>) -> String {
    text_of(root, Spoilers::Shown, usize::MAX)
}

/// Returns the text of a tree without spoilers.
pub(crate) fn shown(root: Node<'_>) -> String {
    text_of(root, Spoilers::LeftOut, usize::MAX)
}

/// Returns the start of the text of a tree.
pub(crate) fn excerpt(root: Node<'_>) -> String {
    cut(&text_of(root, Spoilers::LeftOut, ENOUGH_BYTES))
}

/// Returns whether nothing of a tree shows.
pub(crate) fn is_blank(root: Node<'_>) -> bool {
    let shows = |value: &NodeValue| match value {
        NodeValue::Image(image) => is_safe_image(&image.url),
        NodeValue::ThematicBreak => true,
        _ => false,
    };
    kernel::is_blank(&plain(root)) && !root.descendants().any(|node| shows(&node.data().value))
}

/// Cuts a text at a word, in one line that can stand beside others.
pub(crate) fn cut(text: &str) -> String {
    let mut line = String::new();
    for word in without_direction_controls(text).split_whitespace() {
        if line.len() > ENOUGH_BYTES {
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let end = first_graphemes(&line, MAX_EXCERPT_CHARS).len();
    if end == line.len() {
        return line;
    }
    let room = first_graphemes(&line, MAX_EXCERPT_CHARS - 1).len();
    // A word that fills half of it is cut itself.
    let word_end = line[..end].rfind(' ').filter(|end| *end > room / 2);
    line.truncate(word_end.unwrap_or(room));
    line.push('…');
    line
}

/// Walks the tree without recursion: it may be as deep as the text is long.
fn text_of(root: Node<'_>, spoilers: Spoilers, enough: usize) -> String {
    let mut text = String::new();
    let mut next = root.first_child();
    while let Some(node) = next {
        if text.len() > enough {
            break;
        }
        let data = node.data();
        let is_left_out =
            spoilers == Spoilers::LeftOut && matches!(data.value, NodeValue::SpoileredText);
        if !is_left_out {
            append(&mut text, &data.value);
        }
        let child = if is_left_out { None } else { node.first_child() };
        next = child.or_else(|| following(node, root, &mut text));
    }
    text.truncate(text.trim_end().len());
    text
}

/// Returns the node after this one and its descendants, and ends the blocks on the way up.
fn following<'a>(node: Node<'a>, root: Node<'a>, text: &mut String) -> Option<Node<'a>> {
    let mut node = node;
    loop {
        if node.same_node(root) {
            return None;
        }
        if node.data().value.block() {
            end_line(text);
        }
        if let Some(next) = node.next_sibling() {
            return Some(next);
        }
        node = node.parent()?;
    }
}

fn append(text: &mut String, value: &NodeValue) {
    match value {
        NodeValue::Text(literal) => text.push_str(literal),
        NodeValue::Code(code) => text.push_str(&code.literal),
        NodeValue::CodeBlock(block) => text.push_str(&block.literal),
        NodeValue::HtmlBlock(block) => text.push_str(&block.literal),
        NodeValue::HtmlInline(literal) => text.push_str(literal),
        NodeValue::ShortCode(code) => text.push_str(&code.emoji),
        NodeValue::SoftBreak => text.push(' '),
        NodeValue::LineBreak => text.push('\n'),
        _ => {}
    }
}

fn end_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}
