//! Stores notifications, merged with what the member has not read.

use ::notifications::{Kind, ModerationAct, Subject};
use diesel::QueryResult;
use kernel::{Event, ForumId, PostId, ReplyId, Timestamp, UserId};

use super::{
    execute,
    stored::{act_code, kind_code, subject_word},
};
use crate::{connection::DbConnection, database::Events};

/// How many recipients an event names alone; of more, those between two ids are named together.
const NAMED_ALONE: usize = 10;
/// How many recipients share an event.
const TOGETHER: usize = 50;

/// What notifications say.
#[derive(Clone, Copy)]
pub(super) struct Content {
    pub(super) subject: Subject,
    pub(super) act: Option<ModerationAct>,
    pub(super) actor: Option<UserId>,
    pub(super) forum: Option<ForumId>,
    pub(super) post: Option<PostId>,
    pub(super) reply: Option<ReplyId>,
}

/// Stores a notification of a kind for each of these members, in the order of their ids.
///
/// The statement holds only numbers and words of letters and digits.
pub(super) fn upsert(
    conn: &mut DbConnection,
    events: &mut Events,
    recipients: &[i64],
    kind: Kind,
    content: Content,
    now: Timestamp,
) -> QueryResult<()> {
    if recipients.is_empty() {
        return Ok(());
    }
    let id = |id: Option<i64>| id.map_or_else(|| "NULL".to_owned(), |id| id.to_string());
    let values = format!(
        "{}, {}, '{}', {}, {}, {}, 1, {}, {}",
        kind_code(kind),
        content.act.map_or(0, act_code),
        subject_word(content.subject),
        id(content.forum.map(|forum| forum.0)),
        id(content.post.map(|post| post.0)),
        id(content.reply.map(|reply| reply.0)),
        id(content.actor.map(|actor| actor.0)),
        now.unix_millis(),
    );
    let rows: Vec<_> = recipients.iter().map(|user| format!("({user}, {values})")).collect();
    execute(
        conn,
        format!(
            "INSERT INTO notifications (user_id, kind, act, subject, forum_id, post_id, reply_id,
                count, actor1_id, updated_at) VALUES {}
            ON CONFLICT (user_id, kind, subject) WHERE NOT read DO UPDATE SET
                count = notifications.count + 1,
                reply_id = excluded.reply_id,
                updated_at = excluded.updated_at,
                actor3_id = CASE WHEN excluded.actor1_id IS NULL
                        OR excluded.actor1_id IN (notifications.actor1_id, notifications.actor2_id)
                    THEN notifications.actor3_id ELSE notifications.actor2_id END,
                actor2_id = CASE WHEN excluded.actor1_id IS NULL
                        OR excluded.actor1_id = notifications.actor1_id
                    THEN notifications.actor2_id ELSE notifications.actor1_id END,
                actor1_id = coalesce(excluded.actor1_id, notifications.actor1_id)",
            rows.join(", ")
        ),
    )?;
    record_unread(events, recipients);
    Ok(())
}

/// Says that unread counts changed, in few events: copies exchange all of them.
fn record_unread(events: &mut Events, recipients: &[i64]) {
    let together = if recipients.len() <= NAMED_ALONE { 1 } else { TOGETHER };
    for chunk in recipients.chunks(together) {
        if let (Some(first), Some(last)) = (chunk.first(), chunk.last()) {
            events.record(Event::UnreadChanged { from: UserId(*first), to: UserId(*last) });
        }
    }
}
