use database::DbConnection;
use diesel::QueryResult;

use super::{Finding, found};
use crate::counters::{CONTACTS, Counter, FORUM_WEEKS, OF_FORUMS, OF_POSTS, OF_REPLIES, OF_USERS};

pub(super) fn all(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let mut findings = vec![];
    let of_tables: [(_, &[Counter]); 4] = [
        ("forums", &OF_FORUMS),
        ("posts", &OF_POSTS),
        ("replies", &OF_REPLIES),
        ("users", &OF_USERS),
    ];
    for (table, counters) in of_tables {
        for counter in counters {
            findings.extend(found(conn, table, &differing(table, counter))?);
        }
    }
    findings.extend(found(conn, "forum_weeks", &wrong_weeks())?);
    findings.extend(found(conn, "forum_weeks", &missing_weeks())?);
    findings.extend(found(conn, "contacts", &wrong_contacts())?);
    findings.extend(found(conn, "contacts", &missing_contacts())?);
    Ok(findings)
}

fn differing(table: &str, Counter { column, counted }: &Counter) -> String {
    format!(
        "SELECT CAST(id AS TEXT) AS id,
                '{column} is ' || coalesce(CAST({column} AS TEXT), 'none')
                    || ', but its rows make ' || coalesce(CAST({counted} AS TEXT), 'none') AS problem
            FROM {table} WHERE {column} IS DISTINCT FROM {counted}"
    )
}

/// The stored weeks of forums beside those counted; of weeks that ended long before the last one,
/// nothing is expected.
const WEEKS: &str = "ends AS (SELECT forum_id, max(day) AS day FROM forum_weeks GROUP BY forum_id)";

fn wrong_weeks() -> String {
    format!(
        "WITH counted AS ({FORUM_WEEKS}), {WEEKS}
        SELECT w.forum_id || '/' || w.day AS id,
                'activity is ' || w.activity || ', but its posts and replies make '
                    || coalesce(c.activity, 0) AS problem
            FROM forum_weeks w
            JOIN ends ON ends.forum_id = w.forum_id AND w.day > ends.day - 14
            LEFT JOIN counted c ON c.forum_id = w.forum_id AND c.day = w.day
            WHERE w.activity <> coalesce(c.activity, 0)"
    )
}

fn missing_weeks() -> String {
    format!(
        "WITH counted AS ({FORUM_WEEKS}), {WEEKS}
        SELECT c.forum_id || '/' || c.day AS id,
                'is missing, but there are ' || c.activity || ' posts and replies' AS problem
            FROM counted c
            LEFT JOIN ends ON ends.forum_id = c.forum_id
            LEFT JOIN forum_weeks w ON w.forum_id = c.forum_id AND w.day = c.day
            WHERE w.forum_id IS NULL AND c.day > coalesce(ends.day, 0) - 14"
    )
}

fn wrong_contacts() -> String {
    let stored = "s.unread || ' unread of ' || s.total || ', the latest at ' || s.latest_at";
    format!(
        "WITH counted AS ({CONTACTS})
        SELECT s.owner_id || '/' || s.peer_id AS id,
                'has ' || {stored} || ', but its messages make '
                    || coalesce({}, 'none') AS problem
            FROM contacts s
            LEFT JOIN counted c ON c.owner_id = s.owner_id AND c.peer_id = s.peer_id
            WHERE c.owner_id IS NULL OR s.unread <> c.unread OR s.total <> c.total
                OR s.latest_at <> c.latest_at",
        stored.replace("s.", "c.")
    )
}

fn missing_contacts() -> String {
    format!(
        "WITH counted AS ({CONTACTS})
        SELECT c.owner_id || '/' || c.peer_id AS id,
                'is missing, but there are ' || c.total || ' messages' AS problem
            FROM counted c
            LEFT JOIN contacts s ON s.owner_id = c.owner_id AND s.peer_id = c.peer_id
            WHERE s.owner_id IS NULL"
    )
}
