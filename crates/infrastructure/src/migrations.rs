use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use kernel::RepositoryError;

use crate::{
    Database,
    connection::{DbConnection, on_backend},
};

const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

impl Database {
    /// Applies the migrations that the database lacks; answers their numbers, oldest first.
    ///
    /// # Errors
    /// When the database is away, or a migration fails; that one is rolled back.
    pub fn migrate(&self) -> Result<Vec<String>, RepositoryError> {
        let conn = &mut *self.write_connection()?;
        let migrations = match conn {
            DbConnection::Sqlite(_) => SQLITE,
            DbConnection::Postgres(_) => POSTGRES,
        };
        let applied = on_backend!(conn, conn => conn
            .run_pending_migrations(migrations)
            .map(|versions| versions.iter().map(ToString::to_string).collect()));
        applied.map_err(RepositoryError::Failed)
    }
}

#[cfg(test)]
mod tests {
    use diesel::migration::{Migration, MigrationSource};

    use super::*;

    #[test]
    fn both_databases_have_the_same_migrations() {
        let sqlite: Vec<Box<dyn Migration<diesel::sqlite::Sqlite>>> = SQLITE.migrations().unwrap();
        let postgres: Vec<Box<dyn Migration<diesel::pg::Pg>>> = POSTGRES.migrations().unwrap();
        let sqlite: Vec<_> = sqlite.iter().map(|m| m.name().to_string()).collect();
        let postgres: Vec<_> = postgres.iter().map(|m| m.name().to_string()).collect();
        assert_eq!(sqlite, postgres);
        assert!(!sqlite.is_empty());
    }
}
