//! Where a database stands: its clock, its size and what waits in it, for an operator.

use database::{
    Channel, Database, DatabaseUrl, DbConnection, on_backend,
    schema::{deliveries, outbox, sessions, users},
    sql::{lines, lines_of},
};
use diesel::{
    dsl::{count_star, max, min},
    prelude::*,
};
use kernel::{RepositoryError, Timestamp};

use super::outdated_texts::{RenderingProgress, rendering_progress};
use crate::roles;

/// What [`overview`] saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// The time on the machine of PostgreSQL; `None` for SQLite, which has that of this machine.
    pub clock: Option<Timestamp>,
    /// When somebody signed in last.
    pub last_sign_in: Option<Timestamp>,
    /// In bytes, without images in a bucket.
    pub size: u64,
    pub admins: u64,
    /// Events that wait for their consumer.
    pub events: Waiting,
    /// Events that their consumer failed three times to handle.
    pub set_aside: u64,
    /// What waits to leave the site, or is being carried.
    pub deliveries: Vec<(Channel, Waiting)>,
    pub rendering: RenderingProgress,
}

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub count: u64,
    /// Since when the first of them could have been handled.
    pub since: Option<Timestamp>,
}

/// How a replica follows its primary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplicaState {
    /// It is a primary of its own.
    Primary,
    /// It shows the state of so many seconds ago; `None` if it has replayed nothing since its start.
    Behind(Option<u64>),
}

/// Looks at a database that has the newest schema.
///
/// # Errors
/// When the database is unavailable.
pub fn overview(database: &Database) -> Result<Overview, RepositoryError> {
    database.snapshot(|conn| {
        let set_aside = outbox::table.filter(outbox::set_aside.eq(true)).count();
        let admins = users::table.filter(roles::is_admin()).count();
        let events = outbox::table
            .filter(outbox::set_aside.eq(false))
            .select((count_star(), min(outbox::created_at)));
        Ok(Overview {
            clock: clock(conn)?,
            size: size(conn)?,
            last_sign_in: on_backend!(conn, conn => sessions::table
                .select(max(sessions::opened_at))
                .get_result::<Option<i64>>(conn))?
            .map(Timestamp::from_unix_millis),
            admins: on_backend!(conn, conn => admins.get_result::<i64>(conn))?.unsigned_abs(),
            events: waiting(on_backend!(conn, conn => events.get_result(conn))?),
            set_aside: on_backend!(conn, conn => set_aside.get_result::<i64>(conn))?.unsigned_abs(),
            deliveries: Channel::ALL
                .into_iter()
                .map(|channel| {
                    let waits = deliveries::table
                        .filter(deliveries::channel.eq(channel.code()))
                        .select((count_star(), min(deliveries::due_at)));
                    Ok((channel, waiting(on_backend!(conn, conn => waits.get_result(conn))?)))
                })
                .collect::<QueryResult<_>>()?,
            rendering: rendering_progress(conn)?,
        })
    })
}

/// Looks at a replica of PostgreSQL.
///
/// # Errors
/// When it or its primary is unavailable.
pub fn replica_state(
    primary: &Database,
    url: &DatabaseUrl,
) -> Result<ReplicaState, RepositoryError> {
    let end = "SELECT CAST(pg_current_wal_insert_lsn() AS TEXT) AS line";
    let end = primary.read(|conn| lines(conn, end))?.pop().unwrap_or_default();
    // What it has replayed to the end is of now, however long ago its primary wrote last.
    let query = "SELECT CASE WHEN NOT pg_is_in_recovery() THEN 'primary' \
                 WHEN pg_last_wal_replay_lsn() >= CAST($1 AS pg_lsn) THEN '0' \
                 ELSE COALESCE(CAST(CAST(EXTRACT(EPOCH FROM clock_timestamp() - \
                 pg_last_xact_replay_timestamp()) AS BIGINT) AS TEXT), '') END AS line";
    let found = Database::open(url)?.read(|conn| lines_of(conn, query, &end))?;
    let said = found.first().map_or("", String::as_str);
    Ok(if said == "primary" {
        ReplicaState::Primary
    } else {
        ReplicaState::Behind(said.parse().ok())
    })
}

fn waiting((count, since): (i64, Option<i64>)) -> Waiting {
    Waiting { count: count.unsigned_abs(), since: since.map(Timestamp::from_unix_millis) }
}

fn clock(conn: &mut DbConnection) -> QueryResult<Option<Timestamp>> {
    if let DbConnection::Sqlite(_) = conn {
        return Ok(None);
    }
    let millis = "SELECT CAST(CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS TEXT) \
                  AS line";
    Ok(number(conn, millis)?.map(Timestamp::from_unix_millis))
}

fn size(conn: &mut DbConnection) -> QueryResult<u64> {
    let bytes = match conn {
        DbConnection::Sqlite(_) => {
            "SELECT CAST(page_count * page_size AS TEXT) AS line \
             FROM pragma_page_count, pragma_page_size"
        }
        DbConnection::Postgres(_) => {
            "SELECT CAST(pg_database_size(current_database()) AS TEXT) AS line"
        }
    };
    Ok(number(conn, bytes)?.unwrap_or_default().unsigned_abs())
}

fn number(conn: &mut DbConnection, query: &str) -> QueryResult<Option<i64>> {
    Ok(lines(conn, query)?.first().and_then(|line| line.parse().ok()))
}
