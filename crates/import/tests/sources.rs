//! What the adapters of other systems read from real databases of theirs.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "lemmy/reading.rs"]
mod lemmy;
#[path = "nodebb/reading.rs"]
mod nodebb;

use std::path::PathBuf;

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use import::{Row, Rows, SourceError, System, sources};

/// Returns the URL of a new database with what a dump holds.
fn restored(dump: &str) -> String {
    let url = test_databases::empty_database();
    PgConnection::establish(&url).unwrap().batch_execute(dump).unwrap();
    url
}

fn run(url: &str, statements: &str) {
    PgConnection::establish(url).unwrap().batch_execute(statements).unwrap();
}

/// Returns a folder beside this file.
fn folder(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

/// Returns the records of a stream, and the ids of its other rows with their reasons.
fn all<T>(rows: Result<Rows<'_, T>, SourceError>) -> (Vec<T>, Vec<(String, &'static str)>) {
    let (mut records, mut others) = (vec![], vec![]);
    for row in rows.unwrap() {
        match row.unwrap() {
            Row::Record(record) => records.push(record),
            Row::Unreadable { id, reason } => others.push((id, reason)),
        }
    }
    (records, others)
}

#[test]
fn where_no_adapter_is_the_archive_is_named() {
    for system in [System::Flarum, System::PhpBb] {
        let refused = sources::open(system, "nowhere", None).err().unwrap().to_string();
        assert!(refused.contains("archive") && refused.contains("docs/moving-in.md"), "{refused}");
    }
}
