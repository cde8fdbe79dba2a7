use ::users::{
    CountOutcome, CountedFailure, Failures, LoginFailures, Success, ThrottleKey, ThrottleKind,
};
use database::{Database, DbConnection, schema::login_failures, sql::execute_cached};
use diesel::{
    dsl::max,
    prelude::*,
    sql_query,
    sql_types::BigInt,
    sql_types::{Integer, Text},
};
use kernel::{RepositoryError, Timestamp};

/// Failed trials at signing in, in the database, which all copies of the server share.
pub struct DbLoginFailures(pub Database);

type Row = (i32, i64, i64);

impl LoginFailures for DbLoginFailures {
    fn locked_until(
        &self,
        keys: &[ThrottleKey],
        now: Timestamp,
    ) -> Result<Option<Timestamp>, RepositoryError> {
        self.0.read(|conn| locked_until(conn, keys, now))
    }

    fn count(&self, keys: &[ThrottleKey], now: Timestamp) -> Result<CountOutcome, RepositoryError> {
        self.0.write(|conn, _| {
            for key in keys {
                lock(conn, key)?;
            }
            if let Some(until) = locked_until(conn, keys, now)? {
                return Ok(CountOutcome::Locked(until));
            }
            forget_old(conn, now)?;
            let count = |key: &ThrottleKey| {
                let before = find(conn, key)?;
                let after = Failures::after_failure(before.as_ref(), key, now);
                store(conn, key, &after)?;
                Ok(CountedFailure { key: key.clone(), before, after })
            };
            Ok(CountOutcome::Done(keys.iter().map(count).collect::<QueryResult<_>>()?))
        })
    }

    fn undo(&self, counts: &[CountedFailure], success: Success) -> Result<(), RepositoryError> {
        self.0.write(|conn, _| {
            for count in counts {
                let key = &count.key;
                lock(conn, key)?;
                let Some(stored) = find(conn, key)? else { continue };
                match count.after_success(&stored, success) {
                    Some(left) => store(conn, key, &left)?,
                    None => drop(delete(conn, key)?),
                }
            }
            Ok(())
        })
    }

    fn forget(&self, keys: &[ThrottleKey]) -> Result<bool, RepositoryError> {
        Ok(self.0.write(|conn, _| forget(conn, keys))? > 0)
    }
}

/// The number of failures.
pub(crate) fn forget(conn: &mut DbConnection, keys: &[ThrottleKey]) -> QueryResult<usize> {
    let mut forgotten = 0;
    for key in keys {
        forgotten += delete(conn, key)?;
    }
    Ok(forgotten)
}

fn locked_until(
    conn: &mut DbConnection,
    keys: &[ThrottleKey],
    now: Timestamp,
) -> QueryResult<Option<Timestamp>> {
    let keys: Vec<&str> = keys.iter().map(ThrottleKey::as_str).collect();
    let latest: Option<i64> = login_failures::table
        .filter(login_failures::subject.eq_any(keys))
        .filter(login_failures::locked_until.gt(now.unix_millis()))
        .filter(login_failures::locked_until.le(now.after(Failures::LONGEST_WAIT).unix_millis()))
        .select(max(login_failures::locked_until))
        .first(conn)?;
    Ok(latest.map(Timestamp::from_unix_millis))
}

fn find(conn: &mut DbConnection, key: &ThrottleKey) -> QueryResult<Option<Failures>> {
    let row: Option<Row> = login_failures::table
        .find(key.as_str())
        .select((login_failures::failures, login_failures::last_at, login_failures::locked_until))
        .first(conn)
        .optional()?;
    Ok(row.map(|(count, last_at, locked_until)| Failures {
        count: count.max(0) as u32,
        last_at: Timestamp::from_unix_millis(last_at),
        locked_until: Timestamp::from_unix_millis(locked_until),
    }))
}

fn store(conn: &mut DbConnection, key: &ThrottleKey, failures: &Failures) -> QueryResult<()> {
    let values = (
        login_failures::failures.eq(i32::try_from(failures.count).unwrap_or(i32::MAX)),
        login_failures::last_at.eq(failures.last_at.unix_millis()),
        login_failures::locked_until.eq(failures.locked_until.unix_millis()),
    );
    execute_cached(
        conn,
        diesel::insert_into(login_failures::table)
            .values((login_failures::subject.eq(key.as_str()), values))
            .on_conflict(login_failures::subject)
            .do_update()
            .set(values),
    )?;
    Ok(())
}

fn delete(conn: &mut DbConnection, key: &ThrottleKey) -> QueryResult<usize> {
    diesel::delete(login_failures::table.find(key.as_str())).execute(conn)
}

/// Some of them, more than come: never a long statement, and never one that waits for another.
fn forget_old(conn: &mut DbConnection, now: Timestamp) -> QueryResult<()> {
    let before = now.before(Failures::RETENTION).unix_millis();
    match conn {
        DbConnection::Sqlite(conn) => sql_query(
            "DELETE FROM login_failures WHERE subject IN
                (SELECT subject FROM login_failures WHERE last_at < ? ORDER BY last_at LIMIT 500)",
        )
        .bind::<BigInt, _>(before)
        .execute(conn)?,
        DbConnection::Postgres(conn) => sql_query(
            "DELETE FROM login_failures WHERE subject IN
                (SELECT subject FROM login_failures WHERE last_at < $1 ORDER BY last_at LIMIT 500
                    FOR UPDATE SKIP LOCKED)",
        )
        .bind::<BigInt, _>(before)
        .execute(conn)?,
    };
    Ok(())
}

/// Locks a key against concurrent counting; there is no row to lock before the first failure.
///
/// Callers lock several keys in the order of their kinds; the two kinds share no lock.
fn lock(conn: &mut DbConnection, key: &ThrottleKey) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        let kind = match key.kind() {
            ThrottleKind::Address => 706_788_001,
            ThrottleKind::Name => 706_788_002,
        };
        sql_query("SELECT pg_advisory_xact_lock($1, hashtext($2))")
            .bind::<Integer, _>(kind)
            .bind::<Text, _>(key.as_str())
            .execute(conn)?;
    }
    Ok(())
}
