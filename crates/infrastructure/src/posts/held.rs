//! Held posts, which wait for approval: hidden rows that no counter includes, until they are approved or rejected.

use ::moderation::reports::{Approval, ReportTarget, TargetKind};
use ::posts::{InsertOutcome, NewPost, Post};
use database::{
    DbConnection, Events, locks,
    schema::{forums, post_words, stored_posts, stored_replies, users},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{
    Act, ById, Event, ForumId, Page, PageRequest, PostId, Reader, Timestamp, UserId, Votes,
};
use markup::Rendered;

use super::writes::{RenderedContent, image_texts, refusal, store, words};
use crate::{
    author_counts::{self, Change},
    author_role::RoleOfHeldAuthor,
    forum_activity,
    forums::{add_post, remove_post},
    images::references::{self, Referrer},
    moderation_log,
    notifications::{auto_watch, forget_post},
    readers::{self, ReadableBy},
    roles, texts,
    undecided_reports::{HoldOutcome, close_held, has_undecided, open_held},
};

pub(super) fn hold(
    conn: &mut DbConnection,
    events: &mut Events,
    post: &NewPost,
    text: &Rendered,
) -> QueryResult<InsertOutcome> {
    if let Some(refused) = refusal(conn, post)? {
        return Ok(refused);
    }
    let hidden_at = Some(post.created_at.unix_millis());
    let id = store(conn, post, RenderedContent { content: &post.content, text }, hidden_at)?;
    auto_watch(conn, events, post.author, id)?;
    open_held(conn, events, target(id), post.forum, post.created_at)?;
    references::insert(conn, Referrer::Post(id.0), &image_texts(&post.content))?;
    let stored = find(conn, id)?;
    Ok(stored.map_or(InsertOutcome::NoSuchForum, |post| InsertOutcome::Inserted(Box::new(post))))
}

fn target(post: PostId) -> ReportTarget {
    ReportTarget { kind: TargetKind::Post, id: post.0 }
}

#[derive(Queryable)]
struct Row {
    id: i64,
    forum_id: i64,
    forum_topic: String,
    forum_visibility: i16,
    author_id: i64,
    author_name: String,
    author_image: String,
    author_role: i16,
    title: String,
    description: String,
    image: Option<String>,
    image_description: Option<String>,
    created_at: i64,
    renderer: i32,
    excerpt: String,
    html: String,
}

#[diesel::dsl::auto_type]
fn held_posts() -> _ {
    stored_posts::table
        .inner_join(users::table)
        .inner_join(forums::table.on(forums::id.eq(stored_posts::forum_id)))
        .filter(stored_posts::held)
        .select((
            stored_posts::id,
            stored_posts::forum_id,
            forums::topic,
            forums::visibility,
            stored_posts::author_id,
            users::username,
            users::image,
            RoleOfHeldAuthor,
            stored_posts::title,
            stored_posts::description,
            stored_posts::image,
            stored_posts::image_description,
            stored_posts::created_at,
            stored_posts::renderer,
            stored_posts::excerpt,
            stored_posts::html,
        ))
}

impl From<Row> for Post {
    /// A held post has no votes, replies, edits, lock or pin.
    fn from(row: Row) -> Self {
        Self {
            id: PostId(row.id),
            forum: ForumId(row.forum_id),
            forum_topic: row.forum_topic,
            forum_visibility: readers::from_stored(row.forum_visibility),
            author: UserId(row.author_id),
            author_name: row.author_name,
            author_image: row.author_image,
            author_role: roles::from_stored(row.author_role),
            title: row.title,
            excerpt: texts::excerpt(row.renderer, row.excerpt, &row.description),
            html: Some(texts::html(row.renderer, row.html, &row.description)),
            description: row.description,
            image: row.image,
            image_description: row.image_description,
            created_at: Timestamp::from_unix_millis(row.created_at),
            edited: false,
            edited_at: None,
            votes: Votes::default(),
            reply_count: 0,
            locked: false,
            lock_reason: None,
            pin: None,
            held: true,
        }
    }
}

pub(super) fn find(conn: &mut DbConnection, id: PostId) -> QueryResult<Option<Post>> {
    let row: Option<Row> = held_posts().filter(stored_posts::id.eq(id.0)).first(conn).optional()?;
    Ok(row.map(Post::from))
}

/// Returns the author's held posts, newest first and without HTML, as lists have them.
pub(super) fn of_author(
    conn: &mut DbConnection,
    author: UserId,
    reader: Reader,
    page: &PageRequest<ById>,
) -> QueryResult<Page<Post, ById>> {
    let ById(before) = page.after.unwrap_or(ById(i64::MAX));
    let rows: Vec<Row> = held_posts()
        .filter(stored_posts::author_id.eq(author.0))
        .filter(ReadableBy::new("posts.forum_id", reader))
        .filter(stored_posts::id.lt(before))
        .order(stored_posts::id.desc())
        .limit(page.limit.fetch_size())
        .load(conn)?;
    let size = |row: &Row| row.description.len();
    let page = Page::cut_by_size(rows, page.limit, size, |row| ById(row.id));
    Ok(page.map(|row| Post { html: None, ..row.into() }))
}

#[derive(Queryable)]
struct LockedPost {
    forum_id: i64,
    author_id: i64,
    created_at: i64,
    day: i32,
    title: String,
    description: String,
    score: i64,
    /// When a moderator removed it, or since when it is held.
    hidden_at: Option<i64>,
}

/// Locks a post that is held, or one that is not, and its forum until the transaction ends.
fn lock(conn: &mut DbConnection, id: PostId, is_held: bool) -> QueryResult<Option<LockedPost>> {
    locks::lock_forum_for_post_change(conn, id)?;
    let post = stored_posts::table.find(id.0).filter(stored_posts::held.eq(is_held)).select((
        stored_posts::forum_id,
        stored_posts::author_id,
        stored_posts::created_at,
        stored_posts::day,
        stored_posts::title,
        stored_posts::description,
        stored_posts::score,
        stored_posts::hidden_at,
    ));
    match conn {
        DbConnection::Postgres(conn) => post.for_update().first(conn).optional(),
        DbConnection::Sqlite(conn) => post.first(conn).optional(),
    }
}

/// Shows a held post, with the time at which it was written: ids rise with time. No effect if it is not held.
pub(crate) fn approve(conn: &mut DbConnection, events: &mut Events, id: PostId) -> QueryResult<()> {
    let Some(post) = lock(conn, id, true)? else { return Ok(()) };
    events.record(Event::PostCreated { post: id, forum: ForumId(post.forum_id) });
    diesel::update(stored_posts::table.find(id.0))
        .set((stored_posts::held.eq(false), stored_posts::hidden_at.eq(None::<i64>)))
        .execute(conn)?;
    let search_text = words(&post.title, &markup::plain_text(&post.description));
    diesel::insert_into(post_words::table)
        .values((
            post_words::post_id.eq(id.0),
            post_words::forum_id.eq(post.forum_id),
            post_words::search_text.eq(search_text),
        ))
        .execute(conn)?;
    add_post(conn, post.forum_id, (post.created_at, id.0), &post.title)?;
    forum_activity::add_back(conn, post.forum_id, &[(post.day, 1)].into())?;
    // It may have votes, where it was approved before.
    let change = Change { posts: 1, score: post.score, ..Change::default() };
    author_counts::add(conn, post.author_id, ForumId(post.forum_id), change)
}

/// Holds a post again, as if nobody had decided about it. It loses a pin.
pub(crate) fn hold_again(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
    (approval, decided_at): (Approval, Option<i64>),
) -> QueryResult<HoldOutcome> {
    let Some(post) = lock(conn, id, false)? else { return Ok(HoldOutcome::Changed) };
    let removed_at = match approval {
        Approval::Approved => None,
        Approval::Rejected => decided_at,
    };
    if post.hidden_at != removed_at {
        return Ok(HoldOutcome::Changed);
    }
    let answers = stored_replies::table.filter(stored_replies::post_id.eq(id.0));
    if diesel::select(exists(answers)).get_result(conn)? {
        return Ok(HoldOutcome::Answered);
    }
    if has_undecided(conn, target(id))? {
        return Ok(HoldOutcome::Reported);
    }
    diesel::update(stored_posts::table.find(id.0))
        .set((
            stored_posts::held.eq(true),
            stored_posts::hidden_at.eq(post.created_at),
            stored_posts::pinned_at.eq(None::<i64>),
            stored_posts::pinned_until.eq(None::<i64>),
        ))
        .execute(conn)?;
    forget_post(conn, events, id)?;
    if approval == Approval::Approved {
        hide(conn, events, id, &post)?;
    }
    Ok(HoldOutcome::Held(UserId(post.author_id)))
}

/// Takes a shown post out of what counts it.
fn hide(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
    post: &LockedPost,
) -> QueryResult<()> {
    let forum = ForumId(post.forum_id);
    events.record(Event::PostHeld { post: id, forum });
    diesel::delete(post_words::table.find(id.0)).execute(conn)?;
    remove_post(conn, post.forum_id, id.0)?;
    forum_activity::subtract(conn, post.forum_id, &[(post.day, 1)].into())?;
    let change = Change { posts: -1, score: -post.score, ..Change::default() };
    author_counts::add(conn, post.author_id, forum, change)
}

/// Marks a held post as removed; no effect if it is not held.
pub(crate) fn reject(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
    act: &Act,
) -> QueryResult<()> {
    let Some(post) = lock(conn, id, true)? else { return Ok(()) };
    let (forum, author) = (ForumId(post.forum_id), UserId(post.author_id));
    let event = Event::PostRejected { post: id, forum, author, by: act.by };
    moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    diesel::update(stored_posts::table.find(id.0))
        .set((stored_posts::held.eq(false), stored_posts::hidden_at.eq(Some(act.at.unix_millis()))))
        .execute(conn)?;
    Ok(())
}

/// Wipes a held post and its report.
pub(super) fn withdraw(
    conn: &mut DbConnection,
    events: &mut Events,
    id: PostId,
) -> QueryResult<bool> {
    if lock(conn, id, true)?.is_none() {
        return Ok(false);
    }
    diesel::delete(stored_posts::table.find(id.0)).execute(conn)?;
    close_held(conn, events, target(id))?;
    Ok(true)
}
