//! Renders texts again that an older renderer has seen, beside the requests of a running server.

use std::{io, thread, time::Duration};

use database::{Database, LeaderTask};
use infrastructure::maintenance;
use kernel::RepositoryError;

/// After each transaction, so that requests find the writer free most of the time.
const PAUSE: Duration = Duration::from_millis(5);
/// Texts of an older program that runs beside this one for a while are found the next day.
const EVERY: Duration = Duration::from_hours(24);
/// The time until the next try after a failure, or while another copy does it.
const RETRY: Duration = Duration::from_mins(1);

/// Starts a thread that keeps all texts rendered. `leading` lends the connection of the leader lock, for as long as it
/// takes.
///
/// # Errors
/// When the thread cannot be started.
pub(super) fn start(database: Database, leading: Database) -> io::Result<()> {
    let run = move || {
        loop {
            thread::sleep(match render(&database, &leading) {
                Ok(true) => EVERY,
                Ok(false) => RETRY,
                Err(error) => {
                    tracing::warn!(%error, "texts were not rendered; this will be retried");
                    RETRY
                }
            });
        }
    };
    thread::Builder::new().name("rendering".to_owned()).spawn(run)?;
    Ok(())
}

/// Returns false where another copy is at it.
fn render(database: &Database, leading: &Database) -> Result<bool, RepositoryError> {
    let Some(mut lead) = leading.try_lead(LeaderTask::Rendering)? else { return Ok(false) };
    let (mut batches, mut leads) = (0_u32, true);
    let rendered = maintenance::render_outdated_texts(database, || {
        thread::sleep(PAUSE);
        batches += 1;
        leads = !batches.is_multiple_of(100) || lead.holds();
        leads
    })?;
    if rendered > 0 {
        tracing::info!(rendered, "rendered texts that an older renderer had seen");
    }
    Ok(leads)
}
