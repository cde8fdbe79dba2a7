use std::sync::{Arc, Mutex};

use database::{Consumed, Database, DbConnection, EventConsumer, Events, StoredEvent};
use diesel::QueryResult;
use infrastructure::{DbPosts, SystemClock};
use kernel::Event;
use posts::PostRepository;

use super::{add_post, add_reply, html_of_reply, mentions_of_post, mentions_of_reply, text};
use crate::support::{T0, TestDb, contract, own};

contract! {
    a_text_mentions_members_by_name,
    mentions_go_with_their_text,
    an_edit_tells_whom_it_newly_mentions,
}

fn a_text_mentions_members_by_name(db: &TestDb) {
    let ann = db.add_user("ann");
    db.add_user("Bob.B");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "@ANN and @bob.b. and @nobody and `@ann`");
    let html = post.html.unwrap();
    for link in ["href=\"/u/ann\"", ">@ANN</a>", "href=\"/u/Bob.B\"", "@nobody and"] {
        assert!(html.contains(link), "{html}");
    }
    assert_eq!(mentions_of_post(db, post.id), 2);
    let reply = add_reply(db, ann, post.id, "@ann @ann");
    assert!(html_of_reply(&reply).contains("href=\"/u/ann\""));
    assert_eq!(mentions_of_reply(db, reply.id), 1);
}

fn mentions_go_with_their_text(db: &TestDb) {
    let ann = db.add_user("ann");
    db.add_user("bob");
    let forum = db.add_forum(ann, "Boats");
    let post = add_post(db, ann, forum, "@ann @bob").id;
    add_reply(db, ann, post, "@bob");
    assert!(DbPosts::new(db.database.clone()).delete(post, &own(ann)).unwrap());
    assert_eq!(db.number("SELECT count(*) AS n FROM post_mentions"), 0);
    assert_eq!(db.number("SELECT count(*) AS n FROM reply_mentions"), 0);
}

/// Collects the mentions by edits.
struct Collector(Arc<Mutex<Vec<Event>>>);

impl EventConsumer for Collector {
    fn name(&self) -> &'static str {
        "mentions"
    }

    fn wants(&self, event: &Event) -> bool {
        matches!(event, Event::MemberMentioned { .. })
    }

    fn consume(
        &self,
        _: &mut DbConnection,
        _: &mut Events,
        stored: &StoredEvent,
    ) -> QueryResult<Consumed> {
        self.0.lock().unwrap().push(stored.event);
        Ok(Consumed::Entirely)
    }
}

/// Returns the database with a collector of mentions by edits.
pub(super) fn collecting(db: &TestDb) -> (Database, impl Fn() -> Vec<Event>) {
    let collected = Arc::new(Mutex::new(vec![]));
    let consumer = Arc::new(Collector(Arc::clone(&collected)));
    let database = db.database.delivering_to(vec![consumer], Arc::new(SystemClock));
    let own = database.clone();
    let take = move || {
        while own.deliver_events().unwrap().consumed > 0 {}
        std::mem::take(&mut *collected.lock().unwrap())
    };
    (database, take)
}

fn an_edit_tells_whom_it_newly_mentions(db: &TestDb) {
    let (ann, bob, eve) = (db.add_user("ann"), db.add_user("bob"), db.add_user("eve"));
    let forum = db.add_forum(ann, "Boats");
    let (database, told) = collecting(db);
    let posts = DbPosts::new(database);
    let new = posts::NewPost {
        request: None,
        forum,
        author: ann,
        content: text("@bob"),
        created_at: crate::support::T0,
    };
    let post = posts.insert(&new).unwrap().inserted().unwrap().id;
    assert_eq!(told(), []);
    posts.update(post, &text("@bob and @eve"), ann, T0).unwrap();
    assert_eq!(told(), [Event::MemberMentioned { user: eve, post, reply: None }]);
    posts.update(post, &text("@eve"), ann, T0).unwrap();
    assert_eq!(told(), []);
    assert_eq!(mentions_of_post(db, post), 1);
    posts.update(post, &text("@bob"), ann, T0).unwrap();
    assert_eq!(told(), [Event::MemberMentioned { user: bob, post, reply: None }]);
}
