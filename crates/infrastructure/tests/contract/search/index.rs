//! Texts enter the index after they are written, and leave it when they are removed.

use std::{sync::mpsc::channel, thread, time::Duration};

use diesel::{RunQueryDsl, sql_query};
use forums::ForumRepository;
use infrastructure::maintenance;
use posts::PostRepository;
use replies::ReplyRepository;

use super::{Scene, minutes};
use crate::{
    community::Community,
    support::{ACT, TestDb, contract, sixteen_at_once},
};

contract! {
    edits_change_what_is_found,
    removed_texts_are_not_found_and_their_words_are_forgotten,
    deleting_a_forum_forgets_all_its_words,
    words_that_other_texts_have_stay,
    a_reply_that_goes_while_it_is_indexed_teaches_no_word,
    rows_changed_by_sql_are_indexed_later,
    indexing_stops_when_it_is_told_to,
    a_transaction_learns_and_forgets_some_of_many_words,
    indexing_again_changes_nothing,
    replies_are_indexed_while_they_are_written,
}

const NONE: [&str; 0] = [];

fn count(db: &TestDb, rows: &str) -> i64 {
    db.number(&format!("SELECT count(*) AS n FROM {rows}"))
}

fn edits_change_what_is_found(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Espresso", ".", 1);
    let reply = scene.reply(post, "Cappuccino", 2);
    scene.index();
    let text = replies::Description::parse("Americano").unwrap();
    scene.replies().update(reply, &text, scene.ann, minutes(3)).unwrap();
    let content = crate::posts::content("Ristretto", ".");
    scene.posts().update(post, &content, scene.ann, minutes(3)).unwrap();
    for query in ["espresso", "cappuccino", "cappucino"] {
        assert_eq!(scene.found(query), NONE, "{query}");
    }
    assert_eq!(scene.found("ristretto"), ["post Ristretto"]);
    scene.index();
    assert_eq!(scene.found("americano"), ["reply Americano"]);
    for (word, known) in [("espresso", 0), ("cappuccino", 0), ("americano", 1), ("ristretto", 1)] {
        assert_eq!(count(db, &format!("search_words WHERE word = '{word}'")), known, "{word}");
    }
}

fn removed_texts_are_not_found_and_their_words_are_forgotten(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Espresso", ".", 1);
    let reply = scene.reply(post, "Cappuccino", 2);
    let other = scene.post("Ristretto", ".", 3);
    scene.reply(other, "Americano", 4);
    scene.index();
    scene.replies().remove(reply, &ACT).unwrap();
    assert!(scene.posts().delete(other, &ACT).unwrap());
    for query in ["cappuccino", "ristretto", "americano", "americana"] {
        assert_eq!(scene.found(query), NONE, "{query}");
    }
    assert!(infrastructure::has_words_to_forget(&db.database).unwrap());
    scene.index();
    assert!(!infrastructure::has_words_to_forget(&db.database).unwrap());
    let gone = "word IN ('cappuccino', 'ristretto', 'americano')";
    assert_eq!(count(db, &format!("search_words WHERE {gone}")), 0);
    assert_eq!(count(db, "reply_words") + count(db, "search_tasks"), 0);
}

fn deleting_a_forum_forgets_all_its_words(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Espresso", "Ristretto", 1);
    scene.reply(post, "Cappuccino", 2);
    scene.index();
    assert!(count(db, "search_neighbours") > 0);
    scene.forums().delete(scene.forum, &ACT).unwrap();
    assert_eq!(scene.found("cappuccino"), NONE);
    scene.index();
    assert_eq!(count(db, "search_words") + count(db, "search_neighbours"), 0);
}

fn words_that_other_texts_have_stay(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Espresso", ".", 1);
    let reply = scene.reply(post, "Espresso and gardening", 2);
    scene.index();
    scene.replies().remove(reply, &ACT).unwrap();
    scene.index();
    assert_eq!(count(db, "search_words WHERE word IN ('espresso', 'gardening')"), 2);
}

fn a_reply_that_goes_while_it_is_indexed_teaches_no_word(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Notes", ".", 1);
    scene.index();
    scene.write_reply(scene.ann, post, "Cappuccino", 2);
    let (deleted, is_deleted) = channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            let delete = |conn: &mut database::DbConnection| {
                sql_query("DELETE FROM replies").execute(conn)?;
                deleted.send(()).unwrap();
                // Meanwhile the index reads the reply, and waits to write.
                thread::sleep(Duration::from_millis(500));
                Ok(())
            };
            db.database.write(|conn, _| delete(conn)).unwrap();
        });
        is_deleted.recv().unwrap();
        infrastructure::index_words(&db.database, || true).unwrap();
    });
    infrastructure::index_words(&db.database, || true).unwrap();
    assert_eq!(count(db, "search_words WHERE word = 'cappuccino'"), 0);
}

fn rows_changed_by_sql_are_indexed_later(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Notes", ".", 1);
    let [kept, edited, removed] =
        ["Espresso", "Ristretto", "Cappuccino"].map(|text| scene.reply(post, text, 2));
    db.run("DELETE FROM reply_words");
    db.run("INSERT INTO search_tasks (kind, subject) SELECT 1, id FROM replies");
    scene.index();
    db.run(&format!("UPDATE replies SET description = 'Americano' WHERE id = {edited}"));
    db.run(&format!(
        "UPDATE replies SET description = '', html = '', excerpt = '', removed = TRUE WHERE id = {removed}"
    ));
    assert_eq!(scene.found("cappuccino"), NONE);
    infrastructure::index_words(&db.database, || true).unwrap();
    assert_eq!(scene.found("espresso"), ["reply Espresso"]);
    assert_eq!(scene.found("americano"), ["reply Americano"]);
    assert_eq!(scene.found("ristretto"), NONE);
    assert_eq!(count(db, "reply_words"), 2);
    assert_eq!(count(db, &format!("reply_words WHERE reply_id = {kept}")), 1);
}

fn indexing_stops_when_it_is_told_to(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Notes", ".", 1);
    for number in 0..120 {
        scene.write_reply(scene.ann, post, &format!("Reply {number}"), 2);
    }
    let tasks = count(db, "search_tasks") as usize;
    assert!(infrastructure::has_words_to_index(&db.database).unwrap());
    let done = infrastructure::index_words(&db.database, || false).unwrap();
    assert!((1..tasks).contains(&done), "{done} of {tasks}");
    assert_eq!(done + infrastructure::index_words(&db.database, || true).unwrap(), tasks);
    assert!(!infrastructure::has_words_to_index(&db.database).unwrap());
}

/// Words of ten letters that no other number has.
fn many_words(number: u32) -> String {
    let letter = |digit: u32| char::from_u32(u32::from(b'a') + digit % 26).unwrap();
    let word = |n: u32| {
        let tail = (0..7).map(|place| letter((n * 7_919) >> place));
        [n, n / 26, n / 676].map(letter).into_iter().chain(tail).collect::<String>()
    };
    (number * 300..(number + 1) * 300).map(word).collect::<Vec<_>>().join(" ")
}

fn a_transaction_learns_and_forgets_some_of_many_words(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Notes", ".", 1);
    scene.index();
    let before = count(db, "search_words");
    let write = |number| scene.write_reply(scene.ann, post, &many_words(number), 2);
    let replies = [0, 1, 2, 3, 4].map(write);
    let index = || {
        let mut transactions = 0;
        let go_on = || {
            transactions += 1;
            true
        };
        infrastructure::index_words(&db.database, go_on).unwrap();
        assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
        transactions
    };
    assert!(index() > 1);
    assert!(count(db, "search_words") > before + 1_000);
    for reply in replies {
        scene.replies().remove(reply, &ACT).unwrap();
    }
    assert!(index() > 1);
    assert_eq!(count(db, "search_tasks"), 0);
    assert_eq!(count(db, "search_words"), before);
}

fn indexing_again_changes_nothing(db: &TestDb) {
    let community = Community::of(db);
    let all = |db: &TestDb| {
        ["reply_words", "search_words", "search_neighbours"].map(|table| count(db, table))
    };
    infrastructure::index_words(&db.database, || true).unwrap();
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    let before = all(db);
    db.run("INSERT INTO search_tasks (kind, subject) SELECT 1, id FROM replies");
    db.run("INSERT INTO search_tasks (kind, subject) SELECT 0, id FROM posts");
    db.run("INSERT INTO search_tasks (kind, words) SELECT 3, search_text FROM post_words");
    infrastructure::index_words(&db.database, || true).unwrap();
    assert_eq!(all(db), before);
    drop(community);
}

fn replies_are_indexed_while_they_are_written(db: &TestDb) {
    let scene = Scene::of(db);
    let post = scene.post("Notes", ".", 1);
    sixteen_at_once(|number| {
        for turn in 0..8 {
            let text = format!("Espresso number{number}and{turn}");
            let reply = scene.write_reply(scene.ann, post, &text, 2);
            if turn % 2 == 0 {
                scene.replies().remove(reply, &ACT).unwrap();
            }
            if number == 1 {
                infrastructure::index_words(&db.database, || true).unwrap();
            }
        }
    });
    scene.index();
    assert_eq!(count(db, "reply_words"), 64);
    assert_eq!(count(db, "search_tasks"), 0);
}
