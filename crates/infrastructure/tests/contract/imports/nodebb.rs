//! A community of `NodeBB`: the database and uploads that the tests of `import` read.

use std::path::PathBuf;

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use import::{Import, Kind, Moved as _, OldAddress, Report, System, sources};
use infrastructure::{DbImport, DbMoved, maintenance};
use kernel::Timestamp;

use super::{lost, no_progress};
use crate::support::{TestDb, contract};

const DUMP: &str = include_str!("../../../../import/tests/nodebb/nodebb.sql");
const UPLOADS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/nodebb/uploads");

fn import(db: &TestDb) -> Report {
    let url = test_databases::empty_database();
    PgConnection::establish(&url).unwrap().batch_execute(DUMP).unwrap();
    let source = sources::open(System::NodeBb, &url, Some(PathBuf::from(UPLOADS))).unwrap();
    let destination = DbImport::new(db.database.clone(), System::NodeBb);
    // After all of its own times but that of a scheduled topic.
    let now = Timestamp::parse_rfc3339("2027-01-01T00:00:00Z").unwrap();
    Import::run(&*source, &destination, now, &no_progress).unwrap()
}

contract!(
    a_community_of_nodebb_moves_in,
    texts_of_nodebb_keep_their_meaning,
    addresses_of_nodebb_lead_on,
    addresses_of_nodebb_tell_visitors_nothing,
);

fn a_community_of_nodebb_moves_in(db: &TestDb) {
    let report = import(db);
    let carried: Vec<_> = Kind::ALL.map(|kind| report.count(kind)).into();
    assert_eq!(carried, [12, 8, 11, 30, 40, 9, 3, 3]);
    let wanted = [
        "files: the file is no image: files/1795880830326-notes.txt",
        "forums: it is a link, not a category: 9",
        "messages: it has several readers: 6",
        "messages: its author deleted it: 3",
        "messages: the other member is gone: 5",
        "posts: it is not published yet: 8",
    ];
    assert_eq!(lost(&report), wanted.map(str::to_owned).into());
    for row in [
        "users WHERE username = 'Grace.Hopper' AND role = 1",
        "users WHERE username = 'admin' AND role = 2",
        "users WHERE username = 'spam.bot' AND banned_until > 0 AND ban_reason = 'Sells watches'",
        "users WHERE username = 'paused' AND banned_until = 4900000000000",
        "users WHERE about LIKE 'I draw **maps**%' AND image LIKE '/images/u/%'
            AND created_at = 1795880822750 AND password_hash LIKE '$nodebb$$2b$12$%'",
        "forums WHERE topic = 'Engineering › Rust' AND visibility = 0 AND post_count = 5",
        "forums WHERE topic = 'Staff room' AND visibility = 2",
        "posts WHERE title = 'A map of Köln' AND upvotes = 5 AND downvotes = 2 AND reply_count = 2
            AND created_at = 1795880833343",
        "posts WHERE title = 'Rules of the house' AND pinned_at = 1795880833886",
        "posts WHERE title = 'Closed for good' AND locked",
        "posts WHERE title = 'I am leaving soon' AND author_id = -1",
        "posts WHERE title = 'Deeper in the categories' AND edited",
        "posts WHERE title = 'Cheap watches' AND hidden_at > 0",
        "replies WHERE description = 'This is level 12 of the tree.' AND depth = 11",
        "forum_moderators m JOIN forums f ON f.id = m.forum_id JOIN users u ON u.id = m.user_id
            WHERE u.username = 'linus_t' AND f.topic = 'Engineering › Rust'",
    ] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {row}")), 1, "{row}");
    }
    for (rows, count) in [
        (
            "forum_moderators m JOIN users u ON u.id = m.user_id WHERE u.username = 'Grace.Hopper'",
            8,
        ),
        ("favorites", 2),
        ("user_emails", 2),
        ("messages", 3),
        ("messages WHERE NOT read", 1),
        ("replies WHERE removed", 2),
        ("images", 3),
    ] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {rows}")), count, "{rows}");
    }
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn texts_of_nodebb_keep_their_meaning(db: &TestDb) {
    let report = import(db);
    for row in [
        "posts WHERE description LIKE 'Here it is:%![map](/images/u/%)%| a | b |%'",
        "posts WHERE description LIKE '%```rust%fn main() { let a = &b[0]; }%```'",
        "replies WHERE description = 'هذا رد بالعربية مع كلمة `code` في الوسط.'",
        "replies WHERE description LIKE '%> Wie tief?%日本語の返事です。@linus_t さん'",
        "replies WHERE description LIKE '%![graph](/images/u/%[notes](/assets/uploads/files/%'",
        "posts WHERE title LIKE 'Escaped & <b>quoted</b>%'",
    ] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {row}")), 1, "{row}");
    }
    let cut: Vec<_> = report
        .lines()
        .filter(|line| line.2.contains("too long"))
        .map(|(kind, _, remark, line)| (kind, remark, line.examples.join(" ")))
        .collect();
    assert!(cut.iter().any(|line| line.0 == Kind::Post && line.2 == "9"), "{cut:?}");
    assert_eq!(db.number("SELECT count(*) AS n FROM replies WHERE html LIKE '%<script%'"), 0);
}

fn addresses_of_nodebb_lead_on(db: &TestDb) {
    import(db);
    let leads = |path: &str| super::leads(db, System::NodeBb)(path, "");
    let id = |rows: &str| db.number(&format!("SELECT id AS n FROM {rows}"));
    let tree = id("posts WHERE title = 'Borrowing from a nested reply'");
    let forum = id("forums WHERE topic = 'Engineering'");
    let branch = id("replies WHERE description = 'A second branch at the top of the tree.'");
    assert_eq!(leads("/topic/2/borrowing"), Some(format!("/posts/{tree}")));
    assert_eq!(leads("/topic/2/borrowing/3"), Some(format!("/posts/{tree}")));
    assert_eq!(leads("/post/2"), Some(format!("/posts/{tree}")));
    assert_eq!(leads("/post/15"), Some(format!("/posts/{tree}#reply-{branch}")));
    assert_eq!(leads("/category/5/engineering"), Some(format!("/forums/{forum}")));
    assert!(leads("/user/zo%C3%AB-m%C3%BCller").is_some());
    assert_eq!(leads("/topic/8/from-the-future"), None);
    assert_eq!(leads("/user/gone-girl"), None);
}

fn addresses_of_nodebb_tell_visitors_nothing(db: &TestDb) {
    import(db);
    let moved = DbMoved::of(&db.database).unwrap().unwrap();
    let leads = |address: OldAddress| moved.find(&address).unwrap();
    let (topic, post) = ("2".to_owned(), "15".to_owned());
    let tree = "title = 'Borrowing from a nested reply'";
    let all = || {
        let reply_of = OldAddress::ReplyOf { post: topic.clone(), reply: post.clone() };
        let texts = [OldAddress::Post(topic.clone()), OldAddress::Reply(post.clone()), reply_of];
        texts.map(&leads)
    };
    assert!(all().iter().all(Option::is_some));
    let forum = format!("forums WHERE id = (SELECT forum_id FROM posts WHERE {tree})");
    let id = db.number(&format!("SELECT id AS n FROM {forum}"));
    let source = |kind: u8| {
        let rows = format!("imported WHERE kind = {kind} AND id = {id}");
        db.number(&format!("SELECT CAST(source_id AS BIGINT) AS n FROM {rows}")).to_string()
    };
    let category = OldAddress::Forum(source(1));
    assert_eq!(leads(category.clone()), Some(format!("/forums/{id}")));
    for visibility in [1, 2] {
        db.run(&format!("UPDATE forums SET visibility = {visibility} WHERE id = {id}"));
        assert_eq!(all(), [None, None, None], "{visibility}");
        assert_eq!(leads(category.clone()), None, "{visibility}");
    }
    db.run(&format!("UPDATE forums SET visibility = 0 WHERE id = {id}"));
    db.run("UPDATE replies SET removed = TRUE");
    let post = leads(OldAddress::Post(topic.clone()));
    assert_eq!(all(), [post.clone(), None, post]);
    db.run(&format!("UPDATE posts SET hidden_at = 1 WHERE {tree}"));
    assert_eq!(all(), [None, None, None]);
}
