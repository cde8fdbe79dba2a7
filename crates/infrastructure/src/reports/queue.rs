use ::moderation::reports::{QueueScope, Report, ReportState};
use database::{
    DbConnection, on_backend,
    schema::reports,
    sql::{
        literal_limit,
        prepared::{Value, prepared},
        round_up_limit,
    },
};
use diesel::{prelude::*, sql_types::BigInt};
use kernel::{ById, Page, PageRequest, RemovalRetention, UserId};

use super::rows;
use crate::report_codes::state_code;

/// The forums that a member moderates, and the oldest report of each after a position, in a state.
const OLDEST: &str = "SELECT forum, oldest
    FROM (SELECT m.forum_id AS forum, (SELECT min(r.id) FROM reports AS r
            WHERE r.forum_id = m.forum_id AND r.id > ? AND r.state = @) AS oldest
        FROM forum_moderators AS m WHERE m.user_id = ?) AS few
    WHERE oldest IS NOT NULL";

/// The first reports in a state of each forum of a list after a position, but none after another one, the oldest first.
const OLDEST_OF_EACH: &str = "SELECT r.id
    FROM ? AS few CROSS JOIN reports AS r
    WHERE r.forum_id = few.value AND r.state = @ AND r.id > ?
        AND r.id <= COALESCE((SELECT n.id FROM reports AS n
            WHERE n.forum_id = few.value AND n.state = @ AND n.id > ? AND n.id <= ?
            ORDER BY n.id LIMIT 1 OFFSET #), ?)
    ORDER BY r.id LIMIT #";

/// Returns a page of the queue, the oldest first: ids rise with time.
///
/// An index has the reports of each forum and state in this order. Of a moderator this reads the first ids of each forum
/// that can have some on the page, and merges them; then it reads a page of reports.
pub(super) fn page(
    conn: &mut DbConnection,
    scope: QueueScope,
    states: &[ReportState],
    page: &PageRequest<ById>,
    retention: RemovalRetention,
) -> QueryResult<Page<Report, ById>> {
    let mut ids = vec![];
    for state in states {
        ids.extend(match scope {
            QueueScope::All => first_ids(conn, None, *state, page)?,
            QueueScope::Forum(forum) => first_ids(conn, Some(forum.0), *state, page)?,
            QueueScope::ModeratedBy(member) => {
                let forums = moderated_forums(conn, member, *state, page)?;
                first_ids_of_each(conn, &forums, *state, page)?
            }
        });
    }
    ids.sort_unstable();
    ids.truncate(page.limit.fetch_size() as usize);
    let reports = rows::load(conn, &ids, retention)?;
    Ok(Page::cut_by_size(reports, page.limit, size, |report| ById(report.id.0)))
}

/// Returns the forums with the oldest reports, as many as a page has reports, each with its oldest one.
fn moderated_forums(
    conn: &mut DbConnection,
    member: UserId,
    state: ReportState,
    page: &PageRequest<ById>,
) -> QueryResult<Vec<(i64, i64)>> {
    let ById(after) = page.after.unwrap_or(ById(0));
    let oldest = OLDEST.replace('@', &state_code(state).to_string());
    let oldest = prepared::<(BigInt, BigInt)>(oldest).bind(after).bind(member.0);
    let mut oldest: Vec<(i64, i64)> = on_backend!(conn, conn => oldest.load(conn))?;
    oldest.sort_unstable_by_key(|(_, report)| *report);
    oldest.truncate(page.limit.fetch_size() as usize);
    Ok(oldest)
}

fn first_ids_of_each(
    conn: &mut DbConnection,
    forums: &[(i64, i64)],
    state: ReportState,
    page: &PageRequest<ById>,
) -> QueryResult<Vec<i64>> {
    let (ById(after), wanted) = (page.after.unwrap_or(ById(0)), page.limit.fetch_size());
    // Where each of so many forums has an older report, a newer one is not on the page.
    let newest = forums.get(wanted as usize - 1).map_or(i64::MAX, |(_, oldest)| *oldest);
    let forums: Value = forums.iter().map(|(forum, _)| *forum).collect();
    let sql = OLDEST_OF_EACH.replace('@', &state_code(state).to_string());
    let sql = sql.replace('#', &round_up_limit(wanted).to_string());
    let ids =
        prepared::<BigInt>(sql).bind(forums).bind(after).bind(after).bind(newest).bind(newest);
    on_backend!(conn, conn => ids.load(conn))
}

fn size(report: &Report) -> usize {
    let notes = report.notes.iter().map(|(name, note)| name.len() + note.len());
    let decision = report.decision.as_ref().map_or(0, String::len);
    let reported = report.target.reported.iter();
    let reported = reported.map(|one| one.text.len() + one.excerpt.len());
    report.target.excerpt.len() + decision + notes.sum::<usize>() + reported.sum::<usize>()
}

fn first_ids(
    conn: &mut DbConnection,
    forum: Option<i64>,
    state: ReportState,
    page: &PageRequest<ById>,
) -> QueryResult<Vec<i64>> {
    let ById(after) = page.after.unwrap_or(ById(0));
    let query = reports::table
        .filter(reports::state.eq(state_code(state)))
        .filter(reports::id.gt(after))
        .order(reports::id)
        .select(reports::id)
        .into_boxed();
    let query = match forum {
        Some(forum) => query.filter(reports::forum_id.eq(forum)),
        None => query,
    };
    literal_limit(page.limit.fetch_size(), query).load(conn)
}
