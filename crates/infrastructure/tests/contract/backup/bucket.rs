//! Copies of scheduled backups in a bucket, against a server that speaks the protocol of Amazon S3.

use std::{fs, iter, path::PathBuf, process::Command};

use infrastructure::maintenance::{Backup, BackupBucket, BackupFolder, BackupKey, Reason};
use test_databases::{BucketServer, bucket_environment};

use super::support::{Folder, quiet};
use crate::{
    community::{add_image, later},
    support::{TestDb, sqlite},
};

const DAY: i64 = 24 * 60;
const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// Opens a file as `docs/backup-format.md` describes it, with the cryptography package of Python.
const DECRYPT: &str = r#"
import hashlib, hmac, sys
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
encrypted = open(sys.argv[1], "rb").read()
assert encrypted[:24] == b"\x50\x2a\x4d\x18\x10\x00\x00\x00POST-UP cipher 1"
key = hmac.new(bytes.fromhex(sys.argv[2]), encrypted[24:56], hashlib.sha256).digest()
chunks, size, plain = encrypted[56:], 64 * 1024 + 16, b""
for count, at in enumerate(range(0, len(chunks), size)):
    chunk = chunks[at : at + size]
    nonce = bytes(7) + count.to_bytes(4, "big") + bytes([len(chunk) < size])
    plain += AESGCM(key).decrypt(nonce, chunk, None)
open(sys.argv[3], "wb").write(plain)
"#;

fn bucket(server: &BucketServer, key: Option<&str>) -> BackupBucket {
    let key = key.map(|key| key.parse().unwrap());
    BackupBucket::open("s3://safe/forum", server.environment(), key).unwrap()
}

/// A backup of the schedule, made on a day.
fn scheduled(db: &TestDb, folder: &Folder, day: i64) -> PathBuf {
    let at = later(day * DAY);
    let backups = BackupFolder(folder.file(""));
    backups.write(&db.database, Reason::Schedule, at, &quiet).unwrap().0
}

#[test]
fn a_backup_is_copied_once_and_old_copies_are_removed() {
    let (db, folder, server) = (sqlite(), Folder::new(), BucketServer::start());
    server.make("safe");
    let (plain, encrypted) = (bucket(&server, None), bucket(&server, Some(KEY)));
    let backups = [0, 1, 2].map(|day| scheduled(&db, &folder, day));
    assert!(plain.copy(&backups[0]).unwrap());
    assert!(!plain.copy(&backups[0]).unwrap());
    let copy = server.object("safe/forum/postup-2026-11-20T105800.123Z.backup");
    assert!(copy == fs::read(&backups[0]).unwrap());
    for backup in &backups[1..] {
        assert!(encrypted.copy(backup).unwrap());
        assert!(!encrypted.copy(backup).unwrap());
    }
    let before = BackupFolder(folder.file(""));
    let (before, _) = before.write(&db.database, Reason::Before("1"), later(0), &quiet).unwrap();
    assert!(plain.copy(&before).unwrap());
    // Both kinds count, the oldest go; others stay.
    assert_eq!(
        encrypted.prune(1).unwrap(),
        ["postup-2026-11-20T105800.123Z.backup", "postup-2026-11-21T105800.123Z.backup.encrypted"]
    );
    assert!(encrypted.prune(1).unwrap().is_empty());
    let name = before.file_name().unwrap().to_str().unwrap();
    assert!(!server.object(&format!("safe/forum/{name}")).is_empty());
}

#[test]
fn an_encrypted_copy_is_opened_with_its_key_alone() {
    let (db, folder, server) = (sqlite(), Folder::new(), BucketServer::start());
    server.make("safe");
    // Random bytes do not compress, so the file has several chunks.
    let bytes: Vec<u8> = iter::repeat_with(rand::random).take(300_000).collect();
    add_image(&db, db.add_user("ann"), &bytes);
    let backup = scheduled(&db, &folder, 0);
    bucket(&server, Some(KEY)).copy(&backup).unwrap();
    let copy = folder.file("copy");
    let object = server.object("safe/forum/postup-2026-11-20T105800.123Z.backup.encrypted");
    fs::write(&copy, object).unwrap();

    let key: BackupKey = KEY.parse().unwrap();
    let opened = Backup::open_with(Some(&key), &copy).unwrap();
    let content = opened.verify(&quiet).unwrap().content_hash;
    assert_eq!(content, Backup::open(&backup).unwrap().verify(&quiet).unwrap().content_hash);
    let refused = Backup::open(&copy).unwrap_err().to_string();
    assert!(refused.contains("is encrypted: name its key with --backup-key"), "{refused}");
    let other: BackupKey = "ab".repeat(32).parse().unwrap();
    let refused = Backup::open_with(Some(&other), &copy).unwrap_err().to_string();
    assert!(refused.contains("was encrypted with another key, or is cut"), "{refused}");
    // No decrypted file is left.
    assert_eq!(folder.names(), ["copy", "postup-2026-11-20T105800.123Z.backup"]);

    let python = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/python");
    let plain = folder.file("plain");
    let done = Command::new(python).args(["-c", DECRYPT]).arg(&copy).arg(KEY).arg(&plain).status();
    assert!(done.unwrap().success());
    assert!(fs::read(plain).unwrap() == fs::read(backup).unwrap());
}

#[test]
fn errors_of_the_bucket_name_it() {
    let (db, folder, server) = (sqlite(), Folder::new(), BucketServer::start());
    let backup = scheduled(&db, &folder, 0);
    let away = bucket_environment("http://127.0.0.1:1");
    let away = BackupBucket::open("s3://safe", away, None).unwrap();
    for bucket in [bucket(&server, None), away] {
        for error in [bucket.copy(&backup).unwrap_err(), bucket.prune(1).unwrap_err()] {
            assert!(error.to_string().starts_with("the bucket of backups: "), "{error}");
        }
    }
    assert!(BackupBucket::open("https://safe", [], None).is_err());
}
