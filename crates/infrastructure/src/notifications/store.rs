//! Stores notifications, merged with what the member has not read.

use ::notifications::{Kind, ModerationAct, Subject};
use database::{
    DbConnection, Events, on_backend,
    schema::{forum_moderators, users},
    sql::prepared::{Value, prepared},
};
use diesel::prelude::*;
use kernel::{Event, ForumId, PostId, ReplyId, Timestamp, UserId};

use super::stored::{act_code, kind_code, subject_word};

use crate::{push, readers::readers_among, roles};

/// Up to this many recipients have an event each. More share events, which name ranges of ids.
const NAMED_ALONE: usize = 10;
/// The most recipients that share an event.
const TOGETHER: usize = 50;

/// The content of notifications.
#[derive(Clone, Copy)]
pub(super) struct Content {
    pub(super) subject: Subject,
    pub(super) act: Option<ModerationAct>,
    pub(super) actor: Option<UserId>,
    pub(super) forum: Option<ForumId>,
    pub(super) post: Option<PostId>,
    pub(super) reply: Option<ReplyId>,
}

/// Without the `WHERE`, SQLite takes `ON CONFLICT` for the condition of a join.
const UPSERT: &str = "
    INSERT INTO notifications (user_id, kind, act, subject, forum_id, post_id, reply_id, actor1_id,
        updated_at, count)
    SELECT value, ?, ?, ?, ?, ?, ?, ?, ?, 1 FROM ? AS recipients WHERE TRUE
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
        actor1_id = coalesce(excluded.actor1_id, notifications.actor1_id)";

/// Remembers the reply that was merged into these notifications.
const ACTS: &str = "
    INSERT INTO notification_acts (notification_id, reply_id, actor_id)
    SELECT n.id, ?, ? FROM notifications n
    WHERE NOT n.read AND n.kind = ? AND n.subject = ? AND n.user_id IN ?
    ON CONFLICT DO NOTHING";

/// Stores a notification of a kind for each of these members who may read the forum, in the order of their ids.
pub(super) fn upsert(
    conn: &mut DbConnection,
    events: &mut Events,
    recipients: &[i64],
    kind: Kind,
    content: Content,
    now: Timestamp,
) -> QueryResult<()> {
    let readers = match content.forum {
        Some(forum) if !recipients.is_empty() => readers_among(conn, forum, recipients)?,
        Some(_) | None => recipients.to_vec(),
    };
    if readers.is_empty() {
        return Ok(());
    }
    let recipients = || readers.iter().copied().collect::<Value>();
    let statement = prepared::<()>(UPSERT)
        .bind(i64::from(kind_code(kind)))
        .bind(i64::from(content.act.map_or(0, act_code)))
        .bind(subject_word(content.subject))
        .bind(content.forum.map(|forum| forum.0))
        .bind(content.post.map(|post| post.0))
        .bind(content.reply.map(|reply| reply.0))
        .bind(content.actor.map(|actor| actor.0))
        .bind(now.unix_millis())
        .bind(recipients());
    on_backend!(conn, conn => statement.execute(conn))?;
    if let (Some(reply), Some(actor)) = (content.reply, content.actor) {
        let statement = prepared::<()>(ACTS)
            .bind(reply.0)
            .bind(actor.0)
            .bind(i64::from(kind_code(kind)))
            .bind(subject_word(content.subject))
            .bind(recipients());
        on_backend!(conn, conn => statement.execute(conn))?;
    }
    push::enqueue(conn, recipients(), &subject_word(content.subject), now)?;
    record_unread(events, &readers);
    Ok(())
}

/// Says that unread counts changed, in few events: copies exchange all of them.
pub(crate) fn record_unread(events: &mut Events, recipients: &[i64]) {
    let together = if recipients.len() <= NAMED_ALONE { 1 } else { TOGETHER };
    for chunk in recipients.chunks(together) {
        if let (Some(first), Some(last)) = (chunk.first(), chunk.last()) {
            events.record(Event::UnreadChanged { from: UserId(*first), to: UserId(*last) });
        }
    }
}

/// Records for the moderators of a forum and the admins that the queue of reports changed, so that their screens show it.
pub(crate) fn record_queue_changed(
    conn: &mut DbConnection,
    events: &mut Events,
    forum: Option<i64>,
) -> QueryResult<()> {
    let mut deciders: Vec<i64> =
        users::table.filter(roles::is_admin()).select(users::id).load(conn)?;
    if let Some(forum) = forum {
        let moderators = forum_moderators::table
            .filter(forum_moderators::forum_id.eq(forum))
            .select(forum_moderators::user_id);
        deciders.extend(moderators.load::<i64>(conn)?);
    }
    deciders.sort_unstable();
    deciders.dedup();
    record_unread(events, &deciders);
    Ok(())
}
