//! Loads a whole community: many rows in each statement, counters computed at the end.

mod recount;
mod rows;
mod word_indexes;

use database::{Database, DbConnection, Erasing, schema::users};
use diesel::{
    connection::SimpleConnection, dsl::sql, prelude::*, sql_query, sql_types::BigInt,
    sqlite::SqliteConnection,
};
use kernel::{Event, RepositoryError};

pub(crate) use recount::steps as recount_steps;
pub use rows::{
    BulkFavorite, BulkForum, BulkMessage, BulkModerator, BulkPost, BulkPostVote, BulkReply,
    BulkReplyVote, BulkRow, BulkSession, BulkUser,
};
pub(in crate::maintenance) use word_indexes::WordIndexes;

use crate::{
    forums::fill_skeletons,
    search::{index_words, index_words_at_once},
};

/// Rows in one statement: PostgreSQL allows 65,535 parameters, SQLite 32,766.
const BATCH: usize = 1_000;

/// The pages of an index of words that are merged in one transaction.
const MERGED_PAGES: i64 = 10_000;

/// SQLite's cache during a load, at most 2 GB. The usual 8 MB hold too few pages of the indexes whose keys come in no
/// order: most pages would be written to the log and read back every few rows, which takes longer as the log grows.
const LARGE_CACHE: &str = "PRAGMA cache_size = -2000000";

/// Inserts the rows of a community in one transaction.
///
/// The caller assigns ids, which rise with time in each table, and inserts rows after those they refer
/// to. Counters (votes, replies, activity, contacts) are computed at the end.
pub struct Loader<'a> {
    conn: &'a mut DbConnection,
}

impl Loader<'_> {
    /// Inserts all rows and calls `progress` with the number of rows since the last call.
    pub fn insert<R: BulkRow>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
        progress: &dyn Fn(usize),
    ) -> Result<(), RepositoryError> {
        let mut batch = Vec::with_capacity(BATCH);
        for row in rows {
            batch.push(row);
            if batch.len() == BATCH {
                self.flush(&mut batch, progress)?;
            }
        }
        self.flush(&mut batch, progress)
    }

    fn flush<R: BulkRow>(
        &mut self,
        batch: &mut Vec<R>,
        progress: &dyn Fn(usize),
    ) -> Result<(), RepositoryError> {
        if batch.is_empty() {
            return Ok(());
        }
        let rows: Vec<&R> = batch.iter().collect();
        R::insert(self.conn, &rows).map_err(|error| RepositoryError::Failed(error.into()))?;
        progress(batch.len());
        batch.clear();
        Ok(())
    }
}

/// Fills a database without users, atomically. Returns false if it has users. The connection keeps a
/// large cache: the loading process does little else afterwards.
///
/// # Errors
/// When the rows violate the schema, or the database is unavailable.
pub fn load(
    database: &Database,
    fill: impl FnOnce(&mut Loader<'_>) -> Result<(), RepositoryError>,
) -> Result<bool, RepositoryError> {
    let mut failed = None;
    let filled = database.write(|conn, events| {
        events.record(Event::DataReplaced);
        if diesel::select(diesel::dsl::exists(users::table.select(users::id))).get_result(conn)? {
            return Ok(false);
        }
        if let DbConnection::Sqlite(conn) = conn {
            conn.batch_execute(LARGE_CACHE)?;
        }
        let word_indexes = WordIndexes::dropped(conn)?;
        if let Err(error) = fill(&mut Loader { conn }) {
            failed = Some(error);
            return Err(diesel::result::Error::RollbackTransaction);
        }
        word_indexes.build(conn)?;
        recount_steps(conn)?.iter().try_for_each(|step| step.run(conn))?;
        fill_skeletons(conn)?;
        Ok(true)
    });
    if let Some(error) = failed {
        return Err(error);
    }
    if filled? {
        index_words_at_once(database)?;
        put_in_order(database)?;
        return Ok(true);
    }
    Ok(false)
}

/// Does now what a running server does little by little.
pub(crate) fn finish(database: &Database) -> Result<(), RepositoryError> {
    index_words(database, || true)?;
    put_in_order(database)
}

/// Updates statistics and indexes, as the databases would do later.
///
/// PostgreSQL's planner learns the sizes of the tables. SQLite would plan by these numbers for ever,
/// also when few rows have become many; without them it takes every table for a large one, which
/// is what the indexes are made for. Its indexes of words are merged: a search has to look into
/// each part that they consist of.
pub(in crate::maintenance) fn put_in_order(database: &Database) -> Result<(), RepositoryError> {
    database.write(|conn, _| match conn {
        DbConnection::Postgres(conn) => conn.batch_execute("ANALYZE"),
        DbConnection::Sqlite(_) => Ok(()),
    })?;
    for index in ["post_search", "reply_search", "forum_search"] {
        // A negative number begins a merge of all parts, a positive one continues it.
        let mut pages = -MERGED_PAGES;
        while database.write(|conn, _| merge(conn, index, pages))? {
            pages = MERGED_PAGES;
        }
    }
    Ok(())
}

/// Merges pages of SQLite's index of words. Returns whether there was something to do: then at least two rows change
/// ([FTS5](https://www.sqlite.org/fts5.html#the_merge_command)).
fn merge(conn: &mut DbConnection, index: &str, pages: i64) -> QueryResult<bool> {
    let DbConnection::Sqlite(conn) = conn else { return Ok(false) };
    let before = total_changes(conn)?;
    sql_query(format!("INSERT INTO {index} ({index}, rank) VALUES ('merge', {pages})"))
        .execute(conn)?;
    Ok(total_changes(conn)? - before >= 2)
}

/// Returns how many rows this connection changed so far.
fn total_changes(conn: &mut Erasing<SqliteConnection>) -> QueryResult<i64> {
    diesel::select(sql::<BigInt>("total_changes()")).get_result(conn)
}
