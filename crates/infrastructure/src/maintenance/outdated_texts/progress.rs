use database::{Database, DbConnection, schema::schema_state, sql::lines};
use diesel::prelude::*;
use kernel::RepositoryError;

use super::Table;

/// How far the rendering of texts again has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderingProgress {
    /// The texts that an older renderer has seen, or none.
    pub outdated: u64,
    pub is_paused: bool,
}

/// Makes the servers stop rendering texts again, or go on where they stopped.
///
/// # Errors
/// When the database is unavailable.
pub fn pause_rendering(database: &Database, paused: bool) -> Result<(), RepositoryError> {
    database.write(|conn, _| {
        let change = schema_state::rendering_paused.eq(paused);
        diesel::update(schema_state::table).set(change).execute(conn).map(drop)
    })
}

/// Returns whether [`pause_rendering`] stopped it.
///
/// # Errors
/// When the database is unavailable.
pub fn is_rendering_paused(database: &Database) -> Result<bool, RepositoryError> {
    database.read(paused)
}

pub(in crate::maintenance) fn rendering_progress(
    conn: &mut DbConnection,
) -> QueryResult<RenderingProgress> {
    let mut outdated = 0;
    for table in Table::ALL {
        outdated += table.count_outdated(conn)?;
    }
    Ok(RenderingProgress { outdated, is_paused: paused(conn)? })
}

fn paused(conn: &mut DbConnection) -> QueryResult<bool> {
    schema_state::table.select(schema_state::rendering_paused).first(conn)
}

impl Table {
    /// The version is a literal, by which PostgreSQL knows that few or none are found.
    pub(super) fn count_outdated(self, conn: &mut DbConnection) -> QueryResult<u64> {
        let (table, version) = (self.name(), markup::VERSION);
        let query = format!(
            "SELECT CAST(count(*) AS TEXT) AS line FROM {table} WHERE renderer < {version}"
        );
        Ok(lines(conn, &query)?.first().and_then(|count| count.parse().ok()).unwrap_or(0))
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Site => "site",
            Self::Forums => "forums",
            Self::ForumRules => "forum_rules",
            Self::Posts => "posts",
            Self::Replies => "replies",
            Self::Messages => "messages",
        }
    }
}
