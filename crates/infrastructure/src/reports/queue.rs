use ::moderation::reports::{QueueScope, Report, ReportState};
use database::{
    DbConnection, on_backend,
    schema::reports,
    sql::{literal_limit, prepared::prepared},
};
use diesel::{prelude::*, sql_types::BigInt};
use kernel::{ById, Page, PageRequest, RemovalRetention, UserId};

use super::rows;
use crate::report_codes::state_code;

/// The forums that a member moderates, and the next report of each behind a position, in a state.
const NEXT: &str = "SELECT forum, next
    FROM (SELECT m.forum_id AS forum, (SELECT # FROM reports AS r
            WHERE r.forum_id = m.forum_id AND r.id # ? AND r.state = #) AS next
        FROM forum_moderators AS m WHERE m.user_id = ?) AS few
    WHERE next IS NOT NULL";

/// The order of a queue by ids, which rise with time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// What waits longest is decided first.
    OldestFirst,
    /// Of what is decided, the latest is looked up.
    NewestFirst,
}

impl Order {
    fn of(states: &[ReportState]) -> Self {
        if states.iter().all(|state| state.is_decided()) {
            Self::NewestFirst
        } else {
            Self::OldestFirst
        }
    }

    /// Returns the id behind which the page begins.
    fn position(self, page: &PageRequest<ById>) -> i64 {
        match (page.after, self) {
            (Some(ById(after)), _) => after,
            (None, Self::OldestFirst) => 0,
            (None, Self::NewestFirst) => i64::MAX,
        }
    }

    fn sort(self, ids: &mut [i64]) {
        ids.sort_unstable();
        if self == Self::NewestFirst {
            ids.reverse();
        }
    }
}

/// Returns a page of the queue: what waits the oldest first, what is decided the newest first.
///
/// An index has the reports of each forum and state in this order. So this reads the first ids of each forum that can have
/// some on the page, and merges them; then it reads a page of reports.
pub(super) fn page(
    conn: &mut DbConnection,
    scope: QueueScope,
    states: &[ReportState],
    page: &PageRequest<ById>,
    retention: RemovalRetention,
) -> QueryResult<Page<Report, ById>> {
    let order = Order::of(states);
    let mut ids = vec![];
    for state in states {
        let forums = match scope {
            QueueScope::All => vec![None],
            QueueScope::Forum(forum) => vec![Some(forum.0)],
            QueueScope::ModeratedBy(member) => moderated_forums(conn, member, *state, page, order)?,
        };
        for forum in forums {
            ids.extend(first_ids(conn, forum, *state, page, order)?);
        }
    }
    order.sort(&mut ids);
    ids.truncate(page.limit.fetch_size() as usize);
    let mut reports = rows::load(conn, &ids, retention)?;
    if order == Order::NewestFirst {
        reports.reverse();
    }
    Ok(Page::cut_by_size(reports, page.limit, size, |report| ById(report.id.0)))
}

/// Returns the forums with the next reports, as many as a page has reports.
fn moderated_forums(
    conn: &mut DbConnection,
    member: UserId,
    state: ReportState,
    page: &PageRequest<ById>,
    order: Order,
) -> QueryResult<Vec<Option<i64>>> {
    let (first, behind) = match order {
        Order::OldestFirst => ("min(r.id)", ">"),
        Order::NewestFirst => ("max(r.id)", "<"),
    };
    let next = NEXT.replacen('#', first, 1).replacen('#', behind, 1).replacen(
        '#',
        &state_code(state).to_string(),
        1,
    );
    let next = prepared::<(BigInt, BigInt)>(next).bind(order.position(page)).bind(member.0);
    let mut next: Vec<(i64, i64)> = on_backend!(conn, conn => next.load(conn))?;
    next.sort_unstable_by_key(|(_, report)| *report);
    if order == Order::NewestFirst {
        next.reverse();
    }
    next.truncate(page.limit.fetch_size() as usize);
    Ok(next.into_iter().map(|(forum, _)| Some(forum)).collect())
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
    order: Order,
) -> QueryResult<Vec<i64>> {
    let query = reports::table
        .filter(reports::state.eq(state_code(state)))
        .select(reports::id)
        .into_boxed();
    let query = match order {
        Order::OldestFirst => query.filter(reports::id.gt(order.position(page))).order(reports::id),
        Order::NewestFirst => {
            query.filter(reports::id.lt(order.position(page))).order(reports::id.desc())
        }
    };
    let query = match forum {
        Some(forum) => query.filter(reports::forum_id.eq(forum)),
        None => query,
    };
    literal_limit(page.limit.fetch_size(), query).load(conn)
}
