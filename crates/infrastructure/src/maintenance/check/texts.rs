//! Stored texts that only Rust can check: derived ones, images and password hashes.

use std::collections::BTreeSet;

use ::forums::Topic;
use ::users::{NO_PASSWORD, Username};
use database::{
    DbConnection, decode_event,
    schema::{forums, outbox, post_words, stored_posts, username_parts, users},
};
use diesel::prelude::*;
use kernel::ImageUrl;
use security::{Bcrypt, is_usable_hash};

use super::{Finding, MOST, rendered::RenderedColumns};
use crate::{
    forums::{search_texts, topic_key},
    member_data::DELETED_USER_ID,
    posts::words,
    readers,
    usernames::parts,
};

/// Rows that are held at a time.
pub(super) const PAGE: i64 = 500;

/// Walks through a table by id: `page` returns the rows after an id, `look` the finding for one.
pub(super) fn walk<R>(
    mut page: impl FnMut(i64) -> QueryResult<Vec<R>>,
    id: impl Fn(&R) -> i64,
    look: impl Fn(&R) -> Vec<Finding>,
) -> QueryResult<Vec<Finding>> {
    let (mut findings, mut after) = (vec![], i64::MIN);
    loop {
        let rows = page(after)?;
        findings.extend(rows.iter().flat_map(&look));
        findings.truncate(MOST);
        match rows.last() {
            Some(row) if rows.len() == PAGE as usize => after = id(row),
            _ => return Ok(findings),
        }
    }
}

pub(super) fn finding(table: &str, id: impl ToString, problem: &str) -> Finding {
    Finding { table: table.to_owned(), id: id.to_string(), problem: problem.to_owned() }
}

/// Every event that waits can be read: another would never be consumed.
pub(super) fn events(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let page = |after| {
        outbox::table
            .filter(outbox::id.gt(after))
            .order(outbox::id)
            .limit(PAGE)
            .select((outbox::id, outbox::event))
            .load::<(i64, String)>(conn)
    };
    let look = |(id, event): &(i64, String)| match decode_event(event) {
        Some(_) => vec![],
        None => vec![finding("outbox", id, &format!("event is {event}, which is none"))],
    };
    walk(page, |(id, _)| *id, look)
}

/// A part of a name, and the name's key.
type Part = (String, String);

struct User {
    row: UserRow,
    parts: BTreeSet<Part>,
}

#[derive(Queryable)]
struct UserRow {
    id: i64,
    name: String,
    key: String,
    password_hash: String,
    image: String,
}

pub(super) fn users(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    walk(|after| users_behind(conn, after), |user| user.row.id, wrong_of_user)
}

fn users_behind(conn: &mut DbConnection, after: i64) -> QueryResult<Vec<User>> {
    let rows: Vec<UserRow> = users::table
        .filter(users::id.gt(after).and(users::id.ne(DELETED_USER_ID)))
        .order(users::id)
        .limit(PAGE)
        .select((
            users::id,
            users::username,
            users::username_key,
            users::password_hash,
            users::image,
        ))
        .load(conn)?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let parts: Vec<(i64, Part)> = username_parts::table
        .filter(username_parts::user_id.eq_any(ids))
        .select((username_parts::user_id, (username_parts::part, username_parts::username_key)))
        .load(conn)?;
    let mut users: Vec<User> =
        rows.into_iter().map(|row| User { row, parts: BTreeSet::new() }).collect();
    for (id, part) in parts {
        if let Ok(place) = users.binary_search_by_key(&id, |user| user.row.id) {
            users[place].parts.insert(part);
        }
    }
    Ok(users)
}

fn wrong_of_user(user: &User) -> Vec<Finding> {
    let row = &user.row;
    let mut findings = vec![];
    let key = Username::key_of(&row.name);
    if row.key != key {
        findings.push(finding("users", row.id, "username_key is not that of the username"));
    }
    if row.password_hash != NO_PASSWORD && !is_usable_hash(&row.password_hash) {
        let problem = format!(
            "password_hash is no bcrypt hash of a cost up to {}, nor a bounded one of another system",
            Bcrypt::MAX_COST
        );
        findings.push(finding("users", row.id, &problem));
    }
    if !row.image.is_empty() && !is_valid_image(&row.image) {
        findings.push(finding("users", row.id, "image is no address that may be shown"));
    }
    let parts: BTreeSet<Part> =
        parts(&key).into_iter().map(|part| (part.to_owned(), key.clone())).collect();
    let missing = parts.difference(&user.parts).map(|part| (part, "is missing"));
    let extra = user.parts.difference(&parts).map(|part| (part, "is no part of its user's name"));
    findings.extend(
        missing.chain(extra).map(|((part, key), problem)| {
            finding("username_parts", format!("{part}/{key}"), problem)
        }),
    );
    findings
}

fn is_valid_image(url: &str) -> bool {
    ImageUrl::parse(url).is_ok_and(|parsed| parsed.is_some_and(|parsed| parsed.as_str() == url))
}

#[derive(Queryable)]
struct Forum {
    id: i64,
    topic: String,
    key: String,
    description: String,
    search_topic: String,
    search_text: String,
    skeleton: Option<String>,
    visibility: i16,
    renderer: i32,
    html: String,
}

pub(super) fn forums(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let page = |after| {
        forums::table
            .filter(forums::id.gt(after))
            .order(forums::id)
            .limit(PAGE)
            .select((
                forums::id,
                forums::topic,
                forums::topic_key,
                forums::description,
                forums::search_topic,
                forums::search_text,
                forums::topic_skeleton,
                forums::visibility,
                forums::renderer,
                forums::html,
            ))
            .load(conn)
    };
    walk(page, |forum: &Forum| forum.id, wrong_of_forum)
}

fn wrong_of_forum(forum: &Forum) -> Vec<Finding> {
    let text = RenderedColumns { renderer: forum.renderer, html: &forum.html, excerpt: None };
    let problems = text.problems(&forum.description);
    let indexed = text.indexed(&forum.description);
    let (search_topic, search_text) = search_texts(&forum.topic, indexed.as_deref().unwrap_or(""));
    let visibility = readers::from_stored(forum.visibility);
    let wrong = [
        (
            forum.key != topic_key(&forum.topic, visibility, forum.id),
            "topic_key is not that of the topic",
        ),
        // None if an older forum looks the same.
        (
            forum.skeleton.as_ref().is_some_and(|own| *own != Topic::skeleton_of(&forum.topic)),
            "topic_skeleton is not that of the topic",
        ),
        (
            indexed.is_some() && forum.search_topic != search_topic,
            "search_topic has not the words of the topic",
        ),
        (
            indexed.is_some() && forum.search_text != search_text,
            "search_text has not the words of its texts",
        ),
    ];
    let wrong = wrong.into_iter().filter(|(wrong, _)| *wrong).map(|(_, problem)| problem);
    wrong.chain(problems).map(|problem| finding("forums", forum.id, problem)).collect()
}

#[derive(Queryable)]
struct Post {
    id: i64,
    forum_id: i64,
    title: String,
    description: String,
    image: Option<String>,
    renderer: i32,
    html: String,
    excerpt: String,
    hidden_at: Option<i64>,
    indexed: Option<(i64, String)>,
}

pub(super) fn posts(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let page = |after| {
        stored_posts::table
            .left_join(post_words::table.on(post_words::post_id.eq(stored_posts::id)))
            .filter(stored_posts::id.gt(after))
            .order(stored_posts::id)
            .limit(PAGE)
            .select((
                stored_posts::id,
                stored_posts::forum_id,
                stored_posts::title,
                stored_posts::description,
                stored_posts::image,
                stored_posts::renderer,
                stored_posts::html,
                stored_posts::excerpt,
                stored_posts::hidden_at,
                (post_words::forum_id, post_words::search_text).nullable(),
            ))
            .load(conn)
    };
    walk(page, |post: &Post| post.id, wrong_of_post)
}

fn wrong_of_post(post: &Post) -> Vec<Finding> {
    let (renderer, html) = (post.renderer, post.html.as_str());
    let text = RenderedColumns { renderer, html, excerpt: Some(&post.excerpt) };
    let mut findings = wrong_words(post, text.indexed(&post.description));
    findings
        .extend(text.problems(&post.description).map(|problem| finding("posts", post.id, problem)));
    if post.image.as_deref().is_some_and(|image| !is_valid_image(image)) {
        findings.push(finding("posts", post.id, "image is no address that may be shown"));
    }
    findings
}

/// `description` is what is indexed of it; none if an older renderer decided that.
fn wrong_words(post: &Post, description: Option<String>) -> Vec<Finding> {
    let Some((forum_id, search_text)) = &post.indexed else {
        let is_missing = post.hidden_at.is_none();
        return is_missing
            .then(|| finding("post_words", post.id, "is missing"))
            .into_iter()
            .collect();
    };
    if post.hidden_at.is_some() {
        return vec![finding("post_words", post.id, "is there, but the post is hidden")];
    }
    let wrong = [
        (*forum_id != post.forum_id, "forum_id is not that of the post"),
        (
            description.is_some_and(|text| *search_text != words(&post.title, &text)),
            "has not the words of the post",
        ),
    ];
    let wrong = wrong.into_iter().filter(|(wrong, _)| *wrong);
    wrong.map(|(_, problem)| finding("post_words", post.id, problem)).collect()
}
