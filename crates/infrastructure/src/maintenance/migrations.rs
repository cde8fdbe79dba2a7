use database::{Database, DbConnection, failure, on_backend, sql::lines};
use diesel::{
    backend::Backend,
    migration::{Migration, MigrationSource},
    sqlite::Sqlite,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use kernel::RepositoryError;

use crate::{forums::fill_skeletons, maintenance::introspection, ranks};

const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// The table in which diesel records applied migrations.
const NOTES: &str = "__diesel_schema_migrations";

/// The migration whose columns only the program can fill.
const RANKS: &str = "0028";

type MigrationResult<T> = diesel::migration::Result<T>;

/// Applies pending migrations and returns their versions, oldest first.
///
/// # Errors
/// When the database is unavailable, or a migration fails; then none is applied.
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
    database.change_all(|conn| {
        let pending = pending_on(conn)?;
        if let Some(first) = pending.first()
            && has_rows(conn)?
        {
            save(first)?;
        }
        run_pending(conn)?;
        Ok(pending)
    })
}

/// Returns the versions of pending migrations, oldest first.
///
/// # Errors
/// When the database is unavailable.
pub fn pending(database: &Database) -> Result<Vec<String>, RepositoryError> {
    database.snapshot_or(pending_on)
}

fn pending_on(conn: &mut DbConnection) -> Result<Vec<String>, RepositoryError> {
    let applied = applied(conn)?;
    Ok(known()?.into_iter().filter(|version| !applied.contains(version)).collect())
}

fn has_rows(conn: &mut DbConnection) -> Result<bool, RepositoryError> {
    Ok(first_with_rows(conn)?.is_some())
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

/// Returns the versions of applied migrations, oldest first. It only reads, unlike diesel's function.
pub(crate) fn applied(conn: &mut DbConnection) -> Result<Vec<String>, RepositoryError> {
    if !introspection::has_table(conn, NOTES).map_err(failure)? {
        return Ok(vec![]);
    }
    let query = format!("SELECT version AS line FROM {NOTES} ORDER BY version");
    lines(conn, &query).map_err(failure)
}

/// Returns whether this version of the program has the migration.
pub(crate) fn is_known(version: &str) -> Result<bool, RepositoryError> {
    Ok(known()?.iter().any(|known| known == version))
}

/// Returns the versions of all migrations, oldest first; both databases have the same.
fn known() -> Result<Vec<String>, RepositoryError> {
    let migrations: Vec<Box<dyn Migration<Sqlite>>> =
        SQLITE.migrations().map_err(RepositoryError::Failed)?;
    let mut versions: Vec<String> =
        migrations.iter().map(|migration| migration.name().version().to_string()).collect();
    versions.sort_unstable();
    Ok(versions)
}

/// Applies pending migrations, and computes what SQL cannot.
pub(crate) fn run_pending(conn: &mut DbConnection) -> Result<(), RepositoryError> {
    let migrations = migrations_for(conn);
    let has_ranks = applied(conn)?.iter().any(|version| version == RANKS);
    on_backend!(conn, conn => conn.run_pending_migrations(migrations).map(drop))
        .map_err(RepositoryError::Failed)?;
    fill_skeletons(conn).map_err(failure)?;
    if has_ranks {
        return Ok(());
    }
    ranks::refresh(conn, &ranks::ALL).map_err(failure)
}

/// Migrates an empty database to this schema version, forward or backward.
pub(crate) fn move_to(conn: &mut DbConnection, version: &str) -> Result<(), RepositoryError> {
    let migrations = migrations_for(conn);
    on_backend!(conn, conn => step_to(conn, migrations, version)).map_err(RepositoryError::Failed)
}

fn migrations_for(conn: &DbConnection) -> EmbeddedMigrations {
    match conn {
        DbConnection::Sqlite(_) => SQLITE,
        DbConnection::Postgres(_) => POSTGRES,
    }
}

fn step_to<DB: Backend>(
    conn: &mut impl MigrationHarness<DB>,
    migrations: EmbeddedMigrations,
    version: &str,
) -> MigrationResult<()>
where
    EmbeddedMigrations: MigrationSource<DB>,
{
    let applied: Vec<String> = conn.applied_migrations()?.iter().map(ToString::to_string).collect();
    let mut all: Vec<(String, Box<dyn Migration<DB>>)> = migrations
        .migrations()?
        .into_iter()
        .map(|migration| (migration.name().version().to_string(), migration))
        .collect();
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (number, migration) in all.iter().rev() {
        if number.as_str() > version && applied.contains(number) {
            conn.revert_migration(migration)?;
        }
    }
    for (number, migration) in &all {
        if number.as_str() <= version && !applied.contains(number) {
            conn.run_migration(migration)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_databases_have_the_same_migrations() {
        let sqlite: Vec<Box<dyn Migration<Sqlite>>> = SQLITE.migrations().unwrap();
        let postgres: Vec<Box<dyn Migration<diesel::pg::Pg>>> = POSTGRES.migrations().unwrap();
        let sqlite: Vec<_> = sqlite.iter().map(|m| m.name().to_string()).collect();
        let postgres: Vec<_> = postgres.iter().map(|m| m.name().to_string()).collect();
        assert_eq!(sqlite, postgres);
        assert!(!sqlite.is_empty());
    }

    /// A backup says how far its schema had come: a migration that fills a gap later would be taken
    /// for one that it has seen. There is one gap, to be left.
    #[test]
    fn new_migrations_come_last() {
        let numbers: Vec<usize> = known().unwrap().iter().map(|n| n.parse().unwrap()).collect();
        let last = *numbers.last().unwrap();
        assert_eq!(numbers, (1..=last).filter(|number| *number != 8).collect::<Vec<_>>());
    }
}
