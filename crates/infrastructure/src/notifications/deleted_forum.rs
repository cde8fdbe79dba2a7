//! Notifies authors of what goes with a deleted forum.
//!
//! In the transaction of the deletion, because the authors are unknown after it, and by one statement: the row of an author
//! is less work than the deletion of one text.

use ::notifications::{Kind, ModerationAct, Subject};
use database::{DbConnection, Events, on_backend, sql::prepared::prepared};
use diesel::{prelude::*, sql_types::BigInt};
use kernel::{Act, ForumId};

use super::{
    store::record_unread,
    stored::{act_code, kind_code, subject_word},
};
use crate::readers::may_user_read;

/// Without what was removed or hidden before: the author knows that. What waits for approval is hidden, too.
const INSERT: &str = "
    INSERT INTO notifications (user_id, kind, act, subject, updated_at, count)
    SELECT lost.author_id, ?, ?, ?, ?, lost.texts
    FROM (
        SELECT author_id, count(*) AS texts
        FROM (
            SELECT author_id FROM posts WHERE forum_id = ? AND (hidden_at IS NULL OR held)
            UNION ALL
            SELECT r.author_id FROM posts p JOIN replies r ON r.post_id = p.id
                WHERE p.forum_id = ? AND NOT r.removed AND (NOT r.hidden OR r.held)
        ) AS written
        WHERE author_id > 0 AND author_id <> ?
        GROUP BY author_id
    ) AS lost
    JOIN forums AS place ON place.id = ?
    WHERE ";

/// Notifies those whose texts a forum takes along, except the one who deletes it, and those who may not read it. The
/// caller holds the forum and the authors.
pub(crate) fn notify_of_deletion(
    conn: &mut DbConnection,
    events: &mut Events,
    forum: ForumId,
    act: &Act,
) -> QueryResult<()> {
    let may_read = may_user_read("lost.author_id", "place.id");
    let what = ModerationAct::ForumDeleted;
    let statement = prepared::<(BigInt,)>(format!("{INSERT}{may_read} RETURNING user_id"))
        .bind(i64::from(kind_code(Kind::Moderation)))
        .bind(i64::from(act_code(what)))
        .bind(subject_word(Subject::Forum(what, forum)))
        .bind(act.at.unix_millis())
        .bind(forum.0)
        .bind(forum.0)
        .bind(act.by.map_or(0, |by| by.0))
        .bind(forum.0);
    let rows: Vec<(i64,)> = on_backend!(conn, conn => statement.load(conn))?;
    let mut told: Vec<i64> = rows.into_iter().map(|(user,)| user).collect();
    told.sort_unstable();
    record_unread(events, &told);
    Ok(())
}
