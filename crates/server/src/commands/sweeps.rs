//! Deletes what is no longer kept, at the start and then hourly, by one copy of the server at a time.

use std::{error::Error, io, thread, time::Duration};

use database::{Database, LeaderTask};

/// How long after a round the next one begins.
const INTERVAL: Duration = Duration::from_hours(1);
/// The same where it could not begin.
const RETRY_AFTER: Duration = Duration::from_mins(1);

/// Deletes what is no longer kept of one kind of rows, in small transactions. Returns how many it deleted.
pub(super) struct Sweep {
    /// For the log.
    pub(super) name: &'static str,
    pub(super) run: Box<dyn Fn() -> Result<usize, Box<dyn Error>> + Send>,
}

/// Starts the thread that sweeps.
///
/// # Errors
/// When the thread cannot be started.
pub(super) fn start(database: Database, sweeps: Vec<Sweep>) -> io::Result<()> {
    thread::Builder::new().name("sweeps".to_owned()).spawn(move || {
        loop {
            let pause = match database.try_lead(LeaderTask::Sweeps) {
                Ok(Some(_leadership)) => {
                    sweeps.iter().for_each(run);
                    INTERVAL
                }
                Ok(None) => INTERVAL,
                Err(error) => {
                    tracing::error!(%error, "the sweeps could not begin");
                    RETRY_AFTER
                }
            };
            thread::sleep(pause);
        }
    })?;
    Ok(())
}

/// One that fails does not keep the others from running.
fn run(Sweep { name, run }: &Sweep) {
    match run() {
        Ok(0) => {}
        Ok(deleted) => tracing::info!(sweep = name, deleted, "deleted what is no longer kept"),
        Err(error) => tracing::error!(sweep = name, error, "a sweep failed"),
    }
}
