use std::mem;

use cache::{CacheTag, tags_of};
use diesel::QueryResult;
use kernel::Event;
use moderation::log::logged;

use crate::connection::DbConnection;

/// The last statements of a transaction.
type LastStatements = Box<dyn FnOnce(&mut DbConnection) -> QueryResult<()> + Send>;

/// The events of a transaction: every write records here what it changes.
#[derive(Default)]
pub struct Events {
    pub(crate) list: Vec<Event>,
    last: Vec<LastStatements>,
}

impl Events {
    /// Records what members do to their own.
    pub fn record(&mut self, event: Event) {
        debug_assert!(logged(&event).is_none(), "{event:?} has an entry in the moderation log");
        self.list.push(event);
    }

    /// Records what has an entry in the moderation log. These statements write it at the end of the transaction,
    /// when it holds all its other locks.
    pub fn record_logged(
        &mut self,
        event: Event,
        statements: impl FnOnce(&mut DbConnection) -> QueryResult<()> + Send + 'static,
    ) {
        self.list.push(event);
        self.last.push(Box::new(statements));
    }

    pub(crate) fn run_last(&mut self, conn: &mut DbConnection) -> QueryResult<()> {
        mem::take(&mut self.last).into_iter().try_for_each(|statements| statements(conn))
    }

    /// Returns the cache tags that they invalidate.
    pub(crate) fn tags(&self) -> Vec<CacheTag> {
        self.list.iter().flat_map(tags_of).collect()
    }
}
