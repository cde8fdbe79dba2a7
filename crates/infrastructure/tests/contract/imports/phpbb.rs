//! A community of `phpBB`: the database and files that the tests of `import` read.

use import::{Kind, System};
use infrastructure::maintenance;

use super::{imported, leads, lost};
use crate::support::{TestDb, contract};

const DUMP: &str = include_str!("../../../../import/tests/phpbb/phpbb.sql");
const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/phpbb");

fn import(db: &TestDb) -> import::Report {
    imported(db, System::PhpBb, &test_databases::mariadb_database(DUMP), FILES)
}

contract!(a_community_of_phpbb_moves_in, addresses_of_phpbb_lead_on);

fn a_community_of_phpbb_moves_in(db: &TestDb) {
    let report = import(db);
    let carried: Vec<_> = Kind::ALL.map(|kind| report.count(kind)).into();
    assert_eq!(carried, [10, 6, 10, 8, 6, 0, 2, 2]);
    let wanted = [
        "files: the file is no image: files/3_92eb5ffee6ae2fec3ad71c777531578f",
        "forums: it is a link, not a forum: 6",
        "messages: is not between two members: 3 4 5",
        "messages: its author is gone: 6",
        "posts: it leads to a topic that was moved: 7",
        "posts: the forum is gone: 10",
        "replies: the post is gone: 27",
        "roles and favorites: the member or the forum is gone: 2 in 6",
    ];
    assert_eq!(lost(&report), wanted.map(str::to_owned).into());
    for row in [
        "users WHERE username = 'root' AND role = 2",
        "users WHERE username = 'Tom..Jerry' AND image LIKE '/images/u/%'
            AND created_at = 1262390400000 AND password_hash LIKE '$phpbb$$2y$10$%'",
        "users WHERE username = 'Anne2'",
        "users WHERE username = 'spammer' AND banned_until > 0 AND ban_reason = 'Sells \"watches\"'",
        "users WHERE username = 'resting' AND banned_until = 4102444800000",
        "users WHERE username = 'shut' AND banned_until > 0",
        "forums WHERE topic = 'Crafts › Maps & <charts>' AND description = 'All about **maps**'",
        "forums WHERE topic = 'For members' AND visibility = 1 AND description = '*Old* form'",
        "forums WHERE topic = 'Crafts › Maps & <charts> › Café' AND description = 'Café ÿ'",
        "forums WHERE topic = 'With a password' AND visibility = 2",
        "posts WHERE title = 'A map of Köln 🗺 & <b>' AND edited AND created_at = 1300000000000
            AND description LIKE 'Look: ![map.png](/images/u/%) 2_*3_*4 = **24** :)%'",
        "posts WHERE title = 'Rules' AND locked AND pinned_at = 1300000100000",
        "posts WHERE title = 'Of a guest' AND author_id = -1 AND created_at = 0",
        "replies WHERE depth = 0 AND description LIKE '**Tom & Jerry:**%> Look%Fine 😀'",
        "replies WHERE depth = 1 AND description LIKE '**mod:**%> > Look%- one%- two'",
        "replies WHERE description = 'هذا رد بالعربية' AND author_id = -1",
        "replies WHERE description LIKE '**mod:**%> Fine%Old **form** :)'",
        "replies WHERE description LIKE '%a[b]x[/b] *p%and https://example.org/a_b*c'",
        "messages WHERE message LIKE 'Tea & cake%Come over %' AND read",
        "messages WHERE message = '**Yes**' AND NOT read",
    ] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {row}")), 1, "{row}");
    }
    for (rows, count) in [
        ("posts WHERE hidden_at > 0", 2),
        ("replies WHERE removed", 1),
        ("forum_moderators", 7),
        ("forum_members", 2),
        ("favorites", 1),
        ("images", 2),
    ] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {rows}")), count, "{rows}");
    }
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn addresses_of_phpbb_lead_on(db: &TestDb) {
    import(db);
    let leads = leads(db, System::PhpBb);
    let id = |rows: &str| db.number(&format!("SELECT id AS n FROM {rows}"));
    let map = id("posts WHERE title LIKE 'A map of%'");
    let forum = id("forums WHERE topic = 'Crafts › Maps & <charts>'");
    let reply = id("replies WHERE depth = 1");
    let topic = |query: &str| leads("/phpBB3/viewtopic.php", query);
    assert_eq!(topic("f=2&t=1"), Some(format!("/posts/{map}")));
    assert_eq!(topic("p=1"), Some(format!("/posts/{map}")));
    assert_eq!(topic("f=2&t=1&p=3"), Some(format!("/posts/{map}#reply-{reply}")));
    assert_eq!(leads("/viewforum.php", "f=2"), Some(format!("/forums/{forum}")));
    for closed in ["t=3", "t=4", "p=22", "t=5", "t=7", "p=5"] {
        assert_eq!(topic(closed), None, "{closed}");
    }
    assert_eq!(leads("/viewforum.php", "f=4"), None);
}
