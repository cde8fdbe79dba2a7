//! The rows of webhooks and deliveries.

use std::collections::{BTreeSet, HashMap};

use ::webhooks::{Delivery, DeliveryStatus, EventType, Subject, Webhook};
use database::{
    Channel, DbConnection,
    schema::{deliveries, webhook_deliveries as rows, webhooks},
    sql::literal_limit,
};
use diesel::{dsl::sql, expression::SqlLiteral, prelude::*, sql_types::Bool};
use kernel::{
    ById, Endpoint, ForumId, Page, PageRequest, PostId, ReplyId, ReportId, Timestamp, UserId,
    WebhookDeliveryId, WebhookId,
};

use super::queue::key;

/// A webhook, by the columns of [`WEBHOOK`].
#[derive(Queryable)]
pub(super) struct WebhookRow {
    id: i64,
    url: String,
    events: String,
    forum: Option<i64>,
    active: bool,
    failures: i64,
}

/// The columns of a [`WebhookRow`].
pub(super) const WEBHOOK: (
    webhooks::id,
    webhooks::url,
    webhooks::events,
    webhooks::forum_id,
    webhooks::active,
    webhooks::failures,
) = (
    webhooks::id,
    webhooks::url,
    webhooks::events,
    webhooks::forum_id,
    webhooks::active,
    webhooks::failures,
);

impl WebhookRow {
    /// `None` if a version with other rules for addresses stored it.
    pub(super) fn into_webhook(self) -> Option<Webhook> {
        Some(Webhook {
            id: WebhookId(self.id),
            url: Endpoint::parse(&self.url).ok()?,
            events: self.events.split(' ').filter_map(EventType::parse).collect(),
            forum: self.forum.map(ForumId),
            active: self.active,
            failures: self.failures,
        })
    }
}

/// Returns the names of types with spaces between them.
pub(super) fn event_words(events: &BTreeSet<EventType>) -> String {
    events.iter().map(|event| event.name()).collect::<Vec<_>>().join(" ")
}

/// The stored codes; they never change.
pub(super) const fn status_code(status: DeliveryStatus) -> i16 {
    match status {
        DeliveryStatus::Waiting => WAITING,
        DeliveryStatus::Delivered => 1,
        DeliveryStatus::Failed => FAILED,
        DeliveryStatus::Dropped => 3,
    }
}

pub(super) const WAITING: i16 = 0;

/// Deliveries that wait. A parameter would not be the condition of their index, and all of the webhook would be read.
pub(super) fn is_waiting() -> SqlLiteral<Bool> {
    sql("webhook_deliveries.status = 0")
}

pub(super) const FAILED: i16 = 2;

fn status_of(code: i16) -> DeliveryStatus {
    match code {
        WAITING => DeliveryStatus::Waiting,
        1 => DeliveryStatus::Delivered,
        FAILED => DeliveryStatus::Failed,
        _ => DeliveryStatus::Dropped,
    }
}

/// Returns the id of a subject.
pub(super) fn id_of(subject: Subject) -> i64 {
    match subject {
        Subject::Post { post, .. } => post.0,
        Subject::Reply { reply, .. } => reply.0,
        Subject::User(user) => user.0,
        Subject::Report { report, .. } => report.0,
        Subject::Webhook(webhook) => webhook.0,
    }
}

/// Returns what a delivery is about; `None` for a row of a newer version.
pub(super) fn subject_of(event: EventType, id: i64, forum: Option<i64>) -> Option<Subject> {
    let forum = forum.map(ForumId);
    Some(match event {
        EventType::PostCreated | EventType::PostEdited | EventType::PostDeleted => {
            Subject::Post { post: PostId(id), forum: forum? }
        }
        EventType::ReplyCreated | EventType::ReplyEdited | EventType::ReplyDeleted => {
            Subject::Reply { reply: ReplyId(id), forum: forum? }
        }
        EventType::UserRegistered => Subject::User(UserId(id)),
        EventType::ReportOpened | EventType::ReportDecided => {
            Subject::Report { report: ReportId(id), forum }
        }
        EventType::Ping => Subject::Webhook(WebhookId(id)),
    })
}

#[derive(Queryable)]
struct DeliveryRow {
    id: i64,
    event: String,
    thing: String,
    at: i64,
    status: i16,
    tries: i64,
}

pub(super) fn deliveries(
    conn: &mut DbConnection,
    webhook: WebhookId,
    page: &PageRequest<ById>,
) -> QueryResult<Page<Delivery, ById>> {
    let ById(before) = page.after.unwrap_or(ById(i64::MAX));
    let query = rows::table
        .filter(rows::webhook_id.eq(webhook.0).and(rows::id.lt(before)))
        .order(rows::id.desc())
        .select((rows::id, rows::event, rows::thing, rows::at, rows::status, rows::tries))
        .into_boxed();
    let found: Vec<DeliveryRow> = literal_limit(page.limit.fetch_size(), query).load(conn)?;
    let waiting = found.iter().filter(|row| status_of(row.status) == DeliveryStatus::Waiting);
    let keys: Vec<String> = waiting.map(|row| key(webhook, &row.thing)).collect();
    let due = deliveries::table
        .filter(deliveries::channel.eq(Channel::Webhook.code()))
        .filter(deliveries::key.eq_any(keys))
        .select((deliveries::key, deliveries::due_at));
    let due: HashMap<String, i64> = due.load(conn)?.into_iter().collect();
    let page = Page::cut(found, page.limit, |row| ById(row.id));
    Ok(page.map(|row| {
        let status = status_of(row.status);
        let next_try = due.get(&key(webhook, &row.thing)).copied();
        Delivery {
            id: WebhookDeliveryId(row.id),
            // One of a newer version has no name here.
            event: EventType::parse(&row.event).unwrap_or(EventType::Ping),
            at: Timestamp::from_unix_millis(row.at),
            status,
            tries: row.tries,
            next_try: next_try
                .filter(|_| status == DeliveryStatus::Waiting)
                .map(Timestamp::from_unix_millis),
        }
    }))
}
