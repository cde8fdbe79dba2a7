use kernel::{MessageId, UserId};
use messages::{MessageRepository, MessageText, READ_AT_ONCE};

use super::{at, chat, contacts, messages, new_message, send};
use crate::support::{T0, TestDb, contract};

contract! {
    a_message_counts_for_both_and_is_unread_for_one,
    reading_a_message_lowers_the_unread_count,
    messages_are_read_together,
    a_hundred_messages_are_read_together,
    deleting_a_message_lowers_the_counts,
    deleting_a_read_message_keeps_the_unread_count,
    the_latest_time_is_of_the_newest_remaining_message,
    a_message_stored_late_keeps_the_latest_time,
    a_contact_without_messages_disappears_and_returns,
    a_message_that_cannot_be_counted_is_not_sent,
    a_read_that_cannot_be_counted_fails,
    an_uncountable_deletion_fails,
    a_deletion_that_keeps_its_contact_fails,
}

/// What the contact counts: unread, total and the latest time in milliseconds after the start.
fn counts(db: &TestDb, owner: UserId) -> Vec<(i64, i64, i64)> {
    contacts(db, owner)
        .into_iter()
        .map(|contact| {
            let latest = contact.latest_at.unix_millis() - at(0).unix_millis();
            (contact.unread, contact.total, latest)
        })
        .collect()
}

fn unread(db: &TestDb, owner: UserId, peer: UserId) -> i64 {
    let one =
        format!("SELECT unread AS n FROM contacts WHERE owner_id = {owner} AND peer_id = {peer}");
    db.number(&one)
}

/// Ann and Bob, Bob being the one of the lower id: neither direction has its way.
fn ann_and_bob(db: &TestDb) -> (UserId, UserId) {
    let bob = db.add_user("bob");
    (db.add_user("ann"), bob)
}

fn a_message_counts_for_both_and_is_unread_for_one(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    send(db, ann, bob, "1", 1);
    send(db, ann, bob, "2", 2);
    send(db, bob, ann, "3", 3);
    assert_eq!(counts(db, ann), [(1, 3, 3)]);
    assert_eq!(counts(db, bob), [(2, 3, 3)]);
}

fn reading_a_message_lowers_the_unread_count(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let first = send(db, ann, bob, "1", 1);
    send(db, ann, bob, "2", 2);
    let back = send(db, bob, ann, "3", 3);
    for _ in 0..2 {
        messages(db).mark_read(first, None).unwrap();
        assert_eq!((counts(db, ann), counts(db, bob)), (vec![(1, 3, 3)], vec![(1, 3, 3)]));
    }
    messages(db).mark_read(back, None).unwrap();
    assert_eq!((counts(db, ann), counts(db, bob)), (vec![(0, 3, 3)], vec![(1, 3, 3)]));
}

fn messages_are_read_together(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let eve = db.add_user("eve");
    let ids: Vec<_> = (1..=4).map(|ms| send(db, bob, ann, "Hi", ms)).collect();
    send(db, ann, bob, "Own", 3);
    let elsewhere = send(db, eve, ann, "Hi", 2);
    let mark = |from, to| messages(db).mark_read(to, Some(from)).unwrap();
    let is_read = |id| messages(db).get(id).unwrap().unwrap().read;
    let unread = |owner, peer| unread(db, owner, peer);
    // Twice, and what is read already counts nothing.
    messages(db).mark_read(ids[1], None).unwrap();
    for _ in 0..2 {
        assert!(mark(ids[1], ids[2]).unwrap().read);
        assert_eq!(
            ids.iter().map(|id| is_read(*id)).collect::<Vec<_>>(),
            [false, true, true, false]
        );
        assert_eq!(unread(ann, bob), 2);
    }
    // From one that comes later, or is another's.
    assert!(mark(MessageId(99), ids[3]).unwrap().read);
    assert!(!is_read(ids[0]) && !is_read(elsewhere));
    assert!(mark(MessageId(0), ids[0]).unwrap().read);
    assert_eq!(unread(ann, bob), 0);
    assert_eq!(unread(bob, ann), 1);
    assert!(!is_read(elsewhere));
    assert_eq!(mark(ids[0], MessageId(99)), None);
}

fn a_hundred_messages_are_read_together(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let ids: Vec<_> = (1..=READ_AT_ONCE + 1).map(|ms| send(db, bob, ann, "Hi", ms)).collect();
    let newest = *ids.last().unwrap();
    messages(db).mark_read(newest, Some(ids[0])).unwrap();
    assert_eq!(unread(db, ann, bob), 1);
    assert!(!messages(db).get(ids[0]).unwrap().unwrap().read);
}

fn deleting_a_message_lowers_the_counts(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    send(db, bob, ann, "1", 1);
    let second = send(db, ann, bob, "2", 2);
    let third = send(db, bob, ann, "3", 3);
    messages(db).delete(second, T0).unwrap();
    assert_eq!((counts(db, ann), counts(db, bob)), (vec![(2, 2, 3)], vec![(0, 2, 3)]));
    messages(db).delete(third, T0).unwrap();
    assert_eq!((counts(db, ann), counts(db, bob)), (vec![(1, 1, 1)], vec![(0, 1, 1)]));
}

fn deleting_a_read_message_keeps_the_unread_count(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let read = send(db, ann, bob, "1", 1);
    send(db, ann, bob, "2", 2);
    messages(db).mark_read(read, None).unwrap();
    messages(db).delete(read, T0).unwrap();
    assert_eq!((counts(db, ann), counts(db, bob)), (vec![(0, 1, 2)], vec![(1, 1, 2)]));
}

fn the_latest_time_is_of_the_newest_remaining_message(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let eve = db.add_user("eve");
    send(db, ann, eve, "of another chat", 100);
    let ids = [(1, "1"), (3, "3"), (2, "2")].map(|(ms, text)| send(db, ann, bob, text, ms));
    for (id, latest) in [(ids[1], 2), (ids[2], 1)] {
        messages(db).delete(id, T0).unwrap();
        assert_eq!(counts(db, bob)[0].2, latest);
        assert_eq!(counts(db, ann)[1].2, latest);
    }
}

fn a_message_stored_late_keeps_the_latest_time(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    send(db, ann, bob, "sent later", 5);
    send(db, bob, ann, "stored later", 4);
    assert_eq!((counts(db, ann), counts(db, bob)), (vec![(1, 2, 5)], vec![(1, 2, 5)]));
}

fn a_contact_without_messages_disappears_and_returns(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let id = send(db, ann, bob, "1", 5);
    messages(db).delete(id, T0).unwrap();
    assert_eq!((counts(db, ann), counts(db, bob)), (vec![], vec![]));
    send(db, bob, ann, "2", 1);
    assert_eq!((counts(db, ann), counts(db, bob)), (vec![(1, 1, 1)], vec![(0, 1, 1)]));
}

fn a_message_that_cannot_be_counted_is_not_sent(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    db.break_inserts("contacts");
    assert!(messages(db).insert(&new_message(ann, bob, "Hello", 0)).is_err());
    assert_eq!(db.number("SELECT count(*) AS n FROM messages"), 0);
    assert_eq!(db.number("SELECT count(*) AS n FROM contacts"), 0);
}

fn a_read_that_cannot_be_counted_fails(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let id = send(db, ann, bob, "Hello", 0);
    db.break_updates("contacts");
    assert!(messages(db).mark_read(id, None).is_err());
    assert!(!chat(db, ann, bob)[0].read);
    assert_eq!(counts(db, bob), [(1, 1, 0)]);
    // What counts nothing goes on.
    assert!(messages(db).edit(id, &MessageText::parse("Bye").unwrap()).is_ok());
}

fn an_uncountable_deletion_fails(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let id = send(db, ann, bob, "Hello", 0);
    db.break_updates("contacts");
    assert!(messages(db).delete(id, T0).is_err());
    assert_eq!(chat(db, ann, bob).len(), 1);
    assert_eq!((counts(db, ann), counts(db, bob)), (vec![(0, 1, 0)], vec![(1, 1, 0)]));
}

fn a_deletion_that_keeps_its_contact_fails(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let id = send(db, ann, bob, "Hello", 0);
    db.break_deletes("contacts");
    assert!(messages(db).delete(id, T0).is_err());
    assert_eq!(chat(db, ann, bob).len(), 1);
    assert_eq!((counts(db, ann), counts(db, bob)), (vec![(0, 1, 0)], vec![(1, 1, 0)]));
}
