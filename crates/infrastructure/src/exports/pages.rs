use std::vec;

use ::import::{Row, Rows};
use database::{Database, DbConnection};
use diesel::QueryResult;

use super::failed;

/// Rows of one query.
pub(super) const PAGE: i64 = 1_000;

/// Returns the rows of queries for those behind a key, which start behind `before`, until one finds none.
pub(super) fn pages<'a, K: Copy + 'a, R: 'a, T: 'a>(
    database: &'a Database,
    before: K,
    page: impl Fn(&mut DbConnection, K) -> QueryResult<Vec<R>> + 'a,
    key: impl Fn(&R) -> K + 'a,
    record: impl Fn(R) -> T + 'a,
) -> Rows<'a, T> {
    let (mut after, mut rows) = (before, vec![].into_iter());
    let mut next = move || {
        if rows.len() == 0 {
            let found = database.read(|conn| page(conn, after)).map_err(failed)?;
            rows = found.into_iter();
        }
        let Some(row) = rows.next() else { return Ok(None) };
        after = key(&row);
        Ok(Some(Row::Record(record(row))))
    };
    Box::new(std::iter::from_fn(move || next().transpose()))
}
