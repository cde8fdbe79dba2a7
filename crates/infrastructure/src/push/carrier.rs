use std::sync::Arc;

use ::notifications::{Notification, NotificationRetention};
use ::push::{AuthSecret, DeviceKey, Message, PushServices, Sent, Subscription};
use database::{
    Carrier, Channel, Database, DbConnection, Due, Outcome, on_backend,
    schema::{notification_settings, push_subscriptions, sessions, site, users},
};
use diesel::prelude::*;
use kernel::{Actor, Clock, Endpoint, Language, RepositoryError, Timestamp};

use super::enqueue::Addressed;
use crate::{bans::is_not_banned, notifications, roles};

/// Push services answer within seconds, or hang.
const LANES: usize = 16;

/// Carries notifications to browsers, as they are at that moment: nothing that was read or may not be read any more.
pub struct PushCarrier {
    database: Database,
    services: Arc<dyn PushServices>,
    clock: Arc<dyn Clock>,
}

impl PushCarrier {
    #[must_use]
    pub fn new(database: Database, services: Arc<dyn PushServices>, clock: Arc<dyn Clock>) -> Self {
        Self { database, services, clock }
    }

    fn forget(&self, addressed: Addressed<'_>) -> Result<(), RepositoryError> {
        let row = push_subscriptions::table
            .filter(push_subscriptions::id.eq(addressed.subscription))
            .filter(push_subscriptions::user_id.eq(addressed.user.0));
        self.database.write(|conn, _| diesel::delete(row).execute(conn))?;
        Ok(())
    }

    fn carry(&self, addressed: Addressed<'_>) -> Result<Outcome, RepositoryError> {
        let now = self.clock.now();
        let composed = self.database.snapshot(|conn| composed(conn, addressed, now))?;
        let Some((subscription, message)) = composed else { return Ok(Outcome::Delivered) };
        Ok(match self.services.send(&subscription, &message, now) {
            Sent::Accepted => Outcome::Delivered,
            Sent::Gone => {
                self.forget(addressed)?;
                Outcome::Delivered
            }
            Sent::Later { why, after } => Outcome::Retry { why, after },
            Sent::Refused { why } => Outcome::GivenUp { why },
        })
    }
}

impl Carrier for PushCarrier {
    fn channel(&self) -> Channel {
        Channel::Push
    }

    fn lanes(&self) -> usize {
        LANES
    }

    fn deliver(&self, due: &Due) -> Outcome {
        let Some(addressed) = Addressed::read(&due.key) else {
            return Outcome::GivenUp { why: format!("no browser has the key {:?}", due.key) };
        };
        self.carry(addressed)
            .unwrap_or_else(|error| Outcome::Retry { why: error.to_string(), after: None })
    }
}

/// `None` if there is nothing to say, or nobody to say it to.
fn composed(
    conn: &mut DbConnection,
    addressed: Addressed<'_>,
    now: Timestamp,
) -> QueryResult<Option<(Subscription, Message)>> {
    let Some(receiver) = receiver(conn, addressed, now)? else { return Ok(None) };
    let reader = (addressed.user, (&receiver.actor).into());
    let retention = NotificationRetention::at(now);
    let subject = addressed.subject;
    let Some(found) = notifications::unread_about(conn, reader, subject, retention)? else {
        return Ok(None);
    };
    let unread = notifications::count_unread(conn, addressed.user, retention)?;
    let message = message(&found, subject, receiver.language, unread);
    Ok(Some((receiver.subscription, message)))
}

/// Who gets a message.
struct Receiver {
    subscription: Subscription,
    actor: Actor,
    language: Language,
}

/// Endpoint, keys, role, and the languages of the member and of the site.
type ReceiverRow = (String, String, String, i16, String, Option<String>);

/// `None` if the browser is subscribed no more, its session has ended, or the member is banned or does not want it.
fn receiver(
    conn: &mut DbConnection,
    addressed: Addressed<'_>,
    now: Timestamp,
) -> QueryResult<Option<Receiver>> {
    let wants = notification_settings::push.nullable();
    let query = push_subscriptions::table
        .inner_join(sessions::table)
        .inner_join(users::table)
        .left_join(notification_settings::table.on(notification_settings::user_id.eq(users::id)))
        .filter(push_subscriptions::id.eq(addressed.subscription))
        .filter(users::id.eq(addressed.user.0))
        .filter(sessions::expires_at.gt(now.unix_millis()))
        .filter(is_not_banned(now))
        .filter(wants.is_null().or(wants.eq(true)))
        .select((
            push_subscriptions::endpoint,
            push_subscriptions::p256dh,
            push_subscriptions::auth,
            users::role,
            users::language,
            site::table.select(site::language).single_value(),
        ));
    let row: Option<ReceiverRow> = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(row.and_then(|(endpoint, key, auth, role, chosen, of_site)| {
        let endpoint = Endpoint::parse(&endpoint).ok()?;
        let (key, auth) = (DeviceKey::parse(&key).ok()?, AuthSecret::parse(&auth).ok()?);
        let of_site = Language::parse(&of_site.unwrap_or_default()).unwrap_or_default();
        Some(Receiver {
            subscription: Subscription { endpoint, key, auth },
            actor: Actor { id: addressed.user, role: roles::from_stored(role) },
            language: Language::parse(&chosen).unwrap_or(of_site),
        })
    }))
}

fn message(found: &Notification, subject: &str, language: Language, unread: i64) -> Message {
    let post = found.post.as_ref();
    Message {
        title: found.sentence(language),
        body: found.excerpt.clone(),
        url: found.path(),
        tag: post.map_or_else(|| subject.to_owned(), |post| format!("post-{}", post.id)),
        unread,
    }
}
