//! Webhooks whose receivers take nothing.

use std::time::Duration;

use infrastructure::NotificationProducer;
use kernel::Clock;
use notifications::ModerationAct;
use webhooks::Sent;

use super::{
    bot::{Bot, failed, wait_for_the_end, wait_for_tries},
    *,
};
use crate::{
    notifications::of,
    outbox::{StoppedClock, stopped_clock},
};

contract! {
    a_webhook_is_off_after_a_day_and_its_managers_are_told,
    a_day_that_ends_while_a_message_is_sent_turns_its_webhook_off,
    a_day_without_a_message_turns_its_webhook_off,
    a_receiver_that_is_gone_turns_its_webhook_off,
    a_webhook_that_is_off_is_still_pinged,
}

fn telling_managers(db: &TestDb) -> Database {
    let clock = || Arc::new(At(T0));
    db.database.delivering_to(vec![Arc::new(NotificationProducer::new(clock(), None))], clock())
}

fn a_webhook_is_off_after_a_day_and_its_managers_are_told(db: &TestDb) {
    let (ann, forum) = member(db);
    let bob = db.add_user("bob");
    let webhook = add(db, Some(forum), &EventType::ALL);
    let post = |id| Event::PostCreated { post: PostId(id), forum };
    happen(db, &[post(1)]);
    let (bot, clock) = (Bot::answering((0..13).map(|_| failed())), stopped_clock());
    let database = telling_managers(db);
    for tries in 1..=12 {
        // A start looks at once.
        let _runner = bot.start(&database, &clock);
        wait_for_tries(db, tries);
        let due = db.number("SELECT due_at AS n FROM deliveries");
        clock.advance(Duration::from_millis((due - clock.now().unix_millis()) as u64));
    }
    let runner = bot.start(&database, &clock);
    wait_for_the_end(db);
    drop(runner);
    let off = webhooks(db).find(webhook).unwrap().unwrap();
    assert_eq!((off.active, off.failures), (false, 13));
    let [given_up] = &deliveries(db, webhook)[..] else { panic!() };
    assert_eq!((given_up.status, given_up.next_try), (DeliveryStatus::Failed, None));
    happen(db, &[post(2)]);
    assert_eq!(deliveries(db, webhook).len(), 1);

    deliver(&database);
    assert_eq!(of(db, bob), []);
    let [told] = &of(db, ann)[..] else { panic!() };
    assert_eq!(told.act, Some(ModerationAct::WebhookTurnedOff));
    assert_eq!(told.path(), format!("/forums/{forum}/webhooks"));
}

/// A webhook is turned off, and its managers are notified.
fn turns_off(db: &TestDb, bot: &Arc<Bot>, clock: &Arc<StoppedClock>) {
    let (ann, forum) = member(db);
    let webhook = add(db, Some(forum), &EventType::ALL);
    happen(db, &[Event::PostCreated { post: PostId(1), forum }]);
    let database = telling_managers(db);
    let runner = bot.start(&database, clock);
    wait_for_the_end(db);
    drop(runner);
    assert!(!webhooks(db).find(webhook).unwrap().unwrap().active);
    assert_eq!(deliveries(db, webhook)[0].status, DeliveryStatus::Failed);
    deliver(&database);
    assert_eq!(of(db, ann)[0].act, Some(ModerationAct::WebhookTurnedOff));
}

fn a_day_that_ends_while_a_message_is_sent_turns_its_webhook_off(db: &TestDb) {
    let (bot, clock) = (Bot::answering([failed()]), stopped_clock());
    clock.advance(Duration::from_hours(24) - Duration::from_secs(1));
    *bot.takes.lock() = Some(clock.clone());
    turns_off(db, &bot, &clock);
}

fn a_day_without_a_message_turns_its_webhook_off(db: &TestDb) {
    let (bot, clock) = (Bot::answering([]), stopped_clock());
    clock.advance(Duration::from_hours(24));
    *bot.is_broken.lock() = true;
    turns_off(db, &bot, &clock);
    assert_eq!(bot.types(), [""; 0]);
}

fn a_receiver_that_is_gone_turns_its_webhook_off(db: &TestDb) {
    let admin = db.add_user("admin");
    db.run(&format!("UPDATE users SET role = 2 WHERE id = {admin}"));
    let (_, forum) = member(db);
    let webhook = add(db, None, &EventType::ALL);
    let post = PostId(1);
    let edited = Event::PostEdited { post, forum, is_latest: true };
    happen(db, &[Event::PostCreated { post, forum }, edited]);
    let (bot, database) = (Bot::answering([Sent::Gone]), telling_managers(db));
    let _runner = bot.start(&database, &stopped_clock());
    wait_for_the_end(db);
    assert_eq!(bot.types(), ["post.created"]);
    assert!(!webhooks(db).find(webhook).unwrap().unwrap().active);
    let statuses = deliveries(db, webhook).iter().map(|one| one.status).collect::<Vec<_>>();
    assert_eq!(statuses, [DeliveryStatus::Failed; 2]);
    deliver(&database);
    let [told] = &of(db, admin)[..] else { panic!() };
    assert_eq!(told.path(), "/admin/webhooks");
}

fn a_webhook_that_is_off_is_still_pinged(db: &TestDb) {
    let webhook = add(db, None, &[]);
    let off = Change { url: new(None, &[]).url, events: BTreeSet::new(), active: Some(false) };
    assert!(webhooks(db).update(webhook, &off).unwrap().is_some());
    assert!(webhooks(db).ping(webhook, T0).unwrap());
    let bot = Bot::answering([]);
    let _runner = bot.start(&db.database, &stopped_clock());
    wait_for_the_end(db);
    assert_eq!(bot.types(), ["ping"]);
}
