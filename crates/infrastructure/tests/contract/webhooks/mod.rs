//! Webhooks: who is told of what, and in which order.

mod bot;
mod carried;
mod turned_off;

use std::{collections::BTreeSet, sync::Arc};

use database::Database;
use forums::ForumRepository;
use infrastructure::{DbForums, DbWebhooks, WebhookProducer};
use kernel::{
    Endpoint, Event, ForumId, PageRequest, PostId, ReplyId, ReportId, Timestamp, UserId, WebhookId,
};
use webhooks::{
    Change, CreateOutcome, Delivery, DeliveryStatus, EventType, MAX_OF_FORUM, MAX_OF_SITE,
    NewWebhook, Webhook, WebhookRepository,
};

use crate::{
    notifications::{At, deliver},
    support::{ACT, T0, TestDb, contract, sixteen_at_once},
};

contract! {
    a_webhook_is_stored_changed_and_deleted,
    there_are_not_more_than_may_be_also_at_once,
    a_deleted_forum_takes_its_webhooks_along,
    each_event_has_its_type,
    events_are_stored_only_while_there_is_a_webhook_that_is_on,
    webhooks_of_a_forum_are_told_of_it_alone_and_those_of_the_site_of_what_visitors_read,
    old_deliveries_are_deleted_but_not_those_that_wait,
}

fn webhooks(db: &TestDb) -> DbWebhooks {
    DbWebhooks(db.database.clone())
}

fn new(forum: Option<ForumId>, events: &[EventType]) -> NewWebhook {
    NewWebhook {
        url: Endpoint::parse("https://bot.example/hook").unwrap(),
        events: events.iter().copied().collect(),
        forum,
        seed: "seed".to_owned(),
        created_at: T0,
    }
}

/// Makes a webhook without its first ping.
fn add(db: &TestDb, forum: Option<ForumId>, events: &[EventType]) -> WebhookId {
    let CreateOutcome::Created(webhook) = webhooks(db).insert(&new(forum, events)).unwrap() else {
        panic!("too many")
    };
    db.run("DELETE FROM webhook_deliveries WHERE event = 'ping'; DELETE FROM deliveries");
    webhook.id
}

fn deliveries(db: &TestDb, id: WebhookId) -> Vec<Delivery> {
    webhooks(db).deliveries(id, &PageRequest::default()).unwrap().items
}

/// The events that a webhook was told or will be, the oldest first.
fn told(db: &TestDb, id: WebhookId) -> Vec<&'static str> {
    deliveries(db, id).iter().rev().map(|one| one.event.name()).collect()
}

/// Records events and tells webhooks of them.
fn happen(db: &TestDb, happened: &[Event]) {
    deliver(&recorded(db, happened));
}

/// Records events, and returns the database that delivers them to webhooks.
fn recorded(db: &TestDb, happened: &[Event]) -> Database {
    let clock = Arc::new(At(T0));
    let database = db.database.delivering_to(vec![Arc::new(WebhookProducer)], clock);
    let record = |event: &Event| {
        database.write(|_, events| {
            events.record_logged(*event, |_| Ok(()));
            Ok(())
        })
    };
    for event in happened {
        record(event).unwrap();
    }
    database
}

fn a_webhook_is_stored_changed_and_deleted(db: &TestDb) {
    let forum = db.add_forum(db.add_user("ann"), "Tea");
    let both = [EventType::PostCreated, EventType::ReplyDeleted];
    let CreateOutcome::Created(made) = webhooks(db).insert(&new(Some(forum), &both)).unwrap()
    else {
        panic!("too many")
    };
    let expected = Webhook {
        id: made.id,
        url: Endpoint::parse("https://bot.example/hook").unwrap(),
        events: both.into(),
        forum: Some(forum),
        active: true,
        failures: 0,
    };
    assert_eq!(made, expected);
    assert_eq!(told(db, made.id), ["ping"]);
    assert_eq!(webhooks(db).find(made.id).unwrap(), Some(expected.clone()));
    assert_eq!(webhooks(db).list(Some(forum)).unwrap(), std::slice::from_ref(&expected));
    assert_eq!(webhooks(db).list(None).unwrap(), []);

    let (url, events) = (Endpoint::parse("https://other.example/").unwrap(), BTreeSet::new());
    let off = Change { url: url.clone(), events: events.clone(), active: Some(false) };
    let changed = Webhook { url, events, active: false, ..expected };
    assert_eq!(webhooks(db).update(made.id, &off).unwrap(), Some(changed.clone()));
    assert_eq!(deliveries(db, made.id)[0].status, DeliveryStatus::Failed);
    db.run("UPDATE webhooks SET failures = 3");
    let same = Change { active: None, ..off.clone() };
    let left = webhooks(db).update(made.id, &same).unwrap().unwrap();
    assert_eq!((left.active, left.failures), (false, 3));
    let on = Change { active: Some(true), ..off.clone() };
    let on = webhooks(db).update(made.id, &on).unwrap();
    assert_eq!(on, Some(Webhook { active: true, ..changed }));

    webhooks(db).delete(made.id).unwrap();
    webhooks(db).delete(made.id).unwrap();
    assert_eq!(webhooks(db).find(made.id).unwrap(), None);
    assert_eq!(webhooks(db).update(made.id, &off).unwrap(), None);
    assert!(!webhooks(db).ping(made.id, T0).unwrap());
    assert_eq!(db.number("SELECT count(*) AS n FROM webhook_deliveries"), 0);
}

fn there_are_not_more_than_may_be_also_at_once(db: &TestDb) {
    let forum = db.add_forum(db.add_user("ann"), "Tea");
    let full = |forum| {
        let insert = |_| webhooks(db).insert(&new(forum, &[EventType::Ping])).unwrap();
        let made = sixteen_at_once(insert);
        made.iter().filter(|outcome| **outcome == CreateOutcome::TooMany).count() as i64
    };
    assert_eq!(full(Some(forum)), 16 - MAX_OF_FORUM);
    assert_eq!(full(None) + full(None), 32 - MAX_OF_SITE);
    let missing = webhooks(db).insert(&new(Some(ForumId(99)), &[EventType::Ping])).unwrap();
    assert_eq!(missing, CreateOutcome::NoForum);
}

fn a_deleted_forum_takes_its_webhooks_along(db: &TestDb) {
    let forum = db.add_forum(db.add_user("ann"), "Tea");
    let (of_forum, of_site) = (add(db, Some(forum), &[]), add(db, None, &[]));
    assert!(DbForums(db.database.clone()).delete(forum, &ACT).unwrap());
    assert_eq!(webhooks(db).find(of_forum).unwrap(), None);
    assert!(webhooks(db).find(of_site).unwrap().is_some());
}

fn each_event_has_its_type(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Tea");
    let webhook = add(db, None, &EventType::ALL);
    db.run(&format!(
        "INSERT INTO reports (id, kind, target_id, forum_id, state, opened_at)
        VALUES (7, 0, 1, {forum}, 0, 0)"
    ));
    let (post, reply, report, user) = (PostId(1), ReplyId(2), ReportId(7), ann);
    let (author, by) = (ann, Some(ann));
    let expected = [
        (Event::PostCreated { post, forum }, "post.created"),
        (Event::PostRestored { post, forum, author, by: ann }, "post.created"),
        (Event::PostEdited { post, forum, is_latest: true }, "post.edited"),
        (Event::PostDeleted { post, forum, author, by }, "post.deleted"),
        (Event::PostHeld { post, forum }, "post.deleted"),
        (Event::ReplyCreated { reply, post, forum }, "reply.created"),
        (Event::ReplyRestored { reply, post, forum, author, by: ann }, "reply.created"),
        (Event::ReplyEdited { reply, post, forum }, "reply.edited"),
        (Event::ReplyRemoved { reply, post, forum, author, by }, "reply.deleted"),
        (Event::ReplyHeld { reply, post, forum, was_shown: true }, "reply.deleted"),
        (Event::AccountCreated { user }, "user.registered"),
        (Event::ReportOpened { report }, "report.opened"),
        (Event::ReportReopened { report, by: ann }, "report.opened"),
        (Event::ReportDecided { report, by: ann }, "report.decided"),
        (Event::ReportClosed { report, by }, "report.decided"),
    ];
    // Of what was never shown, and of a report that is gone, nobody is told.
    let unknown = ReportId(8);
    let untold = [
        Event::PostRejected { post, forum, author, by },
        Event::ReplyRejected { reply, post, forum, author, by },
        Event::ReplyHeld { reply, post, forum, was_shown: false },
        Event::PostVoted { post, forum },
        Event::ReportOpened { report: unknown },
    ];
    happen(db, &[expected.map(|(event, _)| event).as_slice(), &untold].concat());
    assert_eq!(told(db, webhook), expected.map(|(_, name)| name));
    // A post with its replies, the member and the report each wait together.
    assert_eq!(db.number("SELECT count(*) AS n FROM deliveries"), 3);
}

fn events_are_stored_only_while_there_is_a_webhook_that_is_on(db: &TestDb) {
    let ann = db.add_user("ann");
    let stored = || {
        drop(recorded(db, &[Event::AccountCreated { user: ann }]));
        db.number("SELECT count(*) AS n FROM outbox")
    };
    assert_eq!(stored(), 0);
    let webhook = add(db, None, &[EventType::Ping]);
    assert_eq!(stored(), 1);
    db.run(&format!("UPDATE webhooks SET active = FALSE WHERE id = {webhook}"));
    assert_eq!(stored(), 1);
}

fn webhooks_of_a_forum_are_told_of_it_alone_and_those_of_the_site_of_what_visitors_read(
    db: &TestDb,
) {
    let ann = db.add_user("ann");
    let [tea, club] = ["Tea", "Club"].map(|topic| db.add_forum(ann, topic));
    db.run(&format!("UPDATE forums SET visibility = 1 WHERE id = {club}"));
    let created = [EventType::PostCreated];
    let [site, of_tea, of_club] =
        [None, Some(tea), Some(club)].map(|forum| add(db, forum, &created));
    let [off, deaf] = [(); 2].map(|()| add(db, None, &[EventType::Ping]));
    db.run(&format!(
        "UPDATE webhooks SET active = FALSE, events = 'post.created' WHERE id = {off}"
    ));
    let post = |id, forum| Event::PostCreated { post: PostId(id), forum };
    let edited = Event::PostEdited { post: PostId(1), forum: tea, is_latest: true };
    happen(db, &[post(1, tea), post(2, club), edited, post(3, ForumId(99))]);
    let subjects = |webhook| {
        db.number(&format!(
            "SELECT CAST(coalesce(sum(subject_id), 0) AS BIGINT) AS n FROM webhook_deliveries
            WHERE webhook_id = {webhook}"
        ))
    };
    assert_eq!([site, of_tea, of_club, off, deaf].map(subjects), [1, 1, 2, 0, 0]);
}

fn old_deliveries_are_deleted_but_not_those_that_wait(db: &TestDb) {
    let webhook = add(db, None, &[]);
    for _ in 0..3 {
        assert!(webhooks(db).ping(webhook, T0).unwrap());
    }
    db.run(
        "UPDATE webhook_deliveries SET status = 1
        WHERE id < (SELECT max(id) FROM webhook_deliveries)",
    );
    let later = Timestamp::from_unix_millis(T0.unix_millis() + 1);
    assert_eq!(webhooks(db).delete_deliveries_before(T0).unwrap(), 0);
    assert_eq!(webhooks(db).delete_deliveries_before(later).unwrap(), 2);
    assert_eq!(deliveries(db, webhook).len(), 1);
}

fn member(db: &TestDb) -> (UserId, ForumId) {
    let ann = db.add_user("ann");
    (ann, db.add_forum(ann, "Tea"))
}
