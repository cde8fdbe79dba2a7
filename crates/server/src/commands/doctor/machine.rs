//! The disk, and the backups on it.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use database::DatabaseUrl;
use infrastructure::SystemClock;
use kernel::Clock;
use rustix::fs::statvfs;

use super::report::{Report, bytes};
use crate::settings::Serve;

/// Where less is left, the next picture or migration may find the disk full.
const SCARCE: u64 = 1_000_000_000;
/// Where less is left, writes fail soon.
const NEARLY_FULL: u64 = 100_000_000;
/// A scheduled backup may be late by a restart, and by the time that it takes.
const BACKUP_SLACK: Duration = Duration::from_hours(1);

pub(super) fn look(settings: &Serve, report: &mut Report) {
    if let DatabaseUrl::Sqlite(file) = &settings.database.database_url {
        disk("the database's folder", Path::new(file).parent(), report);
    } else {
        report.fine("disk", "the database's is PostgreSQL's machine's: look there");
    }
    let folder = settings.database.backup_folder();
    if folder.0.exists() {
        disk("the folder of backups", Some(&folder.0), report);
    }
    let now = SystemClock.now();
    let Some(every) = settings.backups.backup_every else {
        let advice = "none are scheduled: set POSTUP_BACKUP_EVERY=24h, or back up otherwise";
        return report.advice("backups", advice);
    };
    match folder.newest() {
        Err(error) => report.fault("backups", error),
        Ok(None) => report.advice("backups", "none yet in the folder of this machine"),
        Ok(Some((at, _))) if now.since(at) > every + BACKUP_SLACK => {
            report.fault("backups", format!("the last is of {}: see the log", at.to_rfc3339()));
        }
        Ok(Some((at, _))) => report.fine("backups", format!("the last is of {}", at.to_rfc3339())),
    }
}

fn disk(what: &str, folder: Option<&Path>, report: &mut Report) {
    match free(folder) {
        Ok(free) if free < NEARLY_FULL => {
            report.fault("disk", format!("{} free in {what}: free some space now", bytes(free)));
        }
        Ok(free) if free < SCARCE => {
            report.advice("disk", format!("{} free in {what}: free some space soon", bytes(free)));
        }
        Ok(free) => report.fine("disk", format!("{} free in {what}", bytes(free))),
        Err(error) => report.fault("disk", format!("{what}: {error}")),
    }
}

/// Returns how many bytes the server may still write there.
fn free(folder: Option<&Path>) -> io::Result<u64> {
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map_or_else(|| PathBuf::from("."), Path::to_owned);
    let state = statvfs(&folder)?;
    Ok(state.f_bavail.saturating_mul(state.f_frsize))
}
