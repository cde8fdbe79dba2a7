use ::replies::{InsertOutcome, NewReply, Parent, Refusal, Reply};
use diesel::prelude::*;
use kernel::{ForumId, PostId, ReplyId, Subject, Timestamp};

use crate::{
    activity,
    connection::{DbConnection, on_backend},
    database::Touched,
    locks,
    posts::{counts, subjects},
    replies::row::{Row, seen_by},
    schema::{posts, replies},
};

pub(super) fn insert(
    conn: &mut DbConnection,
    touched: &mut Touched,
    reply: &NewReply,
) -> QueryResult<InsertOutcome> {
    let Some(forum) = hold(conn, reply.post)? else { return Ok(InsertOutcome::NoSuchPost) };
    let depth = match depth(conn, reply)? {
        Ok(depth) => depth,
        Err(refusal) => return Ok(InsertOutcome::Refused(refusal)),
    };
    touch(touched, reply.post, forum);
    let written = diesel::insert_into(replies::table).values((
        replies::post_id.eq(reply.post.0),
        replies::parent_id.eq(reply.responds_to.map_or(0, |parent| parent.0)),
        replies::author_id.eq(reply.author.0),
        replies::depth.eq(depth),
        replies::description.eq(reply.description.as_str()),
        replies::created_at.eq(reply.created_at.unix_millis()),
    ));
    let id: i64 = on_backend!(conn, conn => written.returning(replies::id).get_result(conn))?;
    if let Some(parent) = reply.responds_to {
        let parent = diesel::update(replies::table.find(parent.0));
        let one_more = replies::child_count.eq(replies::child_count + 1);
        on_backend!(conn, conn => parent.set(one_more).execute(conn))?;
    }
    count(conn, reply.post, 1)?;
    let stored = seen_by(Some(reply.author)).filter(replies::id.eq(id));
    let row: Row = on_backend!(conn, conn => stored.first(conn))?;
    activity::add(conn, forum, reply.created_at.day())?;
    Ok(InsertOutcome::Inserted(Reply::from(row)))
}

pub(super) fn remove(
    conn: &mut DbConnection,
    touched: &mut Touched,
    id: ReplyId,
) -> QueryResult<bool> {
    let reply: Option<(i64, i64)> = replies::table
        .find(id.0)
        .select((replies::post_id, replies::created_at))
        .first(conn)
        .optional()?;
    let Some((post, created_at)) = reply else { return Ok(false) };
    let Some(forum) = hold(conn, PostId(post))? else { return Ok(false) };
    // Whoever comes second finds nothing to remove, and counts nothing.
    let removed = diesel::update(replies::table.find(id.0))
        .filter(replies::removed.eq(false))
        .set((replies::removed.eq(true), replies::description.eq("")))
        .execute(conn)?;
    if removed == 1 {
        touch(touched, PostId(post), forum);
        count(conn, PostId(post), -1)?;
        let day = Timestamp::from_unix_millis(created_at).day();
        activity::subtract(conn, forum, &[(day, 1)].into())?;
    }
    Ok(true)
}

/// The forum of a post, once both are held until the transaction ends: the forum against being
/// deleted, the post against other changes to its thread. SQLite has a single writer anyway.
fn hold(conn: &mut DbConnection, post: PostId) -> QueryResult<Option<i64>> {
    locks::hold_forum_of(conn, post)?;
    let forum = posts::table.find(post.0).select(posts::forum_id);
    match conn {
        DbConnection::Postgres(conn) => forum.for_no_key_update().first(conn).optional(),
        DbConnection::Sqlite(conn) => forum.first(conn).optional(),
    }
}

/// The depth that a reply will have, or why it can have none.
fn depth(conn: &mut DbConnection, reply: &NewReply) -> QueryResult<Result<i16, Refusal>> {
    let Some(parent) = reply.responds_to else { return Ok(Ok(0)) };
    let query =
        replies::table.find(parent.0).select((replies::post_id, replies::depth, replies::removed));
    let parent: Option<(i64, i16, bool)> =
        on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(parent.ok_or(Refusal::NotOfThisPost).and_then(|(post, depth, removed)| {
        Parent { post: PostId(post), depth, removed }.child_depth(reply.post)
    }))
}

fn touch(touched: &mut Touched, post: PostId, forum: i64) {
    touched.add(subjects(post, ForumId(forum)));
    touched.add(counts(ForumId(forum)));
    touched.add([Subject::Thread(post)]);
}

/// Counts a reply in its post.
fn count(conn: &mut DbConnection, post: PostId, by: i64) -> QueryResult<usize> {
    let post = diesel::update(posts::table.find(post.0));
    let counted = posts::reply_count.eq(posts::reply_count + by);
    on_backend!(conn, conn => post.set(counted).execute(conn))
}
