use std::time::Duration;

use diesel::{
    Connection, ConnectionError, PgConnection, SqliteConnection,
    connection::SimpleConnection,
    r2d2::{Error, R2D2Connection},
};

/// How long SQLite waits for a writer of another process or pool.
pub(crate) const USUAL_PATIENCE: Duration = Duration::from_secs(5);

/// A connection to either database; queries written on it run on both.
#[derive(diesel::MultiConnection)]
pub enum DbConnection {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

/// What queries that are built step by step are boxed for.
pub(crate) type Db = <DbConnection as Connection>::Backend;

/// The same expression, compiled once per backend, for SQL that the common dialect lacks.
macro_rules! on_backend {
    ($conn:expr, $inner:ident => $body:expr) => {
        match $conn {
            $crate::connection::DbConnection::Postgres($inner) => $body,
            $crate::connection::DbConnection::Sqlite($inner) => $body,
        }
    };
}
pub(crate) use on_backend;

/// Which database, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// The file that holds it.
    Sqlite(String),
    /// As libpq reads it.
    Postgres(String),
}

/// A database URL that is neither of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be sqlite://FILE or postgres://USER:PASSWORD@HOST/NAME")]
pub struct DatabaseUrlError;

impl std::str::FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    /// Decides by the scheme alone: a mistyped PostgreSQL URL must not become an SQLite file of that name.
    fn from_str(url: &str) -> Result<Self, Self::Err> {
        match url.split_once("://") {
            Some(("sqlite", file)) if !file.is_empty() => Ok(Self::Sqlite(file.to_owned())),
            Some(("postgres" | "postgresql", rest)) if !rest.is_empty() => {
                Ok(Self::Postgres(url.to_owned()))
            }
            _ => Err(DatabaseUrlError),
        }
    }
}

/// Opens connections for the pool and tells good from broken ones.
pub(crate) struct ConnectionManager {
    pub(crate) url: DatabaseUrl,
}

impl r2d2::ManageConnection for ConnectionManager {
    type Connection = DbConnection;
    type Error = Error;

    fn connect(&self) -> Result<DbConnection, Error> {
        match &self.url {
            DatabaseUrl::Postgres(url) => PgConnection::establish(url).map(DbConnection::Postgres),
            DatabaseUrl::Sqlite(file) => connect_sqlite(file).map(DbConnection::Sqlite),
        }
        .map_err(Error::ConnectionError)
    }

    fn is_valid(&self, conn: &mut DbConnection) -> Result<(), Error> {
        match conn {
            DbConnection::Postgres(conn) => conn.ping().map_err(Error::QueryError),
            // A file does not go away.
            DbConnection::Sqlite(_) => Ok(()),
        }
    }

    fn has_broken(&self, conn: &mut DbConnection) -> bool {
        std::thread::panicking() || on_backend!(conn, conn => R2D2Connection::is_broken(conn))
    }
}

/// One statement at a time: a batch would stop at the first that answers with a row.
fn connect_sqlite(file: &str) -> Result<SqliteConnection, ConnectionError> {
    let mut conn = SqliteConnection::establish(file)?;
    let patience = format!("PRAGMA busy_timeout = {}", USUAL_PATIENCE.as_millis());
    for pragma in [
        // First, as changing to WAL may have to wait for another process.
        patience.as_str(),
        "PRAGMA journal_mode = WAL",
        // An acknowledged write survives a power cut.
        "PRAGMA synchronous = FULL",
        "PRAGMA foreign_keys = ON",
        "PRAGMA cache_size = -8000",
        "PRAGMA temp_store = MEMORY",
    ] {
        conn.batch_execute(pragma).map_err(ConnectionError::CouldntSetupConfiguration)?;
    }
    Ok(conn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheme_alone_decides_which_database_it_is() {
        let sqlite = |file: &str| Ok(DatabaseUrl::Sqlite(file.to_owned()));
        assert_eq!("sqlite://postup.db".parse(), sqlite("postup.db"));
        assert_eq!("sqlite:///var/lib/postup.db".parse(), sqlite("/var/lib/postup.db"));
        for url in ["postgres://me@db/postup", "postgresql://me@db/postup"] {
            assert_eq!(url.parse(), Ok(DatabaseUrl::Postgres(url.to_owned())));
        }
    }

    #[test]
    fn a_mistyped_url_is_refused() {
        for url in ["postup.db", "postgres:nobody", "sqlite://", "mysql://me@db/postup", ""] {
            assert_eq!(url.parse::<DatabaseUrl>(), Err(DatabaseUrlError), "{url}");
        }
    }
}
