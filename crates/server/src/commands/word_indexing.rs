//! Learns and forgets words for search, and indexes replies that are older than the index, beside the requests of a
//! running server.

use std::{io, thread, time::Duration};

use infrastructure::{Database, LeaderTask};
use kernel::RepositoryError;

/// After each transaction, so that requests find the writer free most of the time.
const PAUSE: Duration = Duration::from_millis(5);
/// How soon the words of a new text are suggested for misspelt ones.
const EVERY: Duration = Duration::from_secs(1);
/// Until the next try, after a failure or where another copy is at it.
const RETRY: Duration = Duration::from_mins(1);

/// Starts a thread that does what is planned for search. `leading` lends the connection of the leader lock, for as long
/// as it takes.
///
/// # Errors
/// When the thread cannot be started.
pub(super) fn start(database: Database, leading: Database) -> io::Result<()> {
    let run = move || {
        loop {
            thread::sleep(match index(&database, &leading) {
                Ok(true) => EVERY,
                Ok(false) => RETRY,
                Err(error) => {
                    tracing::warn!(%error, "words were not indexed; this will be retried");
                    RETRY
                }
            });
        }
    };
    thread::Builder::new().name("indexing".to_owned()).spawn(run)?;
    Ok(())
}

/// Returns false where another copy is at it.
fn index(database: &Database, leading: &Database) -> Result<bool, RepositoryError> {
    if !database.has_words_to_index()? {
        return Ok(true);
    }
    let Some(mut lead) = leading.try_lead(LeaderTask::Indexing)? else { return Ok(false) };
    let (mut batches, mut leads) = (0_u32, true);
    let indexed = database.index_words(|| {
        thread::sleep(PAUSE);
        batches += 1;
        leads = !batches.is_multiple_of(100) || lead.holds();
        leads
    })?;
    tracing::debug!(indexed, "indexed words");
    Ok(leads)
}
