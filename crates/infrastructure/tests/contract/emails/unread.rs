//! Mails about what is unread.

use std::{sync::Arc, time::Duration};

use database::Database;
use infrastructure::{DbNotifications, NotificationProducer};
use kernel::{PostId, UserId};
use mail::SendError;
use notifications::{MailFrequency, NotificationRepository, Settings, WatchLevel};
use parking_lot::Mutex;

use super::{Post, carry_at, forget, member};
use crate::{
    notifications::{At, at, deliver, post, reply, watch},
    support::{TestDb, contract},
};

const MINUTE: i64 = 60_000;

contract! {
    what_is_stored_late_is_in_the_next_mail,
    a_second_try_that_tells_more_is_another_mail,
}

/// The database, whose events become notifications, and mails that are due, so many minutes after [`crate::support::T0`].
fn mailing_at(db: &TestDb, minutes: i64) -> Database {
    let clock = || Arc::new(At(at(minutes * MINUTE)));
    let producer = NotificationProducer::new(clock(), Some(Duration::ZERO));
    db.database.delivering_to(vec![Arc::new(producer)], clock())
}

/// A member who gets a mail for each notification, and another member.
fn reader_and_writer(db: &TestDb) -> [UserId; 2] {
    let (ann, bob) = (member(db, "ann"), db.add_user("bob"));
    forget(db);
    let settings = Settings { mail: MailFrequency::Each, ..Settings::default() };
    DbNotifications(db.database.clone()).set_settings(ann, settings, at(0)).unwrap();
    [ann, bob]
}

/// A post of the other member that the first one watches.
fn watched(db: &TestDb, [ann, bob]: [UserId; 2], title: &str) -> PostId {
    let post = post(&db.database, bob, db.add_forum(bob, title), title);
    watch(db, ann, post, WatchLevel::Watching);
    post
}

fn reply_at(db: &TestDb, minutes: i64, author: UserId, post: PostId, text: &str) {
    let database = mailing_at(db, minutes);
    reply(&database, author, post, None, text);
    deliver(&database);
}

fn what_is_stored_late_is_in_the_next_mail(db: &TestDb) {
    let people = reader_and_writer(db);
    let [tea, pie] = ["Tea", "Pie"].map(|title| watched(db, people, title));
    let mails = Arc::new(Post::default());
    reply_at(db, 2, people[1], tea, "Sweet");
    carry_at(db, Some(Arc::clone(&mails)), at(10 * MINUTE));
    // Its transaction began before that mail was composed, and ended afterwards.
    reply_at(db, 1, people[1], pie, "Sour");
    carry_at(db, Some(Arc::clone(&mails)), at(21 * MINUTE));
    reply_at(db, 30, people[1], tea, "Bitter");
    carry_at(db, Some(Arc::clone(&mails)), at(40 * MINUTE));
    let texts: Vec<_> = mails.taken.lock().iter().map(|mail| mail.text.clone()).collect();
    let found = |text: &String| ["Sweet", "Sour", "Bitter"].map(|word| text.contains(word));
    assert_eq!(
        texts.iter().map(found).collect::<Vec<_>>(),
        [[true, false, false], [false, true, false], [false, false, true]],
        "{texts:?}"
    );
}

fn a_second_try_that_tells_more_is_another_mail(db: &TestDb) {
    let people = reader_and_writer(db);
    let tea = watched(db, people, "Tea");
    let lost = SendError::Temporary("connection closed".to_owned());
    let mails = Arc::new(Post { answers: Mutex::new(vec![lost]), ..Post::default() });
    reply_at(db, 1, people[1], tea, "Sweet");
    carry_at(db, Some(Arc::clone(&mails)), at(10 * MINUTE));
    reply_at(db, 11, people[1], tea, "Sour");
    carry_at(db, Some(Arc::clone(&mails)), at(12 * MINUTE));
    let taken = mails.taken.lock();
    assert!(taken[1].text.contains("Sour"), "{}", taken[1].text);
    assert_ne!(taken[0].message_id, taken[1].message_id);
}
