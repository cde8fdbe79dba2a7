//! Brings a database to the newest schema.
//!
//! Migrations from [`FIRST_BESIDE_COPIES`] on run while copies of the version before serve: on PostgreSQL each by itself,
//! none holding a table for long. `rules` refuses others.

mod embedded;
#[cfg(test)]
mod rules;

use std::{thread, time::Duration};

use database::{Database, DbConnection, Exclusive, failure, sql::lines};
use diesel::QueryResult;
use kernel::RepositoryError;

use self::embedded::{Migration, SQLITE, all, create_notes, noted};
use crate::{forums::fill_skeletons, maintenance::introspection, ranks};

/// The migration whose columns only the program can fill.
const RANKS: &str = "0028";
/// Those before it change and move rows of whole tables, for which the forum stops.
const FIRST_BESIDE_COPIES: &str = "0074";
/// How long requests queue up behind a migration that waits for a table.
const LOCK_WAIT: Duration = Duration::from_millis(500);
/// Meanwhile the queue is served.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Applies pending migrations and returns their versions, oldest first.
///
/// # Errors
/// When the database is unavailable or needs a newer program, or a migration fails. Those before it may stay applied: copies
/// of the version before serve with them, and the next start goes on.
pub fn migrate(database: &Database) -> Result<Vec<String>, RepositoryError> {
    migrate_saving(database, |_| Ok(()))
}

/// Like [`migrate`]; before rows change, it calls `save` with the version of the first migration,
/// while the database is unchanged. Of several concurrent processes one saves and migrates; the others
/// wait and find it done.
///
/// # Errors
/// Like [`migrate`]; and when `save` fails, which stops the migration.
pub fn migrate_saving<E: From<RepositoryError>>(
    database: &Database,
    save: impl FnOnce(&str) -> Result<(), E>,
) -> Result<Vec<String>, E> {
    // Most starts find nothing to do and take no lock.
    if pending(database)?.is_empty() {
        return Ok(vec![]);
    }
    let mut exclusive = database.exclusive()?;
    if runs_beside_copies(exclusive.connection())? {
        return migrate_beside_copies(&mut exclusive, save);
    }
    exclusive.change(|conn| {
        let pending = pending_on(conn)?;
        save_before(conn, &pending, save)?;
        run_pending(conn)?;
        Ok(pending)
    })
}

/// Returns whether copies of the version before may be serving.
fn runs_beside_copies(conn: &mut DbConnection) -> Result<bool, RepositoryError> {
    let is_followed = |pending: &[String]| {
        pending.first().is_none_or(|first| first.as_str() >= FIRST_BESIDE_COPIES)
    };
    Ok(matches!(conn, DbConnection::Postgres(_)) && is_followed(&pending_on(conn)?))
}

fn migrate_beside_copies<E: From<RepositoryError>>(
    exclusive: &mut Exclusive<'_>,
    save: impl FnOnce(&str) -> Result<(), E>,
) -> Result<Vec<String>, E> {
    let conn = exclusive.connection();
    // Another process may have been at it meanwhile.
    let pending = pending_on(conn)?;
    save_before(conn, &pending, save)?;
    for migration in all(conn).iter().filter(|one| pending.iter().any(|p| p == one.version())) {
        if migration.is_concurrent() {
            migration.apply_concurrently(exclusive.connection()).map_err(failure)?;
        } else {
            apply_between_requests(exclusive, migration)?;
        }
    }
    Ok(pending)
}

/// Tries until the tables are free for a moment: a backup, for instance, reads them for long.
fn apply_between_requests(
    exclusive: &mut Exclusive<'_>,
    migration: &Migration,
) -> Result<(), RepositoryError> {
    let mut has_warned = false;
    while exclusive.change_unless_locked(LOCK_WAIT, |conn| migration.apply(conn))?.is_none() {
        if !has_warned {
            tracing::warn!(
                number = migration.version(),
                "a migration waits until others release its tables"
            );
            has_warned = true;
        }
        thread::sleep(RETRY_AFTER);
    }
    Ok(())
}

fn save_before<E: From<RepositoryError>>(
    conn: &mut DbConnection,
    pending: &[String],
    save: impl FnOnce(&str) -> Result<(), E>,
) -> Result<(), E> {
    match pending.first() {
        Some(first) if first_with_rows(conn)?.is_some() => save(first),
        _ => Ok(()),
    }
}

/// Returns the versions of pending migrations, oldest first.
///
/// # Errors
/// When the database is unavailable, or needs a newer program.
pub fn pending(database: &Database) -> Result<Vec<String>, RepositoryError> {
    database.snapshot_or(pending_on)
}

fn pending_on(conn: &mut DbConnection) -> Result<Vec<String>, RepositoryError> {
    refuse_what_needs_newer(conn)?;
    let applied = applied(conn)?;
    Ok(known()
        .filter(|version| !applied.iter().any(|one| one == version))
        .map(Into::into)
        .collect())
}

/// Returns the versions of migrations that this program does not know, oldest first: it serves beside a newer one.
///
/// # Errors
/// When the database is unavailable.
pub fn unknown(database: &Database) -> Result<Vec<String>, RepositoryError> {
    database.read(noted).map(|mut applied| {
        applied.retain(|version| !is_known(version));
        applied
    })
}

/// Newer migrations are no hindrance, but those that took something away.
fn refuse_what_needs_newer(conn: &mut DbConnection) -> Result<(), RepositoryError> {
    let needs = needed(conn).map_err(failure)?;
    let (Some(needs), Some(last)) = (needs, known().last()) else { return Ok(()) };
    if needs.as_str() <= last {
        return Ok(());
    }
    let why = format!(
        "it needs a POST-UP that knows migration {needs}, and the last that this one knows is {last}: \
         start a newer one"
    );
    Err(RepositoryError::Failed(why.into()))
}

fn needed(conn: &mut DbConnection) -> QueryResult<Option<String>> {
    if !introspection::has_table(conn, "schema_state")? {
        return Ok(None);
    }
    Ok(lines(conn, "SELECT needs AS line FROM schema_state")?.pop())
}

/// A table of POST-UP that has rows.
pub(crate) fn first_with_rows(
    conn: &mut DbConnection,
) -> Result<Option<&'static str>, RepositoryError> {
    for table in introspection::tables(conn).map_err(failure)? {
        if table.has_rows(conn).map_err(failure)? {
            return Ok(Some(table.name));
        }
    }
    Ok(None)
}

/// Returns the versions of applied migrations, oldest first.
pub(crate) fn applied(conn: &mut DbConnection) -> Result<Vec<String>, RepositoryError> {
    noted(conn).map_err(failure)
}

/// Returns whether this version of the program has the migration.
pub(crate) fn is_known(version: &str) -> bool {
    known().any(|known| known == version)
}

/// Returns the versions of all migrations, oldest first; both databases have the same.
fn known() -> impl Iterator<Item = &'static str> {
    SQLITE.iter().map(Migration::version)
}

/// Applies pending migrations in the transaction of `conn`, and computes what SQL cannot.
pub(crate) fn run_pending(conn: &mut DbConnection) -> Result<(), RepositoryError> {
    let applied = applied(conn)?;
    let is_pending = |migration: &&Migration| !applied.iter().any(|one| one == migration.version());
    create_notes(conn).map_err(failure)?;
    for migration in all(conn).iter().filter(is_pending) {
        migration.apply(conn).map_err(failure)?;
    }
    fill_skeletons(conn).map_err(failure)?;
    if applied.iter().any(|version| version == RANKS) {
        return Ok(());
    }
    ranks::refresh_posts(conn, "TRUE").map_err(failure)?;
    ranks::refresh_replies(conn, "TRUE").map_err(failure)
}

/// Migrates an empty database to this schema version, forward or backward, in the transaction of `conn`.
pub(crate) fn move_to(conn: &mut DbConnection, version: &str) -> Result<(), RepositoryError> {
    let applied = applied(conn)?;
    let is_applied = |migration: &Migration| applied.iter().any(|one| one == migration.version());
    create_notes(conn).map_err(failure)?;
    let (wanted, later): (Vec<_>, Vec<_>) =
        all(conn).iter().partition(|migration| migration.version() <= version);
    for migration in later.into_iter().rev().filter(|one| is_applied(one)) {
        migration.revert(conn).map_err(failure)?;
    }
    for migration in wanted.into_iter().filter(|one| !is_applied(one)) {
        migration.apply(conn).map_err(failure)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{embedded::POSTGRES, *};

    #[test]
    fn both_databases_have_the_same_migrations() {
        let names = |of: &[Migration]| of.iter().map(|one| one.name).collect::<Vec<_>>();
        assert_eq!(names(SQLITE), names(POSTGRES));
        assert!(!SQLITE.is_empty());
    }

    /// A backup says how far its schema had come: a migration that fills a gap later would be taken
    /// for one that it has seen. There is one gap, to be left.
    #[test]
    fn new_migrations_come_last() {
        let numbers: Vec<usize> = known().map(|number| number.parse().unwrap()).collect();
        let last = *numbers.last().unwrap();
        assert_eq!(numbers, (1..=last).filter(|number| *number != 8).collect::<Vec<_>>());
    }
}
