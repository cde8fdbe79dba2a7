use std::{fs, path::Path};

use infrastructure::maintenance::{Backup, BackupError};
use proptest::{collection::vec, prelude::*};
use sha2::{Digest, Sha256};

use super::support::{Folder, hash, restore, same_and_other};
use crate::{
    community::Community,
    support::{TestDb, contract, sqlite},
};

contract! { a_file_with_false_counts_is_refused_unwritten }

const MAGIC: [u8; 24] = *b"\x50\x2a\x4d\x18\x10\x00\x00\x00POST-UP backup 1";
const TRAILER_HEAD: [u8; 8] = *b"\x50\x2a\x4d\x18\x20\x00\x00\x00";
const HEAD: usize = MAGIC.len();
const TRAILER: usize = 40;

fn refused(file: &Path, bytes: &[u8]) -> BackupError {
    fs::write(file, bytes).unwrap();
    Backup::open(file).unwrap_err()
}

fn bytes_of_a_backup(folder: &Folder) -> Vec<u8> {
    let db = sqlite();
    Community::of(&db);
    fs::read(folder.backup(&db.database, "a")).unwrap()
}

#[test]
fn a_flipped_bit_in_any_byte_is_refused() {
    let folder = Folder::new();
    let whole = bytes_of_a_backup(&folder);
    assert!(whole.len() > 1_000, "{}", whole.len());
    for index in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[index] ^= 1 << (index % 8);
        refused(&folder.file("b"), &bytes);
    }
}

#[test]
fn a_truncated_or_extended_file_is_refused() {
    let folder = Folder::new();
    let whole = bytes_of_a_backup(&folder);
    for length in 0..whole.len() {
        refused(&folder.file("b"), &whole[..length]);
    }
    refused(&folder.file("b"), &[&whole[..], b"\0"].concat());
    refused(&folder.file("b"), &[&whole[..], &whole[..]].concat());
}

#[test]
fn a_damaged_backup_differs_from_another_file() {
    let folder = Folder::new();
    let whole = bytes_of_a_backup(&folder);
    let said = |bytes: &[u8]| refused(&folder.file("b"), bytes).to_string();
    assert!(said(b"SQLite format 3\0 and more of it").ends_with("is not a POST-UP backup"));
    assert!(said(b"").ends_with("is not a POST-UP backup"));
    assert!(said(&whole[..whole.len() - 1]).contains("cut or damaged"));
    let error = Backup::open(&folder.file("nowhere")).unwrap_err();
    assert!(matches!(error, BackupError::File { .. }), "{error}");
}

#[test]
fn a_decompression_bomb_is_refused() {
    let folder = Folder::new();
    let bomb = sealed(&zstd::encode_all(&vec![b'['; 64 << 20][..], 0).unwrap());
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    let error = refused(&folder.file("b"), &bomb).to_string();
    assert!(error.contains("a line is too long"), "{error}");
}

type Change = fn(&mut Vec<String>);

/// The lines of a file as another program than ours could have written them, its checksum being right.
fn forge(whole: &[u8], change: Change) -> Vec<u8> {
    let body = zstd::decode_all(&whole[HEAD..whole.len() - TRAILER]).unwrap();
    let mut lines: Vec<String> =
        String::from_utf8(body).unwrap().lines().map(str::to_owned).collect();
    change(&mut lines);
    sealed(&zstd::encode_all(format!("{}\n", lines.join("\n")).as_bytes(), 0).unwrap())
}

/// A file with this between its head and its end, the checksum being right.
fn sealed(body: &[u8]) -> Vec<u8> {
    let hashed = [&MAGIC[..], body, &TRAILER_HEAD].concat();
    let checksum = Sha256::digest(&hashed);
    [&hashed[..], checksum.as_slice()].concat()
}

fn a_file_with_false_counts_is_refused_unwritten(db: &TestDb) {
    Community::of(db);
    let folder = Folder::new();
    let whole = fs::read(folder.backup(&db.database, "a")).unwrap();
    let [copy, _] = same_and_other(db);
    let empty = hash(&copy);
    let forged = folder.file("b");
    fs::write(&forged, forge(&whole, |_| ())).unwrap();
    Backup::open(&forged).unwrap().verify(&|_, _| ()).unwrap();
    let lies: [(&str, Change); 8] = [
        ("a row says something else", |lines| lines[2] = lines[2].replacen("ann", "ada", 1)),
        ("a row is missing", |lines| drop(lines.remove(2))),
        ("a row comes twice", |lines| lines.insert(2, lines[2].clone())),
        ("the end is missing", |lines| drop(lines.pop())),
        ("a table is missing", |lines| drop(lines.drain(1..6))),
        ("a table comes twice", |lines| {
            let table = lines[1..6].to_vec();
            lines.splice(1..1, table);
        }),
        ("a table is unknown", |lines| lines[1] = lines[1].replacen("users", "losers", 1)),
        ("a line is neither row nor mark", |lines| lines.insert(2, "what?".to_owned())),
    ];
    for (lie, change) in lies {
        fs::write(&forged, forge(&whole, change)).unwrap();
        assert!(Backup::open(&forged).unwrap().verify(&|_, _| ()).is_err(), "{lie}");
        assert!(restore(&copy.database, &forged).is_err(), "{lie}");
        assert_eq!(hash(&copy), empty, "{lie}");
    }
}

/// Lines like those of a backup, and others.
fn line() -> impl Strategy<Value = String> {
    let marks = [
        r#"{"backup":{"schema":"0005","created_at":"","program":"","database":"sqlite","rows":1}}"#,
        r#"{"table":{"name":"users","columns":["id"]}}"#,
        r#"{"table_end":{"rows":1,"last_id":9223372036854775807,"sha256":""}}"#,
        r#"{"end":{"tables":18446744073709551615,"rows":0,"sha256":""}}"#,
        r#"{"end":{"tables":-1,"rows":0,"sha256":""}}"#,
        "[1]",
        "[",
        "",
    ];
    prop_oneof![
        4 => prop::sample::select(marks.map(str::to_owned).to_vec()),
        1 => "[\\[\\]{}\":,a-z0-9]{0,40}",
        1 => any::<String>(),
    ]
}

proptest! {
    #[test]
    fn arbitrary_sealed_content_is_refused_without_panic(
        raw in vec(any::<u8>(), 0..200),
        lines in vec(line(), 0..12),
    ) {
        let folder = Folder::new();
        let file = folder.file("b");
        let packed = zstd::encode_all(lines.join("\n").as_bytes(), 0).unwrap();
        for bytes in [raw.clone(), sealed(&raw), sealed(&packed), [&MAGIC[..], &raw].concat()] {
            fs::write(&file, bytes).unwrap();
            let read = Backup::open(&file).and_then(|backup| backup.verify(&|_, _| ()));
            prop_assert!(read.is_err());
        }
    }
}
