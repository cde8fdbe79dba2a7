//! The migrations of both databases, oldest first, and what the database notes of them.

use std::borrow::Cow;

use database::{DbConnection, sql::lines};
use diesel::{QueryResult, connection::SimpleConnection};

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
        conn.batch_execute(&in_transaction(self.up))?;
        self.note(conn)
    }

    /// Applies one that [`Self::is_concurrent`]. A start that ended halfway left an invalid index, which `down.sql` drops.
    pub(super) fn apply_concurrently(&self, conn: &mut DbConnection) -> QueryResult<()> {
        conn.batch_execute(self.down)?;
        conn.batch_execute(self.up)?;
        self.note(conn)
    }

    /// Takes it back in the transaction of `conn`.
    pub(super) fn revert(&self, conn: &mut DbConnection) -> QueryResult<()> {
        conn.batch_execute(&in_transaction(self.down))?;
        conn.batch_execute(&format!("DELETE FROM {NOTES} WHERE version = '{}'", self.version()))
    }

    fn note(&self, conn: &mut DbConnection) -> QueryResult<()> {
        conn.batch_execute(&format!("INSERT INTO {NOTES} (version) VALUES ('{}')", self.version()))
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
    conn.batch_execute(&format!(
        "CREATE TABLE IF NOT EXISTS {NOTES} (
            version VARCHAR(50) PRIMARY KEY NOT NULL,
            run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
        )"
    ))
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
