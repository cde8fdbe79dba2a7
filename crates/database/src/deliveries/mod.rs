//! What must reach people and programs outside of the site: stored in the transaction of the change it tells of, and
//! carried by threads of its own.
//!
//! The outbox delivers events within the database, each exactly once; what leaves it can be delivered at least once only.
//! A copy claims a delivery for [`Due::LEASE`], carries it outside of any transaction, and settles it. After a crash in
//! between it comes once more, with the same id.

mod queue;
mod runner;

use std::{collections::BTreeMap, time::Duration};

use diesel::{dsl::case_when, prelude::*, sql_types::BigInt};
use kernel::{RepositoryError, Timestamp, UserId};
use parking_lot::Mutex;

pub use self::runner::DeliveryRunner;
use crate::{connection::DbConnection, schema::deliveries};

/// A delivery is given up once it failed at this age.
const MAX_AGE: Duration = Duration::from_hours(24);

/// How something reaches somebody outside of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    Mail,
    Push,
    Webhook,
}

impl Channel {
    pub const ALL: [Self; 3] = [Self::Mail, Self::Push, Self::Webhook];

    /// The stored code; it never changes.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::Mail => 1,
            Self::Push => 2,
            Self::Webhook => 3,
        }
    }

    /// The name in metrics and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Push => "push",
            Self::Webhook => "webhook",
        }
    }
}

/// What is to be carried.
#[derive(Clone, Copy, Debug)]
pub struct NewDelivery<'a> {
    pub channel: Channel,
    /// Whose it is: it goes with the account.
    pub user: Option<UserId>,
    /// Of one channel and key only one delivery waits.
    pub key: &'a str,
    /// What the carrier needs to compose it.
    pub data: &'a str,
    pub now: Timestamp,
    pub due_at: Timestamp,
}

/// Stores a delivery in the transaction of the change it tells of. If one of its channel and key waits, that one stays,
/// and is due at the earlier of both times; one that is being carried comes again.
///
/// # Errors
/// Those of the database.
pub fn enqueue(conn: &mut DbConnection, delivery: &NewDelivery<'_>) -> QueryResult<()> {
    let due_at = delivery.due_at.unix_millis();
    let row = (
        deliveries::channel.eq(delivery.channel.code()),
        deliveries::user_id.eq(delivery.user.map(|user| user.0)),
        deliveries::key.eq(delivery.key),
        deliveries::data.eq(delivery.data),
        deliveries::created_at.eq(delivery.now.unix_millis()),
        deliveries::due_at.eq(due_at),
    );
    let earlier = case_when(deliveries::due_at.gt(due_at), due_at.into_sql::<BigInt>())
        .otherwise(deliveries::due_at);
    on_backend!(conn, conn => diesel::insert_into(deliveries::table)
        .values(row)
        .on_conflict((deliveries::channel, deliveries::key))
        .do_update()
        .set(deliveries::due_at.eq(earlier))
        .execute(conn))?;
    Ok(())
}

/// A delivery that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Names it for ever: a second try has the same.
    pub id: i64,
    pub user: Option<UserId>,
    pub key: String,
    pub data: String,
    pub created_at: Timestamp,
    /// Failures so far.
    pub attempts: u32,
    /// Until when it is claimed. Another value in its row says that it was stored again meanwhile.
    lease: Timestamp,
}

impl Due {
    /// How long a claimed delivery waits for the copy that carries it: four times as long as the slowest carrier takes.
    pub const LEASE: Duration = Duration::from_mins(2);

    /// Whether it is given up if it does not arrive at `now`.
    fn is_last_try(&self, now: Timestamp) -> bool {
        now.since(self.created_at) >= MAX_AGE
    }
}

/// The end of one try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It arrived, or is needed no more.
    Delivered,
    /// It arrived, or is too early; the next is due then.
    Again { at: Timestamp },
    /// It did not arrive. It is tried again after growing waits, or after `after` if that is longer, for a day from its
    /// creation.
    Retry { why: String, after: Option<Duration> },
    /// It can't arrive.
    GivenUp { why: String },
}

/// Carries the deliveries of one channel, outside of any transaction.
pub trait Carrier: Send + Sync {
    fn channel(&self) -> Channel;

    /// The number of deliveries that are carried at once, each on a thread.
    fn lanes(&self) -> usize;

    /// Carries one before its lease ([`Due::LEASE`]) ends. A panic counts as [`Outcome::Retry`].
    fn deliver(&self, due: &Due) -> Outcome;

    /// Notes that one is given up, before it leaves the queue.
    ///
    /// # Errors
    /// Those of the database: it stays in the queue.
    fn give_up(&self, _: &Due) -> Result<(), RepositoryError> {
        Ok(())
    }
}

/// The deliveries of a channel, as this copy last saw them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitingDeliveries {
    /// How many wait, or are being carried.
    pub waiting: u64,
    /// How late the one is that has been due for longest.
    pub lag: Duration,
    /// How many this copy gave up since its start.
    pub given_up: u64,
}

/// What [`DeliveryRunner`] saw, for metrics.
#[derive(Debug, Default)]
pub struct DeliveryFigures(Mutex<BTreeMap<Channel, WaitingDeliveries>>);

impl DeliveryFigures {
    /// Returns the figures of the channels that have a carrier.
    #[must_use]
    pub fn all(&self) -> Vec<(Channel, WaitingDeliveries)> {
        self.0.lock().iter().map(|(channel, seen)| (*channel, *seen)).collect()
    }

    fn change(&self, channel: Channel, change: impl FnOnce(&mut WaitingDeliveries)) {
        change(self.0.lock().entry(channel).or_default());
    }
}
