//! A community of Discourse.

use std::{collections::BTreeMap, fs, os::unix::fs::symlink};

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use import::{Fate, Import, Kind, Moved as _, OldAddress, Report, System, sources};
use infrastructure::{DbImport, DbMoved, maintenance};
use kernel::Timestamp;
use tempfile::TempDir;

use super::no_progress;
use crate::support::{TestDb, contract};

/// Its database, and the folder of its uploads.
fn discourse() -> (String, TempDir) {
    let url = test_databases::empty_database();
    let mut conn = PgConnection::establish(&url).unwrap();
    conn.batch_execute(include_str!("discourse.sql")).unwrap();
    let files = tempfile::tempdir().unwrap();
    let folder = files.path().join("uploads/default/original/1X");
    fs::create_dir_all(&folder).unwrap();
    let picture = include_bytes!("picture.png");
    fs::write(folder.join(format!("{:0>40}.png", "1")), picture).unwrap();
    (url, files)
}

fn import(db: &TestDb) -> Report {
    let (url, files) = discourse();
    let source = sources::open(System::Discourse, &url, Some(files.path().to_owned())).unwrap();
    let destination = DbImport::new(db.database.clone(), System::Discourse);
    let now = Timestamp::parse_rfc3339("2026-01-01T00:00:00Z").unwrap();
    Import::run(&*source, &destination, now, &no_progress).unwrap()
}

#[test]
fn uploads_behind_links_that_lead_out_are_not_read() {
    let (url, files) = discourse();
    let source = sources::open(System::Discourse, &url, Some(files.path().to_owned())).unwrap();
    let id = format!("{:0>40}", "1");
    assert!(source.read_file(&id).unwrap().is_some());
    let outside = tempfile::tempdir().unwrap();
    let (inner, moved) = (files.path().join("uploads/default"), outside.path().join("default"));
    fs::rename(&inner, &moved).unwrap();
    symlink(&moved, &inner).unwrap();
    assert_eq!(source.read_file(&id).unwrap(), None);
    // The folder itself may be a link, as in the container of Discourse.
    fs::remove_file(&inner).unwrap();
    fs::remove_dir(files.path().join("uploads")).unwrap();
    symlink(outside.path(), files.path().join("uploads")).unwrap();
    assert!(source.read_file(&id).unwrap().is_some());
}

contract!(a_community_of_discourse_moves_in, what_was_closed_stays_closed);

fn a_community_of_discourse_moves_in(db: &TestDb) {
    let report = import(db);
    let carried: Vec<_> = Kind::ALL.map(|kind| report.count(kind)).into();
    assert_eq!(carried, [4, 4, 6, 3, 4, 2, 2, 1]);
    let lost: BTreeMap<_, _> = report
        .lines()
        .filter(|line| line.1 == Fate::NotCarried)
        .map(|(kind, _, remark, line)| ((kind, remark), line.examples.join(" ")))
        .collect();
    let lost: Vec<_> =
        lost.iter().map(|((kind, remark), ids)| format!("{kind}: {remark}: {ids}")).collect();
    assert_eq!(
        lost,
        [
            "posts: describes a category, as the forum does itself: 10",
            "replies: is a whisper among the staff: 11/6",
            "replies: tells what was done to the topic: 11/5",
            "messages: is not between two members: 122",
            "files: the file is gone or has more than 10 MiB: 000000000000000000000000000000000000003e",
        ]
    );
    for row in [
        "users WHERE username = 'Ann' AND role = 2 AND created_at = 1577872800500
            AND about = 'I like **tea**' AND image LIKE '/images/u/%' AND password_hash LIKE '$pbkdf2%'",
        "users WHERE username = 'bob' AND role = 1 AND password_hash = ''",
        "users WHERE username = 'eve' AND banned_until > 0 AND ban_reason = 'spam'",
        "users WHERE username = 'muller'",
        "forums WHERE topic = 'Tea › Green' AND author_id = -1",
        "forums WHERE topic = 'Tea' AND description = 'All about *tea*'",
        "posts WHERE title = 'Which tea?' AND locked AND pinned_at > 0 AND edited AND score = 1
            AND description LIKE '![pot](/images/u/%' AND reply_count = 3",
        "replies WHERE description LIKE '**Ann:**%> pot%Green, @Ann' AND depth = 0",
        "replies WHERE description = 'Black' AND depth = 1 AND upvotes = 1",
        "replies WHERE description = 'Lost' AND depth = 0",
    ] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {row}")), 1, "{row}");
    }
    assert_eq!(db.number("SELECT count(*) AS n FROM user_emails"), 1);
    assert_eq!(db.number("SELECT count(*) AS n FROM messages"), 2);
    assert_eq!(db.number("SELECT count(*) AS n FROM reply_mentions"), 1);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    let moved = DbMoved::of(&db.database).unwrap().unwrap();
    let reply = OldAddress::ReplyOf { post: "11".to_owned(), reply: "11/3".to_owned() };
    let new = moved.find(&reply).unwrap().unwrap();
    assert!(new.starts_with("/posts/1#reply-"), "{new}");
    let user = OldAddress::UserSlug("müller".to_owned());
    assert_eq!(moved.find(&user).unwrap().as_deref(), Some("/u/muller"));
}

fn what_was_closed_stays_closed(db: &TestDb) {
    import(db);
    let board = "forums WHERE topic = 'Board' AND visibility = 2";
    let insiders = "forums WHERE topic = 'Insiders' AND visibility = 1";
    let members = "forum_members m JOIN users u ON u.id = m.user_id WHERE u.username = 'muller'";
    for row in [board, insiders, members, "forum_members"] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {row}")), 1, "{row}");
    }
    assert_eq!(db.number("SELECT count(*) AS n FROM posts WHERE hidden_at IS NOT NULL"), 1);
    let removed = "removed_replies WHERE description = 'Buy now'";
    assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {removed}")), 1);
}
