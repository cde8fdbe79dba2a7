use kernel::UserId;
use messages::MessageRepository;

use super::{at, chat, contacts, done, messages, new_message, send};
use crate::support::{T0, TestDb, contract, sixteen_at_once};

contract! {
    concurrent_messages_in_both_directions_all_count,
    concurrent_messages_among_three_users_all_count,
    concurrent_reads_of_a_message_count_once,
    concurrent_deletes_of_a_message_count_once,
    concurrent_deletes_of_a_chat_leave_no_contact,
    concurrent_reads_and_deletes_count_once_each,
    concurrent_sends_reads_and_deletes_keep_the_counts,
}

/// Every contact's counters equal its messages, and no other contact exists.
fn assert_true_counts(db: &TestDb) {
    let wrong = "
        SELECT count(*) AS n FROM contacts c WHERE
            c.total <> (SELECT count(*) FROM messages m
                WHERE (m.sender_id = c.owner_id AND m.recipient_id = c.peer_id)
                   OR (m.sender_id = c.peer_id AND m.recipient_id = c.owner_id))
            OR c.unread <> (SELECT count(*) FROM messages m
                WHERE m.sender_id = c.peer_id AND m.recipient_id = c.owner_id AND NOT m.read)
            OR c.latest_at <> (SELECT coalesce(max(m.sent_at), 0) FROM messages m
                WHERE (m.sender_id = c.owner_id AND m.recipient_id = c.peer_id)
                   OR (m.sender_id = c.peer_id AND m.recipient_id = c.owner_id))";
    assert_eq!(db.number(wrong), 0);
    let missing = "
        SELECT count(*) AS n FROM messages m WHERE
            NOT EXISTS (SELECT 1 FROM contacts c
                WHERE c.owner_id = m.sender_id AND c.peer_id = m.recipient_id)
            OR NOT EXISTS (SELECT 1 FROM contacts c
                WHERE c.owner_id = m.recipient_id AND c.peer_id = m.sender_id)";
    assert_eq!(db.number(missing), 0);
}

fn ann_and_bob(db: &TestDb) -> (UserId, UserId) {
    (db.add_user("ann"), db.add_user("bob"))
}

fn concurrent_messages_in_both_directions_all_count(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    sixteen_at_once(|number| {
        let (from, to) = if number % 2 == 0 { (ann, bob) } else { (bob, ann) };
        for round in 0..4 {
            send(db, from, to, "Hello", number * 10 + round);
        }
    });
    for owner in [ann, bob] {
        let contact = &contacts(db, owner)[0];
        assert_eq!((contact.total, contact.unread), (64, 32));
        assert_eq!(contact.latest_at, at(153));
    }
    assert_true_counts(db);
}

fn concurrent_messages_among_three_users_all_count(db: &TestDb) {
    let people = ["ann", "bob", "eve"].map(|name| db.add_user(name));
    sixteen_at_once(|number| {
        let from = number as usize % 3;
        for step in [1, 2] {
            send(db, people[from], people[(from + step) % 3], "Hello", number);
        }
    });
    assert_eq!(db.number("SELECT CAST(sum(total) AS BIGINT) AS n FROM contacts"), 64);
    assert_true_counts(db);
}

fn concurrent_reads_of_a_message_count_once(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let id = send(db, ann, bob, "1", 1);
    send(db, ann, bob, "2", 2);
    let messages = messages(db);
    let outcomes = sixteen_at_once(|_| messages.mark_read(id, None).unwrap().unwrap());
    assert!(outcomes.into_iter().all(|message| message.read));
    assert_eq!(contacts(db, bob)[0].unread, 1);
}

fn concurrent_deletes_of_a_message_count_once(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let id = send(db, ann, bob, "1", 1);
    send(db, ann, bob, "2", 2);
    let messages = messages(db);
    let outcomes = sixteen_at_once(|_| messages.delete(id, T0).unwrap());
    assert_eq!(outcomes.into_iter().filter(|deleted| *deleted).count(), 1);
    let contact = &contacts(db, bob)[0];
    assert_eq!((contact.total, contact.unread), (1, 1));
}

fn concurrent_deletes_of_a_chat_leave_no_contact(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let ids: Vec<_> = (0..16)
        .map(|number| {
            let (from, to) = if number % 2 == 0 { (ann, bob) } else { (bob, ann) };
            send(db, from, to, "Hello", number)
        })
        .collect();
    let messages = messages(db);
    sixteen_at_once(|number| assert!(messages.delete(ids[number as usize], T0).unwrap()));
    assert_eq!(chat(db, ann, bob), []);
    assert_eq!((contacts(db, ann), contacts(db, bob)), (vec![], vec![]));
}

fn concurrent_reads_and_deletes_count_once_each(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let ids: Vec<_> = (0..4).map(|number| send(db, ann, bob, "Hello", number)).collect();
    send(db, ann, bob, "stays", 9);
    let messages = messages(db);
    sixteen_at_once(|number| {
        let id = ids[number as usize % 4];
        if number < 12 {
            messages.mark_read(id, None).unwrap();
        } else {
            messages.delete(id, T0).unwrap();
        }
    });
    assert_eq!(contacts(db, bob)[0].unread, 1);
    assert_eq!(contacts(db, bob)[0].total, 1);
    assert_true_counts(db);
}

fn concurrent_sends_reads_and_deletes_keep_the_counts(db: &TestDb) {
    let (ann, bob) = ann_and_bob(db);
    let messages = messages(db);
    sixteen_at_once(|number| {
        let (from, to) = if number % 2 == 0 { (ann, bob) } else { (bob, ann) };
        for round in 0..4 {
            // Later numbers were sent earlier: the latest time must hold against either order.
            let new = new_message(from, to, "Hello", round * 100 - number);
            let id = done(messages.insert(&new).unwrap()).id;
            match (number + round) % 4 {
                0 => assert!(messages.mark_read(id, None).unwrap().is_some()),
                1 | 2 => assert!(messages.delete(id, T0).unwrap()),
                _ => {}
            }
        }
    });
    assert_eq!(contacts(db, ann)[0].total, 32);
    assert_true_counts(db);
}
