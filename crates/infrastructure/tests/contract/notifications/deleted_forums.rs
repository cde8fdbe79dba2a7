//! Notifications of what went with a deleted forum.

use std::sync::mpsc::channel;

use forums::ForumRepository;
use infrastructure::{DbForums, DbPosts, DbReplies, DbUsers, maintenance};
use kernel::{Act, Event, ForumId, Reason, UserId};
use notifications::{Kind, ModerationAct};
use posts::PostRepository;
use replies::ReplyRepository;
use users::UserRepository;

use super::{fan_out::add_watchers, of, post, producing_at, reply};
use crate::support::{ACT, HASH, T0, TestDb, contract, own};

contract! {
    authors_learn_what_went_with_a_forum,
    of_a_private_forum_only_its_readers_learn,
    what_waited_for_approval_counts_and_what_was_gone_does_not,
    many_authors_learn_at_once,
}

fn delete(db: &TestDb, forum: ForumId, by: UserId) {
    let reason = Some(Reason::parse("Too quiet").unwrap());
    let act = Act { by: Some(by), reason, ..ACT };
    assert!(DbForums(producing_at(&db.database, 0)).delete(forum, &act).unwrap());
}

/// The counts of a member's notifications of deleted forums.
fn counts(db: &TestDb, user: UserId) -> Vec<i64> {
    let told = of(db, user).into_iter();
    let told = told.filter(|one| one.act == Some(ModerationAct::ForumDeleted));
    told.map(|one| one.count).collect()
}

fn authors_learn_what_went_with_a_forum(db: &TestDb) {
    let [ada, ann, bob, gone] = ["ada", "ann", "bob", "gone"].map(|name| db.add_user(name));
    let (forum, other) = (db.add_forum(ada, "Boats"), db.add_forum(ada, "Trees"));
    let sails = post(&db.database, ann, forum, "Sails");
    for author in [ada, ann, bob, gone] {
        reply(&db.database, author, sails, None, "Fine");
    }
    let oaks = post(&db.database, ann, other, "Oaks");
    reply(&db.database, bob, oaks, None, "Fine");
    DbUsers(db.database.clone()).delete(gone, HASH, T0).unwrap();
    let (sender, heard) = channel();
    db.database.listen_to_events(Box::new(move |events| {
        for event in events {
            let _ = sender.send(*event);
        }
    }));
    delete(db, forum, ada);
    let heard: Vec<Event> = heard.try_iter().collect();
    for (author, texts) in [(ann, 2), (bob, 1)] {
        assert!(heard.contains(&Event::UnreadChanged { from: author, to: author }));
        let told = of(db, author);
        assert_eq!(told.len(), 1, "{told:?}");
        let told = &told[0];
        assert_eq!((told.kind, told.act), (Kind::Moderation, Some(ModerationAct::ForumDeleted)));
        assert_eq!((told.count, told.reason.as_deref()), (texts, Some("Too quiet")));
        let named = told.forum.as_ref().map(|forum| (forum.id, forum.topic.as_str()));
        assert_eq!(named, Some((forum, "Boats")));
        assert_eq!((told.actors.len(), &told.post, told.reply, told.read), (0, &None, None, false));
    }
    assert_eq!(db.number("SELECT count(*) AS n FROM notifications"), 2, "neither ada nor nobody");
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}

fn of_a_private_forum_only_its_readers_learn(db: &TestDb) {
    let [ada, bob, eve] = ["ada", "bob", "eve"].map(|name| db.add_user(name));
    let forum = db.add_forum(ada, "Club");
    for author in [bob, eve] {
        post(&db.database, author, forum, "Sails");
    }
    db.run(&format!(
        "UPDATE forums SET visibility = 2 WHERE id = {forum};
        INSERT INTO forum_members (forum_id, user_id, since, by_id) VALUES ({forum}, {bob}, 0, {ada})"
    ));
    delete(db, forum, ada);
    assert_eq!((counts(db, bob), counts(db, eve)), (vec![1], vec![]));
    assert_eq!(of(db, bob)[0].forum.as_ref().unwrap().topic, "Club");
}

fn what_waited_for_approval_counts_and_what_was_gone_does_not(db: &TestDb) {
    let [ada, ann, bob] = ["ada", "ann", "bob"].map(|name| db.add_user(name));
    let forum = db.add_forum(ada, "Boats");
    let sails = post(&db.database, ada, forum, "Sails");
    let by_ada = Act { by: Some(ada), ..ACT };
    let removed = reply(&db.database, ann, sails, None, "Fine");
    DbReplies(db.database.clone()).remove(removed, &by_ada).unwrap();
    let hidden = post(&db.database, ann, forum, "Oars");
    reply(&db.database, ann, hidden, None, "Fine");
    DbPosts::new(db.database.clone()).delete(hidden, &by_ada).unwrap();
    let deleted = post(&db.database, ann, forum, "Ropes");
    DbPosts::new(db.database.clone()).delete(deleted, &own(ann)).unwrap();
    let held = post(&db.database, bob, forum, "Masts");
    db.run(&format!("UPDATE posts SET held = TRUE, hidden_at = 0 WHERE id = {held}"));
    let held = reply(&db.database, bob, sails, None, "Fine");
    db.run(&format!("UPDATE replies SET held = TRUE, hidden = TRUE WHERE id = {held}"));
    delete(db, forum, ada);
    assert_eq!((counts(db, ann), counts(db, bob)), (vec![], vec![2]));
}

fn many_authors_learn_at_once(db: &TestDb) {
    let ada = db.add_user("ada");
    let forum = db.add_forum(ada, "Boats");
    let sails = post(&db.database, ada, forum, "Sails");
    let authors = 1_200;
    add_watchers(db, sails.0, authors);
    db.run(&format!(
        "INSERT INTO replies (post_id, parent_id, author_id, depth, description, created_at)
            SELECT {sails}, 0, user_id, 0, 'Fine', 0 FROM post_watches WHERE post_id = {sails}"
    ));
    delete(db, forum, ada);
    assert_eq!(db.number("SELECT count(*) AS n FROM notifications WHERE count = 1"), authors);
    let last = UserId(db.number("SELECT max(user_id) AS n FROM notifications"));
    assert_eq!(counts(db, last), [1]);
}
