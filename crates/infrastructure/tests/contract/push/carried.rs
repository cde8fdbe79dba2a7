//! Notifications on their way to browsers.

use std::{collections::BTreeMap, sync::Arc};

use database::{Database, DeliveryRunner};
use infrastructure::{DbSite, PushCarrier};
use kernel::{Clock, Endpoint, ForumId, Language, PostId, Timestamp, UserId};
use notifications::WatchLevel;
use parking_lot::Mutex;
use push::{Message, NotPublic, PushServices, Sent, Subscription};
use site::{SettingsChange, SiteRepository};

use super::{count, put, session};
use crate::{
    notifications::{At, add_watchers, at, deliver, post, producing_at, reply, watch},
    outbox::{PATIENCE, wait_for},
    support::{ACT, TestDb, contract},
};

contract! {
    a_reply_reaches_each_device_once,
    nothing_is_sent_that_was_read_or_may_not_be_read,
    replies_that_wait_are_one_message,
    a_device_that_is_gone_is_forgotten,
    messages_are_in_the_language_of_the_member_or_else_of_the_site,
    a_thousand_devices_are_told_once_each_by_two_copies,
}

/// Push services that keep what they get.
struct Phones {
    answer: Sent,
    got: Mutex<Vec<(String, Message)>>,
}

impl PushServices for Phones {
    fn public_key(&self) -> &'static str {
        "key"
    }

    fn check(&self, _: &Endpoint) -> Result<(), NotPublic> {
        Ok(())
    }

    fn send(&self, to: &Subscription, message: &Message, _: Timestamp) -> Sent {
        self.got.lock().push((to.endpoint.url().to_string(), message.clone()));
        self.answer.clone()
    }
}

impl Phones {
    fn new(answer: Sent) -> Arc<Self> {
        Arc::new(Self { answer, got: Mutex::default() })
    }

    fn start(self: &Arc<Self>, database: &Database) -> DeliveryRunner {
        let clock: Arc<dyn Clock> = Arc::new(At(at(1)));
        let carrier = PushCarrier::new(database.clone(), self.clone(), clock.clone());
        database.start_deliveries(vec![Arc::new(carrier)], &clock).unwrap()
    }

    /// Carries what waits; returns the messages by their endpoints.
    fn carry(self: &Arc<Self>, db: &TestDb) -> Vec<(String, Message)> {
        let runner = self.start(&db.database);
        wait_for("the end of all deliveries", PATIENCE, || waiting(db) == 0);
        drop(runner);
        let mut got = std::mem::take(&mut *self.got.lock());
        got.sort_by(|one, other| one.0.cmp(&other.0));
        got
    }
}

fn waiting(db: &TestDb) -> i64 {
    db.number("SELECT count(*) AS n FROM deliveries")
}

/// Ann's post, which she watches with a device, and Bob.
struct Tea {
    database: Database,
    ann: UserId,
    bob: UserId,
    forum: ForumId,
    post: PostId,
}

impl Tea {
    fn of(db: &TestDb) -> Self {
        let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
        let database = producing_at(&db.database, 0);
        let forum = db.add_forum(ann, "Tea");
        let post = post(&database, ann, forum, "Oolong");
        deliver(&database);
        put(db, session(db, ann), 1);
        Self { database, ann, bob, forum, post }
    }

    fn reply(&self, text: &str) -> i64 {
        let reply = reply(&self.database, self.bob, self.post, None, text);
        deliver(&self.database);
        reply.0
    }
}

fn a_reply_reaches_each_device_once(db: &TestDb) {
    let tea = Tea::of(db);
    put(db, session(db, tea.ann), 2);
    put(db, session(db, tea.bob), 3);
    let reply = tea.reply("I like it");
    let message = Message {
        title: "bob replied to you in “Oolong”".to_owned(),
        body: "I like it".to_owned(),
        url: format!("/posts/{}#reply-{reply}", tea.post),
        tag: format!("post-{}", tea.post),
        unread: 1,
    };
    let expected = [1, 2].map(|nth| (format!("https://push.example/{nth}"), message.clone()));
    let phones = Phones::new(Sent::Accepted);
    assert_eq!(phones.carry(db), expected);
    tea.reply("@ann, do you?");
    assert_eq!(phones.carry(db).len(), 2);
}

fn nothing_is_sent_that_was_read_or_may_not_be_read(db: &TestDb) {
    let tea = Tea::of(db);
    let (ann, forum) = (tea.ann, tea.forum);
    let phones = Phones::new(Sent::Accepted);
    let later = at(1_000).unix_millis();
    let undo = format!(
        "UPDATE users SET banned_until = 0; UPDATE forums SET visibility = 0;
        UPDATE sessions SET expires_at = {later}; DELETE FROM notification_settings;
        DELETE FROM notification_acts; DELETE FROM notifications"
    );
    for change in [
        "UPDATE notifications SET read = TRUE".to_owned(),
        format!("UPDATE users SET banned_until = {later} WHERE id = {ann}"),
        // Its founder is no member.
        format!("UPDATE forums SET visibility = 2 WHERE id = {forum}; DELETE FROM forum_moderators"),
        format!(
            "INSERT INTO notification_settings (user_id, reply, mention, watched_post,
                watched_forum, auto_watch, push) VALUES ({ann}, TRUE, TRUE, TRUE, TRUE, TRUE, FALSE)"
        ),
        "UPDATE sessions SET expires_at = 0".to_owned(),
        "DELETE FROM push_subscriptions".to_owned(),
    ] {
        tea.reply("I like it");
        assert_eq!(waiting(db), 1, "{change}");
        db.run(&change);
        assert_eq!(phones.carry(db), [], "{change}");
        db.run(&undo);
    }
}

fn replies_that_wait_are_one_message(db: &TestDb) {
    let tea = Tea::of(db);
    for text in ["One", "Two", "Three"] {
        tea.reply(text);
    }
    assert_eq!(waiting(db), 1);
    let got = Phones::new(Sent::Accepted).carry(db);
    let bodies: Vec<_> = got.iter().map(|(_, message)| message.body.as_str()).collect();
    assert_eq!(bodies, ["Three"]);
}

fn a_device_that_is_gone_is_forgotten(db: &TestDb) {
    let tea = Tea::of(db);
    tea.reply("I like it");
    assert_eq!(Phones::new(Sent::Gone).carry(db).len(), 1);
    assert_eq!(count(db, tea.ann), 0);
    tea.reply("A lot");
    assert_eq!(waiting(db), 0);
    put(db, session(db, tea.ann), 1);
    tea.reply("Really");
    let refused = Sent::Refused { why: "too large".to_owned() };
    assert_eq!(Phones::new(refused).carry(db).len(), 1);
    assert_eq!(count(db, tea.ann), 1);
}

fn messages_are_in_the_language_of_the_member_or_else_of_the_site(db: &TestDb) {
    let tea = Tea::of(db);
    let phones = Phones::new(Sent::Accepted);
    for (of_site, chosen, expected) in [
        ("en", "", "bob replied to you in "),
        ("de", "", "bob hat dir in "),
        ("de", "fr", "bob vous a répondu dans "),
    ] {
        db.run(&format!("UPDATE users SET language = '{chosen}' WHERE id = {}", tea.ann));
        let change =
            SettingsChange { language: Language::parse(of_site).ok(), ..SettingsChange::default() };
        DbSite(db.database.clone()).change_settings(&change, &ACT).unwrap();
        tea.reply("Yes");
        let got = phones.carry(db);
        assert!(got[0].1.title.starts_with(expected), "{got:?}");
        db.run("UPDATE notifications SET read = TRUE");
    }
}

fn a_thousand_devices_are_told_once_each_by_two_copies(db: &TestDb) {
    let tea = Tea::of(db);
    watch(db, tea.ann, tea.post, WatchLevel::Normal);
    let first = db.number("SELECT max(id) AS n FROM users") + 1;
    add_watchers(db, tea.post.0, 1_000);
    let ids = format!("FROM users WHERE id >= {first}");
    db.run(&format!(
        "INSERT INTO sessions (id, user_id, method, client, network, opened_at, last_used_at, expires_at)
            SELECT id, id, 0, '', '', 0, 0, {} {ids};
        INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
            SELECT u.id, u.id, 'https://push.example/of/' || u.id, s.p256dh, s.auth, 0
            FROM users u, push_subscriptions s WHERE u.id >= {first};
        DELETE FROM push_subscriptions WHERE user_id = {}",
        at(1_000).unix_millis(),
        tea.ann,
    ));
    tea.reply("I like it");
    assert_eq!(waiting(db), 1_000);
    let phones = Phones::new(Sent::Accepted);
    let other = Database::open(db.url()).unwrap();
    let copies = [phones.start(&db.database), phones.start(&other)];
    wait_for("the end of all deliveries", 3 * PATIENCE, || waiting(db) == 0);
    drop(copies);
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for (endpoint, _) in phones.got.lock().iter() {
        *times.entry(endpoint.clone()).or_default() += 1;
    }
    assert_eq!((times.len(), times.values().max()), (1_000, Some(&1)));
}
