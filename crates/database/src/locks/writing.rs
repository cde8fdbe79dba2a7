//! Orders the writes of members in a forum, the bans from it and its deletion: a ban waits for the writes that began
//! before, and later ones wait for it and see it.
//!
//! Each write takes the lock of its forum shared, a ban and the deletion take it alone. It is an advisory lock of
//! PostgreSQL, because those wait in a queue: with shared locks of the forum's row a ban would never get its turn while
//! the writes of others overlap. SQLite has a single writer and needs none. Take it before all locks of rows.

use diesel::{prelude::*, sql_types::BigInt};
use kernel::{ForumId, PostId, ReplyId};

use super::rows;
use crate::{
    connection::DbConnection,
    sql::prepared::{Prepared, prepared},
};

/// The first number is the kind of lock, as those of failed logins have others; the second one is the forum. Two
/// forums that share it only wait for each other.
const OF_FORUM: &str = "
    WITH held AS MATERIALIZED (
        SELECT pg_advisory_xact_lock_shared(706788003, CAST(? % 2147483647 AS INTEGER)))
    SELECT f.id FROM forums f, held WHERE f.id = ?";
const OF_POST: &str = "
    SELECT pg_advisory_xact_lock_shared(706788003, CAST(forum_id % 2147483647 AS INTEGER))
    FROM posts WHERE id = ?";
const OF_REPLY: &str = "
    SELECT pg_advisory_xact_lock_shared(706788003, CAST(p.forum_id % 2147483647 AS INTEGER))
    FROM replies r JOIN posts p ON p.id = r.post_id WHERE r.id = ?";
const ALONE: &str = "SELECT pg_advisory_xact_lock(706788003, CAST(? % 2147483647 AS INTEGER))";

/// The post or reply that a member answers, edits, votes on or removes.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    Post(PostId),
    Reply(ReplyId),
}

impl Target {
    pub fn id(self) -> i64 {
        match self {
            Self::Post(post) => post.0,
            Self::Reply(reply) => reply.0,
        }
    }
}

/// Rows that a write begins with: reads and locks them.
#[derive(Clone, Copy, Debug)]
pub struct LockedRows {
    pub columns: &'static str,
    /// Ends with a condition on the id of the target, `?`.
    pub from: &'static str,
    /// In their order; only PostgreSQL takes them.
    pub locks: &'static str,
}

impl LockedRows {
    /// Returns the statement, which first takes the lock of the target's forum.
    ///
    /// A statement sees what was committed when it began, so this one may not see the ban that it waited for: read bans
    /// by a later one. Of the rows that it locks it returns the latest state.
    pub fn in_forum_of<ST>(&self, conn: &DbConnection, target: Target) -> Prepared<ST> {
        let Self { columns, from, locks } = self;
        if let DbConnection::Sqlite(_) = conn {
            return prepared(format!("SELECT {columns} FROM {from}")).bind(target.id());
        }
        let lock = match target {
            Target::Post(_) => OF_POST,
            Target::Reply(_) => OF_REPLY,
        };
        let sql = format!(
            "WITH held AS MATERIALIZED ({lock}) SELECT {columns} FROM held CROSS JOIN {from}"
        );
        prepared(sql).bind(target.id()).bind(target.id()).locking(locks)
    }
}

/// Takes the lock for a write in a forum; also locks the forum against deletion. Returns false if there is no such forum.
pub fn lock_for_write(conn: &mut DbConnection, forum: ForumId) -> QueryResult<bool> {
    let DbConnection::Postgres(conn) = conn else { return rows::lock_forum_shared(conn, forum) };
    let query = prepared::<(BigInt,)>(OF_FORUM).bind(forum.0).bind(forum.0);
    let found: Vec<(i64,)> = query.locking("FOR KEY SHARE OF f").load(conn)?;
    Ok(!found.is_empty())
}

/// Takes the lock for a ban from the forum; also locks the forum against deletion. Returns false if there is no such forum.
pub fn lock_for_ban(conn: &mut DbConnection, forum: ForumId) -> QueryResult<bool> {
    lock_exclusively(conn, forum)?;
    rows::lock_forum_shared(conn, forum)
}

/// Takes the lock for the deletion of the forum: nobody can add content to it.
pub fn lock_for_deletion(conn: &mut DbConnection, forum: ForumId) -> QueryResult<()> {
    lock_exclusively(conn, forum)?;
    rows::lock_forum_for_delete(conn, forum)
}

fn lock_exclusively(conn: &mut DbConnection, forum: ForumId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        prepared::<()>(ALONE).bind(forum.0).execute(conn)?;
    }
    Ok(())
}
