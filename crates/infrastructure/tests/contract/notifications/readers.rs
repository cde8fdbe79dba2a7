//! Notifications of what is in closed forums.

use forums::{ForumRepository, Readers};
use infrastructure::{DbForums, DbNotifications};
use kernel::{ForumId, Reader, UserId};
use notifications::{Kind, NotificationRepository, NotificationRetention, WatchLevel};

use super::{at, deliver, of, page, post, producing_at, reply, watch_forum};
use crate::support::{T0, TestDb, contract};

contract! {
    only_who_may_read_it_then_is_notified,
    who_left_has_no_notifications_of_the_forum_until_coming_back,
    readers_of_a_forum_are_known_among_users,
}

/// Ann's private forum with a member, bob; rita is an admin, and eve a stranger.
struct Club {
    ann: UserId,
    bob: UserId,
    eve: UserId,
    rita: UserId,
    forum: ForumId,
}

impl Club {
    fn of(db: &TestDb) -> Self {
        let [ann, bob, eve, rita] = ["ann", "bob", "eve", "rita"].map(|name| db.add_user(name));
        let forum = db.add_forum(ann, "Club");
        db.run(&format!(
            "UPDATE users SET role = 2 WHERE id = {rita};
            UPDATE forums SET visibility = 2 WHERE id = {forum};
            INSERT INTO forum_members (forum_id, user_id, since, by_id) VALUES ({forum}, {bob}, 0, {ann})"
        ));
        Self { ann, bob, eve, rita, forum }
    }
}

fn kinds(db: &TestDb, user: UserId) -> Vec<Kind> {
    of(db, user).into_iter().map(|one| one.kind).collect()
}

fn unread(db: &TestDb, user: UserId) -> i64 {
    let counts = DbNotifications(db.database.clone()).unread(&[user], T0).unwrap();
    counts.first().map_or(0, |unread| unread.notifications)
}

fn only_who_may_read_it_then_is_notified(db: &TestDb) {
    let Club { ann, bob, eve, rita, forum } = Club::of(db);
    let database = producing_at(&db.database, 1);
    for user in [bob, eve, rita] {
        watch_forum(db, user, forum, WatchLevel::Watching);
    }
    let first = post(&database, ann, forum, "Tea");
    reply(&database, ann, first, None, "@bob, @eve and @rita should see this");
    deliver(&database);
    db.run(&format!("UPDATE forums SET visibility = 1 WHERE id = {forum}"));
    assert_eq!(kinds(db, eve), []);
    assert_eq!(unread(db, eve), 0);
    for user in [bob, rita] {
        let mut kinds = kinds(db, user);
        kinds.sort_by_key(|kind| *kind as u8);
        assert_eq!(kinds, [Kind::Mention, Kind::WatchedForum]);
        assert_eq!(unread(db, user), 2);
    }
    post(&database, ann, forum, "Milk");
    deliver(&database);
    assert_eq!(kinds(db, eve), [Kind::WatchedForum]);
}

fn who_left_has_no_notifications_of_the_forum_until_coming_back(db: &TestDb) {
    let Club { ann, bob, forum, .. } = Club::of(db);
    let database = producing_at(&db.database, 1);
    let open = db.add_forum(ann, "Open");
    let (closed, public) = (post(&database, bob, forum, "Tea"), post(&database, bob, open, "Milk"));
    for post in [public, closed] {
        reply(&database, ann, post, None, "Nice");
        deliver(&database);
    }
    assert_eq!((kinds(db, bob).len(), unread(db, bob)), (2, 2));
    let retention = NotificationRetention::at(T0);
    let list = DbNotifications(db.database.clone());
    let reader = Reader::Insider(bob);
    let id =
        of(db, bob).into_iter().find(|one| one.post.as_ref().unwrap().id == closed).unwrap().id;

    db.run(&format!("DELETE FROM forum_members WHERE forum_id = {forum}"));
    assert_eq!((kinds(db, bob).len(), unread(db, bob)), (1, 1));
    for unread_only in [false, true] {
        let page = list.list(bob, reader, unread_only, retention, &page(1, None)).unwrap();
        assert_eq!(page.items[0].post.as_ref().unwrap().id, public);
        assert_eq!(page.next, None);
    }
    assert!(!list.mark_read(bob, reader, id, None, retention).unwrap());
    list.mark_read_up_to(bob, reader, at(9)).unwrap();
    assert_eq!(unread(db, bob), 0);

    db.run(&format!(
        "INSERT INTO forum_members (forum_id, user_id, since, by_id) VALUES ({forum}, {bob}, 0, {ann})"
    ));
    assert_eq!((kinds(db, bob).len(), unread(db, bob)), (2, 1));
    assert!(list.mark_read(bob, reader, id, None, retention).unwrap());
    assert_eq!(unread(db, bob), 0);
}

fn readers_of_a_forum_are_known_among_users(db: &TestDb) {
    let Club { ann, bob, eve, rita, forum } = Club::of(db);
    let forums = DbForums(db.database.clone());
    let among = |users: &[UserId]| forums.readers_among(forum, users).unwrap();
    assert_eq!(among(&[rita, eve, bob, ann]), Readers::Only(vec![ann, bob, rita]));
    assert_eq!(among(&[]), Readers::Only(vec![]));
    db.run(&format!("UPDATE forums SET visibility = 1 WHERE id = {forum}"));
    assert_eq!(among(&[eve, bob]), Readers::Only(vec![bob, eve]));
    db.run(&format!("UPDATE forums SET visibility = 0 WHERE id = {forum}"));
    assert_eq!(among(&[eve]), Readers::Everybody);
    let gone = forums.readers_among(ForumId(99), &[ann]).unwrap();
    assert_eq!(gone, Readers::Only(vec![]));
}
