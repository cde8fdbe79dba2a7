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

use super::{
    Database,
    group::{Batch, End, Group, MOST_TOGETHER},
    transaction::Touched,
};
use crate::{
    connection::DbConnection,
    failure::failure,
    pool::{MOST_WAITING, too_many_wait},
};

/// Something to do, which gives whom to tell whether it is durable.
type Job = Box<dyn FnOnce() -> Told + Send>;
type Told = Box<dyn FnOnce(Result<(), RepositoryError>) + Send>;

/// A thread that does jobs one after the other on SQLite's one writer. What came while it committed
/// is done and committed together, and told after that.
///
/// In a `Group` alone each change has a thread that waits for its turn, while the batch is open; here
/// no threads are switched before the commit.
pub struct Line(SyncSender<Queued>);

struct Queued {
    job: Job,
    since: Instant,
}

/// A database for what the jobs of a line do: all of it in the batch that the line will commit.
pub(super) struct InLine {
    group: Arc<Group>,
    current: Mutex<Current>,
}

/// The job that is being done.
struct Current {
    since: Instant,
    /// Which batches it took part in: what it read and changed is durable when all of them are.
    ends: Vec<Arc<End>>,
}

impl Database {
    /// A line, and this database for what its jobs do, and for nothing else. None on PostgreSQL, which
    /// has many writers.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn in_line(&self) -> Result<Option<(Line, Self)>, RepositoryError> {
        let Some(group) = &self.group else { return Ok(None) };
        let current = Mutex::new(Current { since: Instant::now(), ends: vec![] });
        let in_line = Arc::new(InLine { group: Arc::clone(group), current });
        let database = Self { in_line: Some(Arc::clone(&in_line)), ..self.clone() };
        let (queue, jobs) = sync_channel(MOST_WAITING);
        let own = self.clone();
        let run = move || in_line.serve(&own, &jobs);
        let started = thread::Builder::new().name("changes".to_owned()).spawn(run);
        started.map_err(|error| RepositoryError::Failed(error.into()))?;
        Ok(Some((Line(queue), database)))
    }
}

impl Line {
    /// Has a job done soon.
    ///
    /// # Errors
    /// When too many wait.
    pub fn queue(&self, job: Job) -> Result<(), RepositoryError> {
        let queued = Queued { job, since: Instant::now() };
        self.0.try_send(queued).map_err(|_| too_many_wait())
    }
}

impl InLine {
    /// Reads what is so now, with what earlier jobs of the batch have changed.
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
        change: impl FnOnce(&mut DbConnection, &mut Touched) -> QueryResult<T>,
    ) -> Result<QueryResult<T>, RepositoryError> {
        self.join(database, |batch| batch.run(change))
    }

    fn join<T>(
        &self,
        Database { writer, changes, .. }: &Database,
        work: impl FnOnce(&mut Batch) -> T,
    ) -> Result<T, RepositoryError> {
        let mut current = self.current.lock();
        let (done, end) = self.group.join(writer, changes, current.since, work)?;
        // A change that is not in line may have committed the batch meanwhile.
        if current.ends.last().is_none_or(|last| !Arc::ptr_eq(last, &end)) {
            current.ends.push(end);
        }
        Ok(done)
    }

    /// Until nobody can queue any more.
    fn serve(&self, database: &Database, jobs: &Receiver<Queued>) {
        while let Ok(first) = jobs.recv() {
            let together = iter::once(first).chain(jobs.try_iter()).take(MOST_TOGETHER);
            let done: Vec<_> = together.filter_map(|queued| self.run(queued)).collect();
            self.group.commit(&database.changes);
            for (told, ends) in done {
                let durable = ends.iter().try_for_each(|end| end.wait()).map_err(failure);
                // Who gives up while being told takes no other along.
                let _ = catch_unwind(AssertUnwindSafe(|| told(durable)));
            }
        }
    }

    /// None if the job gave up in a panic: who waits for it is told so by the lock_for_block.
    fn run(&self, Queued { job, since }: Queued) -> Option<(Told, Vec<Arc<End>>)> {
        *self.current.lock() = Current { since, ends: vec![] };
        let told = catch_unwind(AssertUnwindSafe(job)).ok()?;
        Some((told, std::mem::take(&mut self.current.lock().ends)))
    }
}
