use std::convert::identity;

use diesel::{
    QueryResult,
    result::{DatabaseErrorKind, Error as DieselError},
};
use kernel::RepositoryError;

use super::{Access, Database};
use crate::{
    connection::{DbConnection, PooledConnection, failure},
    events::Events,
    once::Once,
    transaction::{CHANGE, transaction},
};

type Change<'a> = &'a mut dyn FnMut(&mut DbConnection, &mut Events) -> QueryResult<()>;

impl Database {
    /// Runs one atomic change: all of it stays, or, on an error, nothing. It records its events.
    pub fn write<T>(
        &self,
        change: impl FnOnce(&mut DbConnection, &mut Events) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        self.change(change)?.map_err(failure)
    }

    /// Like [`Self::write`], with `None` where the change would break a unique key.
    pub fn write_unique<T>(
        &self,
        change: impl FnOnce(&mut DbConnection, &mut Events) -> QueryResult<T>,
    ) -> Result<Option<T>, RepositoryError> {
        match self.change(change)? {
            Err(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => Ok(None),
            result => result.map(Some).map_err(failure),
        }
    }

    /// Lends a connection that may write, for statements that commit by themselves.
    pub fn write_connection(&self) -> Result<PooledConnection, RepositoryError> {
        self.writer.get()
    }

    fn change<T>(
        &self,
        change: impl FnOnce(&mut DbConnection, &mut Events) -> QueryResult<T>,
    ) -> Result<QueryResult<T>, RepositoryError> {
        let mut once = Once::new(change);
        let done = self.change_erased(&mut |conn, events| {
            once.call(|change| {
                let value = change(conn, events)?;
                events.run_last(conn)?;
                Ok(value)
            })
        })?;
        Ok(done.and_then(|()| once.value()))
    }

    /// Also stores the events that must not be lost.
    fn change_erased(&self, change: Change<'_>) -> Result<QueryResult<()>, RepositoryError> {
        let Some(outbox) = &self.outbox else { return self.change_and_announce(change) };
        let mut has_appended = false;
        let changed = self.change_and_announce(&mut |conn, events| {
            change(conn, events)?;
            has_appended = outbox.append(conn, &events.list)?;
            Ok(())
        });
        match &self.access {
            _ if !has_appended => {}
            Access::Queued(_) => outbox.wake_after_batch(),
            _ => outbox.wake(),
        }
        changed
    }

    fn change_and_announce(&self, change: Change<'_>) -> Result<QueryResult<()>, RepositoryError> {
        match &self.access {
            Access::ReadWrite => {}
            Access::ReadOnly => return Err(RepositoryError::Failed("a read may not write".into())),
            Access::Queued(session) => return session.change(change),
        }
        if let Some(group) = &self.group {
            return group.change(&self.writer, &self.versions, change);
        }
        let mut events = Events::default();
        let mut guard = None;
        let changed = self.write_connection()?.with(|conn| {
            transaction(conn, &CHANGE, identity, |conn| {
                change(conn, &mut events)?;
                self.changes.record(conn, &events.list)?;
                guard = Some(self.versions.begin(&events.tags()));
                Ok(())
            })
        });
        // Also where the connection broke before it said whether it committed.
        let may_be_committed = guard.is_some();
        drop(guard);
        if may_be_committed {
            self.listener.notify(&events.list);
        }
        Ok(changed)
    }
}
