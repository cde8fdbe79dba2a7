//! A community of Flarum: the database and files that the tests of `import` read.

use import::{Kind, System};
use infrastructure::maintenance;

use super::{imported, leads, lost};
use crate::support::{TestDb, contract};

const DUMP: &str = include_str!("../../../../import/tests/flarum/flarum.sql");
const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/flarum/assets");

fn import(db: &TestDb) -> import::Report {
    imported(db, System::Flarum, &test_databases::mariadb_database(DUMP), ASSETS)
}

contract!(a_community_of_flarum_moves_in, addresses_of_flarum_lead_on);

fn a_community_of_flarum_moves_in(db: &TestDb) {
    let report = import(db);
    let carried: Vec<_> = Kind::ALL.map(|kind| report.count(kind)).into();
    assert_eq!(carried, [12, 9, 12, 10, 9, 5, 3, 2]);
    let wanted = [
        "messages: is not between two members: 4",
        "posts: an extension shows it to some alone: 7",
        "posts: has several tags that only some may read, and a post has one forum: 9",
        "replies: an extension shows it to some alone: 2/11",
    ];
    assert_eq!(lost(&report), wanted.map(str::to_owned).into());
    for row in [
        "users WHERE username = 'admin' AND role = 2",
        "users WHERE username = 'zoe' AND about = 'I draw **maps**.' AND image LIKE '/images/u/%'
            AND created_at = 1704270615000 AND password_hash LIKE '$2y$10$%'",
        "users WHERE username = 'Ann.Lee' AND password_hash IS NOT NULL",
        "users WHERE username = 'Ann.Lee2'",
        "users WHERE username = 'old' AND created_at = 0",
        "users WHERE username = 'spammer' AND banned_until > 0 AND ban_reason = 'Sells watches'",
        "users WHERE username = 'paused' AND banned_until = 2125206489000",
        "forums WHERE topic = 'Engineering › Rust' AND visibility = 0 AND post_count = 1",
        "forums WHERE topic = 'Staff › Inside staff' AND visibility = 2",
        "forums WHERE topic = 'Members' AND visibility = 1 AND post_count = 1",
        "forums WHERE topic = 'Discussions' AND post_count = 1",
        "posts WHERE title = 'Welcome 👋' AND pinned_at = 1706781600000",
        "posts WHERE title = 'Borrowing from a nested reply' AND upvotes = 2 AND edited
            AND created_at = 1706785200000 AND description LIKE '%let b = &a[i]; // [b]not%'",
        "posts p JOIN forums f ON f.id = p.forum_id WHERE f.topic = 'Staff'
            AND p.title = 'Among the staff'",
        "posts WHERE title = 'Cheap watches' AND hidden_at > 0",
        "posts WHERE title LIKE 'Closed & <b>%' AND locked",
        "posts WHERE title = 'For members' AND author_id = -1",
        "posts WHERE title = 'Before its time' AND created_at = 0",
        "replies WHERE depth = 2 AND upvotes = 0 AND description LIKE '%**BBCode** and [a link](%'",
        "replies WHERE description LIKE '%![map](/images/u/%'",
        "messages WHERE message = 'Hi **Zoe**'",
        "messages WHERE NOT read",
    ] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {row}")), 1, "{row}");
    }
    for (rows, count) in [
        ("replies WHERE removed", 2),
        ("replies WHERE depth = 0", 7),
        ("forum_moderators", 6),
        ("forum_members", 5),
        ("favorites", 1),
        ("images", 2),
    ] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {rows}")), count, "{rows}");
    }
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn addresses_of_flarum_lead_on(db: &TestDb) {
    import(db);
    let leads = leads(db, System::Flarum);
    let id = |rows: &str| db.number(&format!("SELECT id AS n FROM {rows}"));
    let tree = id("posts WHERE title = 'Borrowing from a nested reply'");
    let forum = id("forums WHERE topic = 'Engineering › Rust'");
    let third = id("replies WHERE depth = 1");
    let post = Some(format!("/posts/{tree}"));
    assert_eq!(leads("/d/2-borrowing", ""), post);
    assert_eq!(leads("/d/2", ""), post);
    assert_eq!(leads("/d/2-borrowing/1", ""), post);
    assert_eq!(leads("/d/2-borrowing/3", ""), Some(format!("/posts/{tree}#reply-{third}")));
    assert_eq!(leads("/d/2-borrowing/99", ""), post);
    assert_eq!(leads("/t/rust", ""), Some(format!("/forums/{forum}")));
    for closed in ["/d/3", "/d/3-among/1", "/t/staff", "/d/10", "/d/4"] {
        assert_eq!(leads(closed, ""), None, "{closed}");
    }
}
