//! The migrations of both databases, oldest first, and what the database notes of them.

use std::{
    borrow::Cow,
    fmt::{self, Display},
};

use database::{DbConnection, on_backend, sql::lines};
use diesel::{
    QueryResult,
    backend::Backend,
    connection::BoxableConnection,
    migration::{self, MigrationConnection, MigrationMetadata, MigrationName, MigrationVersion},
    pg::Pg,
    result::Error as DieselError,
};
use diesel_migrations::MigrationHarness;

use crate::maintenance::introspection;

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// One change of the schema.
pub(super) struct Migration {
    /// Begins with the version.
    pub(super) name: &'static str,
    pub(super) up: &'static str,
    pub(super) down: &'static str,
}

/// The table of applied migrations, that of diesel's tools.
const NOTES: &str = "__diesel_schema_migrations";

/// What lets PostgreSQL build an index while others write, outside of a transaction.
const CONCURRENTLY: &str = " CONCURRENTLY";

impl Migration {
    pub(super) fn version(&self) -> &'static str {
        self.name.split_once('_').map_or(self.name, |(version, _)| version)
    }

    /// Whether it builds an index while others write. It is the only statement then.
    pub(super) fn is_concurrent(&self) -> bool {
        self.up.contains(CONCURRENTLY)
    }

    /// Applies it in the transaction of `conn`.
    pub(super) fn apply(&self, conn: &mut DbConnection) -> QueryResult<()> {
        on_backend!(conn, conn => conn.run_migration(self).map(drop)).map_err(of_diesel)
    }

    /// Applies one that [`Self::is_concurrent`], outside of any transaction.
    pub(super) fn apply_concurrently(&self, conn: &mut DbConnection) -> QueryResult<()> {
        match conn {
            DbConnection::Sqlite(conn) => conn.run_migration(self).map(drop),
            DbConnection::Postgres(conn) => conn.run_migration(&Concurrent(self)).map(drop),
        }
        .map_err(of_diesel)
    }

    /// Takes it back in the transaction of `conn`.
    pub(super) fn revert(&self, conn: &mut DbConnection) -> QueryResult<()> {
        on_backend!(conn, conn => conn.revert_migration(self).map(drop)).map_err(of_diesel)
    }
}

impl<DB: Backend> migration::Migration<DB> for Migration {
    fn run(&self, conn: &mut dyn BoxableConnection<DB>) -> migration::Result<()> {
        Ok(conn.batch_execute(&in_transaction(self.up))?)
    }

    fn revert(&self, conn: &mut dyn BoxableConnection<DB>) -> migration::Result<()> {
        Ok(conn.batch_execute(&in_transaction(self.down))?)
    }

    fn metadata(&self) -> &dyn MigrationMetadata {
        &InTransaction(true)
    }

    fn name(&self) -> &dyn MigrationName {
        self
    }
}

impl MigrationName for Migration {
    fn version(&self) -> MigrationVersion<'_> {
        Self::version(self).into()
    }
}

impl Display for Migration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Builds the index of a migration while others write. A start that ended halfway left an invalid index, which
/// `down.sql` drops.
struct Concurrent<'a>(&'a Migration);

impl migration::Migration<Pg> for Concurrent<'_> {
    fn run(&self, conn: &mut dyn BoxableConnection<Pg>) -> migration::Result<()> {
        self.revert(conn)?;
        Ok(conn.batch_execute(self.0.up)?)
    }

    fn revert(&self, conn: &mut dyn BoxableConnection<Pg>) -> migration::Result<()> {
        Ok(conn.batch_execute(self.0.down)?)
    }

    fn metadata(&self) -> &dyn MigrationMetadata {
        &InTransaction(false)
    }

    fn name(&self) -> &dyn MigrationName {
        self.0
    }
}

struct InTransaction(bool);

impl MigrationMetadata for InTransaction {
    fn run_in_transaction(&self) -> bool {
        self.0
    }
}

fn of_diesel(error: Box<dyn std::error::Error + Send + Sync>) -> DieselError {
    match error.downcast() {
        Ok(error) => *error,
        Err(other) => DieselError::QueryBuilderError(other),
    }
}

/// Returns the migrations for the database of `conn`.
pub(super) fn all(conn: &DbConnection) -> &'static [Migration] {
    match conn {
        DbConnection::Sqlite(_) => SQLITE,
        DbConnection::Postgres(_) => POSTGRES,
    }
}

pub(super) fn create_notes(conn: &mut DbConnection) -> QueryResult<()> {
    on_backend!(conn, conn => conn.setup()).map(drop)
}

/// Returns the versions of applied migrations, oldest first.
pub(super) fn noted(conn: &mut DbConnection) -> QueryResult<Vec<String>> {
    if !introspection::has_table(conn, NOTES)? {
        return Ok(vec![]);
    }
    lines(conn, &format!("SELECT version AS line FROM {NOTES} ORDER BY version"))
}

fn in_transaction(statements: &str) -> Cow<'_, str> {
    if statements.contains(CONCURRENTLY) {
        statements.replace(CONCURRENTLY, "").into()
    } else {
        statements.into()
    }
}
