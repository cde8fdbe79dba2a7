use cache::{CacheTag, tags_of};
use diesel::{
    Connection, QueryResult,
    connection::{AnsiTransactionManager, TransactionManager},
    result::Error as DieselError,
};
use kernel::{Event, Reason, Timestamp};
use moderation::log::logged;

use crate::connection::{DbConnection, on_backend};

/// Diesel's own, which knows how deep in transactions a connection is.
pub(super) type Manager = <DbConnection as Connection>::TransactionManager;

/// The events of a transaction: every write records here what it changes.
#[derive(Debug, Default)]
pub struct Events {
    pub(super) list: Vec<Event>,
    /// The acts that may get an entry in the moderation log.
    pub(super) acts: Vec<RecordedAct>,
}

/// An act of somebody on others or on their texts.
#[derive(Debug)]
pub(crate) struct RecordedAct {
    pub(crate) event: Event,
    pub(crate) reason: Option<String>,
    pub(crate) at: Timestamp,
}

impl Events {
    /// Records what members do to their own. What they do to others is an act.
    pub(crate) fn record(&mut self, event: Event) {
        debug_assert!(logged(&event).is_none(), "{event:?} has an entry in the log: record an act");
        self.list.push(event);
    }

    /// Records what may have an entry in the moderation log.
    pub(crate) fn record_act(&mut self, event: Event, reason: Option<&Reason>, at: Timestamp) {
        self.list.push(event);
        let reason = reason.map(|reason| reason.as_str().to_owned());
        self.acts.push(RecordedAct { event, reason, at });
    }

    /// Returns the cache tags that they invalidate.
    pub(super) fn tags(&self) -> Vec<CacheTag> {
        self.list.iter().flat_map(tags_of).collect()
    }
}

/// The statements that begin a transaction.
pub(super) struct Begin {
    sqlite: &'static str,
    postgres: &'static str,
}

pub(super) const SNAPSHOT: Begin =
    Begin { sqlite: "BEGIN", postgres: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY" };
/// SQLite takes the write lock at once: a reader that turns writer halfway can be refused.
pub(super) const CHANGE: Begin = Begin { sqlite: "BEGIN IMMEDIATE", postgres: "BEGIN" };

pub(super) fn begin(conn: &mut DbConnection, begin: &Begin) -> QueryResult<()> {
    let sql = match conn {
        DbConnection::Sqlite(_) => begin.sqlite,
        DbConnection::Postgres(_) => begin.postgres,
    };
    on_backend!(conn, conn => AnsiTransactionManager::begin_transaction_sql(conn, sql))
}

/// Runs `body` in one transaction; an error rolls it back.
pub(super) fn transaction<T, E>(
    conn: &mut DbConnection,
    how: &Begin,
    failed: impl Fn(DieselError) -> E,
    body: impl FnOnce(&mut DbConnection) -> Result<T, E>,
) -> Result<T, E> {
    begin(conn, how).map_err(&failed)?;
    match body(conn) {
        Ok(value) => Manager::commit_transaction(conn).map(|()| value).map_err(failed),
        Err(error) => {
            // The first error matters more than one of the rollback, after which the pool drops the connection anyway.
            let _ = Manager::rollback_transaction(conn);
            Err(error)
        }
    }
}
