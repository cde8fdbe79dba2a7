//! Deliveries on their way.

use std::{
    env,
    io::{BufRead, BufReader, Write, stdout},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use database::{Database, DatabaseUrl, Due};
use infrastructure::WebhookCarrier;
use kernel::Clock;
use parking_lot::Mutex;
use webhooks::{Message, NotPublic, Receivers, Secret, Sent};

use super::{
    bot::{Bot, failed, wait_for_the_end, wait_for_tries},
    *,
};
use crate::{
    outbox::{PATIENCE, stopped_clock, wait_for},
    support::{postgres, sqlite},
};

contract! {
    deliveries_about_a_post_come_in_order_and_hold_up_no_other,
    failing_receivers_that_hang_hold_up_no_other,
    a_new_event_does_not_hasten_a_retry,
    a_forum_is_told_as_to_its_members_and_the_site_as_to_visitors,
    what_is_not_shown_any_more_is_dropped,
    a_delivery_is_sent_again_with_its_id,
    two_copies_send_once,
    what_waits_outside_of_the_queue_comes_with_the_next_event,
    what_waits_goes_with_its_webhook,
}

fn deliveries_about_a_post_come_in_order_and_hold_up_no_other(db: &TestDb) {
    let (_, forum) = member(db);
    let webhook = add(db, None, &EventType::ALL);
    let (post, reply) = (PostId(1), ReplyId(1));
    happen(
        db,
        &[
            Event::PostCreated { post, forum },
            Event::ReplyCreated { reply, post, forum },
            Event::PostEdited { post, forum, is_latest: true },
        ],
    );
    let (bot, clock) = (Bot::answering([failed()]), stopped_clock());
    let _runner = bot.start(&db.database, &clock);
    wait_for_tries(db, 1);
    happen(db, &[Event::AccountCreated { user: UserId(1) }]);
    wait_for("another thing", PATIENCE, || bot.types().len() == 2);
    assert_eq!(bot.types(), ["post.created", "user.registered"]);
    clock.advance(Duration::from_mins(1));
    wait_for_the_end(db);
    let rest = ["post.created", "reply.created", "post.edited"];
    assert_eq!(bot.types()[2..], rest);
    let got = bot.got.lock();
    assert_eq!(got[0], got[2]);
    let tries: Vec<_> =
        deliveries(db, webhook).iter().rev().map(|one| (one.status, one.tries)).collect();
    let delivered = DeliveryStatus::Delivered;
    assert_eq!(tries, [(delivered, 2), (delivered, 1), (delivered, 1), (delivered, 1)]);
    assert_eq!(webhooks(db).find(webhook).unwrap().unwrap().failures, 0);
}

/// Hangs with posts until the gate is open.
#[derive(Default)]
struct HangingWithPosts {
    gate: Mutex<()>,
    got: Mutex<Vec<String>>,
}

impl Receivers for HangingWithPosts {
    fn check(&self, _: &Endpoint) -> Result<(), NotPublic> {
        Ok(())
    }

    fn send(&self, _: &Endpoint, _: &Secret, message: &Message, _: Timestamp) -> Sent {
        self.got.lock().push(message.body.clone());
        if message.body.contains("post.created") {
            drop(self.gate.lock());
        }
        Sent::Accepted
    }
}

fn failing_receivers_that_hang_hold_up_no_other(db: &TestDb) {
    let (_, forum) = member(db);
    for _ in 0..10 {
        add(db, None, &[EventType::PostCreated]);
    }
    db.run("UPDATE webhooks SET failures = 1");
    add(db, None, &[EventType::UserRegistered]);
    let post = |nth| Event::PostCreated { post: PostId(nth), forum };
    happen(db, &(1..=5).map(post).collect::<Vec<_>>());
    let (bot, clock) = (Bot::answering([]), stopped_clock());
    let receivers = Arc::new(HangingWithPosts::default());
    let clock: Arc<dyn Clock> = clock;
    let carrier = WebhookCarrier::new(
        db.database.clone(),
        bot.clone(),
        receivers.clone(),
        bot,
        clock.clone(),
    );
    let _runner = db.database.start_deliveries(vec![Arc::new(carrier)], &clock).unwrap();
    let gate = receivers.gate.lock();
    // Each of the others gave its lane back.
    wait_for("the first tries", PATIENCE, || {
        db.number("SELECT count(*) AS n FROM deliveries WHERE attempts = 1") == 50 - 8
    });
    happen(db, &[Event::AccountCreated { user: UserId(1) }]);
    wait_for("another webhook", PATIENCE, || receivers.got.lock().len() == 9);
    drop(gate);
    wait_for("the end of those that hung", PATIENCE, || {
        db.number("SELECT count(*) AS n FROM deliveries") == 50 - 8
    });
    assert_eq!(db.number("SELECT count(*) AS n FROM webhooks WHERE failures = 0"), 9);
}

fn a_new_event_does_not_hasten_a_retry(db: &TestDb) {
    let (_, forum) = member(db);
    let webhook = add(db, None, &EventType::ALL);
    let post = PostId(1);
    happen(db, &[Event::PostCreated { post, forum }]);
    let (bot, clock) = (Bot::answering([failed()]), stopped_clock());
    let _runner = bot.start(&db.database, &clock);
    wait_for_tries(db, 1);
    happen(db, &[Event::PostEdited { post, forum, is_latest: true }]);
    let next = Some(T0.after(Duration::from_mins(1)));
    let listed = deliveries(db, webhook);
    assert_eq!(listed.iter().map(|one| one.next_try).collect::<Vec<_>>(), [next, next]);
    assert_eq!(webhooks(db).find(webhook).unwrap().unwrap().failures, 1);
    assert!(webhooks(db).send_again(webhook, listed[1].id, T0).unwrap());
    wait_for_the_end(db);
    assert_eq!(bot.types(), ["post.created", "post.created", "post.edited"]);
}

fn a_forum_is_told_as_to_its_members_and_the_site_as_to_visitors(db: &TestDb) {
    let (_, forum) = member(db);
    let created = [EventType::PostCreated];
    add(db, None, &created);
    add(db, Some(forum), &created);
    happen(db, &[Event::PostCreated { post: PostId(1), forum }]);
    let bot = Bot::answering([]);
    let _runner = bot.start(&db.database, &stopped_clock());
    wait_for_the_end(db);
    let got = bot.got.lock();
    let mut readers: Vec<_> = got.iter().map(|one| one.body.rsplit(':').next().unwrap()).collect();
    readers.sort_unstable();
    assert_eq!(readers, [r#""Admin"}"#, r#""Visitor"}"#]);
}

fn what_is_not_shown_any_more_is_dropped(db: &TestDb) {
    let (_, forum) = member(db);
    let webhook = add(db, None, &EventType::ALL);
    happen(db, &[Event::PostCreated { post: PostId(1), forum }]);
    let bot = Bot::answering([]);
    *bot.is_hidden.lock() = true;
    let _runner = bot.start(&db.database, &stopped_clock());
    wait_for_the_end(db);
    assert_eq!(bot.types(), [""; 0]);
    let [dropped] = &deliveries(db, webhook)[..] else { panic!() };
    assert_eq!((dropped.status, dropped.tries), (DeliveryStatus::Dropped, 0));
}

fn a_delivery_is_sent_again_with_its_id(db: &TestDb) {
    let (webhook, other) = (add(db, None, &[]), add(db, None, &[]));
    assert!(webhooks(db).ping(webhook, T0).unwrap());
    let bot = Bot::answering([]);
    let _runner = bot.start(&db.database, &stopped_clock());
    wait_for_the_end(db);
    let id = deliveries(db, webhook)[0].id;
    assert!(!webhooks(db).send_again(other, id, T0).unwrap());
    assert!(webhooks(db).send_again(webhook, id, T0).unwrap());
    wait_for_the_end(db);
    let got = bot.got.lock().clone();
    assert_eq!(got.len(), 2);
    assert_eq!(got[0], got[1]);
    assert_eq!(deliveries(db, webhook)[0].tries, 2);
}

fn two_copies_send_once(db: &TestDb) {
    let (_, forum) = member(db);
    add(db, None, &EventType::ALL);
    let (first, second, clock) = (Bot::answering([]), Bot::answering([]), stopped_clock());
    let other = Database::open(db.url()).unwrap();
    let _runners = [first.start(&db.database, &clock), second.start(&other, &clock)];
    let post = |nth| Event::PostCreated { post: PostId(nth), forum };
    happen(db, &(1..=50).map(post).collect::<Vec<_>>());
    wait_for_the_end(db);
    let got = [first, second].map(|bot| bot.got.lock().clone()).concat();
    let ids: BTreeSet<_> = got.iter().map(|message| message.id.clone()).collect();
    assert_eq!((got.len(), ids.len()), (50, 50));
}

fn what_waits_outside_of_the_queue_comes_with_the_next_event(db: &TestDb) {
    let (_, forum) = member(db);
    add(db, None, &EventType::ALL);
    let post = PostId(1);
    happen(db, &[Event::PostCreated { post, forum }]);
    db.run("DELETE FROM deliveries");
    happen(db, &[Event::PostEdited { post, forum, is_latest: true }]);
    let bot = Bot::answering([]);
    let _runner = bot.start(&db.database, &stopped_clock());
    wait_for("both", PATIENCE, || bot.types() == ["post.created", "post.edited"]);
}

fn what_waits_goes_with_its_webhook(db: &TestDb) {
    let webhook = add(db, None, &[]);
    assert!(webhooks(db).ping(webhook, T0).unwrap());
    webhooks(db).delete(webhook).unwrap();
    let bot = Bot::answering([]);
    let _runner = bot.start(&db.database, &stopped_clock());
    wait_for_the_end(db);
    assert_eq!(bot.types(), [""; 0]);
}

/// Names the database from which a child process of the test sends until it is killed.
const DATABASE: &str = "POSTUP_TEST_WEBHOOKS";

/// Sends one, and is killed before it can say so.
struct Hanging;

impl Receivers for Hanging {
    fn check(&self, _: &Endpoint) -> Result<(), NotPublic> {
        Ok(())
    }

    fn send(&self, _: &Endpoint, _: &Secret, message: &Message, _: Timestamp) -> Sent {
        let mut stdout = stdout().lock();
        writeln!(stdout, "sent {}", message.id).unwrap();
        stdout.flush().unwrap();
        loop {
            thread::park();
        }
    }
}

fn send_until_killed(url: &str) {
    let database = Database::open(&url.parse::<DatabaseUrl>().unwrap()).unwrap();
    let (bot, clock) = (Bot::answering([]), stopped_clock());
    let clock: Arc<dyn Clock> = clock;
    let carrier =
        WebhookCarrier::new(database.clone(), bot.clone(), Arc::new(Hanging), bot, clock.clone());
    let _runner = database.start_deliveries(vec![Arc::new(carrier)], &clock).unwrap();
    loop {
        thread::park();
    }
}

fn what_a_killed_process_sent_comes_once_more(db: fn() -> TestDb, test: &str) {
    if let Ok(url) = env::var(DATABASE) {
        return send_until_killed(&url);
    }
    let db = db();
    let webhook = add(&db, None, &[]);
    assert!(webhooks(&db).ping(webhook, T0).unwrap());
    let (DatabaseUrl::Postgres(place) | DatabaseUrl::Sqlite(place)) = db.url();
    let scheme = if place.contains("://") { "" } else { "sqlite://" };
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "--nocapture", test])
        .env(DATABASE, format!("{scheme}{place}"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let sent = lines
        .map_while(Result::ok)
        .find_map(|line| line.split_once("sent ").map(|(_, id)| id.to_owned()))
        .unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let (bot, clock) = (Bot::answering([]), stopped_clock());
    let _runner = bot.start(&db.database, &clock);
    clock.advance(Due::LEASE);
    wait_for_the_end(&db);
    let got = bot.got.lock();
    let ids: Vec<_> = got.iter().map(|message| message.id.as_str()).collect();
    assert_eq!(ids, [sent]);
}

#[test]
fn what_a_killed_process_sent_comes_once_more_on_sqlite() {
    let test = "webhooks::carried::what_a_killed_process_sent_comes_once_more_on_sqlite";
    what_a_killed_process_sent_comes_once_more(sqlite, test);
}

#[test]
fn what_a_killed_process_sent_comes_once_more_on_postgres() {
    let test = "webhooks::carried::what_a_killed_process_sent_comes_once_more_on_postgres";
    what_a_killed_process_sent_comes_once_more(postgres, test);
}
