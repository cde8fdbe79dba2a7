use ::moderation::reports::{
    DecideOutcome, Decision, FileOutcome, NewReport, Report, ReportState, TargetKind,
};
use database::{
    DbConnection, Events, locks, on_backend,
    schema::{report_filings, reports, users},
};
use diesel::{prelude::*, result::Error};
use kernel::{Act, Event, ForumId, RemovalRetention, ReportId, Timestamp, UserId};

use super::{
    evidence::{self, ShownText},
    held, rows,
    shown::is_shown,
};
use crate::{
    moderation::{admins, forum_bans},
    moderation_log,
    notifications::record_queue_changed,
    report_codes::{is_undecided, kind_code, reason_code, reason_of, state_code, state_of},
};

pub(super) fn file(
    conn: &mut DbConnection,
    events: &mut Events,
    report: &NewReport,
    since: Timestamp,
    most: i64,
) -> QueryResult<FileOutcome> {
    if let Some(forum) = report.forum
        && !locks::lock_forum_shared(conn, forum)?
    {
        return Ok(FileOutcome::NotShown);
    }
    // Reports of a member are filed one after another, so that the count below includes concurrent ones.
    let shown = evidence::lock(conn, report.target, report.by)?;
    if let Some(id) = filed_before(conn, report, shown.as_ref())? {
        return Ok(FileOutcome::FiledBefore(Box::new(as_filed(conn, id, (report.by, report.at))?)));
    }
    let Some(shown) = shown else { return Ok(FileOutcome::NotShown) };
    let filed: i64 = report_filings::table
        .filter(report_filings::user_id.eq(report.by.0))
        .filter(report_filings::filed_at.gt(since.unix_millis()))
        .count()
        .get_result(conn)?;
    if filed >= most {
        return Ok(FileOutcome::TooMany);
    }
    let id = open_report(conn, events, report)?;
    diesel::insert_into(report_filings::table)
        .values((
            report_filings::report_id.eq(id),
            report_filings::user_id.eq(report.by.0),
            report_filings::reason.eq(reason_code(report.reason)),
            report_filings::note.eq(report.note.as_ref().map_or("", |note| note.as_str())),
            report_filings::filed_at.eq(report.at.unix_millis()),
        ))
        .execute(conn)?;
    evidence::add(conn, id, &shown, report.at)?;
    Ok(FileOutcome::Filed(Box::new(as_filed(conn, id, (report.by, report.at))?)))
}

/// Returns the member's latest report of the thing, unless the thing was edited after its decision. An edit before is added
/// to it.
fn filed_before(
    conn: &mut DbConnection,
    report: &NewReport,
    shown: Option<&ShownText>,
) -> QueryResult<Option<i64>> {
    let filed: Option<(i64, i16)> = report_filings::table
        .inner_join(reports::table.on(reports::id.eq(report_filings::report_id)))
        .filter(report_filings::user_id.eq(report.by.0))
        .filter(reports::kind.eq(kind_code(report.target.kind)))
        .filter(reports::target_id.eq(report.target.id))
        .order(reports::id.desc())
        .select((reports::id, reports::state))
        .first(conn)
        .optional()?;
    let (Some((id, state)), Some(shown)) = (filed, shown) else {
        return Ok(filed.map(|(id, _)| id));
    };
    if state_of(state).is_decided() {
        return Ok((!evidence::is_another(conn, id, shown)?).then_some(id));
    }
    evidence::add(conn, id, shown, report.at)?;
    Ok(Some(id))
}

/// Returns the report of the thing that is not decided, locked until the transaction ends. Makes one if there is none.
fn open_report(
    conn: &mut DbConnection,
    events: &mut Events,
    report: &NewReport,
) -> QueryResult<i64> {
    let (kind, target) = (kind_code(report.target.kind), report.target.id);
    let undecided = || {
        reports::table
            .filter(reports::kind.eq(kind).and(reports::target_id.eq(target)))
            .filter(is_undecided())
            .select(reports::id)
    };
    // Another report of it may be decided between the two statements.
    for _ in 0..3 {
        let new = (
            reports::kind.eq(kind),
            reports::target_id.eq(target),
            reports::forum_id.eq(report.forum.map(|forum| forum.0)),
            reports::state.eq(state_code(ReportState::Open)),
            reports::opened_at.eq(report.at.unix_millis()),
        );
        let opened: Option<i64> = on_backend!(conn, conn => diesel::insert_into(reports::table)
            .values(new)
            .on_conflict_do_nothing()
            .returning(reports::id)
            .get_result(conn))
        .optional()?;
        if let Some(opened) = opened {
            events.record(Event::ReportOpened { report: ReportId(opened) });
            record_queue_changed(conn, events, report.forum.map(|forum| forum.0))?;
        }
        let found: Option<i64> = match conn {
            DbConnection::Postgres(conn) => undecided().for_update().first(conn).optional()?,
            DbConnection::Sqlite(conn) => undecided().first(conn).optional()?,
        };
        if let Some(id) = found {
            return Ok(id);
        }
    }
    Err(Error::NotFound)
}

/// Returns a report as one who filed it sees it: without what moderators alone are shown.
pub(super) fn as_filed(
    conn: &mut DbConnection,
    id: i64,
    (by, at): (UserId, Timestamp),
) -> QueryResult<Report> {
    let found = rows::load_without_filings(conn, &[id], RemovalRetention::at(at))?.pop();
    let mut report = found.ok_or(Error::NotFound)?;
    if !is_shown(conn, report.target.target)? {
        report.target.excerpt.clear();
        report.target.username = None;
    }
    let (reason, note, username): (i16, String, String) = report_filings::table
        .inner_join(users::table.on(users::id.eq(report_filings::user_id)))
        .filter(report_filings::report_id.eq(id).and(report_filings::user_id.eq(by.0)))
        .select((report_filings::reason, report_filings::note, users::username))
        .first(conn)?;
    let notes = if note.is_empty() { vec![] } else { vec![(username, note)] };
    let reasons = vec![(reason_of(reason), 1)];
    Ok(Report { reasons, notes, assignee: None, decision: None, ..report })
}

pub(super) fn load_one(conn: &mut DbConnection, id: i64, now: Timestamp) -> QueryResult<Report> {
    rows::load(conn, &[id], RemovalRetention::at(now))?.pop().ok_or(Error::NotFound)
}

pub(super) fn decide(
    conn: &mut DbConnection,
    events: &mut Events,
    decision: &Decision,
) -> QueryResult<DecideOutcome> {
    let Decision { report, state, ref note, by, at } = *decision;
    held::apply_decision(conn, events, decision)?;
    let appeal = appeal_of(conn, report)?;
    match appeal {
        Some(appeal) => lock_ban(conn, appeal, by)?,
        None => locks::lock_users_shared(conn, &[by.0])?,
    }
    let Some(before) = lock(conn, report)? else { return Ok(DecideOutcome::NotFound) };
    if before.is_decided() {
        return Ok(DecideOutcome::DecidedBefore(Box::new(load_one(conn, report.0, at)?)));
    }
    let assignee = (state != ReportState::Open).then_some(by.0);
    let decided_at = state.is_decided().then_some(at.unix_millis());
    let note = note.as_ref().map(|note| note.as_str().to_owned());
    diesel::update(reports::table.find(report.0))
        .set((
            reports::state.eq(state_code(state)),
            reports::assignee_id.eq(assignee),
            reports::decided_at.eq(decided_at),
            reports::decision.eq(note.filter(|_| state.is_decided())),
        ))
        .execute(conn)?;
    let forum = reports::table.find(report.0).select(reports::forum_id).first(conn)?;
    record_queue_changed(conn, events, forum)?;
    if state.is_decided() {
        moderation_log::record_act(events, Event::ReportDecided { report, by }, None, at);
    }
    if let (Some(appeal), ReportState::Resolved) = (appeal, state) {
        lift_ban(conn, events, appeal, (by, at))?;
    }
    Ok(DecideOutcome::Changed(Box::new(load_one(conn, report.0, at)?)))
}

/// The member who appeals, and the forum of the ban if it is from one.
pub(super) type Appeal = (UserId, Option<ForumId>);

/// Locks what lifting the ban changes, which comes before the report.
fn lock_ban(conn: &mut DbConnection, (user, forum): Appeal, by: UserId) -> QueryResult<()> {
    if let Some(forum) = forum {
        locks::lock_forum_shared(conn, forum)?;
    }
    locks::lock_users(conn, &[user.0, by.0])
}

fn lift_ban(
    conn: &mut DbConnection,
    events: &mut Events,
    (user, forum): Appeal,
    (by, at): (UserId, Timestamp),
) -> QueryResult<()> {
    if let Some(forum) = forum {
        return forum_bans::lift(conn, events, forum, user, (by, at));
    }
    let act = Act { by: Some(by), reason: None, at };
    admins::unban(conn, events, user, &act).map(drop)
}

fn appeal_of(conn: &mut DbConnection, report: ReportId) -> QueryResult<Option<Appeal>> {
    let appeals =
        reports::table.find(report.0).filter(reports::kind.eq(kind_code(TargetKind::Member)));
    let found: Option<(i64, Option<i64>)> =
        appeals.select((reports::target_id, reports::forum_id)).first(conn).optional()?;
    Ok(found.map(|(user, forum)| (UserId(user), forum.map(ForumId))))
}

/// Locks a report until the transaction ends and returns its state.
pub(super) fn lock(conn: &mut DbConnection, id: ReportId) -> QueryResult<Option<ReportState>> {
    let state = reports::table.find(id.0).select(reports::state);
    let found: Option<i16> = match conn {
        DbConnection::Postgres(conn) => state.for_update().first(conn).optional()?,
        DbConnection::Sqlite(conn) => state.first(conn).optional()?,
    };
    Ok(found.map(state_of))
}
