use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Instant,
};

use diesel::{
    QueryResult, QueryableByName, RunQueryDsl, connection::TransactionManager,
    result::Error as DieselError, sql_types::BigInt,
};
use kernel::{Changes, RepositoryError, Subject};
use parking_lot::{Condvar, Mutex};

use super::transaction::{CHANGE, Manager, Touched, begin};
use crate::{
    connection::DbConnection,
    failure::failure,
    pool::{Lent, Place, Pool},
};

/// How many changes one commit makes durable.
pub(super) const MOST_TOGETHER: usize = 64;

/// SQLite's one writer, shared by changes that come at once: each runs by itself between two
/// savepoints, and the last in line commits them all with one wait for the disk.
///
/// Nobody is answered before that commit, so an acknowledged change is as durable as one alone.
#[derive(Default)]
pub(super) struct Group {
    state: Mutex<State>,
    waiting: AtomicUsize,
    commits: AtomicU64,
}

#[derive(Default)]
struct State {
    open: Option<Batch>,
    /// When the writer was last not to be had: whoever waited by then need not try, too.
    refused: Option<Instant>,
    /// SQLite's `data_version` of the writer: it changes with what other processes commit.
    version: Option<i64>,
}

/// Changes that are not committed yet.
pub(super) struct Batch {
    pub(super) writer: Lent,
    touched: Touched,
    members: usize,
    /// Why none of them can be committed, if so.
    failed: Option<DieselError>,
    end: Arc<End>,
}

/// What becomes of a batch, for those who wait for it.
#[derive(Default)]
pub(super) struct End {
    outcome: Mutex<Option<Result<(), Arc<DieselError>>>>,
    told: Condvar,
}

impl Group {
    /// Does one atomic change; comes back once it is durable, or undone.
    pub(super) fn change<T>(
        &self,
        pool: &Pool,
        changes: &Changes,
        change: impl FnOnce(&mut DbConnection, &mut Touched) -> QueryResult<T>,
    ) -> Result<QueryResult<T>, RepositoryError> {
        let arrived = Instant::now();
        let place = Place::take(&self.waiting)?;
        let mut state = self.state.lock();
        drop(place);
        let mut batch = state.batch(pool, changes, arrived)?;
        let done = catch_unwind(AssertUnwindSafe(|| batch.run(change)));
        let end = Arc::clone(&batch.end);
        let others_follow = self.waiting.load(Ordering::SeqCst) > 0;
        if others_follow && batch.members < MOST_TOGETHER {
            state.open = Some(batch);
        } else {
            self.end(batch, changes);
        }
        drop(state);
        let outcome = end.wait();
        let done = done.unwrap_or_else(|panic| resume_unwind(panic));
        outcome.map(|()| done).map_err(failure)
    }

    /// Works in the batch that is open, or in a new one for somebody who `arrived` then, and leaves it
    /// open: who calls this has to [`Self::commit`], too. Gives how the batch ends.
    pub(super) fn join<T>(
        &self,
        pool: &Pool,
        changes: &Changes,
        arrived: Instant,
        work: impl FnOnce(&mut Batch) -> T,
    ) -> Result<(T, Arc<End>), RepositoryError> {
        let mut state = self.state.lock();
        let mut batch = state.batch(pool, changes, arrived)?;
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut batch)));
        let end = Arc::clone(&batch.end);
        state.open = Some(batch);
        drop(state);
        Ok((done.unwrap_or_else(|panic| resume_unwind(panic)), end))
    }

    /// Commits the batch that is open, if one is.
    pub(super) fn commit(&self, changes: &Changes) {
        let mut state = self.state.lock();
        if let Some(batch) = state.open.take() {
            self.end(batch, changes);
        }
    }

    fn end(&self, batch: Batch, changes: &Changes) {
        let end = Arc::clone(&batch.end);
        end.tell(batch.commit(changes));
        self.commits.fetch_add(1, Ordering::Relaxed);
    }

    /// How many commits there were.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Notes what other processes committed, unless somebody who writes will do so.
    pub(super) fn look_for_others(&self, pool: &Pool, changes: &Changes) {
        let mut state = self.state.lock();
        if state.open.is_none()
            && let Ok(mut writer) = pool.get()
        {
            state.look_for_others(&mut writer, changes);
        }
    }
}

impl State {
    /// The batch that is open, or a new one.
    fn batch(
        &mut self,
        pool: &Pool,
        changes: &Changes,
        arrived: Instant,
    ) -> Result<Batch, RepositoryError> {
        if let Some(batch) = self.open.take() {
            return Ok(batch);
        }
        if self.refused.is_some_and(|at| at > arrived) {
            return Err(RepositoryError::Unavailable("the writer could not be had".into()));
        }
        let opened = pool.get().and_then(|mut writer| {
            begin(&mut writer, &CHANGE).map_err(failure)?;
            Ok(writer)
        });
        let mut writer = opened.inspect_err(|_| self.refused = Some(Instant::now()))?;
        self.look_for_others(&mut writer, changes);
        let (touched, end) = (Touched::default(), Arc::default());
        Ok(Batch { writer, touched, members: 0, failed: None, end })
    }

    fn look_for_others(&mut self, writer: &mut DbConnection, changes: &Changes) {
        let version = data_version(writer).ok();
        if version.is_none() || self.version.is_some_and(|known| Some(known) != version) {
            changes.happened(&[Subject::Community]);
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
    /// None where SQLite gave the transaction up: a savepoint would begin another, and its end commit that.
    pub(super) fn run<T>(
        &mut self,
        change: impl FnOnce(&mut DbConnection, &mut Touched) -> QueryResult<T>,
    ) -> QueryResult<T> {
        self.members += 1;
        if self.failed.is_some() {
            return Err(DieselError::RollbackTransaction);
        }
        let conn = &mut *self.writer;
        Manager::begin_transaction(conn)?;
        let mut touched = Touched::default();
        let done = catch_unwind(AssertUnwindSafe(|| change(conn, &mut touched)));
        let ended = if matches!(done, Ok(Ok(_))) {
            self.touched.0.append(&mut touched.0);
            Manager::commit_transaction(conn)
        } else {
            Manager::rollback_transaction(conn)
        };
        // SQLite may have given the whole transaction up, with the changes of others in it.
        if let Err(error) = ended {
            self.failed.get_or_insert(error);
        }
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }

    fn commit(mut self, changes: &Changes) -> Result<(), Arc<DieselError>> {
        let conn = &mut *self.writer;
        let changing = changes.begin(&self.touched.0);
        let outcome = match self.failed {
            None => Manager::commit_transaction(conn),
            Some(error) => {
                let _ = Manager::rollback_transaction(conn);
                Err(error)
            }
        };
        drop(changing);
        outcome.map_err(Arc::new)
    }
}

impl End {
    fn tell(&self, outcome: Result<(), Arc<DieselError>>) {
        *self.outcome.lock() = Some(outcome);
        self.told.notify_all();
    }

    pub(super) fn wait(&self) -> Result<(), Arc<DieselError>> {
        let mut outcome = self.outcome.lock();
        loop {
            match &*outcome {
                Some(outcome) => return outcome.clone(),
                None => self.told.wait(&mut outcome),
            }
        }
    }
}
