//! Who listens to events hears each commit, and nothing that was rolled back.

use std::{
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use database::{Database, DatabaseUrl};
use diesel::result::Error as DieselError;
use infrastructure::{DbMessages, DbSessions, DbUsers};
use kernel::Event;
use messages::MessageRepository;
use users::{KeptSession, NewAccount, SessionRepository, UserRepository, Username, default_avatar};

use crate::{
    api_tokens,
    following::follow,
    messages::{done, new_message},
    support::{T0, TestDb, contract},
    users::sign_in,
};

contract! {
    commits_are_heard_and_rollbacks_are_not,
    commits_of_the_write_queue_are_heard,
    commits_of_another_process_are_heard,
    ended_sessions_are_heard,
}

const SOON: Duration = Duration::from_secs(5);

fn listen(database: &Database) -> Receiver<Event> {
    let (sender, heard) = channel();
    database.listen_to_events(Box::new(move |events| {
        for event in events {
            sender.send(*event).unwrap();
        }
    }));
    heard
}

/// Skips what does not concern messages.
fn next_of_a_message(heard: &Receiver<Event>) -> Event {
    loop {
        let event = heard.recv_timeout(SOON).unwrap();
        if matches!(event, Event::MessageSent { .. } | Event::MessageRead { .. }) {
            return event;
        }
    }
}

fn commits_are_heard_and_rollbacks_are_not(db: &TestDb) {
    let (sender, recipient) = (db.add_user("ann"), db.add_user("bob"));
    let heard = listen(&db.database);
    let messages = DbMessages(db.database.clone());
    let failed = db.database.write(|_, _| Err::<(), _>(DieselError::RollbackTransaction));
    assert!(failed.is_err());
    let message = done(messages.insert(&new_message(sender, recipient, "Hello", 0)).unwrap()).id;
    // The second time nothing changes.
    for _ in 0..2 {
        messages.mark_read(message, None).unwrap();
    }
    let events: Vec<_> = heard.try_iter().collect();
    let sent = Event::MessageSent { message, sender, recipient };
    assert_eq!(events, [sent, Event::MessageRead { message, sender, recipient }]);
}

fn commits_of_the_write_queue_are_heard(db: &TestDb) {
    let (sender, recipient) = (db.add_user("ann"), db.add_user("bob"));
    let Some((queue, queued)) = db.database.write_queue().unwrap() else { return };
    let heard = listen(&db.database);
    let messages = DbMessages(queued);
    let job = move || {
        let sent = messages.insert(&new_message(sender, recipient, "Hello", 0)).unwrap();
        drop(done(sent));
        Box::new(|_| {}) as Box<dyn FnOnce(_) + Send>
    };
    queue.submit(Box::new(job)).unwrap();
    assert!(matches!(next_of_a_message(&heard), Event::MessageSent { .. }));
}

fn commits_of_another_process_are_heard(db: &TestDb) {
    let (sender, recipient) = (db.add_user("ann"), db.add_user("bob"));
    let here = Database::open(db.url()).unwrap();
    let heard = listen(&here);
    follow(&here, db);
    while heard.try_recv().is_ok() {}
    let sent = DbMessages(db.database.clone()).insert(&new_message(sender, recipient, "Hi", 0));
    let message = done(sent.unwrap()).id;
    let first = heard.recv_timeout(SOON).unwrap();
    // On SQLite a process cannot tell what another one changed.
    let sent = Event::MessageSent { message, sender, recipient };
    assert!([sent, Event::DataReplaced].contains(&first), "{first:?}");
    assert_eq!(first == sent, matches!(db.url(), DatabaseUrl::Postgres(_)));
}

fn ended_sessions_are_heard(db: &TestDb) {
    let users = DbUsers(db.database.clone());
    let sessions = DbSessions(db.database.clone());
    let account = NewAccount {
        username: Username::parse("Ann").unwrap(),
        password_hash: "old".to_owned(),
        image: default_avatar(),
        code_digests: vec!["digest".to_owned()],
        created_at: T0,
    };
    let user = users.insert(&account).unwrap().unwrap().id;
    let kept = KeptSession { id: sign_in(db, user), renewed_at: T0, ends_at: T0 };
    let token = api_tokens::add(db, user, "digest").id;
    let heard = listen(&db.database);
    sessions.end_tokens(user, 0, &kept).unwrap().unwrap();
    assert_eq!(sessions.end_tokens(user, 0, &kept).unwrap(), None);
    users.set_password(user, "old", "new", &kept).unwrap().unwrap();
    users.reset_password(user, "new", "newer", T0).unwrap().unwrap();
    let heard: Vec<_> = heard.try_iter().collect();
    let ended = |version| Event::SessionsEnded { user, version };
    // A new password notifies the member.
    let notified = || Event::UnreadChanged { from: user, to: user };
    let removed = Event::SessionEnded { user, session: token };
    assert_eq!(heard, [ended(1), notified(), ended(2), notified(), ended(3), removed]);
}
