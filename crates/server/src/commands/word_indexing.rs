//! Indexes replies for search, and learns and forgets words, beside the requests of a
//! running server.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use database::{Database, LeaderTask};
use kernel::RepositoryError;

/// The pause after each transaction, so that requests find the writer free most of the time.
const PAUSE: Duration = Duration::from_millis(5);
/// The interval between looks for tasks: how soon a new reply is found.
const EVERY: Duration = Duration::from_millis(500);
/// The time until the next try after a failure, or while another copy does the tasks.
const RETRY: Duration = Duration::from_mins(1);
/// How long an orderly stop waits until the words of removed texts are forgotten.
const PATIENCE: Duration = Duration::from_secs(5);

/// The thread that does the tasks of search. Dropping it ends the thread and then forgets the words of removed texts.
pub(super) struct WordIndexing {
    worker: Worker,
    thread: Option<JoinHandle<()>>,
}

#[derive(Clone)]
struct Worker {
    database: Database,
    /// Lends the connection of the leader lock, for as long as it takes.
    leading: Database,
    is_over: Arc<AtomicBool>,
}

/// Starts the thread.
///
/// # Errors
/// When the thread cannot be started.
pub(super) fn start(database: Database, leading: Database) -> io::Result<WordIndexing> {
    let worker = Worker { database, leading, is_over: Arc::default() };
    let run = {
        let worker = worker.clone();
        move || worker.run()
    };
    let thread = thread::Builder::new().name("indexing".to_owned()).spawn(run)?;
    Ok(WordIndexing { worker, thread: Some(thread) })
}

impl Drop for WordIndexing {
    fn drop(&mut self) {
        self.worker.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            if thread.join().is_err() {
                tracing::error!("the thread that indexes words had panicked");
            }
        }
        if let Err(error) = self.worker.forget() {
            tracing::warn!(%error, "words of removed texts are forgotten after the next start");
        }
    }
}

impl Worker {
    fn run(&self) {
        while !self.is_over() {
            thread::park_timeout(match self.index() {
                Ok(true) => EVERY,
                Ok(false) => RETRY,
                Err(error) => {
                    tracing::warn!(%error, "words were not indexed; this will be retried");
                    RETRY
                }
            });
        }
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Returns false if another copy does the tasks.
    fn index(&self) -> Result<bool, RepositoryError> {
        if !infrastructure::has_words_to_index(&self.database)? {
            return Ok(true);
        }
        let Some(mut lead) = self.leading.try_lead(LeaderTask::Indexing)? else { return Ok(false) };
        let (mut batches, mut leads) = (0_u32, true);
        let indexed = infrastructure::index_words(&self.database, || {
            thread::sleep(PAUSE);
            batches += 1;
            leads = !batches.is_multiple_of(100) || lead.holds();
            leads && !self.is_over()
        })?;
        tracing::debug!(indexed, "indexed words");
        Ok(leads)
    }

    /// Forgets the words of removed texts, unless another copy does the tasks.
    fn forget(&self) -> Result<(), RepositoryError> {
        let start = Instant::now();
        if !infrastructure::has_words_to_forget(&self.database)? {
            return Ok(());
        }
        let Some(_lead) = self.leading.try_lead(LeaderTask::Indexing)? else { return Ok(()) };
        let goes_on = || {
            start.elapsed() < PATIENCE
                && infrastructure::has_words_to_forget(&self.database).unwrap_or(false)
        };
        infrastructure::index_words(&self.database, goes_on).map(drop)
    }
}
