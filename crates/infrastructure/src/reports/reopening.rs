//! Decided reports that are opened again.

use ::moderation::reports::{ReopenOutcome, ReportState, ReportTarget, TargetKind};
use database::{DbConnection, Events, locks, schema::reports};
use diesel::{
    dsl::{exists, max},
    prelude::*,
};
use kernel::{Event, ForumId, ReportId, Timestamp, UserId};

use super::{
    appeals::is_ban_appealed,
    evidence,
    writes::{Appeal, appeal_of, load_one, lock, lock_ban},
};
use crate::{
    moderation_log,
    notifications::{forget_decision, record_queue_changed},
    report_codes::{kind_code, kind_of, state_code},
};

/// What a report is about, its forum, and whether it asked for an approval.
type About = (i16, i64, Option<i64>, bool);

pub(super) fn reopen(
    conn: &mut DbConnection,
    events: &mut Events,
    report: ReportId,
    (by, at): (UserId, Timestamp),
) -> QueryResult<ReopenOutcome> {
    let about = reports::table.find(report.0).select((
        reports::kind,
        reports::target_id,
        reports::forum_id,
        reports::held,
    ));
    let Some((kind, id, forum, held)) = about.first::<About>(conn).optional()? else {
        return Ok(ReopenOutcome::NotFound);
    };
    let target = ReportTarget { kind: kind_of(kind), id };
    if let Some(forum) = forum
        && !locks::lock_forum_shared(conn, ForumId(forum))?
    {
        return Ok(ReopenOutcome::NotFound);
    }
    let appeal = appeal_of(conn, report)?;
    let is_shown = match appeal {
        Some(appeal) => {
            lock_ban(conn, appeal, by)?;
            true
        }
        None => evidence::lock(conn, target, by)?.is_some(),
    };
    let Some(before) = lock(conn, report)? else { return Ok(ReopenOutcome::NotFound) };
    if !before.is_decided() {
        return Ok(ReopenOutcome::Open(Box::new(load_one(conn, report.0, at)?)));
    }
    if held {
        return Ok(ReopenOutcome::Held);
    }
    if !is_shown {
        return Ok(ReopenOutcome::NotShown);
    }
    if let Some(appeal) = appeal
        && (before == ReportState::Resolved || !is_ban_in_force(conn, report, appeal, at)?)
    {
        return Ok(ReopenOutcome::BanOver);
    }
    if appeal.is_none() && has_undecided_report(conn, target)? {
        return Ok(ReopenOutcome::Another);
    }
    diesel::update(reports::table.find(report.0))
        .set((
            reports::state.eq(state_code(ReportState::Open)),
            reports::assignee_id.eq(None::<i64>),
            reports::decided_at.eq(None::<i64>),
            reports::decision.eq(None::<String>),
        ))
        .execute(conn)?;
    forget_decision(conn, events, report)?;
    record_queue_changed(conn, events, forum)?;
    moderation_log::record_act(events, Event::ReportReopened { report, by }, None, at);
    Ok(ReopenOutcome::Open(Box::new(load_one(conn, report.0, at)?)))
}

/// Returns whether the ban holds that the appeal was against, which is the latest one against a ban from there.
fn is_ban_in_force(
    conn: &mut DbConnection,
    report: ReportId,
    (member, forum): Appeal,
    at: Timestamp,
) -> QueryResult<bool> {
    let appeals = reports::table
        .filter(reports::kind.eq(kind_code(TargetKind::Member)))
        .filter(reports::target_id.eq(member.0))
        .select(max(reports::id))
        .into_boxed();
    let appeals = match forum {
        Some(forum) => appeals.filter(reports::forum_id.eq(forum.0)),
        None => appeals.filter(reports::forum_id.is_null()),
    };
    let latest: Option<i64> = appeals.first(conn)?;
    Ok(latest == Some(report.0) && is_ban_appealed(conn, member, forum, at)? == Some(true))
}

/// Returns whether another report of the thing is not decided.
fn has_undecided_report(conn: &mut DbConnection, target: ReportTarget) -> QueryResult<bool> {
    let undecided = reports::table
        .filter(reports::kind.eq(kind_code(target.kind)).and(reports::target_id.eq(target.id)))
        .filter(reports::state.lt(state_code(ReportState::Resolved)));
    diesel::select(exists(undecided)).get_result(conn)
}
