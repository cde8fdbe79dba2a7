use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use test_databases::BucketServer;

use super::content;
use crate::command_line::{Folder, fails, succeeds};

/// A running server; it ends with the test.
struct Server(Child);

impl Server {
    /// Backs up every second and keeps two.
    fn start(folder: &Folder, arguments: &[&str], log: &Path) -> Self {
        let every =
            ["serve", "--bind", "127.0.0.1:0", "--backup-every", "1s", "--backup-keep", "2"];
        let mut command = folder.command(&every);
        command.args(arguments).stderr(Stdio::null()).stdout(fs::File::create(log).unwrap());
        command.stderr(fs::OpenOptions::new().append(true).open(log).unwrap());
        Self(command.spawn().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// The whole backups in a folder, the oldest first.
fn backups(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "backup"));
    paths.sort();
    paths
}

#[track_caller]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_running_server_makes_and_prunes_backups() {
    let folder = Folder::new();
    succeeds(&folder.postup(&["demo"]));
    let kept = folder.file("backups");
    let server = Server::start(&folder, &[], &folder.file("log"));
    wait_until("a first backup", || !backups(&kept).is_empty());
    let first = backups(&kept).remove(0);
    wait_until("the first is pruned", || !first.exists());
    drop(server);
    assert!((2..=3).contains(&backups(&kept).len()), "{:?}", backups(&kept));
    for path in backups(&kept) {
        succeeds(&folder.postup(&["verify", path.to_str().unwrap()]));
    }
}

#[test]
fn one_of_two_servers_on_postgresql_makes_backups() {
    let folder = Folder::new();
    let url = test_databases::empty_database();
    succeeds(&folder.postup(&["demo", "--database-url", &url]));
    let secret = "0123456789abcdef0123456789abcdef";
    let copy = |name: &str| {
        let kept = folder.file(name);
        let arguments = [
            "--database-url",
            &url,
            "--jwt-secret",
            secret,
            "--backup-dir",
            kept.to_str().unwrap(),
        ];
        Server::start(&folder, &arguments, &folder.file(&format!("{name}.log")))
    };
    let one = copy("one");
    wait_until("the first copy backs up", || !backups(&folder.file("one")).is_empty());
    let _other = copy("other");
    let begun = backups(&folder.file("one"));
    let log = || fs::read_to_string(folder.file("other.log")).unwrap();
    wait_until("the other copy serves", || log().contains("POST-UP is at"));
    wait_until("the first goes on", || backups(&folder.file("one")).last() > begun.last());
    assert!(backups(&folder.file("other")).is_empty());
    drop(one);
    wait_until("the other takes over", || !backups(&folder.file("other")).is_empty());
}

#[test]
fn a_failed_backup_is_logged_and_the_server_continues() {
    let folder = Folder::new();
    fs::write(folder.file("backups"), "no folder").unwrap();
    let _server = Server::start(&folder, &[], &folder.file("log"));
    let log = || fs::read_to_string(folder.file("log")).unwrap();
    let failures = || log().matches("backup failed").count();
    wait_until("it is logged, and tried again", || failures() >= 2);
    wait_until("it serves", || log().contains("POST-UP is at"));
    assert!(log().contains("ERROR"), "{}", log());
    fs::remove_file(folder.file("backups")).unwrap();
    wait_until("it is made good", || !backups(&folder.file("backups")).is_empty());
}

#[test]
fn a_backup_is_copied_to_a_bucket_and_restored_from_there() {
    const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    let folder = Folder::new();
    succeeds(&folder.postup(&["demo"]));
    let bucket = BucketServer::start();
    let schedule = ["--backup-every", "1h", "--backup-url", "s3://safe/forum"];
    let mut command = folder.command(&["serve", "--bind", "127.0.0.1:0"]);
    command.args(schedule).env("POSTUP_BACKUP_KEY", KEY);
    let log = fs::File::create(folder.file("log")).unwrap();
    command.envs(bucket.environment()).stdout(log.try_clone().unwrap()).stderr(log);
    // There is no such bucket yet; a later start makes the copy.
    let failing = Server(command.spawn().unwrap());
    let log = || fs::read_to_string(folder.file("log")).unwrap();
    wait_until("it fails", || log().contains("backup failed error=the bucket of backups: "));
    drop(failing);
    bucket.make("safe");
    let server = Server(command.spawn().unwrap());
    wait_until("it is copied", || log().contains("copied the backup to its bucket"));
    drop(server);

    let [backup] = &backups(&folder.file("backups"))[..] else { panic!("one backup") };
    let name = backup.file_name().unwrap().to_str().unwrap();
    fs::write(folder.file("copy"), bucket.object(&format!("safe/forum/{name}.encrypted"))).unwrap();
    let elsewhere = format!("sqlite://{}", folder.file("elsewhere.db").display());
    let arguments = ["restore", "copy", "--database-url", &elsewhere];
    let refused = fails(&folder.postup(&arguments));
    assert!(refused.contains("--backup-key (POSTUP_BACKUP_KEY)"), "{refused}");
    let restored = folder.command(&arguments).env("POSTUP_BACKUP_KEY", KEY).output().unwrap();
    let original = succeeds(&folder.postup(&["verify", backup.to_str().unwrap()]));
    assert_eq!(content(&succeeds(&restored)), content(&original));
    let verified = folder.command(&["verify", "copy"]).env("POSTUP_BACKUP_KEY", KEY).output();
    assert_eq!(content(&succeeds(&verified.unwrap())), content(&original));
}

#[test]
fn a_bucket_of_backups_needs_a_schedule() {
    let refused = Folder::new().postup(&["serve", "--backup-url", "s3://safe"]);
    assert!(fails(&refused).contains("--backup-every"), "{}", fails(&refused));
}
