//! The table `changes` of PostgreSQL: each transaction stores there what it changed, so that copies of the program
//! learn of it.

use std::collections::HashSet;

use diesel::{
    PgConnection, QueryResult, RunQueryDsl, connection::SimpleConnection, sql_types::Text,
};
use kernel::Event;

use super::codec::{decode, encode};
use crate::{connection::DbConnection, sql::prepared::prepared};

/// A transaction of more events says that everything may have changed.
const MAX_EVENTS: usize = 500;

const RECORD: &str = "INSERT INTO changes (copy, events) VALUES (?, ?)";

/// A transaction is visible in a snapshot if it was committed before. The order of numbers is not that of commits.
const SINCE: &str = "
    SELECT CAST(pg_current_snapshot() AS TEXT), coalesce((
        SELECT string_agg(c.events, ' ') FROM changes c
        WHERE c.xid >= pg_snapshot_xmin(s.seen) AND NOT pg_visible_in_snapshot(c.xid, s.seen)
            AND c.copy <> ?), '')
    FROM (SELECT CAST(? AS pg_snapshot) AS seen) s";

const SWEEP: &str = "DELETE FROM changes WHERE at < clock_timestamp() - interval '20 seconds'";

/// The changes that this copy stores, and those of others that it reads.
pub(crate) struct Changes {
    /// Tells own changes from those of other copies.
    copy: String,
}

/// What of the database a copy has seen: a `pg_snapshot` of PostgreSQL.
pub(crate) struct Seen(String);

impl Default for Changes {
    fn default() -> Self {
        Self { copy: format!("{:016x}", rand::random::<u64>()) }
    }
}

impl Changes {
    /// Stores events with the transaction of `conn`. Processes on SQLite notice its commit by themselves.
    pub(crate) fn record(&self, conn: &mut DbConnection, events: &[Event]) -> QueryResult<()> {
        let DbConnection::Postgres(conn) = conn else { return Ok(()) };
        if events.is_empty() {
            return Ok(());
        }
        let words = if events.len() > MAX_EVENTS {
            encode(&Event::DataReplaced)
        } else {
            events.iter().map(encode).collect::<Vec<_>>().join(" ")
        };
        prepared::<()>(RECORD).bind(self.copy.clone()).bind(words).execute(conn).map(drop)
    }

    /// Returns the events of other copies that were committed since, and what is seen now.
    pub(crate) fn since(
        &self,
        conn: &mut PgConnection,
        Seen(seen): Seen,
    ) -> QueryResult<(HashSet<Event>, Seen)> {
        let since = prepared::<(Text, Text)>(SINCE).bind(self.copy.clone()).bind(seen);
        let (now, words): (String, String) = since.get_result(conn)?;
        // What cannot be read comes from a newer version, and may mean anything.
        let events =
            words.split_whitespace().map(|word| decode(word).unwrap_or(Event::DataReplaced));
        Ok((events.collect(), Seen(now)))
    }
}

impl Seen {
    /// Returns what is committed now.
    pub(crate) fn now(conn: &mut PgConnection) -> QueryResult<Self> {
        let snapshot = prepared::<(Text,)>("SELECT CAST(pg_current_snapshot() AS TEXT)");
        let (now,): (String,) = snapshot.get_result(conn)?;
        Ok(Self(now))
    }
}

/// Deletes what every copy has read that is still trusted.
pub(crate) fn sweep(conn: &mut PgConnection) -> QueryResult<()> {
    conn.batch_execute(SWEEP)
}
