mod checkpointer;
mod delivery;
mod exclusive;
mod following;
mod leadership;
mod outbox_runner;
mod reads;
mod replicas;
mod writes;

use std::{
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use cache::TagVersions;
use images::ImageStore;
use kernel::{Clock, RepositoryError};

use self::replicas::Replicas;
pub use self::{
    delivery::{Delivery, DeliveryFailure},
    exclusive::Exclusive,
    following::CatchUp,
    leadership::{LeaderTask, Leadership},
    outbox_runner::OutboxRunner,
};
use crate::{
    connection::{ConnectionAccess, DatabaseUrl, Pool, PoolObserver, PoolOptions, PoolState},
    events::{Changes, EventConsumer, EventListener, ListenToEvents, Outbox, OutboxState},
    group_commit::GroupCommit,
    write_queue::{QueueSession, WriteQueue},
};

/// The time after which a transaction over a list takes no more items: on SQLite all other writes wait for it.
pub const MAX_HOLD: Duration = Duration::from_millis(20);

/// More readers of SQLite than concurrent slow reads, so that some stay free for fast ones.
const SPARE_READERS: u32 = 2;

/// The permitted access to a [`Database`].
#[derive(Clone)]
enum Access {
    ReadWrite,
    ReadOnly,
    /// Reads and writes in the batch of the [`WriteQueue`]: for its jobs.
    Queued(Arc<QueueSession>),
}

/// The database, as one place to read and one to write.
///
/// On SQLite these are a pool of readers and one writer; on PostgreSQL both are the primary, unless
/// [`Self::reading_from`] says to read elsewhere.
#[derive(Clone)]
pub struct Database {
    readers: Pool,
    writer: Pool,
    /// For reads on worker threads; none on PostgreSQL.
    inline_readers: Option<Pool>,
    replicas: Option<Arc<Replicas>>,
    /// Commits concurrent changes together; none on PostgreSQL, which does so itself.
    group: Option<Arc<GroupCommit>>,
    access: Access,
    versions: Arc<TagVersions>,
    /// How old what visitors are shown may be, in milliseconds.
    staleness: Arc<AtomicU64>,
    changes: Arc<Changes>,
    listener: Arc<EventListener>,
    /// None without consumers.
    outbox: Option<Arc<Outbox>>,
    /// The file of SQLite.
    file: Option<Arc<str>>,
    /// Where the bytes of images are kept, if not in the usual place.
    image_store: Option<Arc<dyn ImageStore>>,
}

impl Database {
    /// 16 connections gave the highest throughput on a machine of two processors with PostgreSQL nearby:
    /// more would be in each other's way.
    pub const CONNECTIONS: u32 = 16;

    /// Connects; creates the file of an SQLite database that does not exist.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open(url: &DatabaseUrl) -> Result<Self, RepositoryError> {
        Self::open_on(url, Self::CONNECTIONS, &PoolOptions::default())
    }

    /// Like [`Self::open`], to fill an empty database that nobody else uses. On SQLite it has one
    /// connection, which a write holds: a read through the database would wait for it in vain. New pages go straight into
    /// the file, because a log is searched for each page that is read, and takes longer as it grows.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open_alone(url: &DatabaseUrl) -> Result<Self, RepositoryError> {
        let DatabaseUrl::Sqlite(file) = url else { return Self::open(url) };
        let options = PoolOptions { access: ConnectionAccess::Alone, ..PoolOptions::default() };
        let pool = Pool::open("alone", url, 1, &options)?;
        Ok(Self::on_sqlite(file, pool.clone(), pool))
    }

    /// Like [`Self::open`], for answering requests: over `connections` to PostgreSQL, at least two,
    /// which gives up a statement that takes longer than `statement_timeout`, so that it ends as
    /// [`RepositoryError::Unavailable`]; `observer` is notified.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open_to_serve(
        url: &DatabaseUrl,
        connections: u32,
        statement_timeout: Duration,
        observer: Option<Arc<dyn PoolObserver>>,
    ) -> Result<Self, RepositoryError> {
        let statement_timeout = Some(statement_timeout);
        let options = PoolOptions { statement_timeout, observer, ..PoolOptions::default() };
        Self::open_on(url, connections, &options)
    }

    /// Returns this database, reading from the replicas at these URLs, at most a few seconds behind; from
    /// the primary while none of them keeps up. Each replica has as many connections.
    ///
    /// # Errors
    /// When the system has no thread to observe them.
    pub fn reading_from(
        &self,
        replicas: &[DatabaseUrl],
        statement_timeout: Duration,
        observer: Option<Arc<dyn PoolObserver>>,
    ) -> Result<Self, RepositoryError> {
        let statement_timeout = Some(statement_timeout);
        let options = PoolOptions { statement_timeout, observer, ..PoolOptions::default() };
        let replicas = Replicas::open(replicas, &options, &self.writer)?;
        self.show_visitors_older(replicas::OLDEST);
        Ok(Self { replicas: Some(replicas), ..self.clone() })
    }

    /// Returns whether a replica keeps up, so that reads are from it.
    #[must_use]
    pub fn has_replica(&self) -> bool {
        self.replicas.as_ref().is_some_and(|replicas| replicas.keep_up())
    }

    fn open_on(
        url: &DatabaseUrl,
        connections: u32,
        options: &PoolOptions,
    ) -> Result<Self, RepositoryError> {
        Ok(match url {
            DatabaseUrl::Sqlite(file) => {
                // The writer first: it creates the file and turns it to WAL.
                let writer = Pool::open("writer", url, 1, options)?;
                let options =
                    &PoolOptions { access: ConnectionAccess::ReadOnly, ..options.clone() };
                let readers = Pool::open("reader", url, slow_readers() + SPARE_READERS, options)?;
                let inline_readers = Some(Pool::open("worker", url, processors(), options)?);
                Self { inline_readers, ..Self::on_sqlite(file, readers, writer) }
            }
            DatabaseUrl::Postgres(_) => {
                let pool = Pool::open("primary", url, connections, options)?;
                Self::over(pool.clone(), pool)
            }
        })
    }

    fn on_sqlite(file: &str, readers: Pool, writer: Pool) -> Self {
        let database = Self::over(readers, writer);
        let group = Some(Arc::new(GroupCommit::new(Arc::clone(&database.listener))));
        Self { group, file: Some(Arc::from(file)), ..database }
    }

    fn over(readers: Pool, writer: Pool) -> Self {
        let (versions, staleness, changes, listener) = Default::default();
        let (inline_readers, replicas, group, outbox) = (None, None, None, None);
        let (file, image_store) = (None, None);
        let access = Access::ReadWrite;
        Self {
            readers,
            writer,
            inline_readers,
            replicas,
            group,
            access,
            versions,
            staleness,
            changes,
            listener,
            outbox,
            file,
            image_store,
        }
    }

    /// Returns this database, but every write fails.
    #[must_use]
    pub fn read_only(&self) -> Self {
        Self { access: Access::ReadOnly, ..self.clone() }
    }

    /// Like [`Self::read_only`], over one connection for each processor, so that a read of microseconds
    /// on a worker thread never waits for a slow one. None on PostgreSQL, where a read is a round trip.
    #[must_use]
    pub fn worker_reads(&self) -> Option<Self> {
        Some(Self { readers: self.inline_readers.clone()?, ..self.read_only() })
    }

    /// How many slow reads run at once. More would compete for processors on SQLite; on PostgreSQL
    /// they may hold a quarter of the connections, so that other reads always find some.
    #[must_use]
    pub fn slow_read_threads(&self) -> usize {
        let threads =
            if self.group.is_some() { slow_readers() } else { (self.connections() / 4).max(1) };
        threads as usize
    }

    /// How many connections to PostgreSQL there may be.
    #[must_use]
    pub fn connections(&self) -> u32 {
        self.writer.size()
    }

    /// The versions of the cache tags. They are trusted once [`Self::follow_other_processes`] was called.
    #[must_use]
    pub fn versions(&self) -> &Arc<TagVersions> {
        &self.versions
    }

    /// Whether it reads the state that [`Self::versions`] knows: replicas are behind, and the jobs of the
    /// write queue read what may yet be rolled back.
    pub fn reads_committed_state(&self) -> bool {
        self.replicas.is_none() && !matches!(self.access, Access::Queued(_))
    }

    /// Waits until no copy of the program with the same settings shows visitors what is older than this call, neither from
    /// its cache nor from a replica. Members are shown nothing old.
    pub fn outlast_visitors(&self) {
        thread::sleep(Duration::from_millis(self.staleness.load(Ordering::Relaxed)));
    }

    fn show_visitors_older(&self, by: Duration) {
        self.staleness.fetch_max(by.as_millis() as u64, Ordering::Relaxed);
    }

    /// Returns the state of its connections, one entry per pool.
    #[must_use]
    pub fn pools(&self) -> Vec<PoolState> {
        let (readers, writer) = (self.readers.state(), self.writer.state());
        let mut pools = vec![readers];
        pools.extend((readers.pool != writer.pool).then_some(writer));
        pools.extend(self.inline_readers.iter().map(Pool::state));
        pools.extend(self.replicas.as_ref().map(|replicas| replicas.state()));
        pools
    }

    /// Returns the file of SQLite; none on PostgreSQL.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Returns this database, but the bytes of images are kept elsewhere.
    #[must_use]
    pub fn storing_images_in(mut self, store: Arc<dyn ImageStore>) -> Self {
        self.image_store = Some(store);
        self
    }

    /// Returns the store of [`Self::storing_images_in`].
    #[must_use]
    pub fn chosen_image_store(&self) -> Option<&Arc<dyn ImageStore>> {
        self.image_store.as_ref()
    }

    /// Starts a write queue; returns it with the database for the services of its jobs, and for
    /// nothing else. None on PostgreSQL, which has many writers.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn write_queue(&self) -> Result<Option<(WriteQueue, Self)>, RepositoryError> {
        let Some(group) = self.group.clone() else { return Ok(None) };
        let (writer, versions) = (self.writer.clone(), Arc::clone(&self.versions));
        let session = Arc::new(QueueSession::new(group, writer, versions, self.outbox.clone()));
        let queue = WriteQueue::start(&session)?;
        Ok(Some((queue, Self { access: Access::Queued(session), ..self.clone() })))
    }

    /// Returns this database, but its writes store the events that these consumers want. Each process that
    /// writes names all consumers; those that serve also call [`Self::start_outbox`].
    #[must_use]
    pub fn delivering_to(
        &self,
        consumers: Vec<Arc<dyn EventConsumer>>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let outbox = (!consumers.is_empty()).then(|| Arc::new(Outbox::new(consumers, clock)));
        Self { outbox, ..self.clone() }
    }

    /// Returns the state that the runner last saw.
    #[must_use]
    pub fn outbox_state(&self) -> OutboxState {
        self.outbox.as_ref().map_or_else(OutboxState::default, |outbox| outbox.state())
    }

    /// Passes events on after their commit, from now on: those of this process in the order of the commits, those
    /// of others once [`Self::follow_other_processes`] was called. [`kernel::Event::DataReplaced`] says that some may have
    /// been missed. An event may come although its commit failed with the connection. The first listener stays.
    pub fn listen_to_events(&self, listen: ListenToEvents) {
        self.listener.set(listen);
    }
}

fn processors() -> u32 {
    thread::available_parallelism().map_or(1, NonZero::get) as u32
}

/// One more than would keep all processors busy, as one of them may wait for the disk.
fn slow_readers() -> u32 {
    processors() + 1
}
