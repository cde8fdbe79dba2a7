//! Deliveries to webhooks that wait, in order for each thing.
//!
//! All that waits for a webhook about one thing shares a row of the queue, which carries the oldest. Who changes what
//! waits locks the webhook first, so that nothing waits without such a row.

use ::webhooks::{EventType, Subject};
use database::{
    Channel, DbConnection, NewDelivery, enqueue, on_backend,
    schema::{deliveries, webhook_deliveries as rows, webhooks},
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};
use kernel::{Timestamp, WebhookDeliveryId, WebhookId};

use super::rows::{FAILED, WAITING, id_of, is_waiting};

/// An event for webhooks.
pub(super) struct Told {
    pub(super) event: EventType,
    pub(super) subject: Subject,
    /// Names the thing whose events are sent in order: letters and digits.
    pub(super) thing: String,
    pub(super) at: Timestamp,
}

/// The key in the queue.
pub(super) fn key(webhook: WebhookId, thing: &str) -> String {
    format!("{webhook} {thing}")
}

pub(super) fn read_key(key: &str) -> Option<(WebhookId, &str)> {
    let (webhook, thing) = key.split_once(' ')?;
    Some((WebhookId(webhook.parse().ok()?), thing))
}

/// Locks a webhook against other changes of what waits for it. Returns whether there is one.
pub(super) fn lock(conn: &mut DbConnection, id: WebhookId) -> QueryResult<bool> {
    let webhook = webhooks::table.find(id.0).select(webhooks::id);
    let found: Option<i64> = match conn {
        DbConnection::Postgres(conn) => webhook.for_no_key_update().first(conn).optional()?,
        DbConnection::Sqlite(conn) => webhook.first(conn).optional()?,
    };
    Ok(found.is_some())
}

/// Returns whether anything waits for a webhook about a thing.
pub(super) fn has_waiting(
    conn: &mut DbConnection,
    webhook: WebhookId,
    thing: &str,
) -> QueryResult<bool> {
    let waiting = rows::table
        .filter(rows::webhook_id.eq(webhook.0).and(rows::thing.eq(thing)))
        .filter(is_waiting());
    on_backend!(conn, conn => select(exists(waiting)).get_result(conn))
}

fn is_queued(conn: &mut DbConnection, webhook: WebhookId, thing: &str) -> QueryResult<bool> {
    let row = deliveries::table
        .filter(deliveries::channel.eq(Channel::Webhook.code()))
        .filter(deliveries::key.eq(key(webhook, thing)));
    on_backend!(conn, conn => select(exists(row)).get_result(conn))
}

/// Stores an event for a locked webhook. An earlier one about the same thing keeps its time.
pub(super) fn store(
    conn: &mut DbConnection,
    webhook: WebhookId,
    told: &Told,
    now: Timestamp,
) -> QueryResult<()> {
    let is_carried =
        has_waiting(conn, webhook, &told.thing)? && is_queued(conn, webhook, &told.thing)?;
    let row = diesel::insert_into(rows::table).values((
        rows::webhook_id.eq(webhook.0),
        rows::event.eq(told.event.name()),
        rows::thing.eq(&told.thing),
        rows::subject_id.eq(id_of(told.subject)),
        rows::forum_id.eq(told.subject.forum().map(|forum| forum.0)),
        rows::at.eq(told.at.unix_millis()),
    ));
    on_backend!(conn, conn => row.execute(conn))?;
    if is_carried { Ok(()) } else { carry(conn, webhook, &told.thing, now) }
}

/// Stores a delivery once more, due at once.
pub(super) fn send_again(
    conn: &mut DbConnection,
    webhook: WebhookId,
    id: WebhookDeliveryId,
    now: Timestamp,
) -> QueryResult<bool> {
    if !lock(conn, webhook)? {
        return Ok(false);
    }
    let row = rows::table.find(id.0).filter(rows::webhook_id.eq(webhook.0));
    let again = diesel::update(row).set(rows::status.eq(WAITING)).returning(rows::thing);
    let thing: Option<String> = on_backend!(conn, conn => again.get_result(conn)).optional()?;
    if let Some(thing) = &thing {
        carry(conn, webhook, thing, now)?;
    }
    Ok(thing.is_some())
}

/// Ends all that waits for a locked webhook.
pub(super) fn fail_waiting(conn: &mut DbConnection, webhook: WebhookId) -> QueryResult<()> {
    let waiting = rows::table.filter(rows::webhook_id.eq(webhook.0)).filter(is_waiting());
    let failed = diesel::update(waiting).set(rows::status.eq(FAILED));
    on_backend!(conn, conn => failed.execute(conn))?;
    Ok(())
}

fn carry(
    conn: &mut DbConnection,
    webhook: WebhookId,
    thing: &str,
    now: Timestamp,
) -> QueryResult<()> {
    let (channel, user, data, due_at) = (Channel::Webhook, None, "", now);
    enqueue(conn, &NewDelivery { channel, user, key: &key(webhook, thing), data, now, due_at })
}
