//! Writes on SQLite: a thread that runs queued jobs, and the group commit that it shares with writers
//! on other threads.
//!
//! A batch commits as soon as no writer waits to join it, or when it is full.

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

use cache::TagVersions;
use diesel::QueryResult;
use kernel::RepositoryError;
use parking_lot::Mutex;

use crate::{
    connection::{DbConnection, Pool, failure},
    events::{Events, Outbox},
    group_commit::{Batch, CommitOutcome, GroupCommit, MAX_BATCH},
};

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
pub(crate) struct QueueSession {
    group: Arc<GroupCommit>,
    writer: Pool,
    versions: Arc<TagVersions>,
    outbox: Option<Arc<Outbox>>,
    current: Mutex<CurrentJob>,
}

struct CurrentJob {
    since: Instant,
    /// The batches that it took part in: what it read and changed is durable when all of them are.
    outcomes: Vec<Arc<CommitOutcome>>,
}

impl WriteQueue {
    /// Starts the thread of the queue, which runs the jobs that use the session.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub(crate) fn start(session: &Arc<QueueSession>) -> Result<Self, RepositoryError> {
        let (sender, jobs) = sync_channel(MAX_QUEUED);
        let session = Arc::clone(session);
        let run = move || session.serve(&jobs);
        let started = thread::Builder::new().name("write queue".to_owned()).spawn(run);
        started.map_err(|error| RepositoryError::Failed(error.into()))?;
        Ok(Self(sender))
    }

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
    pub(crate) fn new(
        group: Arc<GroupCommit>,
        writer: Pool,
        versions: Arc<TagVersions>,
        outbox: Option<Arc<Outbox>>,
    ) -> Self {
        let current = Mutex::new(CurrentJob { since: Instant::now(), outcomes: vec![] });
        Self { group, writer, versions, outbox, current }
    }

    /// Reads the present state, with what earlier jobs of the batch changed.
    pub(crate) fn read<T>(
        &self,
        queries: impl FnOnce(&mut DbConnection) -> T,
    ) -> Result<T, RepositoryError> {
        self.join(|batch| queries(&mut batch.writer))
    }

    /// Makes a change that leaves nothing if it fails.
    pub(crate) fn change<T>(
        &self,
        change: impl FnOnce(&mut DbConnection, &mut Events) -> QueryResult<T>,
    ) -> Result<QueryResult<T>, RepositoryError> {
        self.join(|batch| batch.run(change))
    }

    fn join<T>(&self, work: impl FnOnce(&mut Batch) -> T) -> Result<T, RepositoryError> {
        let mut current = self.current.lock();
        let (done, outcome) = self.group.join(&self.writer, &self.versions, current.since, work)?;
        // A writer on another thread may have committed the batch meanwhile.
        if current.outcomes.last().is_none_or(|last| !Arc::ptr_eq(last, &outcome)) {
            current.outcomes.push(outcome);
        }
        Ok(done)
    }

    /// Runs jobs until all senders are dropped. The thread survives panics: without it all writes would
    /// be refused until a restart.
    fn serve(&self, jobs: &Receiver<QueuedJob>) {
        while let Ok(first) = jobs.recv() {
            catch_panic(|| self.run_batch(first, jobs));
        }
    }

    fn run_batch(&self, first: QueuedJob, jobs: &Receiver<QueuedJob>) {
        let together = iter::once(first).chain(jobs.try_iter()).take(MAX_BATCH);
        let done: Vec<_> = together.filter_map(|queued| self.run(queued)).collect();
        self.group.commit(&self.versions);
        if let Some(outbox) = &self.outbox {
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
