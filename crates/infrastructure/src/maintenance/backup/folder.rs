use std::{
    fs::{self, DirBuilder, DirEntry},
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};

use database::Database;
use kernel::Timestamp;
use time::{PrimitiveDateTime, format_description::BorrowedFormatItem, macros::format_description};

use super::backup;
use super::{BackupError, Progress, Summary};

/// The prefix of a file's name until it is complete.
pub(super) const PARTIAL: &str = ".postup-backup-";
/// A partial file older than this was abandoned.
const ABANDONED_AFTER: Duration = Duration::from_hours(24);

const PREFIX: &str = "postup-";
const SUFFIX: &str = ".backup";
/// RFC 3339 without colons, which not every file system takes in a name.
const AT: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour][minute][second].[subsecond digits:3]Z");

/// The folder of automatic backups.
#[derive(Clone, Debug)]
pub struct BackupFolder(pub PathBuf);

/// Why a backup is made; part of its name. Only scheduled ones are pruned.
#[derive(Clone, Copy, Debug)]
pub enum Reason<'a> {
    /// It was time for one.
    Schedule,
    /// A migration, whose number this is, and later ones are about to change the database.
    Before(&'a str),
}

impl BackupFolder {
    /// Writes a backup named by reason and time; makes the folder if there is none. Where it is.
    ///
    /// # Errors
    /// Like [`backup()`](backup()).
    pub fn write(
        &self,
        database: &Database,
        reason: Reason<'_>,
        at: Timestamp,
        progress: Progress<'_>,
    ) -> Result<(PathBuf, Summary), BackupError> {
        // Backups are as secret as the database.
        let made = DirBuilder::new().recursive(true).mode(0o700).create(&self.0);
        made.map_err(|source| self.failed(source))?;
        let time = at.to_rfc3339().replace(':', "");
        let path = self.0.join(match reason {
            Reason::Schedule => format!("{PREFIX}{time}{SUFFIX}"),
            Reason::Before(version) => format!("{PREFIX}before-{version}-{time}{SUFFIX}"),
        });
        let summary = backup(database, &path, at, progress)?;
        Ok((path, summary))
    }

    /// When the last backup of the schedule was made, and where it is.
    ///
    /// # Errors
    /// When the folder cannot be read; there being none is no error.
    pub fn newest(&self) -> Result<Option<(Timestamp, PathBuf)>, BackupError> {
        let made = |entry: DirEntry| scheduled(&entry).map(|at| (at, entry.path()));
        Ok(self.entries()?.into_iter().filter_map(made).max())
    }

    /// Removes all backups of the schedule but the `keep` newest, and what crashes left half
    /// written; answers the backups removed.
    ///
    /// # Errors
    /// When the folder cannot be read, or a file not removed.
    pub fn prune(&self, keep: usize, now: Timestamp) -> Result<Vec<PathBuf>, BackupError> {
        let entries = self.entries()?;
        let mut backups: Vec<(Timestamp, PathBuf)> = entries
            .iter()
            .filter_map(|entry| scheduled(entry).map(|at| (at, entry.path())))
            .collect();
        backups.sort();
        backups.truncate(backups.len().saturating_sub(keep));
        let outdated: Vec<PathBuf> = backups.into_iter().map(|(_, path)| path).collect();
        let abandoned = entries.iter().filter(|entry| is_abandoned(entry, now));
        for path in outdated.iter().cloned().chain(abandoned.map(DirEntry::path)) {
            fs::remove_file(&path).map_err(|source| BackupError::File { path, source })?;
        }
        Ok(outdated)
    }

    fn entries(&self) -> Result<Vec<DirEntry>, BackupError> {
        match fs::read_dir(&self.0).and_then(Iterator::collect) {
            Ok(entries) => Ok(entries),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(vec![]),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn failed(&self, source: io::Error) -> BackupError {
        BackupError::File { path: self.0.clone(), source }
    }
}

/// Returns the name of a file, without its folder.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns whether a name is that of a backup of the schedule.
pub(super) fn is_scheduled(name: &str) -> bool {
    made_at(name).is_some()
}

fn scheduled(entry: &DirEntry) -> Option<Timestamp> {
    made_at(entry.file_name().to_str()?)
}

/// When a backup of the schedule was made; `None` for every other file.
fn made_at(name: &str) -> Option<Timestamp> {
    let time = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    let at = PrimitiveDateTime::parse(time, AT).ok()?.assume_utc();
    Some(Timestamp::from_unix_millis((at.unix_timestamp_nanos() / 1_000_000) as i64))
}

fn is_abandoned(entry: &DirEntry, now: Timestamp) -> bool {
    let modified = entry.metadata().and_then(|data| data.modified()).ok();
    let modified = modified.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    entry.file_name().to_string_lossy().starts_with(PARTIAL)
        && modified.is_some_and(|at| {
            Timestamp::from_unix_millis(at.as_millis() as i64).after(ABANDONED_AFTER) < now
        })
}
