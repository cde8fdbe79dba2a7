//! Subscriptions of browsers, and what is carried to them.

mod carrier;
mod enqueue;

use ::push::{MAX_SUBSCRIPTIONS, Stored, Subscription, SubscriptionRepository};
use database::{Database, DbConnection, locks, on_backend, schema::push_subscriptions};
use diesel::{
    dsl::{count_star, exists},
    prelude::*,
};
use kernel::{Endpoint, RepositoryError, SessionId, Timestamp, UserId};

pub use self::carrier::PushCarrier;
pub(crate) use self::enqueue::enqueue;

/// Subscriptions in the database.
pub struct DbSubscriptions(pub Database);

impl SubscriptionRepository for DbSubscriptions {
    fn put(
        &self,
        session: (UserId, SessionId),
        subscription: &Subscription,
        now: Timestamp,
    ) -> Result<Stored, RepositoryError> {
        self.0.write(|conn, _| put(conn, session, subscription, now))
    }

    fn delete(&self, user: UserId, endpoint: &Endpoint) -> Result<(), RepositoryError> {
        let own = push_subscriptions::table
            .filter(push_subscriptions::endpoint.eq(endpoint.url().as_str()))
            .filter(push_subscriptions::user_id.eq(user.0));
        self.0.write(|conn, _| diesel::delete(own).execute(conn))?;
        Ok(())
    }
}

fn put(
    conn: &mut DbConnection,
    (user, session): (UserId, SessionId),
    subscription: &Subscription,
    now: Timestamp,
) -> QueryResult<Stored> {
    // Counted under this lock.
    locks::lock_users(conn, &[user.0])?;
    let endpoint = subscription.endpoint.url().as_str();
    let is_this = push_subscriptions::endpoint.eq(endpoint);
    let others = push_subscriptions::table
        .filter(push_subscriptions::user_id.eq(user.0))
        .filter(push_subscriptions::endpoint.ne(endpoint))
        .select(count_star());
    if others.get_result::<i64>(conn)? >= MAX_SUBSCRIPTIONS {
        return Ok(Stored::TooMany);
    }
    let is_known: bool =
        diesel::select(exists(push_subscriptions::table.filter(is_this))).get_result(conn)?;
    let owned = (
        push_subscriptions::user_id.eq(user.0),
        push_subscriptions::session_id.eq(session.0),
        push_subscriptions::p256dh.eq(subscription.key.to_text()),
        push_subscriptions::auth.eq(subscription.auth.to_text()),
    );
    let made = (is_this, push_subscriptions::created_at.eq(now.unix_millis()));
    on_backend!(conn, conn => diesel::insert_into(push_subscriptions::table)
        .values((owned.clone(), made))
        .on_conflict(push_subscriptions::endpoint)
        .do_update()
        .set(owned)
        .execute(conn))?;
    Ok(if is_known { Stored::Known } else { Stored::New })
}
