//! Decisions of reports that ask for the approval of held texts.

use ::moderation::reports::{Approval, Decision, ReportTarget, TargetKind};
use database::{DbConnection, Events, schema::reports};
use diesel::prelude::*;
use kernel::{Act, PostId, ReplyId};

use crate::{
    notifications::forget_approval, posts, replies, report_codes::kind_of,
    undecided_reports::HoldOutcome,
};

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

/// Holds the text of a decided report again, if it asked for an approval. Call it before anything else is locked.
pub(super) fn hold_again(
    conn: &mut DbConnection,
    events: &mut Events,
    target: ReportTarget,
    decided: (Approval, Option<i64>),
) -> QueryResult<HoldOutcome> {
    let outcome = match target.kind {
        TargetKind::Post => posts::hold_again(conn, events, PostId(target.id), decided)?,
        TargetKind::Reply => replies::hold_again(conn, events, ReplyId(target.id), decided)?,
        // These are not held.
        TargetKind::Message | TargetKind::Member => HoldOutcome::Changed,
    };
    if let HoldOutcome::Held(author) = outcome {
        forget_approval(conn, events, target, author)?;
    }
    Ok(outcome)
}
