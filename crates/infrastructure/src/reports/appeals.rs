//! Appeals, which are reports about their own member.

use ::moderation::{
    appeals::{AppealOutcome, AppealRepository, NewAppeal},
    reports::{ReportReason, ReportState, TargetKind},
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};
use kernel::{Act, RepositoryError, UserId};

use super::{
    codes::{kind_code, reason_code, state_code},
    writes::{as_filed, record_queue_changed},
};
use crate::{
    Database,
    bans::{BAN, StoredBan},
    connection::DbConnection,
    database::Events,
    locks,
    schema::{report_filings, reports, users},
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
    let NewAppeal { by, ref text, at } = *appeal;
    let member = users::table.find(by.0);
    // Bans, unbans and other appeals of the member come before or after all of this.
    locks::users(conn, &[by.0])?;
    let found: Option<(StoredBan, bool)> =
        member.select((BAN, users::ban_appealed)).first(conn).optional()?;
    let Some((ban, is_appealed)) = found else { return Ok(AppealOutcome::NotBanned) };
    if ban.at(at).is_none() {
        return Ok(AppealOutcome::NotBanned);
    }
    if is_appealed || select(exists(waiting(by))).get_result(conn)? {
        return Ok(AppealOutcome::FiledBefore);
    }
    let report: i64 = diesel::insert_into(reports::table)
        .values((
            reports::kind.eq(kind_code(TargetKind::Member)),
            reports::target_id.eq(by.0),
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
    diesel::update(member).set(users::ban_appealed.eq(true)).execute(conn)?;
    record_queue_changed(conn, events, None)?;
    Ok(AppealOutcome::Filed(Box::new(as_filed(conn, report, (by, at))?)))
}

/// The appeals of a member that are not decided: at most one.
#[diesel::dsl::auto_type]
fn waiting(member: UserId) -> _ {
    let kind: i16 = kind_code(TargetKind::Member);
    let decided: i16 = state_code(ReportState::Resolved);
    let member: i64 = member.0;
    reports::table
        .filter(reports::kind.eq(kind))
        .filter(reports::target_id.eq(member))
        .filter(reports::state.lt(decided))
}

/// Resolves the appeal that waits, as the member is unbanned.
pub(crate) fn resolve_waiting(
    conn: &mut DbConnection,
    events: &mut Events,
    member: UserId,
    act: &Act,
) -> QueryResult<()> {
    let resolved = diesel::update(waiting(member))
        .set((
            reports::state.eq(state_code(ReportState::Resolved)),
            reports::assignee_id.eq(act.by.map(|by| by.0)),
            reports::decided_at.eq(act.at.unix_millis()),
        ))
        .execute(conn)?;
    if resolved > 0 { record_queue_changed(conn, events, None) } else { Ok(()) }
}

/// Deletes the appeals of a member, who deletes the account.
pub(crate) fn delete_appeals(conn: &mut DbConnection, member: UserId) -> QueryResult<()> {
    let appeals = reports::table
        .filter(reports::kind.eq(kind_code(TargetKind::Member)))
        .filter(reports::target_id.eq(member.0));
    diesel::delete(appeals).execute(conn)?;
    Ok(())
}
