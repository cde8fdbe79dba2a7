//! A community of Lemmy: the database and pictures that the tests of `import` read.

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use import::{Kind, Report, System};
use infrastructure::maintenance;
use security::Bcrypt;
use users::PasswordHasher as _;

use super::{imported, lost};
use crate::support::{TestDb, contract};

const DUMP: &str = include_str!("../../../../import/tests/lemmy/lemmy.sql");
const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/lemmy/pictures");

fn import(db: &TestDb) -> Report {
    let url = test_databases::empty_database();
    PgConnection::establish(&url).unwrap().batch_execute(DUMP).unwrap();
    imported(db, System::Lemmy, &url, PICTURES)
}

contract!(a_community_of_lemmy_moves_in);

fn a_community_of_lemmy_moves_in(db: &TestDb) {
    let report = import(db);
    let carried: Vec<_> = Kind::ALL.map(|kind| report.count(kind)).into();
    assert_eq!(carried, [12, 5, 15, 20, 19, 38, 4, 2]);
    let wanted = [
        "forums: it is a community of another instance: 7",
        "messages: its author or a moderator deleted it: 3 8",
        "messages: the other member is gone: 4 5",
        "roles and favorites: the member or the forum is gone: 17 in 2",
        "users: no admin accepted the account: 20 21",
        "users: the account is deleted: 7 12",
        "votes: the member is gone: 7 12 17",
    ];
    assert_eq!(lost(&report), wanted.map(str::to_owned).into());
    for row in [
        "users WHERE username = 'Lena' AND image LIKE '/images/u/%' AND about = 'I keep **mice**.'
            AND password_hash LIKE '$2b$12$%'",
        "users WHERE username = 'lena2' AND password_hash = ''",
        "users WHERE username = 'troll' AND banned_until > 0 AND ban_reason = 'Trolls everybody'",
        "forums WHERE topic = 'Only for us' AND visibility = 1",
        "forums WHERE topic = 'Shut by the admins' AND visibility = 2",
        "posts WHERE title = 'A mouse of mine' AND image LIKE '/images/u/%'
            AND image_description = 'A grey mouse' AND upvotes = 2 AND downvotes = 1",
        "posts WHERE description LIKE '<http://elsewhere.example/cheese?for=mice>%![see](/images/u/%'",
        "posts WHERE image = 'http://elsewhere.example/photo.png'
            AND image_description = 'Somebody else''s mouse' AND description = 'Not mine.'",
        "posts WHERE title = 'Rules' AND pinned_at > 0",
        "posts WHERE title = 'Nothing more to say' AND locked",
        "posts WHERE title = 'Of somebody who left' AND author_id = -1",
        "replies WHERE description = 'Level 12' AND depth = 11",
        "forum_bans WHERE reason = 'Feeds the mice cheese'",
    ] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {row}")), 1, "{row}");
    }
    let (_, hash) = DUMP.split_once("$2b$12$").unwrap();
    let hash = format!("$2b$12${}", &hash[..53]);
    let same = format!("SELECT count(*) AS n FROM users WHERE password_hash = '{hash}'");
    assert_eq!(db.number(&same), 1);
    assert!(Bcrypt::new(Bcrypt::COST).verify("Lemmy-pass-1", &hash));
    let hidden = "SELECT count(*) AS n FROM posts WHERE hidden_at IS NOT NULL";
    assert_eq!(db.number(hidden), 3);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    let leads = |path: &str| super::leads(db, System::Lemmy)(path, "");
    let post = db.number("SELECT id AS n FROM posts WHERE title = 'A mouse of mine'");
    let forum = db.number("SELECT id AS n FROM forums WHERE topic = 'Mice & men'");
    let reply = db.number("SELECT id AS n FROM replies WHERE description = 'Level 10'");
    assert_eq!(leads("/post/1"), Some(format!("/posts/{post}")));
    assert_eq!(leads("/comment/10"), Some(format!("/posts/{post}#reply-{reply}")));
    assert_eq!(leads("/c/mice"), Some(format!("/forums/{forum}")));
    assert_eq!(leads("/post/10"), None);
}
