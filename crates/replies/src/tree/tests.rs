use kernel::{PostId, Timestamp, Votes};

use super::*;
use crate::{MAX_DEPTH, MAX_REPLIES};

/// A reply at second `id` with as many answers as `child_count`; parent 0 is the post.
fn reply(id: i64, parent: i64, depth: i16, child_count: usize) -> Reply {
    Reply {
        id: ReplyId(id),
        post: PostId(1),
        responds_to: (parent != 0).then_some(ReplyId(parent)),
        depth,
        content: None,
        created_at: Timestamp::from_unix_millis(id * 1_000),
        edited_at: None,
        votes: Votes::default(),
        child_count,
        held: false,
    }
}

/// The ids of a forest as nested words: `1(2 3(4))`.
fn drawn(nodes: &[ReplyNode]) -> String {
    let words: Vec<String> = nodes
        .iter()
        .map(|branch| match branch.replies.as_slice() {
            [] => branch.reply.id.to_string(),
            answers => format!("{}({})", branch.reply.id, drawn(answers)),
        })
        .collect();
    words.join(" ")
}

fn six() -> Vec<Reply> {
    vec![
        reply(1, 0, 0, 2),
        reply(2, 1, 1, 1),
        reply(3, 1, 1, 0),
        reply(4, 0, 0, 0),
        reply(5, 2, 2, 1),
        reply(6, 5, 3, 0),
    ]
}

#[test]
fn no_replies_build_an_empty_tree() {
    assert_eq!(build_tree(vec![], None, Sort::Old), []);
}

#[test]
fn answers_are_children_of_their_parents() {
    assert_eq!(drawn(&build_tree(six(), None, Sort::Old)), "1(2(5(6)) 3) 4");
}

#[test]
fn the_tree_ignores_the_input_order() {
    let mut replies = six();
    replies.reverse();
    assert_eq!(drawn(&build_tree(replies, None, Sort::Old)), "1(2(5(6)) 3) 4");
}

#[test]
fn the_sort_order_holds_at_every_level() {
    assert_eq!(drawn(&build_tree(six(), None, Sort::New)), "4 1(3 2(5(6)))");
    let mut replies = six();
    for (index, upvotes) in [(1, 1), (2, 2), (3, 3)] {
        replies[index].votes.upvotes = upvotes;
    }
    assert_eq!(drawn(&build_tree(replies, None, Sort::Top)), "4 1(3 2(5(6)))");
}

#[test]
fn ties_are_broken_by_id_in_each_order() {
    let mut replies = six();
    for reply in &mut replies {
        reply.created_at = Timestamp::from_unix_millis(0);
    }
    assert_eq!(drawn(&build_tree(replies.clone(), None, Sort::Old)), "1(2(5(6)) 3) 4");
    assert_eq!(drawn(&build_tree(replies.clone(), None, Sort::New)), "4 1(3 2(5(6)))");
    assert_eq!(drawn(&build_tree(replies, None, Sort::Top)), "4 1(3 2(5(6)))");
}

#[test]
fn a_subtree_can_be_built_alone() {
    let under_one = six().into_iter().filter(|reply| ![1, 4].contains(&reply.id.0)).collect();
    assert_eq!(drawn(&build_tree(under_one, Some(ReplyId(1)), Sort::Old)), "2(5(6)) 3");
}

#[test]
fn a_reply_counts_its_omitted_answers() {
    let replies = vec![reply(1, 0, 0, 5), reply(2, 1, 1, 7), reply(3, 1, 1, 0)];
    let forest = build_tree(replies, None, Sort::Old);
    assert_eq!(forest[0].more_replies, 3);
    assert_eq!(forest[0].replies[0].more_replies, 7);
    assert_eq!(forest[0].replies[1].more_replies, 0);
}

#[test]
fn the_deepest_possible_chain_is_built() {
    let chain =
        (0..=MAX_DEPTH).map(|depth| reply(i64::from(depth) + 1, i64::from(depth), depth, 1));
    let mut branch = build_tree(chain.collect(), None, Sort::Old).pop();
    let mut depth = -1;
    while let Some(mut deeper) = branch {
        depth = deeper.reply.depth;
        branch = deeper.replies.pop();
    }
    assert_eq!(depth, MAX_DEPTH);
}

#[test]
fn the_widest_possible_level_is_built() {
    let top = MAX_REPLIES as i64;
    let replies = (1..=top).map(|id| reply(id, 0, 0, 0)).collect();
    let forest = build_tree(replies, None, Sort::New);
    assert!(forest.iter().map(|branch| branch.reply.id.0).eq((1..=top).rev()));
}
