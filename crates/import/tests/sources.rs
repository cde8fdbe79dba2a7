//! What the adapters of other systems read from real databases of theirs.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "flarum/reading.rs"]
mod flarum;
#[path = "lemmy/reading.rs"]
mod lemmy;
#[path = "nodebb/reading.rs"]
mod nodebb;
#[path = "phpbb/reading.rs"]
mod phpbb;

use std::path::PathBuf;

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use import::{Row, Rows, SourceError, System, Tie, TieKind, sources};

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

/// Returns the members with a tie of this kind, each with the forum.
fn tied<'t>(ties: &'t [Tie], wanted: &TieKind) -> Vec<(&'t str, &'t str)> {
    let ties = ties.iter().filter(|tie| tie.kind == *wanted);
    ties.map(|tie| (tie.forum.as_str(), tie.user.as_str())).collect()
}

#[test]
fn databases_of_others_are_refused_in_words() {
    let other = test_databases::mariadb_database("CREATE TABLE other (id INT)");
    let two = test_databases::mariadb_database(
        "CREATE TABLE a_discussion_tag (id INT); CREATE TABLE b_discussion_tag (id INT);
         CREATE TABLE a_acl_roles_data (id INT); CREATE TABLE b_acl_roles_data (id INT)",
    );
    for system in [System::Flarum, System::PhpBb] {
        let refused = |url: &str| sources::open(system, url, None).err().unwrap().to_string();
        assert!(refused(&other).contains("it has no table"), "{}", refused(&other));
        assert!(refused(&two).contains("several"), "{}", refused(&two));
        for url in ["nowhere", "postgres://127.0.0.1/x", "mysql://127.0.0.1:1/none"] {
            assert!(refused(url).starts_with("the database of the other system: "), "{url}");
        }
    }
}
