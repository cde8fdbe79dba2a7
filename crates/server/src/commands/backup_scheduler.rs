//! Backups that a running server makes by itself.

use std::{io, thread, time::Duration};

use infrastructure::{BackupFolder, Database, Lead, Reason, SystemClock};
use kernel::{Clock, Timestamp};

use crate::{commands::CommandError, settings::backup::Schedule};

/// How often it is looked whether a backup is due.
const LOOK: Duration = Duration::from_mins(1);
/// How long after a failure it is tried again, unless backups are made more often.
const RETRY: Duration = Duration::from_mins(10);

/// Makes backups on a thread of its own from now on, if it is to.
///
/// # Errors
/// When the thread cannot be had.
pub(super) fn start(
    settings: &Schedule,
    database: Database,
    folder: BackupFolder,
) -> io::Result<()> {
    let Some(every) = settings.backup_every else { return Ok(()) };
    let mut keeper = BackupScheduler {
        database,
        folder,
        every,
        keep: settings.backup_keep as usize,
        lead: None,
    };
    thread::Builder::new().name("backups".to_owned()).spawn(move || {
        loop {
            thread::sleep(match keeper.look(SystemClock.now()) {
                Ok(()) => every.min(LOOK),
                Err(error) => {
                    tracing::error!(%error, "no backup was made");
                    every.min(RETRY)
                }
            });
        }
    })?;
    Ok(())
}

struct BackupScheduler {
    database: Database,
    folder: BackupFolder,
    every: Duration,
    keep: usize,
    /// Held on from one backup to the next: copies of the server may keep them in different folders,
    /// and cannot tell from those whether another has made one.
    lead: Option<Lead>,
}

impl BackupScheduler {
    fn look(&mut self, now: Timestamp) -> Result<(), CommandError> {
        if !self.leads()? {
            return Ok(());
        }
        // Read from the folder, so that a server which often starts anew still makes them in time.
        let newest = self.folder.newest()?;
        if newest.is_some_and(|at| at.after(self.every) > now) {
            return Ok(());
        }
        let (path, summary) =
            self.folder.write(&self.database, Reason::Schedule, now, &|_, _| ())?;
        tracing::info!(path = %path.display(), rows = summary.rows, "backed the database up");
        for path in self.folder.prune(self.keep, now)? {
            tracing::info!(path = %path.display(), "removed an old backup");
        }
        Ok(())
    }

    fn leads(&mut self) -> Result<bool, CommandError> {
        if !self.lead.as_mut().is_some_and(Lead::holds) {
            self.lead = None;
            self.lead = self.database.try_lead()?;
        }
        Ok(self.lead.is_some())
    }
}
