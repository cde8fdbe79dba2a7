use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    path::Path,
};

use images::MAX_UPLOAD_BYTES;
use kernel::{Timestamp, Visibility};
use tempfile::TempDir;

use super::*;
use crate::{Markup, Row};

fn archive(files: &[(&str, &[u8])]) -> (TempDir, Archive) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(IMAGES)).unwrap();
    fs::write(folder.path().join(HEAD), r#"{"format": "postup-archive", "version": 1}"#).unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let archive = Archive::open(folder.path()).unwrap();
    (folder, archive)
}

fn unreadable<T>(rows: Rows<'_, T>) -> Vec<(String, &'static str)> {
    let unreadable = |row| match row {
        Ok(Row::Unreadable { id, reason }) => Some((id, reason)),
        _ => None,
    };
    rows.filter_map(unreadable).collect()
}

#[test]
fn a_script_may_leave_out_what_is_optional() {
    let user = br#"{"id": 7, "name": "ann", "created_at": "2020-01-02T03:04:05Z", "other": []}"#;
    let post = br#"{"id": 1, "forum": "a", "title": "T", "text": {"html": "<b>x</b>"}, "created_at": "2020-01-02T03:04:05.5Z"}"#;
    let forum = br#"{"id": "a", "name": "A", "created_at": "2020-01-02T03:04:05Z", "visibility": "private"}"#;
    let (_folder, archive) =
        archive(&[("users.jsonl", user), ("posts.jsonl", post), ("forums.jsonl", forum)]);
    let Some(Ok(Row::Record(user))) = archive.users().unwrap().next() else { panic!() };
    assert_eq!((user.id.as_str(), user.is_admin, user.ban), ("7", false, None));
    let Some(Ok(Row::Record(post))) = archive.posts().unwrap().next() else { panic!() };
    assert_eq!(post.text, crate::Text { markup: Markup::Html, source: "<b>x</b>".to_owned() });
    assert_eq!(post.created_at, Timestamp::from_unix_millis(1_577_934_245_500));
    let Some(Ok(Row::Record(forum))) = archive.forums().unwrap().next() else { panic!() };
    assert_eq!(forum.visibility, Visibility::Private);
    assert!(archive.votes().unwrap().next().is_none());
}

#[test]
fn a_line_that_is_no_record_stops_nothing() {
    let long = format!("{{\"id\": \"{}\"}}\n", "x".repeat(3_000_000));
    let good = r#"{"on": {"post": 1}, "by": 2, "vote": "up"}"#;
    let deep = "[".repeat(100_000);
    let lines = format!("{good}\n\n{long}{deep}\n{{\"on\": 1}}\n{good}");
    let mut bytes = lines.into_bytes();
    bytes.extend(b"\n\xff\xfe\n");
    let (_folder, archive) = archive(&[("votes.jsonl", &bytes)]);
    let no_record = "the line is not such a record in JSON";
    assert_eq!(
        unreadable(archive.votes().unwrap()),
        [
            ("line 3".to_owned(), "the line has more than 1 MiB"),
            ("line 4".to_owned(), no_record),
            ("line 5".to_owned(), no_record),
            ("line 7".to_owned(), "the line is not UTF-8"),
        ]
    );
    let carried = archive.votes().unwrap().filter(|row| matches!(row, Ok(Row::Record(_))));
    assert_eq!(carried.count(), 2);
}

#[test]
fn ids_that_no_database_can_store_make_no_record() {
    let at = r#""created_at": "2020-01-02T03:04:05Z""#;
    let (most, long) = ("i".repeat(255), "é".repeat(128));
    let user =
        |id: &str, slug: &str| format!(r#"{{"id": "{id}", "name": "a", "slug": "{slug}", {at}}}"#);
    let users = [
        user(&most, &most),
        user("a\\u0000b", "a"),
        user("a", "a\\n"),
        user(&long, "a"),
        user("a", &long),
    ];
    let forum = format!(r#"{{"id": 1, "name": "A", "parent": "a\u0000", {at}}}"#);
    let vote = r#"{"on": {"post": "\u0000"}, "by": 2, "vote": "up"}"#;
    let (_folder, archive) = archive(&[
        ("users.jsonl", users.join("\n").as_bytes()),
        ("forums.jsonl", forum.as_bytes()),
        ("votes.jsonl", vote.as_bytes()),
    ]);
    let no_record = |line: u8| (format!("line {line}"), "the line is not such a record in JSON");
    assert_eq!(unreadable(archive.users().unwrap()), [2, 3, 4, 5].map(no_record));
    assert_eq!(unreadable(archive.forums().unwrap()), [no_record(1)]);
    assert_eq!(unreadable(archive.votes().unwrap()), [no_record(1)]);
}

#[test]
fn pictures_behind_links_are_not_read() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("a.png"), "a").unwrap();
    let (folder, archive) = archive(&[]);
    fs::remove_dir(folder.path().join(IMAGES)).unwrap();
    symlink(outside.path(), folder.path().join(IMAGES)).unwrap();
    assert_eq!(archive.read_file("a.png").unwrap(), None);
    assert_eq!(archive.read_file(&"a".repeat(3_000)).unwrap(), None);
}

#[test]
fn nothing_outside_of_the_folder_is_read() {
    let (folder, archive) = archive(&[("images/a.png", b"a")]);
    for address in ["images/../archive.json", "images/", "images/.a", "/etc/passwd", "images/a/b"] {
        assert_eq!(archive.file(address), None, "{address}");
    }
    assert_eq!(archive.file("/images/u/a.png?size=48").as_deref(), Some("a.png"));
    assert_eq!(archive.read_file("a.png").unwrap().as_deref(), Some(&b"a"[..]));
    symlink("/etc/passwd", folder.path().join("images/link")).unwrap();
    assert_eq!(archive.read_file("link").unwrap(), None);
    assert_eq!(archive.read_file("gone").unwrap(), None);
    symlink("/etc/passwd", folder.path().join("votes.jsonl")).unwrap();
    assert!(archive.votes().is_err());
}

#[test]
fn a_file_over_the_limit_counts_as_gone() {
    let (folder, archive) = archive(&[]);
    let file = File::create(folder.path().join("images/large")).unwrap();
    file.set_len(MAX_UPLOAD_BYTES as u64 + 1).unwrap();
    assert_eq!(archive.read_file("large").unwrap(), None);
}

#[test]
fn another_folder_is_no_archive() {
    assert!(Archive::open(Path::new("/nowhere")).is_err());
    let (folder, _) = archive(&[]);
    fs::write(folder.path().join(HEAD), r#"{"format": "postup-archive", "version": 2}"#).unwrap();
    assert!(Archive::open(folder.path()).is_err());
}
