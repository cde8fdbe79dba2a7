use std::collections::HashMap;

use kernel::ReplyId;

use crate::{Reply, Sort};

/// A reply with its answers, recursively, in the thread's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyNode {
    pub reply: Reply,
    pub replies: Vec<ReplyNode>,
    /// The number of direct answers missing from `replies`.
    pub more_replies: usize,
}

impl ReplyNode {
    pub(crate) fn new(reply: Reply, replies: Vec<Self>) -> Self {
        let more_replies = reply.child_count.saturating_sub(replies.len());
        Self { reply, replies, more_replies }
    }
}

/// Builds the tree of `replies`, given in any order, under `root`.
///
/// It handles the deepest first, so all answers of a reply exist, in order, when its turn comes.
pub(crate) fn build_tree(
    mut replies: Vec<Reply>,
    root: Option<ReplyId>,
    sort: Sort,
) -> Vec<ReplyNode> {
    replies
        .sort_by(|one, other| other.depth.cmp(&one.depth).then_with(|| sort.compare(one, other)));
    let mut waiting: HashMap<Option<ReplyId>, Vec<ReplyNode>> = HashMap::new();
    for reply in replies {
        let answers = waiting.remove(&Some(reply.id)).unwrap_or_default();
        waiting.entry(reply.responds_to).or_default().push(ReplyNode::new(reply, answers));
    }
    waiting.remove(&root).unwrap_or_default()
}

#[cfg(test)]
mod tests;
