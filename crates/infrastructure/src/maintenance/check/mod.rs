//! Checks the consistency of stored data: counters with rows, search words with texts,
//! references with what they name.

mod counted;
mod engine;
mod images;
mod ranks;
mod references;
mod rendered;
mod rows;
mod search;
mod texts;

use std::fmt;

use database::{Database, DbConnection, failure, on_backend};
use diesel::{QueryResult, QueryableByName, RunQueryDsl, sql_query, sql_types::Text};
use kernel::RepositoryError;

use crate::images::image_store;
use crate::maintenance::Progress;

/// The maximum number of reported findings of one kind.
const MOST: usize = 1_000;

/// An inconsistency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The table, or what else it is in.
    pub table: String,
    /// The primary key of the row, its columns separated by slashes; empty if it is no single row.
    pub id: String,
    /// The description of the problem.
    pub problem: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id.as_str() {
            "" => write!(f, "{}: {}", self.table, self.problem),
            id => write!(f, "{} {id}: {}", self.table, self.problem),
        }
    }
}

type Rules = fn(&mut DbConnection) -> QueryResult<Vec<Finding>>;

const ALL: [Rules; 17] = [
    references::all,
    rows::all,
    counted::all,
    texts::users,
    texts::forums,
    texts::posts,
    rendered::replies,
    rendered::messages,
    rendered::forum_rules,
    rendered::site,
    search::replies,
    search::words,
    texts::events,
    ranks::posts,
    ranks::replies,
    engine::words,
    engine::file,
];

/// Looks at everything as it is at one moment, while others may write on; of each kind of
/// finding it reports the first 1,000. Needs memory for a number for each post and reply.
///
/// # Errors
/// When the database is away, or has not the newest schema.
pub fn check(database: &Database, progress: Progress<'_>) -> Result<Vec<Finding>, RepositoryError> {
    database.snapshot_or(|conn| {
        let (mut findings, steps) = (vec![], ALL.len() as u64 + 1);
        for (done, rules) in (1..).zip(ALL) {
            findings.extend(rules(conn).map_err(failure)?);
            progress(done, steps);
        }
        findings.extend(images::all(conn, &*image_store(database)).map_err(failure)?);
        progress(steps, steps);
        Ok(findings)
    })
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Text)]
    problem: String,
}

/// A finding for each row, of the columns `id` and `problem`, that the query answers.
fn found(conn: &mut DbConnection, table: &str, query: &str) -> QueryResult<Vec<Finding>> {
    let query = sql_query(format!("{query} LIMIT {MOST}"));
    let rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    let finding = |row: Row| Finding { table: table.to_owned(), id: row.id, problem: row.problem };
    Ok(rows.into_iter().map(finding).collect())
}
