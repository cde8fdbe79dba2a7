//! Renders texts again that an older renderer has seen, beside the requests of a running server.

use std::{
    io, thread,
    time::{Duration, Instant},
};

use database::{Database, LeaderTask};
use infrastructure::maintenance;
use kernel::RepositoryError;

use crate::{
    commands::{CommandError, open_migrated, start_log},
    settings::{RenderingWord, SetRendering},
};

/// After each transaction, so that requests find the writer free most of the time.
const PAUSE: Duration = Duration::from_millis(5);
/// Texts of an older program that runs beside this one for a while are found the next day.
const EVERY: Duration = Duration::from_hours(24);
/// The interval of looks whether it is paused, or another copy does it.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The time until the next try after a failure, or while it is paused or another copy does it.
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

/// Returns false where it is paused, or another copy is at it.
fn render(database: &Database, leading: &Database) -> Result<bool, RepositoryError> {
    if maintenance::is_rendering_paused(database)? {
        return Ok(false);
    }
    let Some(mut lead) = leading.try_lead(LeaderTask::Rendering)? else { return Ok(false) };
    let (mut looked, mut goes_on) = (Instant::now(), true);
    let rendered = maintenance::render_outdated_texts(database, || {
        thread::sleep(PAUSE);
        if looked.elapsed() > LOOK_EVERY {
            looked = Instant::now();
            goes_on =
                lead.holds() && maintenance::is_rendering_paused(database).is_ok_and(|is| !is);
        }
        goes_on
    })?;
    if rendered > 0 {
        tracing::info!(rendered, "rendered texts that an older renderer had seen");
    }
    Ok(goes_on)
}

/// `postup rendering pause|resume`
pub(super) fn set(settings: &SetRendering) -> Result<(), CommandError> {
    start_log(&settings.database)?;
    let is_paused = matches!(settings.rendering, RenderingWord::Pause);
    maintenance::pause_rendering(&open_migrated(&settings.database)?, is_paused)?;
    Ok(())
}
