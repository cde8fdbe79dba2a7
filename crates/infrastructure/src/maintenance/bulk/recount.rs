use database::DbConnection;
use diesel::{RunQueryDsl, connection::SimpleConnection, prelude::*};

use crate::{
    counters::{CONTACTS, Counter, FORUM_WEEKS, OF_FORUMS, OF_POSTS, OF_REPLIES, OF_USERS},
    ranks,
};

/// PostgreSQL's sequences do not see explicitly inserted ids.
const ADVANCE: [&str; 5] = ["users", "forums", "posts", "replies", "messages"];

/// A planner that takes the new rows for few seeks each of them in a scan. It leaves out what is still empty, which
/// would count as small from now on.
const ANALYZE: &str =
    "ANALYZE users, forums, posts, post_votes, replies, reply_votes, favorites, messages";

/// Counts all there is, also where it was counted before.
pub(crate) fn count(conn: &mut DbConnection) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        conn.batch_execute(ANALYZE)?;
    }
    for statement in [
        update("forums", &OF_FORUMS),
        update("posts", &OF_POSTS),
        update("replies", &OF_REPLIES),
        // The score of a member is counted from those of posts and replies.
        update("users", &OF_USERS),
        "DELETE FROM forum_weeks".to_owned(),
        format!("INSERT INTO forum_weeks (forum_id, day, activity) {FORUM_WEEKS}"),
        "DELETE FROM contacts".to_owned(),
        format!("INSERT INTO contacts (owner_id, peer_id, unread, total, latest_at) {CONTACTS}"),
    ] {
        diesel::sql_query(statement).execute(conn)?;
    }
    ranks::refresh(conn, &ranks::ALL)?;
    if let DbConnection::Postgres(conn) = conn {
        for table in ADVANCE {
            diesel::sql_query(format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), greatest(max(id), 0) + 1, false) FROM {table}"
            ))
            .execute(conn)?;
        }
    }
    Ok(())
}

fn update(table: &str, counters: &[Counter]) -> String {
    let columns = counters.iter().map(|one| format!("{} = {}", one.column, one.counted));
    format!("UPDATE {table} SET {}", columns.collect::<Vec<_>>().join(", "))
}
