//! Subscriptions of browsers.

mod carried;

use infrastructure::{DbSessions, DbSubscriptions};
use kernel::{Endpoint, RepositoryError, SessionId, UserId};
use push::{
    AuthSecret, DeviceKey, MAX_SUBSCRIPTIONS, Stored, Subscription, SubscriptionRepository,
};
use users::SessionRepository;

use crate::support::{T0, TestDb, contract, sixteen_at_once};

contract! {
    an_endpoint_is_stored_once_with_the_newest_keys,
    an_endpoint_moves_to_another_member,
    a_member_has_at_most_ten_also_at_once,
    a_subscription_ends_with_its_session,
    an_ended_session_subscribes_nothing,
    only_its_member_ends_a_subscription,
}

fn subscriptions(db: &TestDb) -> DbSubscriptions {
    DbSubscriptions(db.database.clone())
}

pub(crate) fn subscription(nth: i64) -> Subscription {
    let endpoint = Endpoint::parse(&format!("https://push.example/{nth}")).unwrap();
    Subscription { endpoint, key: DeviceKey([4; 65]), auth: AuthSecret([nth as u8; 16]) }
}

fn session(db: &TestDb, user: UserId) -> (UserId, SessionId) {
    (user, db.open_session(user).id)
}

fn put(db: &TestDb, session: (UserId, SessionId), nth: i64) -> Stored {
    subscriptions(db).put(session, &subscription(nth), T0).unwrap()
}

fn count(db: &TestDb, user: UserId) -> i64 {
    db.number(&format!("SELECT count(*) AS n FROM push_subscriptions WHERE user_id = {user}"))
}

fn an_endpoint_is_stored_once_with_the_newest_keys(db: &TestDb) {
    let ann = db.add_user("ann");
    let [first, second] = [session(db, ann), session(db, ann)];
    assert_eq!(put(db, first, 1), Stored::New);
    let renewed = Subscription { auth: AuthSecret([9; 16]), ..subscription(1) };
    assert_eq!(subscriptions(db).put(second, &renewed, T0).unwrap(), Stored::Known);
    let kept = format!("session_id = {} AND auth = '{}'", second.1, renewed.auth.to_text());
    let query = format!("SELECT count(*) AS n FROM push_subscriptions WHERE {kept}");
    assert_eq!((count(db, ann), db.number(&query)), (1, 1));
}

fn an_endpoint_moves_to_another_member(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| session(db, db.add_user(name)));
    assert_eq!(put(db, ann, 1), Stored::New);
    assert_eq!(put(db, bob, 1), Stored::Known);
    assert_eq!((count(db, ann.0), count(db, bob.0)), (0, 1));
}

fn a_member_has_at_most_ten_also_at_once(db: &TestDb) {
    let ann = session(db, db.add_user("ann"));
    let stored = sixteen_at_once(|nth| put(db, ann, nth));
    let of = |outcome| stored.iter().filter(|stored| **stored == outcome).count() as i64;
    assert_eq!((of(Stored::New), of(Stored::TooMany)), (MAX_SUBSCRIPTIONS, 6));
    assert_eq!(count(db, ann.0), MAX_SUBSCRIPTIONS);
}

fn a_subscription_ends_with_its_session(db: &TestDb) {
    let ann = db.add_user("ann");
    let [first, second] = [session(db, ann), session(db, ann)];
    put(db, first, 1);
    put(db, second, 2);
    assert!(DbSessions(db.database.clone()).end(ann, first.1).unwrap());
    assert_eq!(count(db, ann), 1);
}

fn an_ended_session_subscribes_nothing(db: &TestDb) {
    let ann = session(db, db.add_user("ann"));
    assert!(DbSessions(db.database.clone()).end(ann.0, ann.1).unwrap());
    let refused = subscriptions(db).put(ann, &subscription(1), T0);
    assert!(matches!(refused, Err(RepositoryError::Gone(_))), "{refused:?}");
}

fn only_its_member_ends_a_subscription(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| session(db, db.add_user(name)));
    put(db, ann, 1);
    let endpoint = subscription(1).endpoint;
    for (user, left) in [(bob.0, 1), (ann.0, 0), (ann.0, 0)] {
        subscriptions(db).delete(user, &endpoint).unwrap();
        assert_eq!(count(db, ann.0), left);
    }
}
