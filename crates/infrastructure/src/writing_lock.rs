//! Orders the writes of members in a forum and the bans from it: a ban waits for the writes that began before, and
//! later ones wait for it and see it.
//!
//! Each write takes the lock of its forum shared, a ban takes it alone. It is an advisory lock of PostgreSQL, because
//! those wait in a queue: with shared locks of the forum's row a ban would never get its turn while the writes of
//! others overlap. SQLite has a single writer and needs none. Take it before all locks of rows.

use diesel::{prelude::*, sql_types::BigInt};
use kernel::{ForumId, PostId, ReplyId};

use crate::{connection::DbConnection, locks, sql::prepared::prepared};

/// The first number is the kind of lock, as those of failed logins have others; the second one is the forum. Two
/// forums that share it only wait for each other.
const OF_FORUM: &str = "
    WITH held AS MATERIALIZED (
        SELECT pg_advisory_xact_lock_shared(706788003, CAST(? % 2147483647 AS INTEGER)))
    SELECT f.id FROM forums f, held WHERE f.id = ?";
const OF_FORUM_OF_POST: &str = "
    SELECT pg_advisory_xact_lock_shared(706788003, CAST(forum_id % 2147483647 AS INTEGER))
    FROM posts WHERE id = ?";
const OF_FORUM_OF_REPLY: &str = "
    SELECT pg_advisory_xact_lock_shared(706788003, CAST(p.forum_id % 2147483647 AS INTEGER))
    FROM replies r JOIN posts p ON p.id = r.post_id WHERE r.id = ?";
const ALONE: &str = "SELECT pg_advisory_xact_lock(706788003, CAST(? % 2147483647 AS INTEGER))";

/// For a write in a forum; also locks the forum against deletion. Returns false if there is no such forum.
pub(crate) fn share(conn: &mut DbConnection, forum: ForumId) -> QueryResult<bool> {
    let DbConnection::Postgres(conn) = conn else { return locks::lock_forum_shared(conn, forum) };
    let query = prepared::<(BigInt,)>(OF_FORUM).bind(forum.0).bind(forum.0).for_key_share_of("f");
    let found: Vec<(i64,)> = query.load(conn)?;
    Ok(!found.is_empty())
}

/// For a write in the forum of a post.
pub(crate) fn share_of_post(conn: &mut DbConnection, post: PostId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        prepared::<()>(OF_FORUM_OF_POST).bind(post.0).execute(conn)?;
    }
    Ok(())
}

/// For a write in the forum of a reply.
pub(crate) fn share_of_reply(conn: &mut DbConnection, reply: ReplyId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        prepared::<()>(OF_FORUM_OF_REPLY).bind(reply.0).execute(conn)?;
    }
    Ok(())
}

/// For a ban from the forum; also locks the forum against deletion. Returns false if there is no such forum.
pub(crate) fn take(conn: &mut DbConnection, forum: ForumId) -> QueryResult<bool> {
    if let DbConnection::Postgres(conn) = conn {
        prepared::<()>(ALONE).bind(forum.0).execute(conn)?;
    }
    locks::lock_forum_shared(conn, forum)
}
