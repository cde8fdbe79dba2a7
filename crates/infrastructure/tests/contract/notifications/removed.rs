//! Notifications of texts that are removed afterwards.

use std::sync::mpsc::channel;

use forums::ForumRepository;
use infrastructure::{DbForums, DbPosts, DbReplies};
use kernel::{Event, UserId};
use notifications::{Kind, Notification, WatchLevel};
use posts::PostRepository;
use replies::ReplyRepository;

use super::{deliver, of, post, producing_at, reply, watch};
use crate::support::{ACT, TestDb, contract, own};

contract! {
    a_removed_reply_leaves_its_notifications,
    a_removed_reply_leaves_what_was_read,
    who_wrote_another_reply_stays,
    a_removed_text_updates_the_open_tabs,
}

fn people(notification: &Notification) -> Vec<&str> {
    notification.actors.iter().map(|person| person.username.as_str()).collect()
}

fn a_removed_reply_leaves_its_notifications(db: &TestDb) {
    let [ann, bob, eve, joe] = ["ann", "bob", "eve", "joe"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Boats");
    let post = post(&database, ann, forum, "Sails");
    watch(db, joe, post, WatchLevel::Watching);
    let by_bob = reply(&database, bob, post, None, "Red ones @eve");
    let by_eve = reply(&database, eve, post, None, "Blue ones");
    deliver(&database);
    let replies = DbReplies(database.clone());
    for reader in [ann, joe] {
        let list = of(db, reader);
        assert_eq!((list.len(), list[0].count, people(&list[0])), (1, 2, vec!["eve", "bob"]));
    }
    assert_eq!(of(db, eve)[0].kind, Kind::Mention);
    replies.remove(by_eve, &own(eve)).unwrap();
    deliver(&database);
    for reader in [ann, joe] {
        let list = of(db, reader);
        assert_eq!((list.len(), list[0].count, people(&list[0])), (1, 1, vec!["bob"]));
        assert_eq!((list[0].reply, &*list[0].excerpt), (Some(by_bob), "Red ones @eve"));
    }
    replies.remove(by_bob, &ACT).unwrap();
    deliver(&database);
    assert_eq!((of(db, ann), of(db, joe), of(db, eve)), (vec![], vec![], vec![]));
    let told: Vec<_> = of(db, bob).iter().map(|one| one.kind).collect();
    assert_eq!(told, [Kind::Moderation], "the author is still notified");
}

fn a_removed_reply_leaves_what_was_read(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Boats");
    let post = post(&database, ann, forum, "Sails");
    let by_bob = reply(&database, bob, post, None, "Red ones");
    deliver(&database);
    db.run("UPDATE notifications SET read = TRUE");
    DbReplies(database.clone()).remove(by_bob, &own(bob)).unwrap();
    deliver(&database);
    assert_eq!(of(db, ann), []);
}

fn who_wrote_another_reply_stays(db: &TestDb) {
    let [ann, bob, eve] = ["ann", "bob", "eve"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let forum = db.add_forum(ann, "Boats");
    let post = post(&database, ann, forum, "Sails");
    let first = reply(&database, bob, post, None, "Red ones");
    reply(&database, eve, post, None, "Blue ones");
    let last = reply(&database, bob, post, None, "Or green ones");
    deliver(&database);
    let replies = DbReplies(database.clone());
    replies.remove(first, &own(bob)).unwrap();
    deliver(&database);
    let shown = of(db, ann);
    assert_eq!((shown[0].count, people(&shown[0])), (2, vec!["bob", "eve"]));
    assert_eq!(shown[0].reply, Some(last));
}

fn a_removed_text_updates_the_open_tabs(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let database = producing_at(&db.database, 0);
    let (forum, other) = (db.add_forum(ann, "Boats"), db.add_forum(ann, "Trees"));
    let removed = post(&database, ann, forum, "Sails");
    let deleted = post(&database, ann, forum, "Oars");
    let with_forum = post(&database, ann, other, "Oaks");
    let commented = post(&database, ann, forum, "Ropes");
    for post in [removed, deleted, with_forum] {
        reply(&database, bob, post, None, "Fine");
    }
    let comment = reply(&database, bob, commented, None, "Fine");
    deliver(&database);
    assert_eq!(of(db, ann).len(), 4);
    let (sender, heard) = channel();
    database.listen_to_events(Box::new(move |events| {
        for event in events {
            let _ = sender.send(*event);
        }
    }));
    let is_told = |user: UserId| {
        heard.try_iter().any(|event| event == Event::UnreadChanged { from: user, to: user })
    };
    let posts = DbPosts::new(database.clone());
    posts.delete(removed, &ACT).unwrap();
    assert!(is_told(ann));
    posts.delete(deleted, &own(ann)).unwrap();
    assert!(is_told(ann));
    DbForums(database.clone()).delete(other, &ACT).unwrap();
    assert!(is_told(ann));
    DbReplies(database.clone()).remove(comment, &own(bob)).unwrap();
    deliver(&database);
    assert!(is_told(ann));
    let kinds: Vec<_> = of(db, ann).iter().map(|one| one.kind).collect();
    assert!(!kinds.contains(&Kind::Reply), "{kinds:?}");
}
