//! Reads PostgreSQL databases of other systems in pages.

use std::{cell::RefCell, collections::VecDeque, iter};

use super::fields::Fields;
use crate::{Row, Rows, SourceError};
use diesel::{
    PgConnection, QueryableByName, RunQueryDsl,
    pg::Pg,
    sql_query,
    sql_types::{BigInt, Nullable, Text},
};

/// The rows of a page; statements have the same limit.
const PAGE: usize = 500;
/// Is less than all that rows are in the order of.
const BEFORE_ALL: &str = "-9000000000000000000";

/// A row. Rows are in the order of `score` and then of `id`.
#[derive(QueryableByName)]
pub(super) struct Found {
    #[diesel(sql_type = Text)]
    pub(super) id: String,
    /// A number.
    #[diesel(sql_type = Text)]
    pub(super) score: String,
    /// Fields as JSON; `None` if what the id names is gone.
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) data: Option<String>,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Counts rows with a statement, whose $1 is `key`.
pub(super) fn count(
    conn: &RefCell<PgConnection>,
    statement: &str,
    key: Option<&str>,
) -> Result<u64, SourceError> {
    let mut query = sql_query(statement).into_boxed::<Pg>();
    if let Some(key) = key {
        query = query.bind::<Text, _>(key);
    }
    let counted = query.get_result(&mut *conn.borrow_mut());
    let Count { count } = counted.map_err(|error| SourceError::new("counting rows", error))?;
    Ok(u64::try_from(count).unwrap_or_default())
}

/// Reads all rows that a statement finds. Its $1 and $2 are `score` and `id` of the row before a page, $3 is `key`.
pub(super) fn read<'a>(
    conn: &'a RefCell<PgConnection>,
    statement: &'static str,
    key: Option<String>,
) -> impl Iterator<Item = Result<Found, SourceError>> + 'a {
    let mut page = VecDeque::new();
    let mut after = Some((BEFORE_ALL.to_owned(), String::new()));
    iter::from_fn(move || {
        if page.is_empty() {
            let (score, id) = after.take()?;
            let mut query = sql_query(statement).into_boxed::<Pg>();
            query = query.bind::<Text, _>(score).bind::<Text, _>(id);
            if let Some(key) = &key {
                query = query.bind::<Text, _>(key);
            }
            match query.load::<Found>(&mut *conn.borrow_mut()) {
                Ok(rows) => page = rows.into(),
                Err(error) => return Some(Err(SourceError::new("reading the database", error))),
            }
            if let Some(last) = page.back().filter(|_| page.len() == PAGE) {
                after = Some((last.score.clone(), last.id.clone()));
            }
        }
        page.pop_front().map(Ok)
    })
}

/// Reads the rows that a statement finds as [`read`] does, and makes records of them.
pub(super) fn records<'a, T: 'a>(
    conn: &'a RefCell<PgConnection>,
    statement: &'static str,
    key: Option<&str>,
    record: fn(String, &Fields) -> Result<T, &'static str>,
) -> Rows<'a, T> {
    Box::new(read(conn, statement, key.map(str::to_owned)).map(move |found| {
        let found = found?;
        let fields = found.data.as_deref().and_then(Fields::parse).ok_or("its data is gone");
        Ok(match fields.and_then(|fields| record(found.id.clone(), &fields)) {
            Ok(record) => Row::Record(record),
            Err(reason) => Row::Unreadable { id: found.id, reason },
        })
    }))
}
