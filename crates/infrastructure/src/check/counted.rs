use diesel::QueryResult;

use super::{Finding, found};
use crate::{
    connection::DbConnection,
    counters::{CONTACTS, Counter, FORUM_DAYS, OF_POSTS, OF_REPLIES},
};

const WRONG_WEEKS: &str = "
    SELECT CAST(w.forum_id AS TEXT) AS id,
            'activity is ' || w.activity || ', but its days make '
                || coalesce(sum(d.activity), 0) AS problem
        FROM forum_weeks w
        LEFT JOIN forum_days d
            ON d.forum_id = w.forum_id AND d.day BETWEEN w.day - 6 AND w.day
        GROUP BY w.forum_id, w.day, w.activity
        HAVING w.activity <> coalesce(sum(d.activity), 0)";

const ENDED_WEEKS: &str = "
    SELECT CAST(w.forum_id AS TEXT) AS id,
            'ends with day ' || w.day || ', but there is activity on day ' || max(d.day) AS problem
        FROM forum_weeks w
        JOIN forum_days d ON d.forum_id = w.forum_id AND d.day > w.day AND d.activity <> 0
        GROUP BY w.forum_id, w.day";

const MISSING_WEEKS: &str = "
    SELECT CAST(d.forum_id AS TEXT) AS id,
            'is missing, but there is activity on day ' || max(d.day) AS problem
        FROM forum_days d
        LEFT JOIN forum_weeks w ON w.forum_id = d.forum_id
        WHERE w.forum_id IS NULL AND d.activity <> 0
        GROUP BY d.forum_id";

pub(super) fn all(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let mut findings = vec![];
    for (table, counters) in [("posts", &OF_POSTS), ("replies", &OF_REPLIES)] {
        for counter in counters {
            findings.extend(found(conn, table, &differing(table, counter))?);
        }
    }
    findings.extend(found(conn, "forum_days", &wrong_days())?);
    findings.extend(found(conn, "forum_days", &missing_days())?);
    findings.extend(found(conn, "forum_weeks", WRONG_WEEKS)?);
    findings.extend(found(conn, "forum_weeks", ENDED_WEEKS)?);
    findings.extend(found(conn, "forum_weeks", MISSING_WEEKS)?);
    findings.extend(found(conn, "contacts", &wrong_contacts())?);
    findings.extend(found(conn, "contacts", &missing_contacts())?);
    Ok(findings)
}

fn differing(table: &str, Counter { column, counted }: &Counter) -> String {
    format!(
        "SELECT CAST(id AS TEXT) AS id,
                '{column} is ' || {column} || ', but its rows make ' || {counted} AS problem
            FROM {table} WHERE {column} <> {counted}"
    )
}

fn wrong_days() -> String {
    format!(
        "WITH counted AS ({FORUM_DAYS})
        SELECT d.forum_id || '/' || d.day AS id,
                'activity is ' || d.activity || ', but its posts and replies make '
                    || coalesce(c.activity, 0) AS problem
            FROM forum_days d
            LEFT JOIN counted c ON c.forum_id = d.forum_id AND c.day = d.day
            WHERE d.activity <> coalesce(c.activity, 0)"
    )
}

fn missing_days() -> String {
    format!(
        "WITH counted AS ({FORUM_DAYS})
        SELECT c.forum_id || '/' || c.day AS id,
                'is missing, but there are ' || c.activity || ' posts and replies' AS problem
            FROM counted c
            LEFT JOIN forum_days d ON d.forum_id = c.forum_id AND d.day = c.day
            WHERE d.forum_id IS NULL"
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
