//! Rows of Discourse as records.

use diesel::{
    QueryableByName,
    sql_types::{BigInt, Bool, Nullable, Text as SqlText},
};
use kernel::{Ban, Timestamp, Visibility};

use super::markdown::markdown;
use crate::{Forum, Markup, Message, Post, Reply, Row, Target, Text, Tie, TieKind, User, Vote};

/// An account that Discourse made for itself.
const SYSTEM_ACCOUNTS: std::ops::RangeInclusive<i64> = i64::MIN..=0;

fn time(millis: i64) -> Timestamp {
    Timestamp::from_unix_millis(millis)
}

fn author(id: Option<i64>) -> Option<String> {
    id.filter(|id| !SYSTEM_ACCOUNTS.contains(id)).map(|id| id.to_string())
}

fn text(raw: &str) -> Text {
    Text { markup: Markup::Markdown, source: markdown(raw) }
}

fn reply_id(topic: i64, number: i64) -> String {
    format!("{topic}/{number}")
}

#[derive(QueryableByName)]
pub(super) struct UserRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = SqlText)]
    name: String,
    #[diesel(sql_type = SqlText)]
    slug: String,
    #[diesel(sql_type = Bool)]
    admin: bool,
    #[diesel(sql_type = BigInt)]
    created_at: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    banned_until: Option<i64>,
    #[diesel(sql_type = Nullable<SqlText>)]
    ban_reason: Option<String>,
    #[diesel(sql_type = Nullable<SqlText>)]
    email: Option<String>,
    #[diesel(sql_type = Nullable<SqlText>)]
    about: Option<String>,
    #[diesel(sql_type = Nullable<SqlText>)]
    avatar: Option<String>,
    #[diesel(sql_type = Nullable<SqlText>)]
    password_hash: Option<String>,
}

pub(super) fn user(row: UserRow) -> Row<User> {
    let reason = row.ban_reason;
    Row::Record(User {
        id: row.id.to_string(),
        slug: Some(row.slug),
        name: row.name,
        password_hash: row.password_hash,
        email: row.email,
        avatar: row.avatar,
        about: row.about.as_deref().map(text),
        created_at: time(row.created_at),
        is_admin: row.admin,
        ban: row.banned_until.map(|until| Ban { until: Some(time(until)), reason }),
    })
}

#[derive(QueryableByName)]
pub(super) struct ForumRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = SqlText)]
    slug: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    parent: Option<i64>,
    #[diesel(sql_type = SqlText)]
    name: String,
    #[diesel(sql_type = Nullable<SqlText>)]
    description: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    author: Option<i64>,
    #[diesel(sql_type = BigInt)]
    created_at: i64,
    #[diesel(sql_type = Bool)]
    read_restricted: bool,
    #[diesel(sql_type = Bool)]
    for_members: bool,
}

pub(super) fn forum(row: ForumRow) -> Row<Forum> {
    let describe = |source| Text { markup: Markup::Html, source };
    Row::Record(Forum {
        id: row.id.to_string(),
        slug: Some(row.slug).filter(|slug| !slug.is_empty()),
        parent: row.parent.map(|id| id.to_string()),
        name: row.name,
        description: row.description.map(describe),
        author: author(row.author),
        created_at: time(row.created_at),
        visibility: match (row.read_restricted, row.for_members) {
            (false, _) => Visibility::Public,
            (true, true) => Visibility::Members,
            (true, false) => Visibility::Private,
        },
    })
}

#[derive(QueryableByName)]
pub(super) struct TieRow {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
    #[diesel(sql_type = BigInt)]
    forum_id: i64,
    #[diesel(sql_type = Bool)]
    moderates: bool,
}

pub(super) fn tie(row: TieRow) -> Row<Tie> {
    Row::Record(Tie {
        user: row.user_id.to_string(),
        forum: row.forum_id.to_string(),
        kind: if row.moderates { TieKind::Moderator } else { TieKind::Member },
        since: None,
    })
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
