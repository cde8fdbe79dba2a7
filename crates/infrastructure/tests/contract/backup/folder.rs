use std::{fs, fs::File, os::unix::fs::PermissionsExt, time::SystemTime};

use infrastructure::maintenance::{Backup, BackupFolder, Reason};
use kernel::Timestamp;

use super::support::{Folder, quiet};
use crate::{
    community::later,
    support::{T0, sqlite},
};

const DAY: i64 = 24 * 60;

#[test]
fn backup_names_hold_reason_and_time() {
    let (db, folder) = (sqlite(), Folder::new());
    let backups = BackupFolder(folder.file("backups"));
    assert_eq!(backups.newest().unwrap(), None);
    let (scheduled, _) = backups.write(&db.database, Reason::Schedule, T0, &quiet).unwrap();
    let (before, _) = backups.write(&db.database, Reason::Before("0006"), T0, &quiet).unwrap();
    let name = |path: &std::path::Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    assert_eq!(name(&scheduled), "postup-2026-11-20T105800.123Z.backup");
    assert_eq!(name(&before), "postup-before-0006-2026-11-20T105800.123Z.backup");
    let mode = fs::metadata(folder.file("backups")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    for path in [scheduled, before] {
        Backup::open(&path).unwrap().verify(&quiet).unwrap();
    }
}

#[test]
fn pruning_keeps_the_newest_scheduled_and_all_others() {
    let (db, folder) = (sqlite(), Folder::new());
    let backups = BackupFolder(folder.file(""));
    for day in 0..5 {
        backups.write(&db.database, Reason::Schedule, later(day * DAY), &quiet).unwrap();
    }
    backups.write(&db.database, Reason::Before("0006"), later(-DAY), &quiet).unwrap();
    fs::write(folder.file("postup-mine.backup"), "").unwrap();
    let (newest, path) = backups.newest().unwrap().unwrap();
    assert_eq!(newest, later(4 * DAY));
    Backup::open(&path).unwrap();
    assert_eq!(backups.prune(2, later(4 * DAY)).unwrap().len(), 3);
    assert_eq!(
        folder.names(),
        [
            "postup-2026-11-23T105800.123Z.backup",
            "postup-2026-11-24T105800.123Z.backup",
            "postup-before-0006-2026-11-19T105800.123Z.backup",
            "postup-mine.backup",
        ]
    );
    assert!(backups.prune(2, later(4 * DAY)).unwrap().is_empty());
}

#[test]
fn leftovers_of_a_crash_are_removed_once_unused() {
    let folder = Folder::new();
    let touch = |name: &str, at: Timestamp| {
        let file = File::create(folder.file(name)).unwrap();
        let since = std::time::Duration::from_millis(at.unix_millis() as u64);
        file.set_modified(SystemTime::UNIX_EPOCH + since).unwrap();
    };
    touch(".postup-backup-old", later(-25 * 60));
    touch(".postup-backup-new", later(-23 * 60));
    assert!(BackupFolder(folder.file("")).prune(7, T0).unwrap().is_empty());
    assert_eq!(folder.names(), [".postup-backup-new"]);
}
