use database::DatabaseUrl;
use infrastructure::maintenance::{self, Finding};

use crate::{
    community::Community,
    support::{TestDb, contract, postgres, sqlite},
};

contract! {
    a_community_written_through_the_ports_is_valid,
    every_broken_invariant_is_reported,
    missing_parts_of_words_are_reported,
    a_dangling_reference_is_reported,
    an_id_that_would_repeat_is_reported,
}

fn check(db: &TestDb) -> Vec<Finding> {
    maintenance::check(&db.database, &|_, _| ()).unwrap()
}

/// Runs `statements`, and expects them to be found: a table, an id, and a part of the problem.
#[track_caller]
fn breaks(db: &TestDb, statements: &str, expected: (&str, &str, &str)) {
    breaks_more(db, &check(db), statements, expected);
}

/// Like [`breaks`], after what was found before; returns what is found now.
#[track_caller]
fn breaks_more(
    db: &TestDb,
    before: &[Finding],
    statements: &str,
    (table, id, problem): (&str, &str, &str),
) -> Vec<Finding> {
    db.run(statements);
    let found = check(db);
    let new: Vec<&Finding> = found.iter().filter(|one| !before.contains(one)).collect();
    let named =
        |one: &&Finding| one.table == table && one.id == id && one.problem.contains(problem);
    assert!(new.iter().any(named), "{statements}\n{new:#?}");
    found
}

fn a_community_written_through_the_ports_is_valid(db: &TestDb) {
    assert_eq!(check(db), []);
    Community::of(db);
    assert_eq!(check(db), []);
}

/// The damage done by a statement: the table, the id, and a part of the message.
const BROKEN: [(&str, (&str, &str, &str)); 76] = [
    ("UPDATE forums SET html = 'x' WHERE id = 1", ("forums", "1", "html is not")),
    ("UPDATE posts SET html = 'x' WHERE id = 1", ("posts", "1", "html is not")),
    ("UPDATE posts SET excerpt = 'x' WHERE id = 1", ("posts", "1", "excerpt is not")),
    ("UPDATE replies SET html = 'x' WHERE id = 1", ("replies", "1", "html is not")),
    ("UPDATE messages SET html = 'x' WHERE id = 1", ("messages", "1", "html is not")),
    ("UPDATE images SET width = 0 WHERE id = 1", ("images", "1", "is 0 by")),
    ("UPDATE images SET marked = TRUE WHERE id = 1", ("images", "1", "something refers to it")),
    (
        "UPDATE image_references SET post_id = NULL, user_id = 1 WHERE id = 1",
        ("image_references", "1", "no version of its text contains"),
    ),
    ("UPDATE drafts SET version = 0 WHERE id = 1", ("drafts", "1", "version is 0")),
    ("UPDATE users SET role = 7 WHERE id = 3", ("users", "3", "role is 7")),
    ("UPDATE users SET role = 1 WHERE id = 3", ("users", "3", "no forum to moderate")),
    ("UPDATE users SET username_key = 'EVE' WHERE id = 3", ("users", "3", "username_key")),
    ("UPDATE users SET image = 'javascript:alert(1)' WHERE id = 3", ("users", "3", "image")),
    (
        "UPDATE users SET password_hash = replace(password_hash, '$04$', '$31$') WHERE id = 1",
        ("users", "1", "cost up to 16"),
    ),
    ("UPDATE users SET password_hash = 'secret' WHERE id = 3", ("users", "3", "no bcrypt hash")),
    ("UPDATE users SET post_count = 7 WHERE id = 1", ("users", "1", "post_count is 7")),
    ("UPDATE users SET reply_count = 7 WHERE id = 1", ("users", "1", "reply_count is 7")),
    ("UPDATE users SET score = 7 WHERE id = 1", ("users", "1", "score is 7")),
    ("UPDATE posts SET image = 'data:image/png;base64,AA==' WHERE id = 1", ("posts", "1", "image")),
    ("DELETE FROM username_parts WHERE part = 've.'", ("username_parts", "ve./eve.3", "missing")),
    (
        "INSERT INTO username_parts VALUES ('ada', 'eve.3', 3)",
        ("username_parts", "ada/eve.3", "no part"),
    ),
    ("UPDATE forums SET topic_key = 'x' WHERE id = 1", ("forums", "1", "topic_key")),
    ("UPDATE forums SET topic_skeleton = 'x' WHERE id = 1", ("forums", "1", "topic_skeleton")),
    ("UPDATE forums SET search_topic = 'x' WHERE id = 1", ("forums", "1", "search_topic")),
    ("UPDATE forums SET search_text = 'x' WHERE id = 1", ("forums", "1", "search_text")),
    (
        "UPDATE forums SET post_count = 7 WHERE id = 1",
        ("forums", "1", "post_count is 7, but its rows make 3"),
    ),
    (
        "UPDATE forums SET latest_id = 1 WHERE id = 1",
        ("forums", "1", "latest_id is 1, but its rows make 5"),
    ),
    ("UPDATE forums SET latest_at = NULL WHERE id = 1", ("forums", "1", "latest_at is none")),
    ("UPDATE forums SET latest_title = 'x' WHERE id = 1", ("forums", "1", "latest_title is x")),
    (
        "UPDATE forum_weeks SET activity = activity + 1 WHERE forum_id = 1 AND day = 20777",
        ("forum_weeks", "1/20777", "activity is"),
    ),
    ("INSERT INTO forum_weeks VALUES (1, 20776, 1)", ("forum_weeks", "1/20776", "make 0")),
    (
        "DELETE FROM forum_weeks WHERE forum_id = 1 AND day = 20779",
        ("forum_weeks", "1/20779", "is missing"),
    ),
    ("DELETE FROM forum_weeks WHERE forum_id = 2", ("forum_weeks", "2/20779", "is missing")),
    (
        "UPDATE posts SET upvotes = 7 WHERE id = 1",
        ("posts", "1", "upvotes is 7, but its rows make 1"),
    ),
    ("UPDATE posts SET downvotes = 7 WHERE id = 1", ("posts", "1", "downvotes is 7")),
    ("UPDATE posts SET score = 7 WHERE id = 1", ("posts", "1", "score is 7")),
    ("UPDATE posts SET reply_count = 7 WHERE id = 1", ("posts", "1", "reply_count is 7")),
    ("UPDATE posts SET active_at = 7 WHERE id = 1", ("posts", "1", "active_at is 7")),
    ("UPDATE posts SET hot = 7 WHERE id = 1", ("posts", "1", "hot is 7")),
    ("UPDATE posts SET month = 7 WHERE id = 1", ("posts", "1", "month is 7")),
    ("UPDATE replies SET best = 7 WHERE id = 1", ("replies", "1", "best is 7")),
    ("UPDATE posts SET day = 7 WHERE id = 1", ("posts", "1", "day is 7")),
    (
        "UPDATE post_words SET search_text = 'x' WHERE post_id = 1",
        ("post_words", "1", "has not the words"),
    ),
    ("UPDATE post_words SET forum_id = 9 WHERE post_id = 1", ("post_words", "1", "forum_id")),
    ("DELETE FROM post_words WHERE post_id = 2", ("post_words", "2", "is missing")),
    (
        "UPDATE reply_words SET search_text = 'x' WHERE reply_id = 1",
        ("reply_words", "1", "has not the words"),
    ),
    (
        "UPDATE reply_words SET forum_id = 9 WHERE reply_id = 3",
        ("reply_words", "3", "in another forum"),
    ),
    ("DELETE FROM reply_words WHERE reply_id = 5", ("reply_words", "5", "is missing")),
    ("INSERT INTO search_neighbours VALUES (7, 7)", ("search_neighbours", "7/7", "is of no word")),
    ("INSERT INTO search_words VALUES (8, 'tea')", ("search_words", "8", "is not the number")),
    (
        "UPDATE post_votes SET vote = 3 WHERE post_id = 2 AND user_id = 3",
        ("post_votes", "3/2", "vote is 3"),
    ),
    ("UPDATE replies SET upvotes = 7 WHERE id = 1", ("replies", "1", "upvotes is 7")),
    ("UPDATE replies SET downvotes = 7 WHERE id = 1", ("replies", "1", "downvotes is 7")),
    ("UPDATE replies SET score = 7 WHERE id = 1", ("replies", "1", "score is 7")),
    ("UPDATE replies SET child_count = 7 WHERE id = 1", ("replies", "1", "child_count is 7")),
    ("UPDATE replies SET depth = 61 WHERE id = 1", ("replies", "1", "the most is 60")),
    ("UPDATE replies SET depth = 1 WHERE id = 3", ("replies", "3", "answers the post")),
    ("UPDATE replies SET parent_id = 1 WHERE id = 4", ("replies", "4", "answers 1")),
    ("UPDATE replies SET description = 'said' WHERE id = 2", ("replies", "2", "still there")),
    (
        "UPDATE reports SET held = TRUE, state = 0, kind = 1, target_id = 3 WHERE id = 1",
        ("reports", "1", "what does not wait for it"),
    ),
    (
        "UPDATE posts SET held = TRUE WHERE id = 1",
        ("posts", "1", "waits for approval, but is shown"),
    ),
    ("UPDATE replies SET held = TRUE WHERE id = 4", ("replies", "4", "but nobody is asked for it")),
    (
        "UPDATE replies SET held = TRUE WHERE id = 2",
        ("replies", "2", "but is removed or has answers"),
    ),
    ("UPDATE replies SET hidden = TRUE WHERE id = 1", ("replies", "1", "but its post is not")),
    (
        "UPDATE posts SET hidden_at = 7 WHERE id = 3",
        ("post_words", "3", "is there, but the post is hidden"),
    ),
    ("UPDATE posts SET hidden_at = 7 WHERE id = 4", ("replies", "7", "but its post is not")),
    (
        "INSERT INTO removed_replies (reply_id, description, hidden_at) VALUES (3, 'said', 7)",
        ("removed_replies", "3", "but the reply is not removed"),
    ),
    (
        "INSERT INTO notifications (user_id, kind, subject, post_id, count, updated_at)
            VALUES (1, 2, 'p3', 3, 1, 0)",
        ("notifications", "8", "a post that is hidden"),
    ),
    ("UPDATE reply_votes SET vote = 0 WHERE reply_id = 1", ("reply_votes", "1/1", "vote is 0")),
    (
        "INSERT INTO outbox (consumer, event, created_at, not_before) VALUES ('x', 'poem', 0, 0)",
        ("outbox", "1", "event is poem"),
    ),
    (
        "UPDATE contacts SET unread = 7 WHERE owner_id = 1 AND peer_id = 2",
        ("contacts", "1/2", "7 unread"),
    ),
    (
        "UPDATE contacts SET total = 7 WHERE owner_id = 2 AND peer_id = 1",
        ("contacts", "2/1", "of 7"),
    ),
    (
        "UPDATE contacts SET latest_at = 7 WHERE owner_id = 1 AND peer_id = 3",
        ("contacts", "1/3", "latest at 7"),
    ),
    ("DELETE FROM contacts WHERE owner_id = 3", ("contacts", "3/1", "is missing")),
    ("INSERT INTO contacts VALUES (3, 3, 0, 1, 0)", ("contacts", "3/3", "messages make none")),
    (
        "UPDATE messages SET recipient_id = sender_id WHERE id = 1",
        ("messages", "1", "to the same person"),
    ),
];

fn every_broken_invariant_is_reported(db: &TestDb) {
    Community::of(db);
    infrastructure::index_words(&db.database, || true).unwrap();
    let mut found = check(db);
    for (statement, finding) in BROKEN {
        found = breaks_more(db, &found, statement, finding);
    }
}

fn missing_parts_of_words_are_reported(db: &TestDb) {
    Community::of(db);
    infrastructure::index_words(&db.database, || true).unwrap();
    let one = "SELECT min(part) FROM search_neighbours";
    breaks(
        db,
        &format!("DELETE FROM search_neighbours WHERE part = ({one})"),
        ("search_neighbours", "", "but the words have"),
    );
}

fn a_dangling_reference_is_reported(db: &TestDb) {
    Community::of(db);
    // Both databases enforce foreign keys unless they are switched off.
    let unguarded = match db.url() {
        DatabaseUrl::Sqlite(_) => "PRAGMA foreign_keys = OFF;",
        DatabaseUrl::Postgres(_) => "SET session_replication_role = replica;",
    };
    let orphan =
        |statement: &str, finding| breaks(db, &format!("{unguarded} {statement}"), finding);
    orphan(
        "DELETE FROM forums WHERE id = 2",
        ("posts", "2", "forum_id is 2, which is not in forums"),
    );
    orphan(
        "UPDATE favorites SET user_id = 99",
        ("favorites", "99/1", "user_id is 99, which is not in users"),
    );
    orphan(
        "INSERT INTO reply_votes VALUES (98, 1, 1)",
        ("reply_votes", "1/98", "reply_id is 98, which is not in replies"),
    );
}

fn an_id_that_would_repeat_is_reported(db: &TestDb) {
    Community::of(db);
    let forget = match db.url() {
        DatabaseUrl::Sqlite(_) => "UPDATE sqlite_sequence SET seq = 2 WHERE name = 'users'",
        DatabaseUrl::Postgres(_) => "SELECT setval('users_id_seq', 2)",
    };
    breaks(db, forget, ("users", "3", "last id given is said to be 2"));
}

#[test]
fn a_wrong_full_text_index_is_reported() {
    let db = sqlite();
    Community::of(&db);
    infrastructure::index_words(&db.database, || true).unwrap();
    let lost = "INSERT INTO post_search (post_search, rowid, words)
        SELECT 'delete', post_id, words FROM post_words WHERE post_id = 1";
    breaks(&db, lost, ("post_search", "1", "not just the words"));
    let stale = "INSERT INTO post_search (rowid, words) VALUES (77, 'ghost')";
    breaks(&db, stale, ("post_search", "77", "not just the words"));
    let moved = "INSERT INTO forum_search (forum_search, rowid, search_topic, search_text)
            SELECT 'delete', id, search_topic, search_text FROM forums WHERE id = 1;
        INSERT INTO forum_search (rowid, search_topic, search_text)
            SELECT id, search_text, search_topic FROM forums WHERE id = 1";
    breaks(&db, moved, ("forum_search", "1", "not just the words"));
    let lost = "INSERT INTO reply_search (reply_search, rowid, words)
        SELECT 'delete', reply_id, words FROM reply_words WHERE reply_id = 1";
    breaks(&db, lost, ("reply_search", "1", "not just the words"));
}

#[test]
fn wrong_search_words_of_posts_are_reported() {
    let db = postgres();
    Community::of(&db);
    for statement in [
        "UPDATE post_search SET words = '' WHERE post_id = 1",
        "UPDATE post_search SET forum_id = 9 WHERE post_id = 2",
        "DELETE FROM post_search WHERE post_id = 3",
        "INSERT INTO post_search VALUES (77, 1, '')",
    ] {
        db.run(statement);
    }
    let ids: Vec<_> = check(&db).into_iter().map(|one| (one.table, one.id)).collect();
    let named = |id: &str| ("post_search".to_owned(), id.to_owned());
    assert_eq!(ids, ["1", "2", "3", "77"].map(named));
}

#[test]
fn integrity_errors_of_sqlite_are_reported() {
    let db = sqlite();
    let null = "CREATE TABLE other (a TEXT); INSERT INTO other VALUES (NULL);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = 'CREATE TABLE other (a TEXT NOT NULL)' WHERE name = 'other'";
    db.run(null);
    let again = database::Database::open(db.url()).unwrap();
    let findings = maintenance::check(&again, &|_, _| ()).unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].to_string(), "the database file: NULL value in other.a");
}
