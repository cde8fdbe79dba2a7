//! What the moderation log says of acts that members are notified of.

use std::collections::HashMap;

use ::moderation::log::LogAction;
use ::notifications::ModerationAct;
use database::{DbConnection, on_backend, schema::moderation_log, sql::padded_in};
use diesel::prelude::*;

use crate::moderation_log::codes::{action_code, action_of};

/// An act, and the id of the post, reply or forum that it was done to.
pub(super) type Acted = (ModerationAct, i64);

/// Id, action, target, reason and topic of an entry.
type Row = (i64, i16, Option<i64>, Option<String>, Option<String>);

/// What the log says of an act.
#[derive(Default)]
pub(super) struct Logged {
    pub(super) reason: Option<String>,
    /// Of a deleted forum, which has a topic nowhere else.
    pub(super) topic: Option<String>,
}

/// The acts of which the log is read, and what it calls them. Each is done to things of one kind alone.
const LOGGED: [(ModerationAct, LogAction); 6] = [
    (ModerationAct::ForumDeleted, LogAction::ForumDeleted),
    (ModerationAct::PostRemoved, LogAction::PostDeleted),
    (ModerationAct::ReplyRemoved, LogAction::ReplyDeleted),
    (ModerationAct::PostRestored, LogAction::PostRestored),
    (ModerationAct::ReplyRestored, LogAction::ReplyRestored),
    (ModerationAct::PostLocked, LogAction::PostLocked),
];

/// Returns what the log says of the latest of each of these acts.
pub(super) fn logged(
    conn: &mut DbConnection,
    acted: &[Acted],
) -> QueryResult<HashMap<Acted, Logged>> {
    if acted.is_empty() {
        return Ok(HashMap::new());
    }
    let query = moderation_log::table
        .filter(padded_in(moderation_log::target_id, acted.iter().map(|(_, id)| *id)))
        .filter(moderation_log::action.eq_any(LOGGED.map(|(_, action)| action_code(action))))
        .select((
            moderation_log::id,
            moderation_log::action,
            moderation_log::target_id,
            moderation_log::reason,
            moderation_log::topic,
        ));
    let mut rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    rows.sort_unstable_by_key(|(id, ..)| *id);
    let mut latest = HashMap::new();
    for (_, action, target, reason, topic) in rows {
        let act = LOGGED.into_iter().find(|(_, logged)| action_of(action) == Some(*logged));
        if let (Some((act, _)), Some(target)) = (act, target) {
            latest.insert((act, target), Logged { reason, topic });
        }
    }
    Ok(latest)
}
