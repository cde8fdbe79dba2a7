use kernel::UserId;

use super::{deliver, post, producing_at, reply};
use crate::support::{TestDb, contract};

contract! { many_watchers_are_notified_in_parts }

const WATCHERS: i64 = 2_300;

/// As many members as there are numbers, without names that could be found.
pub(crate) fn add_watchers(db: &TestDb, post: i64, watchers: i64) {
    let first = db.number("SELECT max(id) AS n FROM users") + 1;
    let users: Vec<_> = (first..first + watchers)
        .map(|id| format!("({id}, 'w{id}', 'w{id}', '', '', 0, 0, 0)"))
        .collect();
    db.run(&format!(
        "INSERT INTO users (id, username, username_key, password_hash, image, role,
            session_version, created_at) VALUES {}",
        users.join(", ")
    ));
    db.run(&format!(
        "INSERT INTO post_watches (user_id, post_id, level)
            SELECT id, {post}, 1 FROM users WHERE id >= {first}"
    ));
}

fn many_watchers_are_notified_in_parts(db: &TestDb) {
    let [ann, bob]: [UserId; 2] = ["ann", "bob"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let tea = post(&database, ann, db.add_forum(ann, "Tea"), "Oolong");
    deliver(&database);
    add_watchers(db, tea.0, WATCHERS);
    reply(&database, bob, tea, None, "I like it");
    assert_eq!(db.number("SELECT count(*) AS n FROM notifications"), 0);
    assert_eq!(database.deliver_events().unwrap().consumed, 1);
    // The first 500 of those who watch, without Bob himself.
    assert_eq!(db.number("SELECT count(*) AS n FROM notifications"), 499);
    deliver(&database);
    assert_eq!(db.number("SELECT count(*) AS n FROM notifications"), WATCHERS + 1);
    reply(&database, bob, tea, None, "A lot");
    deliver(&database);
    let twice = "SELECT count(*) AS n FROM notifications WHERE count = 2";
    assert_eq!(db.number(twice), WATCHERS + 1);
}
