use std::collections::HashMap;

use ::replies::{Reply, ReplyPage, ThreadRequest};
use database::{
    DbConnection, on_backend,
    schema::{posts, replies},
    sql::padded_in,
};
use diesel::{connection::DefaultLoadingMode, pg::PgRowByRowLoadingMode, prelude::*};
use kernel::{Page, PostId, Reader, ReplyId};

use crate::{
    author_role::RoleOfReplier,
    posts::is_readable as posts_readable,
    replies::{
        outline::{self, Room},
        row::{Row, is_readable, with_authors},
    },
};

pub(super) fn thread(
    conn: &mut DbConnection,
    (post, reader): (PostId, Reader),
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<Option<ReplyPage>> {
    let is_first = matches!(request, ThreadRequest::First(_));
    let (read, is_whole) =
        if is_first { whole(conn, (post, reader), limit)? } else { (vec![], false) };
    if is_whole {
        return Ok(Some(Page { items: read, next: None }));
    }
    let query = posts::table.find(post.0).filter(posts_readable(reader)).select(posts::id);
    let found: Option<i64> = on_backend!(conn, conn => query.first(conn)).optional()?;
    match found {
        None => Ok(None),
        Some(_) => page(conn, post, 0, request, limit, read).map(Some),
    }
}

/// Returns a reply that the reader may read, without its answers.
pub(super) fn reply(
    conn: &mut DbConnection,
    id: ReplyId,
    reader: Reader,
) -> QueryResult<Option<Reply>> {
    let row: Option<Row> = with_authors(RoleOfReplier::ToAny)
        .filter(replies::id.eq(id.0))
        .filter(is_readable(reader))
        .first(conn)
        .optional()?;
    Ok(row.map(Reply::from))
}

/// Who read a reply may read what is above it.
pub(super) fn lineage(
    conn: &mut DbConnection,
    id: ReplyId,
    limit: usize,
) -> QueryResult<Vec<Reply>> {
    let mut upwards: Vec<Reply> = vec![];
    let mut next = Some(id);
    while let Some(id) = next
        && upwards.len() < limit
        && let Some(found) = reply(conn, id, Reader::Admin)?
    {
        next = found.responds_to;
        upwards.push(found);
    }
    upwards.reverse();
    Ok(upwards)
}

pub(super) fn subtree(
    conn: &mut DbConnection,
    (id, reader): (ReplyId, Reader),
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<Option<(Reply, ReplyPage)>> {
    let Some(reply) = reply(conn, id, reader)? else { return Ok(None) };
    let below = page(conn, reply.post, id.0, request, limit, vec![])?;
    Ok(Some((reply, below)))
}

/// Reads a thread in one query, unordered. Returns what a response has room for, and whether that is all of it. Of a
/// thread that is known to exceed it, or that the reader may not read, nothing is read: removed replies, which are shown,
/// are not in the post's count.
fn whole(
    conn: &mut DbConnection,
    (post, reader): (PostId, Reader),
    limit: usize,
) -> QueryResult<(Vec<Reply>, bool)> {
    let readable = posts::table.find(post.0).filter(posts_readable(reader));
    let count = readable.select(posts::reply_count).single_value();
    let query = with_authors(RoleOfReplier::in_thread_of(post))
        .filter(replies::post_id.eq(post.0))
        .filter(count.le(limit as i64))
        .limit(limit as i64 + 1);
    let room = Room::new(limit);
    // Row by row: all of them could fill the memory.
    let (read, has_more) = match conn {
        DbConnection::Sqlite(conn) => fill(room, query.load_iter::<Row, DefaultLoadingMode>(conn)?),
        DbConnection::Postgres(conn) => {
            fill(room, query.load_iter::<Row, PgRowByRowLoadingMode>(conn)?)
        }
    }?;
    let is_whole = !has_more && !read.is_empty();
    Ok((read, is_whole))
}

/// Takes rows while there is room. Returns whether more rows follow.
fn fill(
    mut room: Room,
    rows: impl Iterator<Item = QueryResult<Row>>,
) -> QueryResult<(Vec<Reply>, bool)> {
    let mut replies = vec![];
    for row in rows {
        if room.is_empty() {
            return Ok((replies, true));
        }
        let row = row?;
        room.take(row.size());
        replies.push(row.into());
    }
    Ok((replies, false))
}

/// Returns a page of the answers to `parent` and of what is below them. Texts that were `read` are not read again.
fn page(
    conn: &mut DbConnection,
    post: PostId,
    parent: i64,
    request: ThreadRequest,
    limit: usize,
    read: Vec<Reply>,
) -> QueryResult<ReplyPage> {
    let outline = outline::breadth_first(conn, post, parent, request, limit)?;
    let mut texts: HashMap<i64, Reply> =
        read.into_iter().map(|reply| (reply.id.0, reply)).collect();
    let missing: Vec<i64> =
        outline.ids.iter().copied().filter(|id| !texts.contains_key(id)).collect();
    if !missing.is_empty() {
        let query =
            with_authors(RoleOfReplier::in_thread_of(post)).filter(padded_in(replies::id, missing));
        let rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
        texts.extend(rows.into_iter().map(|row| (row.id(), row.into())));
    }
    let next = outline.cut_after.and_then(|last| texts.get(&last));
    let next = next.map(|last| request.sort().position(last));
    let items = outline.ids.iter().filter_map(|id| texts.remove(id)).collect();
    Ok(Page { items, next })
}
