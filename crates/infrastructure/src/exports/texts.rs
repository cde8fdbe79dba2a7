//! Forums, posts, replies and messages.

use ::import::{Forum, Markup, Message, Post, Reply, Rows, Text};
use database::{
    Database,
    schema::{forums, messages, removed_replies, stored_posts, stored_replies},
};
use diesel::prelude::*;
use kernel::Timestamp;

use super::pages::{PAGE, pages};
use crate::{member_data::DELETED_USER_ID, readers};

pub(super) fn markdown(source: String) -> Text {
    Text { markup: Markup::Markdown, source }
}

fn author(id: i64) -> Option<String> {
    (id != DELETED_USER_ID).then(|| id.to_string())
}

fn time(at: Option<i64>) -> Option<Timestamp> {
    at.map(Timestamp::from_unix_millis)
}

pub(super) fn forums(database: &Database) -> Rows<'_, Forum> {
    let page = |conn: &mut _, after: i64| {
        forums::table
            .filter(forums::id.gt(after))
            .order(forums::id)
            .limit(PAGE)
            .select((
                forums::id,
                forums::topic,
                forums::description,
                forums::author_id,
                forums::created_at,
                forums::visibility,
            ))
            .load::<(i64, String, String, i64, i64, i16)>(conn)
    };
    let forum =
        |(id, name, description, author_id, created_at, visibility): (i64, _, _, _, _, _)| Forum {
            id: id.to_string(),
            slug: None,
            parent: None,
            name,
            description: Some(markdown(description)),
            author: author(author_id),
            created_at: Timestamp::from_unix_millis(created_at),
            visibility: readers::from_stored(visibility),
        };
    pages(database, 0, page, |row| row.0, forum)
}

#[derive(Queryable)]
struct PostRow {
    id: i64,
    forum_id: i64,
    author_id: i64,
    title: String,
    description: String,
    image: Option<String>,
    image_description: Option<String>,
    created_at: i64,
    revised_at: Option<i64>,
    locked: bool,
    lock_reason: Option<String>,
    pinned_at: Option<i64>,
    pinned_until: Option<i64>,
    hidden_at: Option<i64>,
}

pub(super) fn posts(database: &Database) -> Rows<'_, Post> {
    let page = |conn: &mut _, after: i64| {
        stored_posts::table
            .filter(stored_posts::id.gt(after))
            .order(stored_posts::id)
            .limit(PAGE)
            .select((
                stored_posts::id,
                stored_posts::forum_id,
                stored_posts::author_id,
                stored_posts::title,
                stored_posts::description,
                stored_posts::image,
                stored_posts::image_description,
                stored_posts::created_at,
                stored_posts::revised_at,
                stored_posts::locked,
                stored_posts::lock_reason,
                stored_posts::pinned_at,
                stored_posts::pinned_until,
                stored_posts::hidden_at,
            ))
            .load::<PostRow>(conn)
    };
    pages(database, 0, page, |row| row.id, post)
}

fn post(row: PostRow) -> Post {
    Post {
        id: row.id.to_string(),
        opening: None,
        forum: row.forum_id.to_string(),
        author: author(row.author_id),
        title: row.title,
        text: markdown(row.description),
        image: row.image,
        image_description: row.image_description,
        created_at: Timestamp::from_unix_millis(row.created_at),
        edited_at: time(row.revised_at),
        is_locked: row.locked,
        lock_reason: row.lock_reason,
        pinned: time(row.pinned_at).map(|at| (at, time(row.pinned_until))),
        is_hidden: row.hidden_at.is_some(),
    }
}

#[derive(Queryable)]
struct ReplyRow {
    id: i64,
    post_id: i64,
    parent_id: i64,
    author_id: i64,
    description: String,
    removed_description: Option<String>,
    created_at: i64,
    revised_at: Option<i64>,
    removed: bool,
    held: bool,
}

pub(super) fn replies(database: &Database) -> Rows<'_, Reply> {
    let page = |conn: &mut _, after: i64| {
        stored_replies::table
            .left_join(removed_replies::table)
            .filter(stored_replies::id.gt(after))
            .order(stored_replies::id)
            .limit(PAGE)
            .select((
                stored_replies::id,
                stored_replies::post_id,
                stored_replies::parent_id,
                stored_replies::author_id,
                stored_replies::description,
                removed_replies::description.nullable(),
                stored_replies::created_at,
                stored_replies::revised_at,
                stored_replies::removed,
                stored_replies::held,
            ))
            .load::<ReplyRow>(conn)
    };
    pages(database, 0, page, |row| row.id, reply)
}

fn reply(row: ReplyRow) -> Reply {
    Reply {
        id: row.id.to_string(),
        post: row.post_id.to_string(),
        parent: (row.parent_id != 0).then(|| row.parent_id.to_string()),
        author: author(row.author_id),
        text: markdown(row.removed_description.unwrap_or(row.description)),
        created_at: Timestamp::from_unix_millis(row.created_at),
        edited_at: time(row.revised_at),
        is_hidden: row.removed || row.held,
    }
}

pub(super) fn messages(database: &Database) -> Rows<'_, Message> {
    let page = |conn: &mut _, after: i64| {
        messages::table
            .filter(messages::id.gt(after))
            .order(messages::id)
            .limit(PAGE)
            .select((
                messages::id,
                messages::sender_id,
                messages::recipient_id,
                messages::message,
                messages::sent_at,
                messages::read,
            ))
            .load::<(i64, i64, i64, String, i64, bool)>(conn)
    };
    let message = |(id, from, to, text, sent_at, is_read): (i64, i64, i64, _, _, _)| Message {
        id: id.to_string(),
        from: from.to_string(),
        to: to.to_string(),
        text: markdown(text),
        sent_at: Timestamp::from_unix_millis(sent_at),
        is_read,
    };
    pages(database, 0, page, |row| row.0, message)
}
