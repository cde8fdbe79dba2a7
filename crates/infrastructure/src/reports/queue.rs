use ::moderation::reports::{QueueScope, Report, ReportState};
use diesel::prelude::*;
use kernel::{ById, Page, PageRequest, RemovalRetention};

use super::{codes::state_code, rows};
use crate::{
    connection::DbConnection,
    schema::{forum_moderators, reports},
    sql::literal_limit::literal_limit,
};

/// Returns a page of the queue, the oldest first: ids rise with time.
///
/// An index has the reports of each forum and state in this order. So this reads the first ids of each, and merges
/// them; then it reads a page of reports.
pub(super) fn page(
    conn: &mut DbConnection,
    scope: QueueScope,
    states: &[ReportState],
    page: &PageRequest<ById>,
    retention: RemovalRetention,
) -> QueryResult<Page<Report, ById>> {
    let forums: Vec<Option<i64>> = match scope {
        QueueScope::All => vec![None],
        QueueScope::Forum(forum) => vec![Some(forum.0)],
        QueueScope::ModeratedBy(member) => {
            let forums: Vec<i64> = forum_moderators::table
                .filter(forum_moderators::user_id.eq(member.0))
                .select(forum_moderators::forum_id)
                .load(conn)?;
            forums.into_iter().map(Some).collect()
        }
    };
    let mut ids = vec![];
    for forum in forums {
        for state in states {
            ids.extend(first_ids(conn, forum, *state, page)?);
        }
    }
    ids.sort_unstable();
    ids.truncate(page.limit.fetch_size() as usize);
    let reports = rows::load(conn, &ids, retention)?;
    Ok(Page::cut_by_size(reports, page.limit, size, |report| ById(report.id.0)))
}

fn size(report: &Report) -> usize {
    let notes = report.notes.iter().map(|(name, note)| name.len() + note.len());
    let decision = report.decision.as_ref().map_or(0, String::len);
    report.target.excerpt.len() + decision + notes.sum::<usize>()
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
