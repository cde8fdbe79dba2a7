use std::collections::HashMap;

use infrastructure::DbReplies;
use kernel::{PostId, ReplyId, Timestamp, UserId, Vote};
use replies::{Description, InsertOutcome, NewReply, Reply, ReplyRepository, confidence};

use crate::support::{T0, TestDb};

pub(super) fn replies(db: &TestDb) -> DbReplies {
    DbReplies(db.database.clone())
}

/// A user of that name with a forum and a post in it.
pub(super) fn author_and_post(db: &TestDb) -> (UserId, PostId) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    (ann, db.add_post(ann, forum))
}

pub(super) fn second(second: i64) -> Timestamp {
    Timestamp::from_unix_millis(T0.unix_millis() + second * 1_000)
}

pub(super) fn new_reply(author: UserId, post: PostId, responds_to: Option<ReplyId>) -> NewReply {
    NewReply {
        request: None,
        post,
        responds_to,
        description: Description::parse("Well said").unwrap(),
        author,
        created_at: T0,
    }
}

pub(super) fn add(
    db: &TestDb,
    author: UserId,
    post: PostId,
    responds_to: Option<ReplyId>,
) -> Reply {
    match replies(db).insert(&new_reply(author, post, responds_to)).unwrap() {
        InsertOutcome::Inserted(reply) => reply,
        other => panic!("{other:?}"),
    }
}

pub(super) fn own_vote(db: &TestDb, member: UserId, id: ReplyId) -> Option<Vote> {
    replies(db).states(member, &[id]).unwrap().pop()?.vote
}

/// Panics unless every counter is what the rows say.
pub(super) fn assert_counters_agree(db: &TestDb) {
    for wrong in [
        "posts p WHERE reply_count <>
            (SELECT count(*) FROM replies r WHERE r.post_id = p.id AND NOT r.removed)",
        "replies p WHERE child_count <> (SELECT count(*) FROM replies r WHERE r.parent_id = p.id)",
        "replies r WHERE upvotes <>
            (SELECT count(*) FROM reply_votes v WHERE v.reply_id = r.id AND v.vote = 1)",
        "replies r WHERE downvotes <>
            (SELECT count(*) FROM reply_votes v WHERE v.reply_id = r.id AND v.vote = -1)",
        "replies WHERE score <> upvotes - downvotes",
    ] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {wrong}")), 0, "{wrong}");
    }
}

/// A reply to be put into a thread behind the back of the port.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planted {
    pub(super) id: i64,
    /// Listed before; 0 for the post.
    pub(super) parent: i64,
    pub(super) second: i64,
    pub(super) score: i64,
}

/// A reply of second 0 without votes.
pub(super) fn planted(id: i64, parent: i64) -> Planted {
    Planted { id, parent, second: 0, score: 0 }
}

pub(super) fn plant(db: &TestDb, author: UserId, post: PostId, thread: &[Planted]) {
    let mut children: HashMap<i64, i64> = HashMap::new();
    let mut depths: HashMap<i64, i64> = HashMap::new();
    for reply in thread {
        *children.entry(reply.parent).or_default() += 1;
        let depth = depths.get(&reply.parent).map_or(0, |depth| depth + 1);
        depths.insert(reply.id, depth);
    }
    let rows: Vec<String> = thread
        .iter()
        .map(|Planted { id, parent, second: at, score }| {
            let (at, depth) = (second(*at).unix_millis(), depths[id]);
            let child_count = children.get(id).unwrap_or(&0);
            format!(
                "({id}, {post}, {parent}, {author}, {depth}, 'Reply {id}', {at}, {score}, {score}, {child_count}, {})",
                -confidence(*score, 0)
            )
        })
        .collect();
    db.run(&format!(
        "INSERT INTO replies (id, post_id, parent_id, author_id, depth, description, created_at,
             upvotes, score, child_count, best)
         VALUES {};
         UPDATE posts SET reply_count = {} WHERE id = {post}",
        rows.join(", "),
        rows.len()
    ));
}

pub(super) fn ids<'a>(replies: impl IntoIterator<Item = &'a Reply>) -> Vec<i64> {
    replies.into_iter().map(|reply| reply.id.0).collect()
}
