//! Why moderators did something, as the public log says.

use std::collections::HashMap;

use ::moderation::log::LogAction;
use ::notifications::ModerationAct;
use database::{DbConnection, on_backend, schema::moderation_log, sql::padded_in};
use diesel::prelude::*;

use crate::moderation_log::codes::{action_code, action_of};

/// An act, and the id of the post or reply that it was done to.
pub(super) type Acted = (ModerationAct, i64);

/// The acts on posts and replies, and what the log calls them. Each is done to posts alone, or to replies alone.
const LOGGED: [(ModerationAct, LogAction); 5] = [
    (ModerationAct::PostRemoved, LogAction::PostDeleted),
    (ModerationAct::ReplyRemoved, LogAction::ReplyDeleted),
    (ModerationAct::PostRestored, LogAction::PostRestored),
    (ModerationAct::ReplyRestored, LogAction::ReplyRestored),
    (ModerationAct::PostLocked, LogAction::PostLocked),
];

/// Returns the reasons of the latest of each of these acts, where there is one.
pub(super) fn reasons(
    conn: &mut DbConnection,
    acted: &[Acted],
) -> QueryResult<HashMap<Acted, String>> {
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
        ));
    let mut rows: Vec<(i64, i16, Option<i64>, Option<String>)> =
        on_backend!(conn, conn => query.load(conn))?;
    rows.sort_unstable_by_key(|(id, ..)| *id);
    let mut latest = HashMap::new();
    for (_, action, target, reason) in rows {
        let act = LOGGED.into_iter().find(|(_, logged)| action_of(action) == Some(*logged));
        if let (Some((act, _)), Some(target)) = (act, target) {
            latest.insert((act, target), reason);
        }
    }
    Ok(latest.into_iter().filter_map(|(acted, reason)| Some((acted, reason?))).collect())
}
