//! Decided reports that are opened again.

use ::moderation::reports::{Approval, ReopenOutcome, ReportState, ReportTarget, TargetKind};
use database::{
    DbConnection, Events,
    locks::{self, AdvisoryLock},
    schema::reports,
};
use diesel::prelude::*;
use kernel::{Event, ForumId, RemovalRetention, ReportId, Timestamp, UserId};

use super::{
    appeals::is_ban_appealed,
    evidence, held,
    writes::{Appeal, load_one, lock},
};
use crate::{
    bans::StoredBan,
    moderation::{admins, forum_bans},
    moderation_log,
    notifications::{forget_decision, record_queue_changed},
    report_codes::{kind_of, state_code, state_of},
    undecided_reports::{HoldOutcome, has_undecided, latest_appeal},
};

/// A report as it is before anything is locked.
struct About {
    report: ReportId,
    target: ReportTarget,
    forum: Option<i64>,
    /// Whether it asked for an approval.
    is_held: bool,
    state: ReportState,
    decided_at: Option<i64>,
}

type AboutRow = (i16, i64, Option<i64>, bool, i16, Option<i64>);

/// Why nothing is to be done.
type Refusal = Option<ReopenOutcome>;

pub(super) fn reopen(
    conn: &mut DbConnection,
    events: &mut Events,
    report: ReportId,
    (by, at): (UserId, Timestamp),
) -> QueryResult<ReopenOutcome> {
    let Some(about) = find(conn, report)? else { return Ok(ReopenOutcome::NotFound) };
    let refusal = if about.is_held {
        take_back_approval(conn, events, &about, (by, at))?
    } else if about.target.kind == TargetKind::Member {
        let appeal = (UserId(about.target.id), about.forum.map(ForumId));
        take_back_appeal(conn, events, report, appeal, (by, at))?
    } else {
        lock_shown(conn, &about, (by, at))?
    };
    if let Some(refusal) = refusal {
        return Ok(refusal);
    }
    diesel::update(reports::table.find(report.0))
        .set((
            reports::state.eq(state_code(ReportState::Open)),
            reports::assignee_id.eq(None::<i64>),
            reports::decided_at.eq(None::<i64>),
            reports::decision.eq(None::<String>),
            reports::ban_until.eq(None::<i64>),
            reports::ban_reason.eq(None::<String>),
        ))
        .execute(conn)?;
    forget_decision(conn, events, report)?;
    record_queue_changed(conn, events, about.forum)?;
    moderation_log::record_act(events, Event::ReportReopened { report, by }, None, at);
    Ok(ReopenOutcome::Open(Box::new(load_one(conn, report.0, at)?)))
}

fn find(conn: &mut DbConnection, report: ReportId) -> QueryResult<Option<About>> {
    let query = reports::table.find(report.0).select((
        reports::kind,
        reports::target_id,
        reports::forum_id,
        reports::held,
        reports::state,
        reports::decided_at,
    ));
    let found: Option<AboutRow> = query.first(conn).optional()?;
    Ok(found.map(|(kind, id, forum, is_held, state, decided_at)| {
        let target = ReportTarget { kind: kind_of(kind), id };
        About { report, target, forum, is_held, state: state_of(state), decided_at }
    }))
}

/// Locks a report. Returns its state if it is decided.
fn lock_decided(
    conn: &mut DbConnection,
    report: ReportId,
    at: Timestamp,
) -> QueryResult<Result<ReportState, ReopenOutcome>> {
    Ok(match lock(conn, report)? {
        Some(state) if state.is_decided() => Ok(state),
        Some(_) => Err(ReopenOutcome::Open(Box::new(load_one(conn, report.0, at)?))),
        None => Err(ReopenOutcome::NotFound),
    })
}

/// Locks what a report by members is about, and the report.
fn lock_shown(
    conn: &mut DbConnection,
    about: &About,
    (by, at): (UserId, Timestamp),
) -> QueryResult<Refusal> {
    if let Some(forum) = about.forum
        && !locks::lock_forum_shared(conn, ForumId(forum))?
    {
        return Ok(Some(ReopenOutcome::NotFound));
    }
    let is_shown = evidence::lock(conn, about.target, by)?.is_some();
    if let Err(refusal) = lock_decided(conn, about.report, at)? {
        return Ok(Some(refusal));
    }
    if !is_shown {
        return Ok(Some(ReopenOutcome::NotShown));
    }
    Ok(has_undecided(conn, about.target)?.then_some(ReopenOutcome::Another))
}

/// Holds the text again.
fn take_back_approval(
    conn: &mut DbConnection,
    events: &mut Events,
    about: &About,
    (by, at): (UserId, Timestamp),
) -> QueryResult<Refusal> {
    let start = RemovalRetention::at(at).start.unix_millis();
    let outcome = match about.state.approval() {
        Some(approval) if approval == Approval::Approved || about.decided_at > Some(start) => {
            held::hold_again(conn, events, about.target, (approval, about.decided_at))?
        }
        Some(_) | None => HoldOutcome::Changed,
    };
    locks::lock_users_shared(conn, &[by.0])?;
    // Another moderator may have reopened it at the same moment, and held the text.
    if let Err(refusal) = lock_decided(conn, about.report, at)? {
        return Ok(Some(refusal));
    }
    Ok(match outcome {
        HoldOutcome::Held(_) => None,
        HoldOutcome::Answered => Some(ReopenOutcome::Answered),
        HoldOutcome::Reported => Some(ReopenOutcome::Another),
        HoldOutcome::Changed => Some(ReopenOutcome::Changed),
    })
}

/// Lets the appeal wait again, if it is the latest one against a ban from there. An accepted one brings the ban back.
fn take_back_appeal(
    conn: &mut DbConnection,
    events: &mut Events,
    report: ReportId,
    appeal: Appeal,
    (by, at): (UserId, Timestamp),
) -> QueryResult<Refusal> {
    let (member, forum) = appeal;
    match forum {
        Some(forum) if !locks::lock_for_ban(conn, forum)? => {
            return Ok(Some(ReopenOutcome::NotFound));
        }
        Some(_) => {}
        None => AdvisoryLock::Admins.lock(conn)?,
    }
    locks::lock_users(conn, &[member.0, by.0])?;
    let before = match lock_decided(conn, report, at)? {
        Ok(before) => before,
        Err(refusal) => return Ok(Some(refusal)),
    };
    let is_latest = latest_appeal(conn, member, forum)? == Some(report.0);
    // Only a ban that holds is there, appealed or not.
    let is_appealed = is_ban_appealed(conn, member, forum, at)?;
    Ok(match (before, is_appealed) {
        (ReportState::Resolved, None) if is_latest => {
            ban_again(conn, events, report, appeal, (by, at))?
        }
        (ReportState::Rejected, Some(true)) if is_latest => None,
        _ => Some(ReopenOutcome::BanOver),
    })
}

fn ban_again(
    conn: &mut DbConnection,
    events: &mut Events,
    report: ReportId,
    (member, forum): Appeal,
    (by, at): (UserId, Timestamp),
) -> QueryResult<Refusal> {
    let lifted = reports::table.find(report.0).filter(reports::ban_until.is_not_null());
    let lifted: Option<StoredBan> = lifted
        .select((reports::ban_until.assume_not_null(), reports::ban_reason))
        .first(conn)
        .optional()?;
    let Some(ban) = lifted.and_then(|lifted| lifted.at(at)) else {
        return Ok(Some(ReopenOutcome::BanOver));
    };
    let is_banned = match forum {
        Some(forum) => forum_bans::ban_again(conn, events, (forum, member), ban, (by, at))?,
        None => admins::ban_again(conn, events, member, ban, (by, at))?,
    };
    Ok((!is_banned).then_some(ReopenOutcome::Moderates))
}
