mod blocks;
mod concurrency;
mod counts;

use infrastructure::DbMessages;
use kernel::{Limit, MessageId, PageRequest, Timestamp, UserId};
use messages::{
    Contact, LastMessage, Message, MessageRepository, MessageText, NewMessage, Participants,
    WriteOutcome,
};

use crate::support::{T0, TestDb, contract};

contract! {
    a_sent_message_is_found_again,
    participants_of_a_message_are_found,
    a_chat_holds_both_directions,
    a_chat_is_read_from_its_end_page_by_page,
    a_page_of_a_chat_is_stable_under_changes,
    an_edited_message_has_only_the_new_text,
    a_message_is_read_once_and_for_all,
    a_missing_message_is_not_changed,
    contacts_page_latest_first,
    a_contact_shows_the_current_profile,
    a_contact_shows_the_start_of_its_last_message,
    existing_users_are_recognized,
}

pub(super) fn messages(db: &TestDb) -> DbMessages {
    DbMessages(db.database.clone())
}

pub(super) fn at(millis: i64) -> Timestamp {
    Timestamp::from_unix_millis(T0.unix_millis() + millis)
}

pub(crate) fn new_message(sender: UserId, recipient: UserId, text: &str, ms: i64) -> NewMessage {
    NewMessage {
        request: None,
        participants: Participants { sender, recipient },
        text: MessageText::parse(text).unwrap(),
        sent_at: at(ms),
    }
}

pub(super) fn send(
    db: &TestDb,
    sender: UserId,
    recipient: UserId,
    text: &str,
    ms: i64,
) -> MessageId {
    done(messages(db).insert(&new_message(sender, recipient, text, ms)).unwrap()).id
}

/// Without blocks.
pub(crate) fn done(written: WriteOutcome<Message>) -> Message {
    match written {
        WriteOutcome::Written(message) => message,
        WriteOutcome::Blocked(blocked) => panic!("{blocked:?}"),
    }
}

pub(super) fn contacts(db: &TestDb, owner: UserId) -> Vec<Contact> {
    messages(db).contacts(owner, &PageRequest::default()).unwrap().items
}

pub(super) fn chat(db: &TestDb, one: UserId, other: UserId) -> Vec<Message> {
    messages(db).between(one, other, &PageRequest::default()).unwrap().items
}

pub(super) fn texts(messages: &[Message]) -> Vec<&str> {
    messages.iter().map(|message| message.text.as_str()).collect()
}

fn a_sent_message_is_found_again(db: &TestDb) {
    let (ann, bob) = (db.add_user("Ann"), db.add_user("bob"));
    let sent = done(messages(db).insert(&new_message(ann, bob, "Grüße\n🌱", 7)).unwrap());
    assert_eq!(
        sent,
        Message {
            id: sent.id,
            text: "Grüße\n🌱".to_owned(),
            html: "<p>Grüße\n🌱</p>\n".to_owned(),
            sender: ann,
            sender_name: "Ann".to_owned(),
            sent_at: at(7),
            edited: false,
            read: false,
        }
    );
    assert_eq!(chat(db, ann, bob), std::slice::from_ref(&sent));
    assert_eq!(chat(db, bob, ann), [sent]);
}

fn participants_of_a_message_are_found(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let id = send(db, bob, ann, "Hello", 0);
    assert_eq!(
        messages(db).participants(id).unwrap(),
        Some(Participants { sender: bob, recipient: ann })
    );
    assert_eq!(messages(db).participants(MessageId(id.0 + 1)).unwrap(), None);
}

fn a_chat_holds_both_directions(db: &TestDb) {
    let (ann, bob, eve) = (db.add_user("ann"), db.add_user("bob"), db.add_user("eve"));
    send(db, ann, bob, "1", 1);
    send(db, bob, ann, "2", 2);
    send(db, ann, eve, "to eve", 3);
    send(db, eve, bob, "from eve", 4);
    assert_eq!(texts(&chat(db, ann, bob)), ["1", "2"]);
    assert_eq!(texts(&chat(db, bob, ann)), ["1", "2"]);
    assert_eq!(texts(&chat(db, ann, ann)), [""; 0]);
}

fn a_chat_is_read_from_its_end_page_by_page(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    // Three of the same millisecond: the higher id is the newer one.
    for (text, ms) in [("c", 2), ("d", 2), ("a", 0), ("e", 2), ("b", 1), ("f", 3)] {
        send(db, ann, bob, text, ms);
    }
    let mut page = PageRequest { limit: Limit::new(2).unwrap(), after: None };
    let mut pages = vec![];
    loop {
        let found = messages(db).between(bob, ann, &page).unwrap();
        pages.push(texts(&found.items).concat());
        page.after = found.next;
        if page.after.is_none() {
            break;
        }
    }
    assert_eq!(pages, ["ef", "cd", "ab"]);
}

fn a_page_of_a_chat_is_stable_under_changes(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let ids = ["a", "b", "c", "d"].map(|text| send(db, ann, bob, text, 0));
    let limit = Limit::new(2).unwrap();
    let first = messages(db).between(ann, bob, &PageRequest { limit, after: None }).unwrap();
    assert_eq!(texts(&first.items), ["c", "d"]);
    messages(db).delete(ids[2], T0).unwrap();
    send(db, bob, ann, "e", 1);
    let second = messages(db).between(ann, bob, &PageRequest { limit, after: first.next }).unwrap();
    assert_eq!(texts(&second.items), ["a", "b"]);
    assert_eq!(second.next, None);
}

fn an_edited_message_has_only_the_new_text(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let id = send(db, ann, bob, "a secret", 0);
    messages(db).mark_read(id, None).unwrap();
    let [before] = contacts(db, bob).try_into().unwrap();
    let edited = messages(db).edit(id, &MessageText::parse("Hello").unwrap()).unwrap();
    let edited = done(edited.unwrap());
    assert_eq!((edited.text.as_str(), edited.edited, edited.read), ("Hello", true, true));
    assert_eq!(chat(db, ann, bob), [edited]);
    let holding = "SELECT count(*) AS n FROM messages WHERE message LIKE '%secret%'";
    assert_eq!(db.number(holding), 0);
    let last = Some(LastMessage { excerpt: "Hello".to_owned(), is_own: false });
    assert_eq!(contacts(db, bob), [Contact { last, ..before }]);
}

fn a_message_is_read_once_and_for_all(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let id = send(db, ann, bob, "Hello", 0);
    let read = messages(db).mark_read(id, None).unwrap().unwrap();
    assert!(read.read);
    assert!(!read.edited);
    assert_eq!(messages(db).mark_read(id, None).unwrap(), Some(read.clone()));
    assert_eq!(chat(db, ann, bob), [read]);
}

fn a_missing_message_is_not_changed(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let id = send(db, ann, bob, "Hello", 0);
    assert!(messages(db).delete(id, T0).unwrap());
    let messages = messages(db);
    assert!(!messages.delete(id, T0).unwrap());
    assert_eq!(messages.edit(id, &MessageText::parse("Bye").unwrap()).unwrap(), None);
    assert_eq!(messages.mark_read(id, None).unwrap(), None);
    assert_eq!(messages.participants(id).unwrap(), None);
}

fn contacts_page_latest_first(db: &TestDb) {
    let ann = db.add_user("ann");
    let [bob, eve, joe, kim] = ["bob", "eve", "joe", "kim"].map(|name| db.add_user(name));
    // Eve and Joe of the same millisecond: the higher id comes first.
    send(db, ann, eve, "1", 5);
    send(db, joe, ann, "2", 5);
    send(db, bob, ann, "3", 9);
    send(db, ann, kim, "4", 1);
    send(db, kim, joe, "no contact of Ann's", 10);
    let mut page = PageRequest { limit: Limit::new(2).unwrap(), after: None };
    let mut pages = vec![];
    loop {
        let found = messages(db).contacts(ann, &page).unwrap();
        pages.push(found.items.iter().map(|contact| contact.id).collect::<Vec<_>>());
        page.after = found.next;
        if page.after.is_none() {
            break;
        }
    }
    assert_eq!(pages, [[bob, joe], [eve, kim]]);
}

fn a_contact_shows_the_current_profile(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("Bob"));
    send(db, ann, bob, "Hello", 3);
    db.run("UPDATE users SET image = 'https://example.org/b.png' WHERE username = 'Bob'");
    let contact = Contact {
        id: bob,
        username: "Bob".to_owned(),
        image: "https://example.org/b.png".to_owned(),
        unread: 0,
        total: 1,
        latest_at: at(3),
        blocked: false,
        last: Some(LastMessage { excerpt: "Hello".to_owned(), is_own: true }),
    };
    assert_eq!(contacts(db, ann), [contact]);
}

fn a_contact_shows_the_start_of_its_last_message(db: &TestDb) {
    let (bob, ann) = (db.add_user("bob"), db.add_user("ann"));
    let last = |of| {
        let [contact] = contacts(db, of).try_into().unwrap();
        let last: LastMessage = contact.last.unwrap();
        (last.excerpt, last.is_own)
    };
    send(db, ann, bob, "Hello", 3);
    let answer = send(db, bob, ann, "Be **bold**", 4);
    send(db, ann, bob, "Stored late", 2);
    assert_eq!(last(ann), ("Be bold".to_owned(), false));
    assert_eq!(last(bob), ("Be bold".to_owned(), true));
    assert!(messages(db).delete(answer, T0).unwrap());
    assert_eq!(last(ann), ("Hello".to_owned(), true));
    send(db, bob, ann, &"long ".repeat(900), 9);
    let (excerpt, _) = last(ann);
    assert!(excerpt.ends_with('…') && excerpt.len() < 1_000, "{excerpt}");
}

fn existing_users_are_recognized(db: &TestDb) {
    let ann = db.add_user("ann");
    assert!(messages(db).is_user(ann).unwrap());
    assert!(!messages(db).is_user(UserId(ann.0 + 1)).unwrap());
}
