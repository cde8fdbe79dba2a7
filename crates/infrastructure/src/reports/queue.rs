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

/// The forums that a member moderates, and the next report of each behind a position, in a state.
const NEXT: &str = "SELECT forum, next
    FROM (SELECT m.forum_id AS forum, (SELECT {first}(r.id) FROM reports AS r
            WHERE r.forum_id = m.forum_id AND r.id {behind} ? AND r.state = {state}) AS next
        FROM forum_moderators AS m WHERE m.user_id = ?) AS few
    WHERE next IS NOT NULL";

/// The next reports in a state of each forum of a list behind a position, but none behind another one, in order.
const NEXT_OF_EACH: &str = "SELECT r.id
    FROM ? AS few CROSS JOIN reports AS r
    WHERE r.forum_id = few.value AND r.state = {state} AND r.id {behind} ?
        AND r.id {within} COALESCE((SELECT n.id FROM reports AS n
            WHERE n.forum_id = few.value AND n.state = {state} AND n.id {behind} ? AND n.id {within} ?
            ORDER BY n.id {direction} LIMIT 1 OFFSET {most}), ?)
    ORDER BY r.id {direction} LIMIT {most}";

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

    /// Writes a statement of reports in this state for this order.
    fn sql(self, template: &str, state: ReportState) -> String {
        let [first, behind, within, direction] = match self {
            Self::OldestFirst => ["min", ">", "<=", "ASC"],
            Self::NewestFirst => ["max", "<", ">=", "DESC"],
        };
        template
            .replace("{first}", first)
            .replace("{behind}", behind)
            .replace("{within}", within)
            .replace("{direction}", direction)
            .replace("{state}", &state_code(state).to_string())
    }

    /// Returns an id that all others come before.
    fn end(self) -> i64 {
        match self {
            Self::OldestFirst => i64::MAX,
            Self::NewestFirst => 0,
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
/// An index has the reports of each forum and state in this order. Of a moderator this reads the first ids of each forum
/// that can have some on the page, and merges them; then it reads a page of reports.
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
        ids.extend(match scope {
            QueueScope::All => first_ids(conn, None, *state, page, order)?,
            QueueScope::Forum(forum) => first_ids(conn, Some(forum.0), *state, page, order)?,
            QueueScope::ModeratedBy(member) => {
                let forums = moderated_forums(conn, member, *state, page, order)?;
                first_ids_of_each(conn, &forums, *state, page, order)?
            }
        });
    }
    order.sort(&mut ids);
    ids.truncate(page.limit.fetch_size() as usize);
    let mut reports = rows::load(conn, &ids, retention)?;
    if order == Order::NewestFirst {
        reports.reverse();
    }
    Ok(Page::cut_by_size(reports, page.limit, size, |report| ById(report.id.0)))
}

/// Returns the forums with the next reports, as many as a page has reports, each with its next one.
fn moderated_forums(
    conn: &mut DbConnection,
    member: UserId,
    state: ReportState,
    page: &PageRequest<ById>,
    order: Order,
) -> QueryResult<Vec<(i64, i64)>> {
    let next = prepared::<(BigInt, BigInt)>(order.sql(NEXT, state));
    let next = next.bind(order.position(page)).bind(member.0);
    let mut next: Vec<(i64, i64)> = on_backend!(conn, conn => next.load(conn))?;
    next.sort_unstable_by_key(|(_, report)| *report);
    if order == Order::NewestFirst {
        next.reverse();
    }
    next.truncate(page.limit.fetch_size() as usize);
    Ok(next)
}

fn first_ids_of_each(
    conn: &mut DbConnection,
    forums: &[(i64, i64)],
    state: ReportState,
    page: &PageRequest<ById>,
    order: Order,
) -> QueryResult<Vec<i64>> {
    let (after, wanted) = (order.position(page), page.limit.fetch_size());
    // Where each of so many forums has a report before it, another one is not on the page.
    let last = forums.get(wanted as usize - 1).map_or(order.end(), |(_, next)| *next);
    let forums: Value = forums.iter().map(|(forum, _)| *forum).collect();
    let most = round_up_limit(wanted).to_string();
    let sql = order.sql(NEXT_OF_EACH, state).replace("{most}", &most);
    let ids = prepared::<BigInt>(sql).bind(forums).bind(after).bind(after).bind(last).bind(last);
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
