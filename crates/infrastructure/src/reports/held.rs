//! Reports that ask for the approval of held texts. A text is locked before its report, which is undecided as long as the
//! text is held.

use ::moderation::reports::{Approval, Decision, ReportState, ReportTarget, TargetKind};
use database::{
    DbConnection, Events,
    schema::{reports, stored_posts, stored_replies},
};
use diesel::prelude::*;
use kernel::{Act, ForumId, PostId, ReplyId, Timestamp, UserId};

use super::{
    codes::{kind_code, kind_of, state_code},
    writes::record_queue_changed,
};
use crate::{posts, replies};

/// Opens a report that asks the moderators of a forum to approve a text.
pub(crate) fn open_held(
    conn: &mut DbConnection,
    events: &mut Events,
    target: ReportTarget,
    forum: ForumId,
    at: Timestamp,
) -> QueryResult<()> {
    diesel::insert_into(reports::table)
        .values((
            reports::kind.eq(kind_code(target.kind)),
            reports::target_id.eq(target.id),
            reports::forum_id.eq(forum.0),
            reports::state.eq(state_code(ReportState::Open)),
            reports::opened_at.eq(at.unix_millis()),
            reports::held.eq(true),
        ))
        .execute(conn)?;
    record_queue_changed(conn, events, Some(forum.0))
}

/// Deletes the report of a withdrawn text. The caller has locked the text.
pub(crate) fn close_held(
    conn: &mut DbConnection,
    events: &mut Events,
    target: ReportTarget,
) -> QueryResult<()> {
    let waiting = reports::table
        .filter(reports::kind.eq(kind_code(target.kind)))
        .filter(reports::target_id.eq(target.id))
        .filter(reports::held)
        .filter(reports::state.lt(state_code(ReportState::Resolved)));
    let forum: Option<Option<i64>> =
        diesel::delete(waiting).returning(reports::forum_id).get_result(conn).optional()?;
    match forum {
        Some(forum) => record_queue_changed(conn, events, forum),
        None => Ok(()),
    }
}

/// Approves or rejects a held text as the decision of its report says. Call it before anything else is locked.
pub(super) fn apply_decision(
    conn: &mut DbConnection,
    events: &mut Events,
    decision: &Decision,
) -> QueryResult<()> {
    let Decision { report, state, ref note, by, at } = *decision;
    let Some(approval) = state.approval() else { return Ok(()) };
    let asks = reports::table.find(report.0).filter(reports::held);
    let target: Option<(i16, i64)> =
        asks.select((reports::kind, reports::target_id)).first(conn).optional()?;
    let Some((kind, id)) = target else { return Ok(()) };
    let act = Act { by: Some(by), reason: note.clone(), at };
    match (kind_of(kind), approval) {
        (TargetKind::Post, Approval::Approved) => posts::approve(conn, events, PostId(id)),
        (TargetKind::Post, Approval::Rejected) => posts::reject(conn, events, PostId(id), &act),
        (TargetKind::Reply, Approval::Approved) => replies::approve(conn, events, ReplyId(id)),
        (TargetKind::Reply, Approval::Rejected) => replies::reject(conn, events, ReplyId(id), &act),
        // These are not held.
        (TargetKind::Message | TargetKind::Member, _) => Ok(()),
    }
}

/// Deletes the held texts of a member whose account is deleted, and their reports.
pub(crate) fn delete_held(conn: &mut DbConnection, member: UserId) -> QueryResult<()> {
    let undecided = |kind| {
        reports::table
            .filter(reports::held.and(reports::kind.eq(kind_code(kind))))
            .filter(reports::state.lt(state_code(ReportState::Resolved)))
    };
    let posts =
        || stored_posts::table.filter(stored_posts::author_id.eq(member.0).and(stored_posts::held));
    let replies = || {
        stored_replies::table
            .filter(stored_replies::author_id.eq(member.0).and(stored_replies::held))
    };
    let is_about = reports::target_id.eq_any(posts().select(stored_posts::id));
    diesel::delete(undecided(TargetKind::Post).filter(is_about)).execute(conn)?;
    let is_about = reports::target_id.eq_any(replies().select(stored_replies::id));
    diesel::delete(undecided(TargetKind::Reply).filter(is_about)).execute(conn)?;
    diesel::delete(posts()).execute(conn)?;
    diesel::delete(replies()).execute(conn)?;
    Ok(())
}
