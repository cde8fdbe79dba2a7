//! Locks for what a single statement cannot see to, held until the transaction ends.
//!
//! They are PostgreSQL's alone: on SQLite one transaction writes at a time. Whoever takes several
//! takes the forum first, then users by their ids, so that none waits for another in a circle.

use ::users::{ThrottleKey, ThrottleKind};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{BigInt, Integer, Text},
};
use kernel::{ForumId, PostId, UserId};

use crate::{
    connection::DbConnection,
    schema::{forums, posts, users},
};

/// Any number will do that nothing else locks.
const ADMINS: &str = "SELECT pg_advisory_xact_lock(7067880977)";
/// What a user, `$1`, founded, moderates, wrote or votes on, and how that is held.
const TRACES: [(&str, &str); 4] = [
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
    (
        "SELECT id FROM replies WHERE id IN (
            SELECT id FROM replies WHERE author_id = $1
            UNION ALL
            SELECT reply_id FROM reply_votes WHERE user_id = $1)
        ORDER BY id",
        "FOR NO KEY UPDATE",
    ),
];
const SCHEMA: &str = "SELECT pg_advisory_xact_lock(7067880978)";

/// Keeps a forum from being deleted. False if there is none.
pub(crate) fn lock_forum_shared(conn: &mut DbConnection, id: ForumId) -> QueryResult<bool> {
    let forum = forums::table.find(id.0).select(forums::id);
    let found: Option<i64> = match conn {
        DbConnection::Postgres(conn) => forum.for_key_share().get_result(conn).optional()?,
        DbConnection::Sqlite(conn) => forum.get_result(conn).optional()?,
    };
    Ok(found.is_some())
}

/// Keeps the forum of a post from being deleted.
///
/// Who deletes a forum takes it first and then what is in it; so does, in this order, whoever
/// changes a post and the activity of its forum: else each could wait for the other.
pub(crate) fn lock_forum_of_post(conn: &mut DbConnection, post: PostId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        forums::table
            .filter(forums::id.eq_any(posts::table.find(post.0).select(posts::forum_id)))
            .select(forums::id)
            .for_key_share()
            .execute(conn)?;
    }
    Ok(())
}

/// Keeps the forum of a post from being deleted, and others from changing which posts it has.
///
/// Taken before the post, as who leaves takes forums before posts.
pub(crate) fn lock_posts_of_forum(conn: &mut DbConnection, post: PostId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        forums::table
            .filter(forums::id.eq_any(posts::table.find(post.0).select(posts::forum_id)))
            .select(forums::id)
            .for_no_key_update()
            .execute(conn)?;
    }
    Ok(())
}

/// Lets nobody else take moderators from a forum.
pub(crate) fn removals(conn: &mut DbConnection, id: ForumId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        forums::table.find(id.0).select(forums::id).for_no_key_update().execute(conn)?;
    }
    Ok(())
}

/// Lets nobody else put anything into a forum, as it is about to go.
pub(crate) fn lock_forum_for_delete(conn: &mut DbConnection, id: ForumId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        forums::table.find(id.0).select(forums::id).for_update().execute(conn)?;
    }
    Ok(())
}

/// Lets nobody else change these users. What a later statement reads of them, and of whatever is
/// changed only under this lock, is what is so now.
pub(crate) fn users(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<()> {
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

/// Lets nobody else put anything under the name of a user, as the user is about to go. False if
/// somebody is about to: they may be waiting for what the caller holds, so nobody waits here.
pub(crate) fn lock_user_for_delete(conn: &mut DbConnection, id: i64) -> QueryResult<bool> {
    let DbConnection::Postgres(conn) = conn else { return Ok(true) };
    let user = users::table.find(id).select(users::id);
    Ok(user.for_update().skip_locked().execute(conn)? == 1)
}

/// Keeps users from being deleted, and messages between two of them from being silenced.
pub(crate) fn lock_users_shared(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<()> {
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

/// Lets nobody else change what a user founded, moderates, wrote or votes on, nor delete it or its
/// forum.
///
/// Forums, posts and replies, each by their ids, is the order of all who take several of them.
pub(crate) fn lock_authored_content(conn: &mut DbConnection, user: i64) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        for (ids, lock) in TRACES {
            sql_query(format!("{ids} {lock}")).bind::<BigInt, _>(user).execute(conn)?;
        }
    }
    Ok(())
}

/// As [`lock_authored_content`], of those that came while the first were waited for. False if one is somebody
/// else's: out of their order nobody waits.
pub(crate) fn lock_late_content(conn: &mut DbConnection, user: i64) -> QueryResult<bool> {
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

/// Waits for whoever holds both of two users, and keeps others from it.
///
/// Takes that of the lower id alone: whoever blocks then only ever waits for one with a higher id,
/// and two who block each other not for each other in a circle.
pub(crate) fn lock_for_block(
    conn: &mut DbConnection,
    one: UserId,
    other: UserId,
) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        users::table.find(one.min(other).0).select(users::id).for_update().execute(conn)?;
    }
    Ok(())
}

/// Lets nobody else take an admin away, by a ban or otherwise.
pub(crate) fn admins(conn: &mut DbConnection) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        sql_query(ADMINS).execute(conn)?;
    }
    Ok(())
}

/// Lets nobody else count or forget failures of these, which have no row to lock before the first.
///
/// Whoever takes several takes them in the order of their kinds: the two kinds share no lock.
pub(crate) fn login_failures(conn: &mut DbConnection, key: &ThrottleKey) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        let kind = match key.kind() {
            ThrottleKind::Address => 706_788_001,
            ThrottleKind::Name => 706_788_002,
        };
        sql_query("SELECT pg_advisory_xact_lock($1, hashtext($2))")
            .bind::<Integer, _>(kind)
            .bind::<Text, _>(key.as_str())
            .execute(conn)?;
    }
    Ok(())
}

/// Lets the statements of this transaction take as long as no request's may.
pub(crate) fn allow_long_statement(conn: &mut DbConnection) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        sql_query("SET LOCAL statement_timeout = '60s'").execute(conn)?;
    }
    Ok(())
}

/// Lets no other copy of the program change the schema, or fill an empty database.
pub(crate) fn schema(conn: &mut DbConnection) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        sql_query(SCHEMA).execute(conn)?;
    }
    Ok(())
}
