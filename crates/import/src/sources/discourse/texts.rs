//! Topics, posts, likes and private messages, as records.

use diesel::{
    QueryableByName,
    sql_types::{BigInt, Bool, Nullable, Text as SqlText},
};

use super::members::{author, text, time};
use crate::{Message, Post, Reply, Row, Target, Vote};

fn reply_id(topic: i64, number: i64) -> String {
    format!("{topic}/{number}")
}

#[derive(QueryableByName)]
pub(super) struct PostRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    forum: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    author: Option<i64>,
    #[diesel(sql_type = SqlText)]
    title: String,
    #[diesel(sql_type = SqlText)]
    raw: String,
    #[diesel(sql_type = BigInt)]
    created_at: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    edited_at: Option<i64>,
    #[diesel(sql_type = Bool)]
    locked: bool,
    #[diesel(sql_type = Nullable<BigInt>)]
    pinned_at: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    pinned_until: Option<i64>,
    #[diesel(sql_type = Bool)]
    hidden: bool,
    #[diesel(sql_type = Bool)]
    describes_forum: bool,
}

pub(super) fn post(row: PostRow) -> Row<Post> {
    let id = row.id.to_string();
    if row.describes_forum {
        return Row::Unreadable { id, reason: "describes a category, as the forum does itself" };
    }
    let Some(forum) = row.forum else {
        return Row::Unreadable { id, reason: "is in no category" };
    };
    Row::Record(Post {
        opening: Some(reply_id(row.id, 1)),
        id,
        forum: forum.to_string(),
        author: author(row.author),
        title: row.title,
        text: text(&row.raw),
        image: None,
        image_description: None,
        created_at: time(row.created_at),
        edited_at: row.edited_at.map(time),
        is_locked: row.locked,
        lock_reason: None,
        pinned: row.pinned_at.map(|at| (time(at), row.pinned_until.map(time))),
        is_hidden: row.hidden,
    })
}

#[derive(QueryableByName)]
pub(super) struct ReplyRow {
    #[diesel(sql_type = BigInt)]
    topic: i64,
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    answered: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    author: Option<i64>,
    #[diesel(sql_type = SqlText)]
    raw: String,
    #[diesel(sql_type = BigInt)]
    created_at: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    edited_at: Option<i64>,
    #[diesel(sql_type = Bool)]
    hidden: bool,
    #[diesel(sql_type = BigInt)]
    kind: i64,
}

pub(super) fn reply(row: ReplyRow) -> Row<Reply> {
    let id = reply_id(row.topic, row.number);
    match row.kind {
        1 | 2 => {}
        4 => return Row::Unreadable { id, reason: "is a whisper among the staff" },
        _ => return Row::Unreadable { id, reason: "tells what was done to the topic" },
    }
    Row::Record(Reply {
        id,
        post: row.topic.to_string(),
        parent: row.answered.map(|number| reply_id(row.topic, number)),
        author: author(row.author),
        text: text(&row.raw),
        created_at: time(row.created_at),
        edited_at: row.edited_at.map(time),
        is_hidden: row.hidden,
    })
}

#[derive(QueryableByName)]
pub(super) struct VoteRow {
    #[diesel(sql_type = BigInt)]
    topic: i64,
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = BigInt)]
    voter: i64,
}

pub(super) fn vote(row: VoteRow) -> Row<Vote> {
    let on = Target::Reply(reply_id(row.topic, row.number));
    Row::Record(Vote { on, by: row.voter.to_string(), vote: kernel::Vote::Up })
}

#[derive(QueryableByName)]
pub(super) struct MessageRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    author: Option<i64>,
    #[diesel(sql_type = SqlText)]
    raw: String,
    #[diesel(sql_type = BigInt)]
    sent_at: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    other: Option<i64>,
}

pub(super) fn message(row: MessageRow) -> Row<Message> {
    let id = row.id.to_string();
    let Some((from, to)) = author(row.author).zip(author(row.other)) else {
        return Row::Unreadable { id, reason: "is not between two members" };
    };
    let (text, sent_at) = (text(&row.raw), time(row.sent_at));
    // When it was read is not told: old ones count as read.
    Row::Record(Message { id, from, to, text, sent_at, is_read: true })
}
