use std::sync::atomic::{AtomicBool, Ordering};

use kernel::UserId;
use messages::{Block, BlockedBy, MessageRepository, MessageText, WriteOutcome};

use super::{at, chat, contacts, messages, new_message, send, texts};
use crate::support::{T0, TestDb, contract, sixteen_at_once};

contract! {
    a_block_stops_messages_in_both_directions,
    a_block_has_a_direction,
    messages_before_a_block_stay,
    no_message_is_stored_after_a_block,
    concurrent_mutual_blocks_do_not_deadlock,
    a_contact_shows_the_block_of_its_owner,
}

fn block(owner: UserId, peer: UserId) -> Block {
    Block { owner, peer }
}

fn refused(db: &TestDb, sender: UserId, recipient: UserId) -> Option<BlockedBy> {
    match messages(db).insert(&new_message(sender, recipient, "Hello", 9)).unwrap() {
        WriteOutcome::Written(_) => None,
        WriteOutcome::Blocked(blocked) => Some(blocked),
    }
}

fn a_block_stops_messages_in_both_directions(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    for _ in 0..2 {
        messages(db).block(block(ann, bob), at(0)).unwrap();
    }
    assert_eq!(refused(db, bob, ann), Some(BlockedBy::Recipient));
    assert_eq!(refused(db, ann, bob), Some(BlockedBy::Sender));
    assert!(chat(db, ann, bob).is_empty() && contacts(db, ann).is_empty());
    for _ in 0..2 {
        messages(db).unblock(block(ann, bob)).unwrap();
    }
    assert_eq!(refused(db, bob, ann), None);
    assert_eq!(refused(db, ann, bob), None);
}

fn a_block_has_a_direction(db: &TestDb) {
    let (ann, bob, eve) = (db.add_user("ann"), db.add_user("bob"), db.add_user("eve"));
    messages(db).block(block(ann, bob), at(0)).unwrap();
    assert!(messages(db).blocks(block(ann, bob)).unwrap());
    assert!(!messages(db).blocks(block(bob, ann)).unwrap());
    messages(db).unblock(block(bob, ann)).unwrap();
    assert!(messages(db).blocks(block(ann, bob)).unwrap());
    assert_eq!(refused(db, eve, ann), None);
    assert_eq!(refused(db, bob, eve), None);
}

fn messages_before_a_block_stay(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let id = send(db, bob, ann, "Hello", 0);
    messages(db).block(block(ann, bob), at(1)).unwrap();
    assert_eq!(texts(&chat(db, bob, ann)), ["Hello"]);
    assert!(messages(db).mark_read(id, None).unwrap().is_some_and(|message| message.read));
    // An edit would say something new.
    let edited = messages(db).edit(id, &MessageText::parse("Answer me!").unwrap()).unwrap();
    assert_eq!(edited, Some(WriteOutcome::Blocked(BlockedBy::Recipient)));
    assert_eq!(texts(&chat(db, ann, bob)), ["Hello"]);
    assert!(messages(db).delete(id, T0).unwrap());
}

fn no_message_is_stored_after_a_block(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let blocked = AtomicBool::new(false);
    let late = sixteen_at_once(|number| {
        if number == 0 {
            std::thread::sleep(std::time::Duration::from_millis(30));
            messages(db).block(block(ann, bob), at(0)).unwrap();
            blocked.store(true, Ordering::SeqCst);
            return vec![];
        }
        let mut late = vec![];
        for _ in 0..20 {
            let begun_after = blocked.load(Ordering::SeqCst);
            let refused = refused(db, bob, ann).is_some();
            late.extend((begun_after && !refused).then_some(number));
            if refused {
                break;
            }
        }
        late
    });
    assert_eq!(late.concat(), Vec::<i64>::new());
}

fn concurrent_mutual_blocks_do_not_deadlock(db: &TestDb) {
    let people: Vec<_> = (0..4).map(|n| db.add_user(&format!("user{n}"))).collect();
    sixteen_at_once(|number| {
        for step in 0..10 {
            let (one, other) = ((number + step) as usize % 4, (number * 3 + step + 1) as usize % 4);
            if one == other {
                continue;
            }
            let (one, other) = (people[one], people[other]);
            match step % 3 {
                0 => messages(db).block(block(one, other), at(0)).unwrap(),
                1 => messages(db).unblock(block(one, other)).unwrap(),
                _ => drop(messages(db).insert(&new_message(one, other, "Hello", 1)).unwrap()),
            }
        }
    });
}

fn a_contact_shows_the_block_of_its_owner(db: &TestDb) {
    let (ann, bob, eve) = (db.add_user("ann"), db.add_user("bob"), db.add_user("eve"));
    send(db, bob, ann, "Hello", 0);
    send(db, eve, ann, "Hello", 1);
    messages(db).block(block(ann, bob), at(2)).unwrap();
    let said: Vec<_> = contacts(db, ann).iter().map(|c| (c.id, c.blocked)).collect();
    assert_eq!(said, [(eve, false), (bob, true)]);
    assert!(!contacts(db, bob)[0].blocked);
}
