//! Decisions of reports that ask for the approval of held texts.

use ::moderation::reports::{Approval, Decision, TargetKind};
use database::{DbConnection, Events, schema::reports};
use diesel::prelude::*;
use kernel::{Act, PostId, ReplyId};

use crate::{posts, replies, report_codes::kind_of};

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
