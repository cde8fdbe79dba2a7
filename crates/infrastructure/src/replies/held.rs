//! Held replies, which wait for approval: hidden rows that no counter includes, until they are approved or rejected.

use ::moderation::reports::{Approval, ReportTarget, TargetKind};
use ::replies::{HeldReply, InsertOutcome, NewReply, Reply, ReplyContent};
use database::{
    DbConnection, Events,
    locks::{LockedRows, Target},
    on_backend,
    schema::{stored_posts, stored_replies, users},
};
use diesel::{
    dsl::exists,
    prelude::*,
    sql_types::{BigInt, Bool},
};
use kernel::{
    Act, ById, Event, ForumId, Page, PageRequest, PostId, ReplyId, Timestamp, UserId, Votes,
};
use markup::Rendered;

use super::{
    removal::{count_removed, keep_removed_text, take_back_removed_text},
    writes::{Admitted, admit, count_child, count_one, store},
};
use crate::{
    author_counts::{self, Change},
    author_role::RoleOfHeldAuthor,
    forum_activity,
    images::references::{self, Referrer},
    moderation_log,
    notifications::auto_watch,
    roles,
    search::{forget_reply, index_reply_later},
    texts::{self, set_reply_mentions},
    undecided_reports::{HoldOutcome, close_held, has_undecided, open_held},
};

pub(super) fn hold(
    conn: &mut DbConnection,
    events: &mut Events,
    reply: &NewReply,
    text: &Rendered,
) -> QueryResult<InsertOutcome> {
    let Admitted { forum, depth } = match admit(conn, reply)? {
        Ok(admitted) => admitted,
        Err(refused) => return Ok(refused),
    };
    let id = store(conn, reply, text, depth, true)?;
    auto_watch(conn, events, reply.author, reply.post)?;
    open_held(conn, events, target(id), forum, reply.created_at)?;
    references::insert(conn, Referrer::Reply(id.0), &[reply.description.as_str()])?;
    let stored = find(conn, id)?;
    Ok(stored.map_or(InsertOutcome::NoSuchPost, |held| InsertOutcome::Inserted(held.reply)))
}

fn target(reply: ReplyId) -> ReportTarget {
    ReportTarget { kind: TargetKind::Reply, id: reply.0 }
}

#[derive(Queryable)]
struct Row {
    id: i64,
    post_id: i64,
    forum_id: i64,
    parent_id: i64,
    depth: i16,
    author_id: i64,
    username: String,
    user_image: String,
    user_role: i16,
    description: String,
    created_at: i64,
    renderer: i32,
    html: String,
}

#[diesel::dsl::auto_type]
fn held_replies() -> _ {
    stored_replies::table
        .inner_join(users::table)
        .inner_join(stored_posts::table)
        .filter(stored_replies::held)
        .select((
            stored_replies::id,
            stored_replies::post_id,
            stored_posts::forum_id,
            stored_replies::parent_id,
            stored_replies::depth,
            stored_replies::author_id,
            users::username,
            users::image,
            RoleOfHeldAuthor,
            stored_replies::description,
            stored_replies::created_at,
            stored_replies::renderer,
            stored_replies::html,
        ))
}

impl From<Row> for HeldReply {
    /// A held reply has no votes, answers or edits.
    fn from(row: Row) -> Self {
        let content = ReplyContent {
            html: texts::html(row.renderer, row.html, &row.description),
            description: row.description,
            username: row.username,
            user_image: row.user_image,
            user_role: roles::from_stored(row.user_role),
        };
        let reply = Reply {
            id: ReplyId(row.id),
            post: PostId(row.post_id),
            responds_to: (row.parent_id != 0).then_some(ReplyId(row.parent_id)),
            depth: row.depth,
            content: Some(content),
            created_at: Timestamp::from_unix_millis(row.created_at),
            edited_at: None,
            votes: Votes::default(),
            child_count: 0,
            held: true,
        };
        Self { reply, author: UserId(row.author_id), forum: ForumId(row.forum_id) }
    }
}

pub(super) fn find(conn: &mut DbConnection, id: ReplyId) -> QueryResult<Option<HeldReply>> {
    let row: Option<Row> =
        held_replies().filter(stored_replies::id.eq(id.0)).first(conn).optional()?;
    Ok(row.map(HeldReply::from))
}

/// Returns the author's held replies to a post.
pub(super) fn of_author(
    conn: &mut DbConnection,
    post: PostId,
    author: UserId,
    page: &PageRequest<ById>,
) -> QueryResult<Page<Reply, ById>> {
    let ById(after) = page.after.unwrap_or(ById(0));
    let rows: Vec<Row> = held_replies()
        .filter(stored_replies::post_id.eq(post.0))
        .filter(stored_replies::author_id.eq(author.0))
        .filter(stored_replies::id.gt(after))
        .order(stored_replies::id)
        .limit(page.limit.fetch_size())
        .load(conn)?;
    let size = |row: &Row| row.description.len() + row.html.len();
    let page = Page::cut_by_size(rows, page.limit, size, |row| ById(row.id));
    Ok(page.map(|row| HeldReply::from(row).reply))
}

struct LockedReply {
    post: PostId,
    forum: ForumId,
    author: UserId,
    /// 0 for a reply to the post.
    parent: i64,
    created_at: Timestamp,
    score: i64,
    is_removed: bool,
    /// Whether a moderator removed its post.
    is_under_hidden: bool,
}

/// The post of a reply: its forum, and whether a moderator removed it.
const POST: LockedRows = LockedRows {
    columns: "p.forum_id, p.hidden_at IS NOT NULL",
    from: "posts p WHERE p.id = ?",
    locks: "FOR NO KEY UPDATE OF p",
};

/// Locks a reply that is held, or one that is not, its parent and its post, and takes the lock of writes in its forum,
/// until the transaction ends.
fn lock(conn: &mut DbConnection, id: ReplyId, is_held: bool) -> QueryResult<Option<LockedReply>> {
    // Whether it is held is known once its post is locked.
    let place: Option<(i64, i64)> = stored_replies::table
        .find(id.0)
        .select((stored_replies::post_id, stored_replies::parent_id))
        .first(conn)
        .optional()?;
    let Some((post, parent)) = place else { return Ok(None) };
    let of_post = POST.in_forum_of::<(BigInt, Bool)>(conn, Target::Post(PostId(post)));
    let place: Option<(i64, bool)> =
        on_backend!(conn, conn => of_post.get_result(conn)).optional()?;
    let of_reply = stored_replies::table.find(id.0).filter(stored_replies::held.eq(is_held));
    let of_reply = of_reply.select((
        stored_replies::author_id,
        stored_replies::created_at,
        stored_replies::score,
        stored_replies::removed,
    ));
    if let DbConnection::Postgres(conn) = conn {
        // Replies by id: the parent has a lower one, and counts its answers.
        let parent = stored_replies::table.find(parent).select(stored_replies::id);
        parent.for_no_key_update().execute(conn)?;
    }
    let reply: Option<(i64, i64, i64, bool)> = match conn {
        DbConnection::Postgres(conn) => of_reply.for_update().first(conn).optional()?,
        DbConnection::Sqlite(conn) => of_reply.first(conn).optional()?,
    };
    let locked = |((forum, is_under_hidden), (author, at, score, is_removed))| LockedReply {
        post: PostId(post),
        forum: ForumId(forum),
        author: UserId(author),
        parent,
        created_at: Timestamp::from_unix_millis(at),
        score,
        is_removed,
        is_under_hidden,
    };
    Ok(place.zip(reply).map(locked))
}

/// Shows a held reply, with the time at which it was written. Under a removed post it is shown when the post is restored.
/// No effect if it is not held.
pub(crate) fn approve(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
) -> QueryResult<()> {
    let Some(held) = lock(conn, id, true)? else { return Ok(()) };
    let LockedReply { post, forum, author, parent, created_at, score, is_under_hidden, .. } = held;
    diesel::update(stored_replies::table.find(id.0))
        .set((stored_replies::held.eq(false), stored_replies::hidden.eq(is_under_hidden)))
        .execute(conn)?;
    count_child(conn, parent, 1)?;
    count_one(conn, post, created_at)?;
    // What a restored post counts elsewhere is counted then.
    if is_under_hidden {
        return Ok(());
    }
    events.record(Event::ReplyCreated { reply: id, post, forum });
    index_reply_later(conn, id.0)?;
    forum_activity::add_back(conn, forum.0, &[(created_at.day(), 1)].into())?;
    // It may have votes, where it was approved before.
    author_counts::add(conn, author.0, forum, Change { replies: 1, score, ..Change::default() })
}

/// Marks a held reply as removed, in its place; no effect if it is not held.
pub(crate) fn reject(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
    act: &Act,
) -> QueryResult<()> {
    let Some(held) = lock(conn, id, true)? else { return Ok(()) };
    let LockedReply { post, forum, author, parent, is_under_hidden, .. } = held;
    let event = Event::ReplyRejected { reply: id, post, forum, author, by: act.by };
    moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    keep_removed_text(conn, id, act.at)?;
    diesel::update(stored_replies::table.find(id.0))
        .set((
            stored_replies::held.eq(false),
            stored_replies::hidden.eq(is_under_hidden),
            stored_replies::removed.eq(true),
            stored_replies::description.eq(""),
            stored_replies::excerpt.eq(""),
            stored_replies::html.eq(""),
        ))
        .execute(conn)?;
    set_reply_mentions(conn, id, &[])?;
    count_child(conn, parent, 1)
}

/// Holds a reply again, as if nobody had decided about it.
pub(crate) fn hold_again(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
    (approval, decided_at): (Approval, Option<i64>),
) -> QueryResult<HoldOutcome> {
    let Some(reply) = lock(conn, id, false)? else { return Ok(HoldOutcome::Changed) };
    let was_shown = approval == Approval::Approved;
    if reply.is_under_hidden || reply.is_removed == was_shown {
        return Ok(HoldOutcome::Changed);
    }
    let answers = stored_replies::table
        .filter(stored_replies::post_id.eq(reply.post.0))
        .filter(stored_replies::parent_id.eq(id.0));
    if diesel::select(exists(answers)).get_result(conn)? {
        return Ok(HoldOutcome::Answered);
    }
    if has_undecided(conn, target(id))? {
        return Ok(HoldOutcome::Reported);
    }
    let LockedReply { post, forum, author, parent, created_at, score, .. } = reply;
    let hold = diesel::update(stored_replies::table.find(id.0))
        .set((stored_replies::held.eq(true), stored_replies::hidden.eq(true)));
    if !was_shown && !take_back_removed_text(conn, id, decided_at)? {
        return Ok(HoldOutcome::Changed);
    }
    hold.execute(conn)?;
    count_child(conn, parent, -1)?;
    events.record(Event::ReplyHeld { reply: id, post, forum, was_shown });
    if was_shown {
        forget_reply(conn, id)?;
        count_removed(conn, post)?;
        forum_activity::subtract(conn, forum.0, &[(created_at.day(), 1)].into())?;
        let change = Change { replies: -1, score: -score, ..Change::default() };
        author_counts::add(conn, author.0, forum, change)?;
    }
    Ok(HoldOutcome::Held(author))
}

/// Wipes a held reply and its report.
pub(super) fn withdraw(
    conn: &mut DbConnection,
    events: &mut Events,
    id: ReplyId,
) -> QueryResult<bool> {
    if lock(conn, id, true)?.is_none() {
        return Ok(false);
    }
    diesel::delete(stored_replies::table.find(id.0)).execute(conn)?;
    close_held(conn, events, target(id))?;
    Ok(true)
}
