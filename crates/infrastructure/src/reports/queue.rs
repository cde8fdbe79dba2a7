use ::moderation::reports::{QueueScope, Report, ReportState};
use database::{
    DbConnection, on_backend,
    sql::{
        prepared::{Value, prepared},
        round_up_limit,
    },
};
use diesel::{QueryResult, RunQueryDsl, sql_types::BigInt};
use kernel::{ByTime, Page, PageRequest, RemovalRetention, UserId};

use super::rows;
use crate::report_codes::state_code;

/// The forums that a member moderates, with the time and the id of the next report of each behind a position, in a state.
const NEXT: &str = "SELECT few.forum, n.{time}, n.id
    FROM (SELECT m.forum_id AS forum, (SELECT r.id FROM reports AS r
            WHERE r.forum_id = m.forum_id AND r.state = {state} AND (r.{time}, r.id) {behind} (?, ?)
            ORDER BY r.{time} {direction}, r.id {direction} LIMIT 1) AS next
        FROM forum_moderators AS m WHERE m.user_id = ?) AS few
    JOIN reports AS n ON n.id = few.next";

/// The next reports in a state of each forum of a list behind a position, but none behind another time, in order.
const NEXT_OF_EACH: &str = "SELECT r.{time}, r.id
    FROM ? AS few CROSS JOIN reports AS r
    WHERE r.forum_id = few.value AND r.state = {state} AND (r.{time}, r.id) {behind} (?, ?)
        AND r.{time} {within} COALESCE((SELECT n.{time} FROM reports AS n
            WHERE n.forum_id = few.value AND n.state = {state}
                AND (n.{time}, n.id) {behind} (?, ?) AND n.{time} {within} ?
            ORDER BY n.{time} {direction}, n.id {direction} LIMIT 1 OFFSET {most}), ?)
    ORDER BY r.{time} {direction}, r.id {direction} LIMIT {most}";

/// The next reports in a state behind a position, of a forum or of all.
const FIRST: &str = "SELECT r.{time}, r.id FROM reports AS r
    WHERE {of_forum} r.state = {state} AND (r.{time}, r.id) {behind} (?, ?)
    ORDER BY r.{time} {direction}, r.id {direction} LIMIT {most}";

/// The time of a report by which its queue is ordered, and its id.
type Position = (i64, i64);

/// The order of a queue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// What waits longest is decided first.
    OldestFirst,
    /// Of what is decided, the latest decision is looked up.
    LatestDecisionFirst,
}

impl Order {
    fn of(states: &[ReportState]) -> Self {
        if states.iter().all(|state| state.is_decided()) {
            Self::LatestDecisionFirst
        } else {
            Self::OldestFirst
        }
    }

    /// Returns the position behind which the page begins.
    fn position(self, page: &PageRequest<ByTime>) -> Position {
        match (page.after, self) {
            (Some(ByTime { at, id }), _) => (at.unix_millis(), id),
            (None, Self::OldestFirst) => (i64::MIN, 0),
            (None, Self::LatestDecisionFirst) => (i64::MAX, i64::MAX),
        }
    }

    /// Writes a statement of reports in this state for this order.
    fn sql(self, template: &str, state: ReportState) -> String {
        let [time, behind, within, direction] = match self {
            Self::OldestFirst => ["opened_at", ">", "<=", "ASC"],
            Self::LatestDecisionFirst => ["decided_at", "<", ">=", "DESC"],
        };
        template
            .replace("{time}", time)
            .replace("{behind}", behind)
            .replace("{within}", within)
            .replace("{direction}", direction)
            .replace("{state}", &state_code(state).to_string())
    }

    /// Returns a time that no other is behind.
    fn end(self) -> i64 {
        match self {
            Self::OldestFirst => i64::MAX,
            Self::LatestDecisionFirst => i64::MIN,
        }
    }

    fn sort<T>(self, reports: &mut [T], position: impl Fn(&T) -> Position) {
        reports.sort_unstable_by_key(position);
        if self == Self::LatestDecisionFirst {
            reports.reverse();
        }
    }

    fn position_of(self, report: &Report) -> ByTime {
        let at = match self {
            Self::OldestFirst => report.opened_at,
            Self::LatestDecisionFirst => report.decided_at.unwrap_or(report.opened_at),
        };
        ByTime { at, id: report.id.0 }
    }
}

/// Returns a page of the queue: what waits the oldest first, what is decided the latest decision first.
///
/// An index has the reports of each forum and state in this order. Of a moderator this reads the first of each forum
/// that can have some on the page, and merges them; then it reads a page of reports.
pub(super) fn page(
    conn: &mut DbConnection,
    scope: QueueScope,
    states: &[ReportState],
    page: &PageRequest<ByTime>,
    retention: RemovalRetention,
) -> QueryResult<Page<Report, ByTime>> {
    let order = Order::of(states);
    let mut first = vec![];
    for state in states {
        first.extend(match scope {
            QueueScope::All => first_of_all(conn, None, *state, page, order)?,
            QueueScope::Forum(forum) => first_of_all(conn, Some(forum.0), *state, page, order)?,
            QueueScope::ModeratedBy(member) => {
                let forums = moderated_forums(conn, member, *state, page, order)?;
                first_of_each(conn, &forums, *state, page, order)?
            }
        });
    }
    order.sort(&mut first, |position| *position);
    first.truncate(page.limit.fetch_size() as usize);
    let ids: Vec<i64> = first.into_iter().map(|(_, id)| id).collect();
    let mut reports = rows::load(conn, &ids, retention)?;
    order.sort(&mut reports, |report| {
        let ByTime { at, id } = order.position_of(report);
        (at.unix_millis(), id)
    });
    Ok(Page::cut_by_size(reports, page.limit, size, |report| order.position_of(report)))
}

/// Returns the forums with the next reports, as many as a page has reports, each with the time of its next one.
fn moderated_forums(
    conn: &mut DbConnection,
    member: UserId,
    state: ReportState,
    page: &PageRequest<ByTime>,
    order: Order,
) -> QueryResult<Vec<(i64, i64)>> {
    let (at, id) = order.position(page);
    let next = prepared::<(BigInt, BigInt, BigInt)>(order.sql(NEXT, state));
    let next = next.bind(at).bind(id).bind(member.0);
    let mut next: Vec<(i64, i64, i64)> = on_backend!(conn, conn => next.load(conn))?;
    order.sort(&mut next, |(_, at, id)| (*at, *id));
    next.truncate(page.limit.fetch_size() as usize);
    Ok(next.into_iter().map(|(forum, at, _)| (forum, at)).collect())
}

fn first_of_each(
    conn: &mut DbConnection,
    forums: &[(i64, i64)],
    state: ReportState,
    page: &PageRequest<ByTime>,
    order: Order,
) -> QueryResult<Vec<Position>> {
    let ((at, id), wanted) = (order.position(page), page.limit.fetch_size());
    // Where each of so many forums has a report before it, a later one is not on the page.
    let last = forums.get(wanted as usize - 1).map_or(order.end(), |(_, next)| *next);
    let forums: Value = forums.iter().map(|(forum, _)| *forum).collect();
    let most = round_up_limit(wanted).to_string();
    let sql = order.sql(NEXT_OF_EACH, state).replace("{most}", &most);
    let first = prepared::<(BigInt, BigInt)>(sql).bind(forums).bind(at).bind(id);
    let first = first.bind(at).bind(id).bind(last).bind(last);
    on_backend!(conn, conn => first.load(conn))
}

fn size(report: &Report) -> usize {
    let notes = report.notes.iter().map(|(name, note)| name.len() + note.len());
    let decision = report.decision.as_ref().map_or(0, String::len);
    let reported = report.target.reported.iter();
    let reported = reported.map(|one| one.text.len() + one.excerpt.len());
    report.target.excerpt.len() + decision + notes.sum::<usize>() + reported.sum::<usize>()
}

fn first_of_all(
    conn: &mut DbConnection,
    forum: Option<i64>,
    state: ReportState,
    page: &PageRequest<ByTime>,
    order: Order,
) -> QueryResult<Vec<Position>> {
    let of_forum = if forum.is_some() { "r.forum_id = ? AND" } else { "" };
    let most = round_up_limit(page.limit.fetch_size()).to_string();
    let sql = order.sql(FIRST, state).replace("{of_forum}", of_forum).replace("{most}", &most);
    let ((at, id), first) = (order.position(page), prepared::<(BigInt, BigInt)>(sql));
    let first = match forum {
        Some(forum) => first.bind(forum),
        None => first,
    };
    let first = first.bind(at).bind(id);
    on_backend!(conn, conn => first.load(conn))
}
