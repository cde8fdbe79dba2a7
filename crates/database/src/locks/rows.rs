//! Locks for rules that a single statement cannot enforce, held until the transaction ends.
//!
//! PostgreSQL only: SQLite has a single writer. A transaction that takes several locks takes them in one
//! order, so that there are no deadlocks: [`AdvisoryLock::Notifications`](super::AdvisoryLock), other advisory locks, forums,
//! posts, replies and users, each by id, images by name.

use diesel::{prelude::*, sql_query, sql_types::BigInt};
use kernel::{ForumId, PostId, UserId};

use crate::{
    connection::DbConnection,
    schema::{forums, stored_posts, users},
};

/// The rows that a user, `$1`, created, moderates, wrote or voted on, the posts of the replies among them, the replies to
/// hidden posts of the user, the authors of what was voted on, and the strength of each lock.
const TRACES: [(&str, &str); 6] = [
    (
        "SELECT id FROM forums WHERE id IN (
            SELECT id FROM forums WHERE author_id = $1
            UNION ALL
            SELECT forum_id FROM forum_moderators WHERE user_id = $1)
        ORDER BY id",
        "FOR NO KEY UPDATE",
    ),
    (
        "SELECT id FROM forums WHERE id IN (
            SELECT forum_id FROM posts WHERE author_id = $1
            UNION ALL
            SELECT p.forum_id FROM post_votes v JOIN posts p ON p.id = v.post_id WHERE v.user_id = $1
            UNION ALL
            SELECT p.forum_id FROM replies r JOIN posts p ON p.id = r.post_id WHERE r.author_id = $1
            UNION ALL
            SELECT p.forum_id FROM reply_votes v JOIN replies r ON r.id = v.reply_id
                JOIN posts p ON p.id = r.post_id WHERE v.user_id = $1)
        ORDER BY id",
        "FOR KEY SHARE",
    ),
    (
        "SELECT id FROM posts WHERE id IN (
            SELECT id FROM posts WHERE author_id = $1
            UNION ALL
            SELECT post_id FROM post_votes WHERE user_id = $1)
        ORDER BY id",
        "FOR NO KEY UPDATE",
    ),
    // PostgreSQL checks the references of a row again that the transaction updated before.
    (
        "SELECT id FROM posts WHERE id IN (
            SELECT post_id FROM replies WHERE author_id = $1
            UNION ALL
            SELECT r.post_id FROM reply_votes v JOIN replies r ON r.id = v.reply_id
                WHERE v.user_id = $1)
        ORDER BY id",
        "FOR KEY SHARE",
    ),
    (
        "SELECT id FROM replies WHERE id IN (
            SELECT id FROM replies WHERE author_id = $1
            UNION ALL
            SELECT reply_id FROM reply_votes WHERE user_id = $1
            UNION ALL
            SELECT r.id FROM replies r JOIN posts p ON p.id = r.post_id
                WHERE p.author_id = $1 AND p.hidden_at IS NOT NULL)
        ORDER BY id",
        "FOR NO KEY UPDATE",
    ),
    // Their scores count the votes.
    (
        "SELECT id FROM users WHERE id <> $1 AND id IN (
            SELECT p.author_id FROM post_votes v JOIN posts p ON p.id = v.post_id WHERE v.user_id = $1
            UNION ALL
            SELECT r.author_id FROM reply_votes v JOIN replies r ON r.id = v.reply_id
                WHERE v.user_id = $1)
        ORDER BY id",
        "FOR NO KEY UPDATE",
    ),
];

/// Locks a forum against deletion. Returns false if there is no such forum.
pub fn lock_forum_shared(conn: &mut DbConnection, id: ForumId) -> QueryResult<bool> {
    let forum = forums::table.find(id.0).select(forums::id);
    let found: Option<i64> = match conn {
        DbConnection::Postgres(conn) => forum.for_key_share().get_result(conn).optional()?,
        DbConnection::Sqlite(conn) => forum.get_result(conn).optional()?,
    };
    Ok(found.is_some())
}

/// Locks the forum of a post against deletion and against changes of its posts.
///
/// Take it before the post: deleting an account also locks forums before posts.
pub fn lock_forum_for_post_change(conn: &mut DbConnection, post: PostId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        forums::table
            .filter(
                forums::id.eq_any(stored_posts::table.find(post.0).select(stored_posts::forum_id)),
            )
            .select(forums::id)
            .for_no_key_update()
            .execute(conn)?;
    }
    Ok(())
}

/// Locks the moderators of a forum against removal.
pub fn lock_moderators(conn: &mut DbConnection, id: ForumId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        forums::table.find(id.0).select(forums::id).for_no_key_update().execute(conn)?;
    }
    Ok(())
}

/// Locks a forum for deletion, which also takes the lock of writes ([`super::lock_for_deletion`]).
pub fn lock_forum_for_delete(conn: &mut DbConnection, id: ForumId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        forums::table.find(id.0).select(forums::id).for_update().execute(conn)?;
    }
    Ok(())
}

/// Locks users against changes. Later statements read the current state of them and of everything that
/// changes only under this lock.
pub fn lock_users(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        users::table
            .filter(users::id.eq_any(ids))
            .order(users::id)
            .select(users::id)
            .for_no_key_update()
            .execute(conn)?;
    }
    Ok(())
}

/// Locks a user for deletion: nobody can add content of this user. Returns false instead of waiting if
/// another transaction holds the user, because it may wait for the caller's locks.
pub fn lock_user_for_delete(conn: &mut DbConnection, id: i64) -> QueryResult<bool> {
    let DbConnection::Postgres(conn) = conn else { return Ok(true) };
    let user = users::table.find(id).select(users::id);
    Ok(user.for_update().skip_locked().execute(conn)? == 1)
}

/// Locks users against deletion and against blocks between them.
pub fn lock_users_shared(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        users::table
            .filter(users::id.eq_any(ids))
            .order(users::id)
            .select(users::id)
            .for_key_share()
            .execute(conn)?;
    }
    Ok(())
}

/// Locks everything that a user created, moderates, wrote or voted on, and its forums, against changes
/// and deletion.
///
/// The lock order is forums, posts, replies, other users, each by id.
pub fn lock_authored_content(conn: &mut DbConnection, user: i64) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        for (ids, lock) in TRACES {
            sql_query(format!("{ids} {lock}")).bind::<BigInt, _>(user).execute(conn)?;
        }
    }
    Ok(())
}

/// Like [`lock_authored_content`], for content added while that waited. Returns false instead of waiting
/// if another transaction holds some of it, because waiting would break the lock order.
pub fn lock_late_content(conn: &mut DbConnection, user: i64) -> QueryResult<bool> {
    if let DbConnection::Postgres(conn) = conn {
        for (ids, lock) in TRACES {
            let all = sql_query(ids).bind::<BigInt, _>(user).execute(conn)?;
            let free = format!("{ids} {lock} SKIP LOCKED");
            if sql_query(free).bind::<BigInt, _>(user).execute(conn)? < all {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Locks a user against deletion. Returns false if there is no such user.
pub fn lock_user_shared(conn: &mut DbConnection, id: UserId) -> QueryResult<bool> {
    let user = users::table.find(id.0).select(users::id);
    let found: Option<i64> = match conn {
        DbConnection::Postgres(conn) => user.for_key_share().get_result(conn).optional()?,
        DbConnection::Sqlite(conn) => user.get_result(conn).optional()?,
    };
    Ok(found.is_some())
}

/// Locks two users against concurrent messages for a block between them.
///
/// Locks only the lower id, so that two users blocking each other do not deadlock.
pub fn lock_for_block(conn: &mut DbConnection, one: UserId, other: UserId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        users::table.find(one.min(other).0).select(users::id).for_update().execute(conn)?;
    }
    Ok(())
}

/// Raises the statement timeout for this transaction.
pub fn allow_long_statement(conn: &mut DbConnection) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        sql_query("SET LOCAL statement_timeout = '60s'").execute(conn)?;
    }
    Ok(())
}
