//! Decides where a use case runs. A handler names one of seven verbs and knows nothing else of this.
//!
//! | verb | for |
//! | --- | --- |
//! | `read` | queries of microseconds |
//! | `slow_read` | queries of milliseconds: searches, threads, exports |
//! | `write` | changes of a few rows |
//! | `slow_write` | changes of many rows: deletions |
//! | `hash` | work that keeps a processor busy: passwords, images |
//! | `image_read` | the bytes of an image, which may come from another server |
//! | `outbound` | waits for a server of others, which may hang; may write |
//!
//! `write_text` is `write` for what stores a text: on SQLite it renders before the write's turn.
//!
//! The wiring chooses a place for each verb by the database. The services of both reads refuse to write. Where requests
//! wait for a thread, the networks of their clients take turns.

mod bounded_thread_pool;
mod fair_queue;
mod inline_reads;
mod recent_failures;
mod use_case;
mod write_queue;

use std::{io, sync::Arc};

use self::bounded_thread_pool::BoundedThreadPool;
pub(crate) use self::use_case::{Erased, UseCase};
pub use self::{
    bounded_thread_pool::Bounds,
    inline_reads::InlineReads,
    write_queue::{CommitCallback, WriteJob, WriteQueue},
};
use crate::{client, problem::Problem, services::Services};

/// The threads on which the use cases of each verb run.
pub struct Executor {
    pub reads: Reads,
    pub slow_reads: PooledServices,
    pub writes: Writes,
    pub slow_writes: PooledServices,
    pub hashing: PooledServices,
    pub image_reads: PooledServices,
    pub outbound: PooledServices,
    /// For reads of visitors; none without replicas.
    pub replica_reads: Option<ReplicaReads>,
}

/// The threads of fast reads.
pub enum Reads {
    /// On the worker thread of the request: SQLite.
    Inline(InlineReads),
    /// On threads of their own: PostgreSQL, where a read is a round trip.
    Pooled(PooledServices),
}

/// The threads of fast writes.
pub enum Writes {
    /// On the one thread that writes, which commits several together: SQLite.
    Queued(WriteQueue),
    /// On threads of their own: PostgreSQL.
    Pooled(PooledServices),
}

/// Use cases and the threads that run them.
pub struct PooledServices {
    services: Arc<Services>,
    threads: BoundedThreadPool,
}

/// Reads that may show an older state, on threads of their own: a replica that hangs delays no member.
pub struct ReplicaReads {
    /// Over the replicas.
    pub replica: Arc<Services>,
    /// Over the primary, with the threads for both.
    pub primary: PooledServices,
    /// Whether a replica keeps up. Without one, the services over the replicas read from the primary, too.
    pub keep_up: Box<dyn Fn() -> bool + Send + Sync>,
}

impl PooledServices {
    /// Starts no thread before it is needed.
    ///
    /// # Errors
    /// When the system refuses the resources of a pool.
    pub fn new(name: &str, bounds: Bounds, services: Services) -> io::Result<Self> {
        let threads = BoundedThreadPool::new(name, bounds)?;
        Ok(Self { services: Arc::new(services), threads })
    }

    /// Serves networks that were refused after all others, for a while.
    #[must_use]
    pub fn with_failing_networks_last(self) -> Self {
        Self { threads: self.threads.with_failing_networks_last(), ..self }
    }

    /// Runs a use case for the client of the current request.
    pub(crate) async fn run(&self, use_case: UseCase) -> Result<Erased, Problem> {
        let services = Arc::clone(&self.services);
        self.threads.run(client::current_network(), move || use_case.run(&services)).await
    }
}

impl Executor {
    /// Returns the use cases, for what touches no database: checking a token's signature, a rule.
    pub(crate) fn services(&self) -> &Services {
        match &self.reads {
            Reads::Inline(inline) => inline.services(),
            Reads::Pooled(pooled) => &pooled.services,
        }
    }
}

impl ReplicaReads {
    /// Runs a use case with the services over the primary, then those over the replicas if one of these keeps up.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        use_case: impl FnOnce(&Services, Option<&Services>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let replica = (self.keep_up)().then(|| Arc::clone(&self.replica));
        let use_case = UseCase::new(move |primary| use_case(primary, replica.as_deref()));
        self.primary.run(use_case).await?.downcast()
    }
}
