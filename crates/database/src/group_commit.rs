use std::{
    mem,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Instant,
};

use cache::{CacheTag, TagVersions};
use diesel::{
    QueryResult, QueryableByName, RunQueryDsl, connection::TransactionManager,
    result::Error as DieselError, sql_types::BigInt,
};
use kernel::{Event, RepositoryError};
use parking_lot::{Condvar, Mutex};

use crate::{
    connection::{DbConnection, Pool, PooledConnection, failure, is_of_the_database},
    events::{EventListener, Events},
    transaction::{CHANGE, Manager, begin},
};

/// The maximum number of jobs, or of changes by other threads, per commit.
pub(crate) const MAX_BATCH: usize = 64;

/// SQLite's one writer, shared by concurrent changes: each has a savepoint, and
/// one commit, with one wait for the disk, makes them all durable.
///
/// No caller is answered before that commit, so acknowledged changes are durable.
pub(crate) struct GroupCommit {
    state: Mutex<State>,
    /// The number of threads that wait to join the batch.
    waiting: AtomicUsize,
    commits: AtomicU64,
    listener: Arc<EventListener>,
}

#[derive(Default)]
struct State {
    open: Option<Batch>,
    /// When the writer was last unavailable: changes that arrived before fail without trying.
    refused: Option<Instant>,
    /// SQLite's `data_version` of the writer: it changes with what other processes commit.
    version: Option<i64>,
}

/// Changes that are not committed yet.
pub(crate) struct Batch {
    pub(crate) writer: PooledConnection,
    events: Events,
    changes: usize,
    /// Why none of them can be committed, if so.
    failed: Option<DieselError>,
    outcome: Arc<CommitOutcome>,
}

/// The outcome of a batch, for its waiting writers.
#[derive(Default)]
pub(crate) struct CommitOutcome {
    result: Mutex<Option<Result<(), Arc<DieselError>>>>,
    is_known: Condvar,
}

impl GroupCommit {
    pub(crate) fn new(listener: Arc<EventListener>) -> Self {
        let (state, waiting, commits) = Default::default();
        Self { state, waiting, commits, listener }
    }

    /// Makes one atomic change; returns once it is durable, or undone.
    pub(crate) fn change<T>(
        &self,
        pool: &Pool,
        versions: &TagVersions,
        change: impl FnOnce(&mut DbConnection, &mut Events) -> QueryResult<T>,
    ) -> Result<QueryResult<T>, RepositoryError> {
        let arrived = Instant::now();
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let mut state = self.state.lock();
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        let mut batch = state.batch(pool, versions, &self.listener, arrived)?;
        let done = catch_unwind(AssertUnwindSafe(|| batch.run(change)));
        let outcome = Arc::clone(&batch.outcome);
        let others_follow = self.waiting.load(Ordering::SeqCst) > 0;
        if others_follow && batch.changes < MAX_BATCH {
            state.open = Some(batch);
        } else {
            self.commit_batch(batch, versions);
        }
        drop(state);
        let committed = outcome.wait();
        let done = done.unwrap_or_else(|panic| resume_unwind(panic));
        committed.map(|()| done).map_err(failure)
    }

    /// Works in the open batch, or in a new one for a job that `arrived` then, and leaves it open: the
    /// caller has to [`Self::commit`], too. Returns the outcome of the batch.
    pub(crate) fn join<T>(
        &self,
        pool: &Pool,
        versions: &TagVersions,
        arrived: Instant,
        work: impl FnOnce(&mut Batch) -> T,
    ) -> Result<(T, Arc<CommitOutcome>), RepositoryError> {
        let mut state = self.state.lock();
        let mut batch = state.batch(pool, versions, &self.listener, arrived)?;
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut batch)));
        let outcome = Arc::clone(&batch.outcome);
        state.open = Some(batch);
        drop(state);
        Ok((done.unwrap_or_else(|panic| resume_unwind(panic)), outcome))
    }

    /// Commits the open batch, if there is one.
    pub(crate) fn commit(&self, versions: &TagVersions) {
        let mut state = self.state.lock();
        if let Some(batch) = state.open.take() {
            self.commit_batch(batch, versions);
        }
    }

    fn commit_batch(&self, batch: Batch, versions: &TagVersions) {
        batch.commit(versions, &self.listener);
        self.commits.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of commits.
    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Notes what other processes committed, unless an open batch will do so.
    pub(crate) fn look_for_other_processes(&self, pool: &Pool, versions: &TagVersions) {
        let mut state = self.state.lock();
        if state.open.is_none()
            && let Ok(mut writer) = pool.get()
        {
            state.look_for_other_processes(&mut writer, versions, &self.listener);
        }
    }
}

impl State {
    /// The batch that is open, or a new one.
    fn batch(
        &mut self,
        pool: &Pool,
        versions: &TagVersions,
        listener: &EventListener,
        arrived: Instant,
    ) -> Result<Batch, RepositoryError> {
        if let Some(batch) = self.open.take() {
            return Ok(batch);
        }
        if self.refused.is_some_and(|at| at > arrived) {
            return Err(RepositoryError::Unavailable("the writer is unavailable".into()));
        }
        let opened = pool.get().and_then(|mut writer| {
            begin(&mut writer, &CHANGE).map_err(failure)?;
            Ok(writer)
        });
        let mut writer = opened.inspect_err(|_| self.refused = Some(Instant::now()))?;
        self.look_for_other_processes(&mut writer, versions, listener);
        let (events, outcome) = (Events::default(), Arc::default());
        Ok(Batch { writer, events, changes: 0, failed: None, outcome })
    }

    fn look_for_other_processes(
        &mut self,
        writer: &mut DbConnection,
        versions: &TagVersions,
        listener: &EventListener,
    ) {
        let version = data_version(writer).ok();
        if version.is_none() || self.version.is_some_and(|known| Some(known) != version) {
            versions.invalidate(&[CacheTag::Global]);
            listener.notify(&[Event::DataReplaced]);
        }
        self.version = version;
    }
}

fn data_version(conn: &mut DbConnection) -> QueryResult<i64> {
    #[derive(QueryableByName)]
    struct Version {
        #[diesel(sql_type = BigInt)]
        data_version: i64,
    }
    let version: Version = diesel::sql_query("PRAGMA data_version").get_result(conn)?;
    Ok(version.data_version)
}

impl Batch {
    /// Makes a change that leaves nothing if it fails.
    ///
    /// Fails at once if SQLite rolled the transaction back: a savepoint would begin another one and commit it.
    pub(crate) fn run<T>(
        &mut self,
        change: impl FnOnce(&mut DbConnection, &mut Events) -> QueryResult<T>,
    ) -> QueryResult<T> {
        self.changes += 1;
        if self.failed.is_some() {
            return Err(DieselError::RollbackTransaction);
        }
        let conn = &mut *self.writer;
        Manager::begin_transaction(conn)?;
        let mut events = Events::default();
        let mut done = catch_unwind(AssertUnwindSafe(|| change(conn, &mut events)));
        let ended = if matches!(done, Ok(Ok(_))) {
            self.events.list.append(&mut events.list);
            Manager::commit_transaction(conn)
        } else {
            Manager::rollback_transaction(conn)
        };
        // SQLite may have given the whole transaction up, with the changes of others in it: on a full disk it
        // does, and then there is no savepoint to go back to.
        if let Err(error) = ended {
            let cause = match &mut done {
                Ok(Err(cause)) if is_of_the_database(cause) => {
                    mem::replace(cause, DieselError::RollbackTransaction)
                }
                _ => error,
            };
            self.failed.get_or_insert(cause);
        }
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }

    fn commit(mut self, versions: &TagVersions, listener: &EventListener) {
        let conn = &mut *self.writer;
        let guard = versions.begin(&self.events.tags());
        let result = match self.failed.take() {
            None => Manager::commit_transaction(conn),
            Some(error) => {
                let _ = Manager::rollback_transaction(conn);
                Err(error)
            }
        };
        drop(guard);
        if result.is_ok() {
            listener.notify(&self.events.list);
        }
        self.outcome.set(result);
    }
}

impl Drop for Batch {
    /// Fails the waiting writers if a panic dropped the batch; its connection is closed.
    fn drop(&mut self) {
        self.outcome.set(Err(DieselError::RollbackTransaction));
    }
}

impl CommitOutcome {
    /// The first result counts.
    fn set(&self, result: Result<(), DieselError>) {
        self.result.lock().get_or_insert_with(|| result.map_err(Arc::new));
        self.is_known.notify_all();
    }

    pub(crate) fn wait(&self) -> Result<(), Arc<DieselError>> {
        let mut result = self.result.lock();
        loop {
            match &*result {
                Some(result) => return result.clone(),
                None => self.is_known.wait(&mut result),
            }
        }
    }
}
