//! Writes on SQLite: a thread that runs queued jobs, and the group commit that it shares with writers
//! on other threads.
//!
//! A batch commits as soon as no writer waits to join it, or when it is full.

mod group_commit;

use std::{
    iter,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::Instant,
};

use diesel::QueryResult;
use kernel::RepositoryError;
use parking_lot::Mutex;

pub(super) use self::group_commit::GroupCommit;
use self::group_commit::{Batch, CommitOutcome, MAX_BATCH};
use super::{Access, Database, transaction::Events};
use crate::{connection::DbConnection, failure::failure};

/// The maximum number of waiting jobs.
const MAX_QUEUED: usize = 400;

/// A write, which returns what to call once its commit succeeded or failed.
type WriteJob = Box<dyn FnOnce() -> CommitCallback + Send>;
type CommitCallback = Box<dyn FnOnce(Result<(), RepositoryError>) + Send>;

/// Sends jobs to the thread that runs them one after the other on SQLite's one writer. Jobs that
/// arrive during a commit share the next one.
///
/// In `GroupCommit` alone each write has a thread that waits for its turn while the batch is open;
/// here no threads are switched before the commit.
pub struct WriteQueue(SyncSender<QueuedJob>);

struct QueuedJob {
    job: WriteJob,
    since: Instant,
}

/// The database of the jobs' services: all their reads and writes join the open batch.
pub(super) struct QueueSession {
    group: Arc<GroupCommit>,
    current: Mutex<CurrentJob>,
}

struct CurrentJob {
    since: Instant,
    /// The batches that it took part in: what it read and changed is durable when all of them are.
    outcomes: Vec<Arc<CommitOutcome>>,
}

impl Database {
    /// Starts a write queue; returns it with the database for the services of its jobs, and for
    /// nothing else. None on PostgreSQL, which has many writers.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn write_queue(&self) -> Result<Option<(WriteQueue, Self)>, RepositoryError> {
        let Some(group) = &self.group else { return Ok(None) };
        let current = Mutex::new(CurrentJob { since: Instant::now(), outcomes: vec![] });
        let session = Arc::new(QueueSession { group: Arc::clone(group), current });
        let database = Self { access: Access::Queued(Arc::clone(&session)), ..self.clone() };
        let (sender, jobs) = sync_channel(MAX_QUEUED);
        let own = self.clone();
        let run = move || session.serve(&own, &jobs);
        let started = thread::Builder::new().name("write queue".to_owned()).spawn(run);
        started.map_err(|error| RepositoryError::Failed(error.into()))?;
        Ok(Some((WriteQueue(sender), database)))
    }
}

impl WriteQueue {
    /// Enqueues a job.
    ///
    /// # Errors
    /// When too many wait.
    pub fn submit(&self, job: WriteJob) -> Result<(), RepositoryError> {
        let queued = QueuedJob { job, since: Instant::now() };
        let too_many = |_| RepositoryError::Unavailable("too many writes wait".into());
        self.0.try_send(queued).map_err(too_many)
    }
}

impl QueueSession {
    /// Reads the present state, with what earlier jobs of the batch changed.
    pub(super) fn read<T>(
        &self,
        database: &Database,
        queries: impl FnOnce(&mut DbConnection) -> T,
    ) -> Result<T, RepositoryError> {
        self.join(database, |batch| queries(&mut batch.writer))
    }

    /// Makes a change that leaves nothing if it fails.
    pub(super) fn change<T>(
        &self,
        database: &Database,
        change: impl FnOnce(&mut DbConnection, &mut Events) -> QueryResult<T>,
    ) -> Result<QueryResult<T>, RepositoryError> {
        self.join(database, |batch| batch.run(change))
    }

    fn join<T>(
        &self,
        Database { writer, versions, .. }: &Database,
        work: impl FnOnce(&mut Batch) -> T,
    ) -> Result<T, RepositoryError> {
        let mut current = self.current.lock();
        let (done, outcome) = self.group.join(writer, versions, current.since, work)?;
        // A writer on another thread may have committed the batch meanwhile.
        if current.outcomes.last().is_none_or(|last| !Arc::ptr_eq(last, &outcome)) {
            current.outcomes.push(outcome);
        }
        Ok(done)
    }

    /// Runs jobs until all senders are dropped. The thread survives panics: without it all writes would
    /// be refused until a restart.
    fn serve(&self, database: &Database, jobs: &Receiver<QueuedJob>) {
        while let Ok(first) = jobs.recv() {
            catch_panic(|| self.run_batch(database, first, jobs));
        }
    }

    fn run_batch(&self, database: &Database, first: QueuedJob, jobs: &Receiver<QueuedJob>) {
        let together = iter::once(first).chain(jobs.try_iter()).take(MAX_BATCH);
        let done: Vec<_> = together.filter_map(|queued| self.run(queued)).collect();
        self.group.commit(&database.versions);
        if let Some(outbox) = &database.outbox {
            outbox.batch_ended();
        }
        for (callback, outcomes) in done {
            let durable = outcomes.iter().try_for_each(|outcome| outcome.wait()).map_err(failure);
            catch_panic(|| callback(durable));
        }
    }

    /// None if the job panicked: dropping the callback notifies its caller.
    fn run(
        &self,
        QueuedJob { job, since }: QueuedJob,
    ) -> Option<(CommitCallback, Vec<Arc<CommitOutcome>>)> {
        *self.current.lock() = CurrentJob { since, outcomes: vec![] };
        let callback = catch_panic(job)?;
        Some((callback, std::mem::take(&mut self.current.lock().outcomes)))
    }
}

/// Returns none if `work` panicked, which the panic hook reports. Leaks the panic payload, whose drop may panic, too.
fn catch_panic<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(std::mem::forget).ok()
}
