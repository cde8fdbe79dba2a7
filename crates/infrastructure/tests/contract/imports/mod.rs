//! Communities that move in and out.

mod discourse;
mod flarum;
mod lemmy;
mod nodebb;
mod odd_rows;
mod phpbb;

use std::{collections::BTreeSet, fs, path::Path};

use import::{
    Destination as _, Fate, Import, ImportError, Kind, Moved as _, OldAddress, Report, System,
    sources::{self, archive::Archive},
};
use infrastructure::{DbCommunity, DbImport, DbMoved, maintenance};
use kernel::Timestamp;
use serde_json::Value;
use tempfile::TempDir;

use crate::{
    community::{Community, add_image, later},
    support::{TestDb, contract},
};

/// When the community moves.
pub(super) fn now() -> Timestamp {
    later(1_000_000)
}

pub(super) fn no_progress(_: Kind, _: u64, _: u64) {}

pub(super) fn import(db: &TestDb, folder: &Path) -> Result<Report, ImportError> {
    let archive = Archive::open(folder)?;
    let destination = DbImport::new(db.database.clone(), System::Archive);
    Import::run(&archive, &destination, now(), &no_progress)
}

/// Imports another system in 2026.
fn imported(db: &TestDb, system: System, url: &str, files: &str) -> Report {
    let source = sources::open(system, url, Some(files.into())).unwrap();
    let destination = DbImport::new(db.database.clone(), system);
    let now = Timestamp::parse_rfc3339("2026-01-01T00:00:00Z").unwrap();
    Import::run(&*source, &destination, now, &no_progress).unwrap()
}

/// What was not carried, with reasons and ids.
fn lost(report: &Report) -> BTreeSet<String> {
    report
        .lines()
        .filter(|line| line.1 == Fate::NotCarried)
        .map(|(kind, _, remark, line)| format!("{kind}: {remark}: {}", line.examples.join(" ")))
        .collect()
}

/// Returns where an old path and query lead.
fn leads(db: &TestDb, system: System) -> impl Fn(&str, &str) -> Option<String> {
    let moved = DbMoved::of(&db.database).unwrap().unwrap();
    move |path, query| moved.find(&OldAddress::parse(system, path, query).unwrap()).unwrap()
}

fn export(db: &TestDb) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = DbCommunity::new(db.database.clone());
    sources::archive::write(&source, &folder.path().join("archive"), &no_progress).unwrap();
    folder
}

/// A community with a picture, a lock, pins and bans.
fn full(db: &TestDb) -> TempDir {
    let community = Community::of(db);
    let picture = images::process(include_bytes!("picture.png")).unwrap();
    let name = add_image(db, community.people[0], &picture.sizes[0].1);
    db.run(&format!(
        "UPDATE forum_bans SET banned_until = {}, reason = 'odd';
         UPDATE posts SET locked = TRUE, lock_reason = 'done', pinned_at = {} WHERE id = 2;
         UPDATE posts SET image = '/images/u/{name}' WHERE image <> '';
         UPDATE posts SET description = '![](/images/u/{name})' WHERE id = 3",
        i64::MAX,
        later(3).unix_millis(),
    ));
    export(db)
}

/// The lines of an archive, in which `id` renames every id.
fn lines(folder: &Path, id: &dyn Fn(Kind, &str) -> String) -> BTreeSet<String> {
    let files = [
        ("users", Kind::User),
        ("forums", Kind::Forum),
        ("ties", Kind::Tie),
        ("posts", Kind::Post),
        ("replies", Kind::Reply),
        ("votes", Kind::Vote),
        ("messages", Kind::Message),
    ];
    let mut all = BTreeSet::new();
    for (file, kind) in files {
        let text = fs::read_to_string(folder.join(format!("archive/{file}.jsonl"))).unwrap();
        assert!(!text.is_empty(), "{file}");
        for line in text.lines() {
            let mut value: Value = serde_json::from_str(line).unwrap();
            rename(&mut value, kind, id);
            assert!(all.insert(format!("{file} {value}")), "{line}");
        }
    }
    all
}

fn rename(value: &mut Value, kind: Kind, id: &dyn Fn(Kind, &str) -> String) {
    for (field, value) in value.as_object_mut().unwrap() {
        let kind = match field.as_str() {
            "id" => kind,
            "author" | "user" | "by" | "from" | "to" => Kind::User,
            "forum" => Kind::Forum,
            "post" => Kind::Post,
            "parent" | "reply" => Kind::Reply,
            "on" => {
                rename(value, kind, id);
                continue;
            }
            _ => continue,
        };
        *value = Value::String(id(kind, value.as_str().unwrap()));
    }
}

fn assert_same(from: &Path, db: &TestDb, to: &Path) {
    let destination = DbImport::new(db.database.clone(), System::Archive);
    let here = |kind, id: &str| {
        let known = destination.known(kind, &[id]).unwrap();
        known.get(id).map_or_else(|| panic!("{kind} {id}"), ToString::to_string)
    };
    let (before, after) = (lines(from, &here), lines(to, &|_, id| id.to_owned()));
    let differing: Vec<_> = before.symmetric_difference(&after).collect();
    assert!(differing.is_empty(), "{differing:#?}");
}

contract!(
    a_community_comes_back_as_it_was,
    an_import_that_failed_goes_on,
    an_import_that_ended_is_not_repeated,
    an_import_writes_to_nobody,
    a_forum_in_use_is_not_filled,
    first_admin_may_be_there,
);

fn a_community_comes_back_as_it_was(db: &TestDb) {
    let from = full(&crate::support::sqlite());
    let report = import(db, &from.path().join("archive")).unwrap();
    let to = export(db);
    assert_same(from.path(), db, to.path());
    assert_eq!(report.count(Kind::File), 1);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    // Interrupted just before its end: all is known.
    db.run("DELETE FROM imported WHERE kind = 9");
    let again = import(db, &from.path().join("archive")).unwrap();
    assert_same(from.path(), db, export(db).path());
    assert_eq!(again.count(Kind::Reply), report.count(Kind::Reply));
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn an_import_that_failed_goes_on(db: &TestDb) {
    let from = full(&crate::support::sqlite());
    let folder = from.path().join("archive");
    for table in ["forum_moderators", "reply_mentions", "messages"] {
        db.break_inserts(table);
        assert!(matches!(import(db, &folder), Err(ImportError::Destination(_))), "{table}");
        db.mend_inserts(table);
    }
    import(db, &folder).unwrap();
    assert_same(from.path(), db, export(db).path());
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn an_import_that_ended_is_not_repeated(db: &TestDb) {
    let from = full(&crate::support::sqlite());
    let folder = from.path().join("archive");
    import(db, &folder).unwrap();
    for rights in ["forum_moderators", "forum_members", "forum_bans"] {
        db.run(&format!("DELETE FROM {rights}"));
    }
    let refused = import(db, &folder).unwrap_err().to_string();
    let wanted = format!("moved in on {}; it can't be repeated", now().to_rfc3339());
    assert!(refused.contains(&wanted), "{refused}");
    for rights in ["forum_moderators", "forum_members", "forum_bans"] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {rights}")), 0, "{rights}");
    }
}

fn an_import_writes_to_nobody(db: &TestDb) {
    let from = full(&crate::support::sqlite());
    import(db, &from.path().join("archive")).unwrap();
    for table in ["notifications", "deliveries", "outbox"] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {table}")), 0, "{table}");
    }
}

fn a_forum_in_use_is_not_filled(db: &TestDb) {
    let from = full(&crate::support::sqlite());
    db.add_user("ann");
    let refused = import(db, &from.path().join("archive"));
    assert!(matches!(refused, Err(ImportError::NotEmpty)), "{refused:?}");
    assert_eq!(db.number("SELECT count(*) AS n FROM imported"), 0);
}

fn first_admin_may_be_there(db: &TestDb) {
    db.add_user("ann");
    db.run("UPDATE users SET role = 2");
    let from = full(&crate::support::sqlite());
    let report = import(db, &from.path().join("archive")).unwrap();
    let renamed: Vec<_> = report.lines().flat_map(|(.., line)| line.examples.clone()).collect();
    assert!(renamed.contains(&"ann → ann2".to_owned()), "{renamed:?}");
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}
