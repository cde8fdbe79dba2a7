//! Finds ids by time. They rise with the time of creation, except for texts of the same moment.

use database::{DbConnection, on_backend, sql::prepared::prepared};
use diesel::{QueryResult, RunQueryDsl, sql_types::BigInt};

use super::sources::Texts;

/// How far ids and times may disagree, in milliseconds: longer than a write waits.
const SLACK: i64 = 60_000;

/// Returns two ids between which all texts lie that were created between two times.
pub(super) fn ids_between(
    conn: &mut DbConnection,
    texts: Texts,
    (after, before): (i64, i64),
) -> QueryResult<(i64, i64)> {
    let above = match after {
        i64::MIN => i64::MIN,
        after => first_from(conn, texts, after.saturating_sub(SLACK))? - 1,
    };
    let below = match before {
        i64::MAX => i64::MAX,
        before => first_from(conn, texts, before.saturating_add(SLACK))?,
    };
    Ok((above, below))
}

/// Returns the lowest id from which on all were created at this time or later, by bisection: a few short reads.
fn first_from(conn: &mut DbConnection, texts: Texts, at: i64) -> QueryResult<i64> {
    let (mut low, mut high) = (0, last_id(conn, texts)? + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        match next_from(conn, texts, middle)? {
            Some((id, created_at)) if created_at < at => low = id + 1,
            _ => high = middle,
        }
    }
    Ok(low)
}

fn last_id(conn: &mut DbConnection, texts: Texts) -> QueryResult<i64> {
    let query = prepared::<(BigInt,)>(match texts {
        Texts::Posts => "SELECT coalesce(max(id), 0) FROM posts",
        Texts::Replies => "SELECT coalesce(max(id), 0) FROM replies",
    });
    let (last,): (i64,) = on_backend!(conn, conn => query.get_result(conn))?;
    Ok(last)
}

/// Returns the first from an id on, and its time.
fn next_from(conn: &mut DbConnection, texts: Texts, id: i64) -> QueryResult<Option<(i64, i64)>> {
    let query = prepared::<(BigInt, BigInt)>(match texts {
        Texts::Posts => "SELECT id, created_at FROM posts WHERE id >= ? ORDER BY id LIMIT 1",
        Texts::Replies => "SELECT id, created_at FROM replies WHERE id >= ? ORDER BY id LIMIT 1",
    });
    let rows: Vec<(i64, i64)> = on_backend!(conn, conn => query.bind(id).load(conn))?;
    Ok(rows.into_iter().next())
}
