use ::users::{Count, Counted, Failures, LoginFailures, Subject};
use diesel::{dsl::max, prelude::*, sql_query, sql_types::BigInt};
use kernel::{RepositoryError, Timestamp};

use crate::{
    Database,
    connection::{DbConnection, on_backend},
    locks,
    schema::login_failures,
};

/// Failed trials at signing in, in the database, which all copies of the server share.
pub struct DbLoginFailures(pub Database);

type Row = (i32, i64, i64);

impl LoginFailures for DbLoginFailures {
    fn locked_until(
        &self,
        subjects: &[Subject],
        now: Timestamp,
    ) -> Result<Option<Timestamp>, RepositoryError> {
        self.0.read(|conn| locked_until(conn, subjects, now))
    }

    fn count(&self, subjects: &[Subject], now: Timestamp) -> Result<Counted, RepositoryError> {
        self.0.write(|conn, _| {
            for subject in subjects {
                locks::login_failures(conn, subject)?;
            }
            if let Some(until) = locked_until(conn, subjects, now)? {
                return Ok(Counted::Locked(until));
            }
            forget_old(conn, now)?;
            let count = |subject: &Subject| {
                let before = find(conn, subject)?;
                let after = Failures::one_more(before.as_ref(), subject, now);
                store(conn, subject, &after)?;
                Ok(Count { subject: subject.clone(), before, after })
            };
            Ok(Counted::Done(subjects.iter().map(count).collect::<QueryResult<_>>()?))
        })
    }

    fn take_back(&self, counts: &[Count]) -> Result<(), RepositoryError> {
        self.0.write(|conn, _| {
            for count in counts {
                let subject = &count.subject;
                locks::login_failures(conn, subject)?;
                let Some(stored) = find(conn, subject)? else { continue };
                match count.taken_back(&stored) {
                    Some(left) => store(conn, subject, &left)?,
                    None => drop(delete(conn, subject)?),
                }
            }
            Ok(())
        })
    }

    fn forget(&self, subjects: &[Subject]) -> Result<bool, RepositoryError> {
        Ok(self.0.write(|conn, _| forget(conn, subjects))? > 0)
    }
}

/// How many there were.
pub(crate) fn forget(conn: &mut DbConnection, subjects: &[Subject]) -> QueryResult<usize> {
    let mut forgotten = 0;
    for subject in subjects {
        forgotten += delete(conn, subject)?;
    }
    Ok(forgotten)
}

fn locked_until(
    conn: &mut DbConnection,
    subjects: &[Subject],
    now: Timestamp,
) -> QueryResult<Option<Timestamp>> {
    let keys: Vec<&str> = subjects.iter().map(Subject::key).collect();
    let latest: Option<i64> = login_failures::table
        .filter(login_failures::subject.eq_any(keys))
        .filter(login_failures::locked_until.gt(now.unix_millis()))
        .select(max(login_failures::locked_until))
        .first(conn)?;
    Ok(latest.map(Timestamp::from_unix_millis))
}

fn find(conn: &mut DbConnection, subject: &Subject) -> QueryResult<Option<Failures>> {
    let row: Option<Row> = login_failures::table
        .find(subject.key())
        .select((login_failures::failures, login_failures::last_at, login_failures::locked_until))
        .first(conn)
        .optional()?;
    Ok(row.map(|(count, last_at, locked_until)| Failures {
        count: count.max(0) as u32,
        last_at: Timestamp::from_unix_millis(last_at),
        locked_until: Timestamp::from_unix_millis(locked_until),
    }))
}

fn store(conn: &mut DbConnection, subject: &Subject, failures: &Failures) -> QueryResult<()> {
    let values = (
        login_failures::failures.eq(i32::try_from(failures.count).unwrap_or(i32::MAX)),
        login_failures::last_at.eq(failures.last_at.unix_millis()),
        login_failures::locked_until.eq(failures.locked_until.unix_millis()),
    );
    on_backend!(conn, conn => diesel::insert_into(login_failures::table)
        .values((login_failures::subject.eq(subject.key()), values))
        .on_conflict(login_failures::subject)
        .do_update()
        .set(values)
        .execute(conn))?;
    Ok(())
}

fn delete(conn: &mut DbConnection, subject: &Subject) -> QueryResult<usize> {
    diesel::delete(login_failures::table.find(subject.key())).execute(conn)
}

/// Some of them, more than come: never a long statement, and never one that waits for another.
fn forget_old(conn: &mut DbConnection, now: Timestamp) -> QueryResult<()> {
    let before = now.before(Failures::FORGOTTEN_AFTER).unix_millis();
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
