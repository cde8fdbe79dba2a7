use diesel::{RunQueryDsl, prelude::*};

use crate::connection::DbConnection;

/// Counters as the rows have them; the same statements on both databases.
const COUNT: [&str; 6] = [
    "UPDATE posts SET
        upvotes = (SELECT count(*) FROM post_votes v WHERE v.post_id = posts.id AND v.vote = 1),
        downvotes = (SELECT count(*) FROM post_votes v WHERE v.post_id = posts.id AND v.vote = -1),
        reply_count = (SELECT count(*) FROM replies r WHERE r.post_id = posts.id AND NOT r.removed)",
    "UPDATE posts SET score = upvotes - downvotes",
    "UPDATE replies SET
        upvotes = (SELECT count(*) FROM reply_votes v WHERE v.reply_id = replies.id AND v.vote = 1),
        downvotes = (SELECT count(*) FROM reply_votes v WHERE v.reply_id = replies.id AND v.vote = -1),
        child_count = (SELECT count(*) FROM replies c
            WHERE c.post_id = replies.post_id AND c.parent_id = replies.id)",
    "UPDATE replies SET score = upvotes - downvotes",
    "INSERT INTO forum_days (forum_id, day, activity)
        SELECT forum_id, day, count(*) FROM (
            SELECT forum_id, day FROM posts
            UNION ALL
            SELECT p.forum_id, r.created_at / 86400000 FROM replies r
                JOIN posts p ON p.id = r.post_id WHERE NOT r.removed
        ) AS things GROUP BY forum_id, day",
    "INSERT INTO contacts (owner_id, peer_id, unread, total, latest_at)
        SELECT owner_id, peer_id, sum(unread), count(*), max(sent_at) FROM (
            SELECT sender_id AS owner_id, recipient_id AS peer_id, 0 AS unread, sent_at FROM messages
            UNION ALL
            SELECT recipient_id, sender_id, CASE WHEN read THEN 0 ELSE 1 END, sent_at FROM messages
        ) AS sides GROUP BY owner_id, peer_id",
];

/// PostgreSQL gives the next ids from sequences, which do not see ids that were brought along.
const ADVANCE: [&str; 5] = ["users", "forums", "posts", "replies", "messages"];

pub(super) fn count(conn: &mut DbConnection) -> QueryResult<()> {
    for statement in COUNT {
        diesel::sql_query(statement).execute(conn)?;
    }
    if let DbConnection::Postgres(conn) = conn {
        for table in ADVANCE {
            diesel::sql_query(format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 0) + 1, false) FROM {table}"
            ))
            .execute(conn)?;
        }
    }
    Ok(())
}
