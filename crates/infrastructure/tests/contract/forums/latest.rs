//! The number of posts in a forum, and the newest of them.

use std::{thread, time::Duration};

use database::DatabaseUrl;
use diesel::{Connection, PgConnection, connection::SimpleConnection};
use forums::{Forum, ForumRepository, LatestPost};
use infrastructure::maintenance;
use infrastructure::{DbPosts, DbUsers};
use kernel::{ForumId, PostId, Timestamp, UserId};
use posts::{NewPost, PostRepository};
use users::UserRepository;

use super::forums;
use crate::{
    posts::content,
    support::{ACT, HASH, T0, TestDb, contract, postgres, sixteen_at_once},
};

contract! {
    posts_are_counted_and_the_newest_is_the_latest,
    an_overtaken_post_is_not_the_latest,
    the_next_newest_follows_a_deleted_post,
    an_edit_of_the_latest_post_changes_its_title,
    the_latest_post_of_a_deleted_account_stays,
    concurrent_post_changes_are_counted,
}

fn write(db: &TestDb, author: UserId, forum: ForumId, title: &str, second: i64) -> PostId {
    let created_at = Timestamp::from_unix_millis(T0.unix_millis() + second * 1_000);
    let new = NewPost { request: None, forum, author, content: content(title, "Text"), created_at };
    DbPosts::new(db.database.clone()).insert(&new).unwrap().inserted().unwrap().id
}

fn find(db: &TestDb, forum: ForumId) -> Forum {
    forums(db).find(forum, T0).unwrap().unwrap()
}

/// Returns the number of posts and the title of the latest.
fn shown(db: &TestDb, forum: ForumId) -> (i64, Option<String>) {
    let forum = find(db, forum);
    (forum.post_count, forum.latest.map(|latest| latest.title))
}

fn titled(count: i64, title: &str) -> (i64, Option<String>) {
    (count, Some(title.to_owned()))
}

fn posts_are_counted_and_the_newest_is_the_latest(db: &TestDb) {
    let ann = db.add_user("ann");
    let (forum, other) = (db.add_forum(ann, "Gardening"), db.add_forum(ann, "Boats"));
    write(db, ann, forum, "Seeds", 0);
    let id = write(db, ann, forum, "Roots", 1);
    let at = Timestamp::from_unix_millis(T0.unix_millis() + 1_000);
    let latest = LatestPost { id, title: "Roots".to_owned(), created_at: at };
    let found = find(db, forum);
    assert_eq!((found.post_count, found.activity, found.latest), (2, 2, Some(latest)));
    assert_eq!(shown(db, other), (0, None));
    // Of the same millisecond the higher id is the newer one.
    write(db, ann, forum, "Leaves", 1);
    assert_eq!(shown(db, forum), titled(3, "Leaves"));
}

fn an_overtaken_post_is_not_the_latest(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    write(db, ann, forum, "Newer", 1);
    write(db, ann, forum, "Older", 0);
    assert_eq!(shown(db, forum), titled(2, "Newer"));
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn the_next_newest_follows_a_deleted_post(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let ids = [("a", 0), ("b", 1), ("c", 2)].map(|(title, at)| write(db, ann, forum, title, at));
    let posts = DbPosts::new(db.database.clone());
    let expected = [titled(2, "b"), titled(1, "b"), (0, None)];
    for (id, expected) in [ids[2], ids[0], ids[1]].into_iter().zip(expected) {
        assert!(posts.delete(id, &ACT).unwrap());
        assert_eq!(shown(db, forum), expected);
        assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    }
}

fn an_edit_of_the_latest_post_changes_its_title(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let (old, new) = (write(db, ann, forum, "Old", 0), write(db, ann, forum, "New", 1));
    let posts = DbPosts::new(db.database.clone());
    posts.update(old, &content("Older", "Text"), ann, T0).unwrap().done().unwrap();
    assert_eq!(shown(db, forum), titled(2, "New"));
    posts.update(new, &content("Newer", "Text"), ann, T0).unwrap().done().unwrap();
    assert_eq!(shown(db, forum), titled(2, "Newer"));
}

fn the_latest_post_of_a_deleted_account_stays(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forum = db.add_forum(ann, "Gardening");
    write(db, bob, forum, "Seeds", 0);
    DbUsers(db.database.clone()).delete(bob, HASH, T0).unwrap();
    assert_eq!(shown(db, forum), titled(1, "Seeds"));
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

/// The newest ones go while older ones come: each of them may be the latest in the end.
fn concurrent_post_changes_are_counted(db: &TestDb) {
    let ann = db.add_user("ann");
    let posts = DbPosts::new(db.database.clone());
    for round in 0..8 {
        let bob = db.add_user(&format!("bob-{round}"));
        let forum = db.add_forum(bob, &format!("Gardening {round}"));
        let seconds = [-1, 8, 9, 10, 11, 12, 13, 14];
        let ids = seconds.map(|second| write(db, ann, forum, "Seeds", second));
        sixteen_at_once(|number| match number {
            0..5 => drop(write(db, ann, forum, "Roots", number)),
            5..8 => drop(posts.update(ids[7], &content("Leaves", "Text"), ann, T0).unwrap()),
            8 => drop(DbUsers(db.database.clone()).delete(bob, HASH, T0).unwrap()),
            _ => assert!(posts.delete(ids[number as usize - 8], &ACT).unwrap()),
        });
        assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
        assert_eq!(shown(db, forum), titled(6, "Roots"));
    }
}

/// The deletion has its locks before the older post comes, and ends after that waits for it.
#[test]
fn a_post_during_a_deletion_becomes_the_latest() {
    let db = postgres();
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let newer = write(&db, ann, forum, "Newer", 1);
    let DatabaseUrl::Postgres(url) = db.url() else { unreachable!() };
    let mut deletion = PgConnection::establish(url).unwrap();
    deletion.batch_execute("BEGIN; SELECT id FROM forums FOR NO KEY UPDATE").unwrap();
    thread::scope(|scope| {
        scope.spawn(|| write(&db, ann, forum, "Older", 0));
        thread::sleep(Duration::from_millis(300));
        let delete = format!(
            "DELETE FROM posts WHERE id = {newer};
             UPDATE forums SET post_count = 0, latest_id = NULL, latest_at = NULL, latest_title = NULL;
             COMMIT"
        );
        deletion.batch_execute(&delete).unwrap();
    });
    assert_eq!(shown(&db, forum), titled(1, "Older"));
}
