mod erasing;
mod failure;
mod has_words;
mod pool;
mod pool_observer;
mod url;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use diesel::{
    Connection, ConnectionError, PgConnection, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    r2d2::{Error, R2D2Connection},
    sql_query,
};

pub use self::{
    erasing::Erasing,
    failure::failure,
    pool::PooledConnection,
    pool_observer::{PoolObserver, PoolState},
    url::{DatabaseUrl, DatabaseUrlError},
};
pub(crate) use self::{
    failure::is_of_the_database,
    pool::{Pool, PoolOptions},
};

/// The time that SQLite waits for a writer of another process or pool.
pub(crate) const USUAL_PATIENCE: Duration = Duration::from_secs(5);

// The macro reads no generic types.
type ErasingPg = Erasing<PgConnection>;
type ErasingSqlite = Erasing<SqliteConnection>;

/// A connection to either database; queries written on it run on both.
#[derive(diesel::MultiConnection)]
pub enum DbConnection {
    Postgres(ErasingPg),
    Sqlite(ErasingSqlite),
}

/// The backend of boxed queries.
pub type Db = <DbConnection as Connection>::Backend;

/// The same expression, compiled once per backend: for SQL that the common dialect lacks, and where
/// microseconds count, because a [`DbConnection`] builds the SQL of each statement two or three times.
#[macro_export]
macro_rules! on_backend {
    ($conn:expr, $inner:ident => $body:expr) => {
        match $conn {
            $crate::DbConnection::Postgres($inner) => $body,
            $crate::DbConnection::Sqlite($inner) => $body,
        }
    };
}

/// The health of the connections to the database.
#[derive(Default)]
pub(crate) struct Link {
    /// Whether the last that was heard is a failure to connect, or a connection that broke.
    down: AtomicBool,
    /// The number of losses. Connections that are older than the last loss are not used again.
    losses: AtomicU64,
}

impl Link {
    pub(crate) fn is_down(&self) -> bool {
        self.down.load(Ordering::Relaxed)
    }

    /// Records that a connection broke, which was opened at this number of losses.
    fn lost(&self, losses: u64) {
        // Of connections that break together only the first counts.
        let known =
            self.losses.compare_exchange(losses, losses + 1, Ordering::Relaxed, Ordering::Relaxed);
        if known.is_ok() {
            self.down.store(true, Ordering::Relaxed);
        }
    }
}

/// A connection as the pool keeps it.
pub(crate) struct Pooled {
    pub(crate) inner: DbConnection,
    /// Whether the connection broke.
    pub(crate) lost: bool,
    /// [`Link::losses`] when it was made.
    losses: u64,
}

/// The access of a connection to SQLite. One to PostgreSQL may write: behind a pooler, a setting that
/// forbids it would stay on a connection that a writer gets next.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum ConnectionAccess {
    #[default]
    ReadWrite,
    ReadOnly,
    /// For the only connection that there is: without the log.
    Alone,
}

/// Opens connections for the pool and detects broken ones.
pub(crate) struct ConnectionManager {
    url: DatabaseUrl,
    statement_timeout: Option<Duration>,
    access: ConnectionAccess,
    link: Arc<Link>,
}

impl ConnectionManager {
    /// `statement_timeout` is how long PostgreSQL may work on one statement.
    pub(crate) fn new(
        url: DatabaseUrl,
        statement_timeout: Option<Duration>,
        access: ConnectionAccess,
        link: Arc<Link>,
    ) -> Self {
        Self { url, statement_timeout, access, link }
    }
}

impl r2d2::ManageConnection for ConnectionManager {
    type Connection = Pooled;
    type Error = Error;

    fn connect(&self) -> Result<Pooled, Error> {
        let losses = self.link.losses.load(Ordering::Relaxed);
        let inner = match &self.url {
            DatabaseUrl::Postgres(url) => connect_postgres(url, self.statement_timeout)
                .map(|conn| DbConnection::Postgres(Erasing(conn))),
            DatabaseUrl::Sqlite(file) => connect_sqlite(file)
                .and_then(|conn| set_access(conn, self.access))
                .map(|conn| DbConnection::Sqlite(Erasing(conn))),
        };
        self.link.down.store(inner.is_err(), Ordering::Relaxed);
        Ok(Pooled { inner: inner.map_err(Error::ConnectionError)?, lost: false, losses })
    }

    /// Asks no database: that would cost every request a round trip.
    fn is_valid(&self, conn: &mut Pooled) -> Result<(), Error> {
        let reason = if conn.losses != self.link.losses.load(Ordering::Relaxed) {
            "a connection is older than the last loss of the database"
        } else if was_closed(&mut conn.inner) {
            "the database closed a connection that lay idle"
        } else {
            return Ok(());
        };
        Err(Error::ConnectionError(ConnectionError::BadConnection(reason.to_owned())))
    }

    fn has_broken(&self, conn: &mut Pooled) -> bool {
        if conn.lost {
            self.link.lost(conn.losses);
        }
        conn.lost
            || std::thread::panicking()
            || on_backend!(&mut conn.inner, conn => R2D2Connection::is_broken(conn))
    }
}

/// Returns whether PostgreSQL has said that it closed the connection; waits for nothing.
fn was_closed(conn: &mut DbConnection) -> bool {
    let DbConnection::Postgres(Erasing(conn)) = conn else { return false };
    // The first look may find the reason, and the second the end.
    (0..2).any(|_| matches!(conn.notifications_iter().next(), Some(Err(_))))
}

/// Connects within seconds or fails, and notices within seconds that the other machine is gone, unless
/// the URL sets other times.
///
/// Settings travel in the startup packet, not as `SET`: behind a pooler such as `PgBouncer` a `SET` would
/// stay on a server connection that the pooler lends to other clients, and miss the next one.
pub(crate) fn connect_postgres(
    url: &str,
    statement_timeout: Option<Duration>,
) -> Result<PgConnection, ConnectionError> {
    let url = with_parameter(url, "connect_timeout", "3");
    let url = with_parameter(&url, "tcp_user_timeout", "10000");
    // The timeout is for what was sent; one that is waited for in vain shows by probes.
    let url = with_parameter(&url, "keepalives_idle", "5");
    let url = with_parameter(&url, "keepalives_interval", "2");
    let url = with_parameter(&url, "keepalives_count", "3");
    let mut conn = PgConnection::establish(&with_options(&url, &options(statement_timeout)))?;
    // Only superusers may set it, so the startup packet of another role must not name it.
    sql_query(
        "SELECT set_config('lc_messages', 'C', false) WHERE current_setting('lc_messages') <> 'C'
            AND current_setting('is_superuser') = 'on'",
    )
    .execute(&mut conn)
    .map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(conn)
}

/// Returns the settings of a connection to PostgreSQL, percent-encoded as the parameter `options`. What serves has a
/// timeout.
fn options(statement_timeout: Option<Duration>) -> String {
    let timeout = statement_timeout.map_or(0, |timeout| timeout.as_millis()).to_string();
    [
        // Planning a statement takes five times as long as reading a list.
        ("plan_cache_mode", "force_generic_plan"),
        // A plan made while a table was empty would go on reading all of it when it has grown.
        ("enable_seqscan", if statement_timeout.is_some() { "off" } else { "on" }),
        // A list would first allocate a cache for all rows that it could look up: of 100,000 members
        // that takes longer than the list.
        ("enable_memoize", "off"),
        // Compiling a statement takes a tenth of a second; none of ours runs that long.
        ("jit", "off"),
        // Also if there is none, because the role may set one.
        ("statement_timeout", &timeout),
    ]
    .map(|(name, value)| format!("-c%20{name}%3D{value}"))
    .join("%20")
}

/// Puts `options` before those of the URL: the last one wins.
fn with_options(url: &str, options: &str) -> String {
    for named in ["?options=", "&options="] {
        if let Some((start, end)) = url.split_once(named) {
            return format!("{start}{named}{options}%20{end}");
        }
    }
    add_parameter(url, "options", options)
}

/// Adds a parameter of libpq, unless the URL sets it.
pub(crate) fn with_parameter(url: &str, parameter: &str, value: &str) -> String {
    let is_set = |separator| url.contains(&format!("{separator}{parameter}="));
    if is_set('?') || is_set('&') {
        return url.to_owned();
    }
    add_parameter(url, parameter, value)
}

fn add_parameter(url: &str, parameter: &str, value: &str) -> String {
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}{parameter}={value}")
}

/// One statement at a time: a batch would stop at the first that answers with a row.
pub(crate) fn connect_sqlite(file: &str) -> Result<SqliteConnection, ConnectionError> {
    let mut conn = SqliteConnection::establish(file).map_err(|error| {
        let help = "its folder must exist, and this user must be able to write there";
        ConnectionError::BadConnection(format!("{file}: {error}: {help}"))
    })?;
    let patience = format!("PRAGMA busy_timeout = {}", USUAL_PATIENCE.as_millis());
    for pragma in [
        // First, as changing to WAL may have to wait for another process.
        patience.as_str(),
        "PRAGMA journal_mode = WAL",
        // An acknowledged write survives a power cut.
        "PRAGMA synchronous = FULL",
        "PRAGMA foreign_keys = ON",
        "PRAGMA cache_size = -8000",
        // All of the file, however large: its pages are read where the system keeps them.
        "PRAGMA mmap_size = 1099511627776",
        "PRAGMA temp_store = MEMORY",
        // Deleted and edited texts are overwritten with zeros.
        "PRAGMA secure_delete = ON",
        // A writer carries the log over to the database's file after 64 MB of changes instead of 4; a
        // server does it beside its writers (`Database::start_checkpointer`), so that little is left by then.
        "PRAGMA wal_autocheckpoint = 16000",
    ] {
        conn.batch_execute(pragma).map_err(ConnectionError::CouldntSetupConfiguration)?;
    }
    has_words::register(&mut conn).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(conn)
}

fn set_access(
    mut conn: SqliteConnection,
    access: ConnectionAccess,
) -> Result<SqliteConnection, ConnectionError> {
    let set = match access {
        ConnectionAccess::ReadWrite => Ok(()),
        ConnectionAccess::ReadOnly => conn.batch_execute("PRAGMA query_only = ON"),
        // It keeps the log where another process uses the file.
        ConnectionAccess::Alone => match conn.batch_execute("PRAGMA journal_mode = DELETE") {
            Err(error) if failure::is_busy(&error) => Ok(()),
            changed => changed,
        },
    };
    set.map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(conn)
}
