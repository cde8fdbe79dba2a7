mod checkpoints;
mod group;
mod line;
mod others;
mod transaction;
mod writes;

use std::{convert::identity, num::NonZero, sync::Arc, thread, time::Duration};

use diesel::{QueryResult, RunQueryDsl, sql_types::Integer};
use kernel::{Changes, RepositoryError};

use self::{
    group::Group,
    line::InLine,
    others::Others,
    transaction::{SNAPSHOT, transaction},
};
pub use self::{line::Line, transaction::Touched};
use crate::{
    DatabaseUrl,
    connection::DbConnection,
    failure::failure,
    pool::{Lent, Pool, Terms},
    replicas::Replicas,
    watch::{PoolState, Watch},
};

/// More readers of SQLite than long reads that run at once: for what else is read.
const SPARE_READERS: u32 = 2;
/// How long who changes the schema waits for another who does, and for its backup.
const LONG_PATIENCE: Duration = Duration::from_hours(1);

/// The database, as one place to read and one to write.
///
/// On SQLite these are a pool of readers and one writer; on PostgreSQL both are the primary, unless
/// [`Self::reading_from`] says to read elsewhere.
#[derive(Clone)]
pub struct Database {
    readers: Pool,
    writer: Pool,
    at_once: Option<Pool>,
    replicas: Option<Arc<Replicas>>,
    /// Where changes that come at once are committed together; none on PostgreSQL, which does so itself.
    group: Option<Arc<Group>>,
    /// For the jobs of a [`Line`] alone.
    in_line: Option<Arc<InLine>>,
    changes: Arc<Changes>,
    others: Arc<Others>,
}

impl Database {
    /// How many connections to PostgreSQL do the most on a machine of two processors while it is near:
    /// more would be in each other's way.
    pub const CONNECTIONS: u32 = 16;

    /// Connects; creates the file of an SQLite database that does not exist.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open(url: &DatabaseUrl) -> Result<Self, RepositoryError> {
        Self::open_on(url, Self::CONNECTIONS, &Terms::default())
    }

    /// As [`Self::open`], for answering requests: over `connections` to PostgreSQL, at least two,
    /// which gives up a statement that takes longer than `statement_timeout`, so that it ends as
    /// [`RepositoryError::Unavailable`]; `watch` is told what happens.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open_to_serve(
        url: &DatabaseUrl,
        connections: u32,
        statement_timeout: Duration,
        watch: Option<Arc<dyn Watch>>,
    ) -> Result<Self, RepositoryError> {
        let terms = Terms { statement_timeout: Some(statement_timeout), watch };
        Self::open_on(url, connections, &terms)
    }

    /// As this one, but what is read comes from the replicas at these URLs, as it was a few seconds
    /// ago at the most; from this one while none of them keeps up. Each has as many connections.
    ///
    /// # Errors
    /// When the system has no thread to watch them.
    pub fn reading_from(
        &self,
        replicas: &[DatabaseUrl],
        statement_timeout: Duration,
        watch: Option<Arc<dyn Watch>>,
    ) -> Result<Self, RepositoryError> {
        let terms = Terms { statement_timeout: Some(statement_timeout), watch };
        let replicas = Replicas::open(replicas, &terms, self)?;
        Ok(Self { replicas: Some(replicas), ..self.clone() })
    }

    fn open_on(
        url: &DatabaseUrl,
        connections: u32,
        terms: &Terms,
    ) -> Result<Self, RepositoryError> {
        Ok(match url {
            DatabaseUrl::Sqlite(_) => {
                // The writer first: it creates the file and turns it to WAL.
                let writer = Pool::open("writer", url, 1, terms)?;
                let readers = Pool::open("reader", url, long_reads() + SPARE_READERS, terms)?;
                let at_once = Some(Pool::open("worker", url, processors(), terms)?);
                Self { at_once, group: Some(Arc::default()), ..Self::over(readers, writer) }
            }
            DatabaseUrl::Postgres(_) => {
                let pool = Pool::open("primary", url, connections, terms)?;
                Self::over(pool.clone(), pool)
            }
        })
    }

    fn over(readers: Pool, writer: Pool) -> Self {
        let (changes, others) = (Arc::default(), Arc::default());
        let (at_once, replicas, group, in_line) = (None, None, None, None);
        Self { readers, writer, at_once, replicas, group, in_line, changes, others }
    }

    /// As this one, over connections of its own, one for each processor, so that a worker that reads
    /// what takes microseconds never waits for those who read much. None where a read is a round trip.
    #[must_use]
    pub fn at_once(&self) -> Option<Self> {
        Some(Self { readers: self.at_once.clone()?, ..self.clone() })
    }

    /// How many reads had best run at once: on SQLite those of milliseconds, on PostgreSQL all, for
    /// which half of the connections are. More would wait for processors, or for connections, and
    /// not in the order in which they came.
    #[must_use]
    pub fn reads_at_once(&self) -> usize {
        let most = if self.group.is_some() { long_reads() } else { self.connections() / 2 };
        most as usize
    }

    /// The same of changes, for which the other half is; none on SQLite, which has a [`Self::in_line`].
    #[must_use]
    pub fn changes_at_once(&self) -> Option<usize> {
        self.group.is_none().then_some(self.connections() as usize / 2)
    }

    /// How many to PostgreSQL there may be.
    pub(crate) fn connections(&self) -> u32 {
        self.writer.size()
    }

    /// What is being changed. It can be relied on once [`Self::follow_others`] was called.
    #[must_use]
    pub fn changes(&self) -> &Arc<Changes> {
        &self.changes
    }

    /// Whether what it reads is what [`Self::changes`] knows of: replicas are behind, and the jobs of a
    /// line read what may yet fail.
    pub(crate) fn reads_what_is_committed(&self) -> bool {
        self.replicas.is_none() && self.in_line.is_none()
    }

    /// What its connections are doing now, a pool an entry.
    #[must_use]
    pub fn pools(&self) -> Vec<PoolState> {
        let (readers, writer) = (self.readers.state(), self.writer.state());
        let mut pools = vec![readers];
        pools.extend((readers.pool != writer.pool).then_some(writer));
        pools.extend(self.at_once.iter().map(Pool::state));
        pools.extend(self.replicas.as_ref().map(|replicas| replicas.state()));
        pools
    }

    /// Whether the database answers now.
    #[must_use]
    pub fn answers(&self) -> bool {
        self.read(|conn| diesel::select(diesel::dsl::sql::<Integer>("1")).execute(conn)).is_ok()
    }

    /// Runs one query that only reads.
    ///
    /// Several queries that must see one state belong in [`Self::snapshot`].
    pub fn read<T>(
        &self,
        query: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        if let Some(line) = &self.in_line {
            return line.read(self, query)?.map_err(failure);
        }
        self.reader()?.with(query).map_err(failure)
    }

    /// Runs several queries that only read, all on the same state of the database.
    pub fn snapshot<T>(
        &self,
        queries: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> Result<T, RepositoryError> {
        if let Some(line) = &self.in_line {
            // The batch is one transaction already.
            return line.read(self, queries)?.map_err(failure);
        }
        self.reader()?.with(|conn| transaction(conn, &SNAPSHOT, identity, queries)).map_err(failure)
    }

    /// As [`Self::snapshot`], for what fails in ways of its own.
    pub(crate) fn snapshot_or<T, E: From<RepositoryError>>(
        &self,
        queries: impl FnOnce(&mut DbConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(line) = &self.in_line {
            return line.read(self, queries)?;
        }
        let conn = &mut *self.reader()?;
        transaction(conn, &SNAPSHOT, |error| failure(error).into(), queries)
    }

    fn reader(&self) -> Result<Lent, RepositoryError> {
        let replica = self.replicas.as_ref().and_then(|replicas| replicas.lend());
        replica.map_or_else(|| self.readers.get(), Ok)
    }
}

fn processors() -> u32 {
    thread::available_parallelism().map_or(1, NonZero::get) as u32
}

/// One more than would keep all processors busy, as one of them may wait for the disk.
fn long_reads() -> u32 {
    processors() + 1
}
