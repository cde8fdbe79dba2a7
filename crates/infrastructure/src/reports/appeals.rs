//! Appeals, which are reports about their own member.

use std::collections::HashSet;

use ::moderation::{
    appeals::{AppealOutcome, AppealRepository, NewAppeal},
    reports::{Report, ReportReason, ReportState, TargetKind},
};
use database::{
    Database, DbConnection, Events, locks,
    schema::{forum_bans, report_filings, reports, users},
    sql::padded_in,
};
use diesel::{dsl::sql, expression::SqlLiteral, prelude::*, sql_types::Bool};
use kernel::{Act, ForumId, RepositoryError, Timestamp, UserId};

use super::{
    codes::{kind_code, reason_code, state_code},
    writes::{as_filed, record_queue_changed},
};

/// Appeals in the database.
pub struct DbAppeals(pub Database);

impl AppealRepository for DbAppeals {
    fn file(&self, appeal: &NewAppeal) -> Result<AppealOutcome, RepositoryError> {
        self.0.write(|conn, events| file(conn, events, appeal))
    }
}

fn file(
    conn: &mut DbConnection,
    events: &mut Events,
    appeal: &NewAppeal,
) -> QueryResult<AppealOutcome> {
    let NewAppeal { by, forum, ref text, at } = *appeal;
    if let Some(forum) = forum
        && !locks::lock_forum_shared(conn, forum)?
    {
        return Ok(AppealOutcome::NotBanned);
    }
    // Bans, unbans and other appeals of the member come before or after all of this.
    locks::lock_users(conn, &[by.0])?;
    let Some(is_appealed) = is_ban_appealed(conn, by, forum, at)? else {
        return Ok(AppealOutcome::NotBanned);
    };
    if is_appealed || waiting(conn, by, forum)?.is_some() {
        return Ok(AppealOutcome::FiledBefore);
    }
    let report: i64 = diesel::insert_into(reports::table)
        .values((
            reports::kind.eq(kind_code(TargetKind::Member)),
            reports::target_id.eq(by.0),
            reports::forum_id.eq(forum.map(|forum| forum.0)),
            reports::state.eq(state_code(ReportState::Open)),
            reports::opened_at.eq(at.unix_millis()),
        ))
        .returning(reports::id)
        .get_result(conn)?;
    diesel::insert_into(report_filings::table)
        .values((
            report_filings::report_id.eq(report),
            report_filings::user_id.eq(by.0),
            report_filings::reason.eq(reason_code(ReportReason::Appeal)),
            report_filings::note.eq(text.as_str()),
            report_filings::filed_at.eq(at.unix_millis()),
        ))
        .execute(conn)?;
    mark_appealed(conn, by, forum)?;
    record_queue_changed(conn, events, forum.map(|forum| forum.0))?;
    Ok(AppealOutcome::Filed(Box::new(as_filed(conn, report, (by, at))?)))
}

/// Returns whether the member appealed against the ban that holds; `None` if none does.
fn is_ban_appealed(
    conn: &mut DbConnection,
    member: UserId,
    forum: Option<ForumId>,
    now: Timestamp,
) -> QueryResult<Option<bool>> {
    let now = now.unix_millis();
    match forum {
        Some(forum) => forum_bans::table
            .find((forum.0, member.0))
            .filter(forum_bans::banned_until.gt(now))
            .select(forum_bans::appealed)
            .first(conn)
            .optional(),
        None => users::table
            .find(member.0)
            .filter(users::banned_until.gt(now))
            .select(users::ban_appealed)
            .first(conn)
            .optional(),
    }
}

fn mark_appealed(
    conn: &mut DbConnection,
    member: UserId,
    forum: Option<ForumId>,
) -> QueryResult<usize> {
    match forum {
        Some(forum) => diesel::update(forum_bans::table.find((forum.0, member.0)))
            .set(forum_bans::appealed.eq(true))
            .execute(conn),
        None => diesel::update(users::table.find(member.0))
            .set(users::ban_appealed.eq(true))
            .execute(conn),
    }
}

/// The appeals of a member that are not decided: at most one against a ban from each forum, and from the site.
#[diesel::dsl::auto_type]
fn undecided(member: UserId) -> _ {
    let kind: i16 = kind_code(TargetKind::Member);
    let member: i64 = member.0;
    // The condition of an index, which a parameter would not be.
    let is_undecided: SqlLiteral<Bool> = sql::<Bool>("reports.state < 2");
    reports::table
        .filter(reports::kind.eq(kind))
        .filter(reports::target_id.eq(member))
        .filter(is_undecided)
}

/// Returns the appeal against a ban from there that is not decided.
fn waiting(
    conn: &mut DbConnection,
    member: UserId,
    forum: Option<ForumId>,
) -> QueryResult<Option<i64>> {
    let query = undecided(member).select(reports::id).into_boxed();
    let query = match forum {
        Some(forum) => query.filter(reports::forum_id.eq(forum.0)),
        None => query.filter(reports::forum_id.is_null()),
    };
    query.first(conn).optional()
}

/// Returns the forums from which the member is banned and where an appeal waits.
pub(crate) fn forums_of_waiting(
    conn: &mut DbConnection,
    member: UserId,
) -> QueryResult<HashSet<i64>> {
    let forums: Vec<Option<i64>> = undecided(member).select(reports::forum_id).load(conn)?;
    Ok(forums.into_iter().flatten().collect())
}

/// Resolves the waiting appeal against a ban that is lifted.
pub(crate) fn resolve_waiting(
    conn: &mut DbConnection,
    events: &mut Events,
    member: UserId,
    forum: Option<ForumId>,
    act: &Act,
) -> QueryResult<()> {
    let Some(appeal) = waiting(conn, member, forum)? else { return Ok(()) };
    diesel::update(reports::table.find(appeal))
        .set((
            reports::state.eq(state_code(ReportState::Resolved)),
            reports::assignee_id.eq(act.by.map(|by| by.0)),
            reports::decided_at.eq(act.at.unix_millis()),
        ))
        .execute(conn)?;
    record_queue_changed(conn, events, forum.map(|forum| forum.0))
}

/// Deletes the appeals of a member, who deletes the account.
pub(crate) fn delete_appeals(conn: &mut DbConnection, member: UserId) -> QueryResult<()> {
    let appeals = reports::table
        .filter(reports::kind.eq(kind_code(TargetKind::Member)))
        .filter(reports::target_id.eq(member.0));
    diesel::delete(appeals).execute(conn)?;
    Ok(())
}

/// Says in appeals against bans from forums why the member is banned there, instead of from the site.
pub(super) fn add_reasons_of_forums(
    conn: &mut DbConnection,
    reports: &mut [Report],
) -> QueryResult<()> {
    let mut appeals: Vec<_> = reports
        .iter_mut()
        .map(|report| &mut report.target)
        .filter(|view| view.target.kind == TargetKind::Member)
        .filter_map(|view| Some(((view.forum?.0, view.target.id), &mut view.excerpt)))
        .collect();
    if appeals.is_empty() {
        return Ok(());
    }
    let bans: Vec<(i64, i64, Option<String>)> = forum_bans::table
        .filter(padded_in(forum_bans::forum_id, appeals.iter().map(|((forum, _), _)| *forum)))
        .filter(padded_in(forum_bans::user_id, appeals.iter().map(|((_, user), _)| *user)))
        .select((forum_bans::forum_id, forum_bans::user_id, forum_bans::reason))
        .load(conn)?;
    for (ban, excerpt) in &mut appeals {
        let reason = bans.iter().find(|(forum, user, _)| (*forum, *user) == *ban);
        **excerpt = reason.and_then(|(_, _, reason)| reason.clone()).unwrap_or_default();
    }
    Ok(())
}
