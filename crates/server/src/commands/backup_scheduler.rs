//! Scheduled backups of a running server.

use std::{io, path::PathBuf, thread, time::Duration};

use database::{Database, LeaderTask, Leadership};
use infrastructure::{
    SystemClock,
    maintenance::{BackupBucket, BackupFolder, Reason},
};
use kernel::{Clock, Timestamp};

use crate::{commands::CommandError, settings::backup::Schedule};

/// The interval of checks whether a backup is due.
const LOOK: Duration = Duration::from_mins(1);
/// The delay before a retry after a failure, unless the interval is shorter.
const RETRY: Duration = Duration::from_mins(10);

/// Starts a thread that makes scheduled backups, if they are enabled.
///
/// # Errors
/// When the thread cannot be started.
pub(super) fn start(
    settings: &Schedule,
    database: Database,
    folder: BackupFolder,
    bucket: Option<BackupBucket>,
) -> io::Result<()> {
    let Some(every) = settings.backup_every else { return Ok(()) };
    let mut keeper = BackupScheduler {
        database,
        folder,
        bucket,
        copied: None,
        every,
        keep: settings.backup_keep as usize,
        lead: None,
    };
    thread::Builder::new().name("backups".to_owned()).spawn(move || {
        loop {
            thread::sleep(match keeper.look(SystemClock.now()) {
                Ok(()) => every.min(LOOK),
                Err(error) => {
                    tracing::error!(%error, "backup failed");
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
    bucket: Option<BackupBucket>,
    /// The backup that the bucket was found to have.
    copied: Option<PathBuf>,
    every: Duration,
    keep: usize,
    /// The leader lock is kept between backups: servers may use different folders, so the files don't show
    /// whether another server made one.
    lead: Option<Leadership>,
}

impl BackupScheduler {
    fn look(&mut self, now: Timestamp) -> Result<(), CommandError> {
        if !self.leads()? {
            return Ok(());
        }
        // The last time comes from the folder, so that frequent restarts don't delay backups.
        let path = match self.folder.newest()? {
            Some((at, path)) if at.after(self.every) > now => path,
            _ => self.back_up(now)?,
        };
        self.copy(path)
    }

    fn back_up(&self, now: Timestamp) -> Result<PathBuf, CommandError> {
        let (path, summary) =
            self.folder.write(&self.database, Reason::Schedule, now, &|_, _| ())?;
        tracing::info!(path = %path.display(), rows = summary.rows, "backed the database up");
        for path in self.folder.prune(self.keep, now)? {
            tracing::info!(path = %path.display(), "removed an old backup");
        }
        Ok(path)
    }

    /// Copies a backup to the bucket, unless it is there already.
    fn copy(&mut self, path: PathBuf) -> Result<(), CommandError> {
        let Some(bucket) = self.bucket.as_ref().filter(|_| self.copied.as_ref() != Some(&path))
        else {
            return Ok(());
        };
        if bucket.copy(&path)? {
            tracing::info!(path = %path.display(), "copied the backup to its bucket");
        }
        for name in bucket.prune(self.keep)? {
            tracing::info!(name, "removed an old backup from the bucket");
        }
        self.copied = Some(path);
        Ok(())
    }

    fn leads(&mut self) -> Result<bool, CommandError> {
        if !self.lead.as_mut().is_some_and(Leadership::holds) {
            self.lead = None;
            self.lead = self.database.try_lead(LeaderTask::Backups)?;
        }
        Ok(self.lead.is_some())
    }
}
