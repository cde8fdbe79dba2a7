//! Locks for what a single statement cannot see to, held until the transaction ends.
//!
//! They are PostgreSQL's alone: on SQLite one transaction writes at a time. Whoever takes several
//! takes the forum first, then users by their ids, so that none waits for another in a circle.

use diesel::{prelude::*, sql_query};
use kernel::{ForumId, PostId};

use crate::{
    connection::DbConnection,
    schema::{forums, posts, users},
};

/// Any number will do that nothing else locks.
const ADMINS: &str = "SELECT pg_advisory_xact_lock(7067880977)";
const SCHEMA: &str = "SELECT pg_advisory_xact_lock(7067880978)";

/// Keeps a forum from being deleted. False if there is none.
pub(crate) fn hold_forum(conn: &mut DbConnection, id: ForumId) -> QueryResult<bool> {
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
pub(crate) fn hold_forum_of(conn: &mut DbConnection, post: PostId) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        forums::table
            .filter(forums::id.eq_any(posts::table.find(post.0).select(posts::forum_id)))
            .select(forums::id)
            .for_key_share()
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
pub(crate) fn doomed_forum(conn: &mut DbConnection, id: ForumId) -> QueryResult<()> {
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

/// Lets nobody else take an admin away, by a ban or otherwise.
pub(crate) fn admins(conn: &mut DbConnection) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        sql_query(ADMINS).execute(conn)?;
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
