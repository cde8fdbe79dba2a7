//! Appeals, which are reports about their own member.

use ::moderation::{
    appeals::{AppealOutcome, AppealRepository, NewAppeal},
    reports::{ReportReason, ReportState, TargetKind},
};
use database::{
    Database, DbConnection, Events, locks,
    schema::{forum_bans, report_filings, reports, users},
};
use diesel::prelude::*;
use kernel::{Event, ForumId, ReportId, RepositoryError, Timestamp, UserId};

use super::writes::as_filed;
use crate::{
    notifications::record_queue_changed,
    report_codes::{kind_code, reason_code, state_code},
    undecided_reports::waiting,
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
    events.record(Event::ReportOpened { report: ReportId(report) });
    record_queue_changed(conn, events, forum.map(|forum| forum.0))?;
    Ok(AppealOutcome::Filed(Box::new(as_filed(conn, report, (by, at))?)))
}

/// Returns whether the member appealed against the ban that holds; `None` if none does.
pub(super) fn is_ban_appealed(
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
