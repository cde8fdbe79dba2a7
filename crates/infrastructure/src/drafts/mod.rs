use ::drafts::{Draft, DraftKey, DraftRepository, DraftWrite, SaveOutcome};
use database::{
    Database, DbConnection, locks, on_backend,
    schema::drafts,
    sql::{cached, keyset::below},
};
use diesel::{
    connection::DefaultLoadingMode,
    dsl::{AsExprOf, count_star},
    pg::PgRowByRowLoadingMode,
    prelude::*,
    sql_types::BigInt,
};
use kernel::{ByTime, MAX_RESPONSE_BYTES, Page, PageRequest, RepositoryError, Timestamp, UserId};

use crate::images::references::{self, Referrer};

/// How many expired drafts one transaction deletes.
const BATCH: i64 = 500;

/// Drafts in the database. A write locks the member first, so that their drafts are counted and compared
/// as they are.
pub struct DbDrafts(pub Database);

#[derive(Queryable)]
struct Row {
    id: i64,
    key: String,
    version: i64,
    data: String,
    updated_at: i64,
}

const COLUMNS: (drafts::id, drafts::key, drafts::version, drafts::data, drafts::updated_at) =
    (drafts::id, drafts::key, drafts::version, drafts::data, drafts::updated_at);

impl From<Row> for Draft {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            key: row.key,
            version: row.version,
            data: row.data,
            updated_at: Timestamp::from_unix_millis(row.updated_at),
        }
    }
}

impl DraftRepository for DbDrafts {
    fn list(
        &self,
        owner: UserId,
        expired: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Draft, ByTime>, RepositoryError> {
        let query = drafts::table
            .select(COLUMNS)
            .filter(drafts::user_id.eq(owner.0))
            .filter(drafts::updated_at.gt(expired.unix_millis()))
            .filter(below((drafts::updated_at, drafts::id), behind(page)))
            .order((drafts::updated_at.desc(), drafts::id.desc()))
            .limit(page.limit.fetch_size());
        // Row by row: a hundred of the longest drafts have 20 MB.
        let rows = self.0.read(|conn| match conn {
            DbConnection::Sqlite(conn) => {
                fill_page(query.load_iter::<Row, DefaultLoadingMode>(conn)?)
            }
            DbConnection::Postgres(conn) => {
                fill_page(query.load_iter::<Row, PgRowByRowLoadingMode>(conn)?)
            }
        })?;
        let position =
            |row: &Row| ByTime { at: Timestamp::from_unix_millis(row.updated_at), id: row.id };
        Ok(Page::cut_by_size(rows, page.limit, |row| row.data.len(), position).map(Draft::from))
    }

    fn save(
        &self,
        write: &DraftWrite,
        expired: Timestamp,
        max: usize,
    ) -> Result<SaveOutcome, RepositoryError> {
        self.0.write(|conn, _| save(conn, write, expired, max))
    }

    fn delete(&self, owner: UserId, key: &DraftKey) -> Result<(), RepositoryError> {
        let draft =
            drafts::table.filter(drafts::user_id.eq(owner.0)).filter(drafts::key.eq(key.as_str()));
        self.0.write(|conn, _| diesel::delete(draft).execute(conn).map(drop))
    }

    fn delete_expired(&self, expired: Timestamp) -> Result<usize, RepositoryError> {
        let expired = drafts::updated_at.le(expired.unix_millis());
        self.0.write(|conn, _| {
            let ids: Vec<i64> = drafts::table
                .filter(expired)
                .order(drafts::updated_at)
                .limit(BATCH)
                .select(drafts::id)
                .load(conn)?;
            // The condition again: one of them may have been written since.
            let found = drafts::table.filter(drafts::id.eq_any(ids)).filter(expired);
            diesel::delete(found).execute(conn)
        })
    }
}

/// Takes the rows that fill a response, and one more, which says that there are more.
fn fill_page(rows: impl Iterator<Item = QueryResult<Row>>) -> QueryResult<Vec<Row>> {
    let (mut taken, mut bytes) = (vec![], 0);
    for row in rows {
        let is_full = bytes >= MAX_RESPONSE_BYTES;
        let row = row?;
        bytes += row.data.len();
        taken.push(row);
        if is_full {
            break;
        }
    }
    Ok(taken)
}

/// The start of a page; the first page starts before everything, so that all pages share one statement.
fn behind(page: &PageRequest<ByTime>) -> (AsExprOf<i64, BigInt>, AsExprOf<i64, BigInt>) {
    let (at, id) =
        page.after.map_or((i64::MAX, i64::MAX), |after| (after.at.unix_millis(), after.id));
    (at.into_sql::<BigInt>(), id.into_sql::<BigInt>())
}

fn save(
    conn: &mut DbConnection,
    write: &DraftWrite,
    expired: Timestamp,
    max: usize,
) -> QueryResult<SaveOutcome> {
    locks::lock_users(conn, &[write.owner.0])?;
    let found: Option<Row> = drafts::table
        .select(COLUMNS)
        .filter(drafts::user_id.eq(write.owner.0))
        .filter(drafts::key.eq(write.key.as_str()))
        .first(conn)
        .optional()?;
    let found = found.filter(|row| row.updated_at > expired.unix_millis());
    if found.as_ref().map_or(0, |row| row.version) != write.replaces {
        return Ok(SaveOutcome::OtherVersion(found.map(Draft::from)));
    }
    if found.is_none() && count(conn, write.owner, expired)? >= max as i64 {
        return Ok(SaveOutcome::TooMany);
    }
    let draft = upsert(conn, write)?;
    references::replace(conn, Referrer::Draft(draft.id), &[&draft.data])?;
    Ok(SaveOutcome::Saved(draft))
}

fn count(conn: &mut DbConnection, owner: UserId, expired: Timestamp) -> QueryResult<i64> {
    drafts::table
        .filter(drafts::user_id.eq(owner.0))
        .filter(drafts::updated_at.gt(expired.unix_millis()))
        .select(count_star())
        .first(conn)
}

/// Also replaces an expired draft.
fn upsert(conn: &mut DbConnection, write: &DraftWrite) -> QueryResult<Draft> {
    let values = (
        drafts::version.eq(write.replaces + 1),
        drafts::data.eq(write.data.as_str()),
        drafts::updated_at.eq(write.at.unix_millis()),
    );
    let row: Row = on_backend!(conn, conn => cached(diesel::insert_into(drafts::table)
        .values((
            drafts::user_id.eq(write.owner.0),
            drafts::key.eq(write.key.as_str()),
            values,
        ))
        .on_conflict((drafts::user_id, drafts::key))
        .do_update()
        .set(values)
        .returning(COLUMNS))
        .get_result(conn))?;
    Ok(row.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_rows_are_read_than_fill_a_response() {
        let row = |id| Row {
            id,
            key: String::new(),
            version: 1,
            data: "a".repeat(MAX_RESPONSE_BYTES / 2),
            updated_at: 0,
        };
        let ids = |rows: Vec<Row>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
        assert_eq!(ids(fill_page((0..100).map(|id| Ok(row(id)))).unwrap()), [0, 1, 2]);
        assert_eq!(ids(fill_page((0..2).map(|id| Ok(row(id)))).unwrap()), [0, 1]);
    }
}
