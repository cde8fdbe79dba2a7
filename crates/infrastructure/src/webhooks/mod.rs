//! Webhooks, and what is carried to them.

mod carrier;
mod producer;
mod queue;
mod rows;

use ::webhooks::{
    Change, CreateOutcome, Delivery, EventType, MAX_OF_FORUM, MAX_OF_SITE, NewWebhook, Subject,
    Webhook, WebhookRepository,
};
use database::{
    Database, DbConnection,
    locks::{self, AdvisoryLock},
    on_backend,
    schema::{webhook_deliveries, webhooks},
};
use diesel::{dsl::count_star, prelude::*};
use kernel::{
    ById, ForumId, Page, PageRequest, RepositoryError, Timestamp, WebhookDeliveryId, WebhookId,
};

use self::rows::{WAITING, WEBHOOK, WebhookRow, event_words};
pub use self::{carrier::WebhookCarrier, producer::WebhookProducer};

/// How many deliveries one transaction deletes.
const BATCH: i64 = 500;

/// Webhooks in the database.
pub struct DbWebhooks(pub Database);

impl WebhookRepository for DbWebhooks {
    fn list(&self, forum: Option<ForumId>) -> Result<Vec<Webhook>, RepositoryError> {
        self.0.read(|conn| list(conn, forum))
    }

    fn find(&self, id: WebhookId) -> Result<Option<Webhook>, RepositoryError> {
        self.0.read(|conn| find(conn, id))
    }

    fn insert(&self, webhook: &NewWebhook) -> Result<CreateOutcome, RepositoryError> {
        self.0.write(|conn, _| insert(conn, webhook))
    }

    fn update(&self, id: WebhookId, change: &Change) -> Result<Option<Webhook>, RepositoryError> {
        self.0.write(|conn, _| update(conn, id, change))
    }

    fn delete(&self, id: WebhookId) -> Result<(), RepositoryError> {
        self.0.write(|conn, _| diesel::delete(webhooks::table.find(id.0)).execute(conn))?;
        Ok(())
    }

    fn deliveries(
        &self,
        id: WebhookId,
        page: &PageRequest<ById>,
    ) -> Result<Page<Delivery, ById>, RepositoryError> {
        self.0.snapshot(|conn| rows::deliveries(conn, id, page))
    }

    fn send_again(
        &self,
        id: WebhookId,
        delivery: WebhookDeliveryId,
        now: Timestamp,
    ) -> Result<bool, RepositoryError> {
        self.0.write(|conn, _| queue::send_again(conn, id, delivery, now))
    }

    fn ping(&self, id: WebhookId, now: Timestamp) -> Result<bool, RepositoryError> {
        self.0.write(|conn, _| {
            let is_there = queue::lock(conn, id)?;
            if is_there {
                ping(conn, id, now)?;
            }
            Ok(is_there)
        })
    }

    fn delete_deliveries_before(&self, start: Timestamp) -> Result<usize, RepositoryError> {
        self.0.write(|conn, _| delete_before(conn, start))
    }
}

fn list(conn: &mut DbConnection, forum: Option<ForumId>) -> QueryResult<Vec<Webhook>> {
    let query = webhooks::table.order(webhooks::id).select(WEBHOOK);
    let rows: Vec<WebhookRow> = if let Some(forum) = forum {
        let of_forum = query.filter(webhooks::forum_id.eq(forum.0));
        on_backend!(conn, conn => of_forum.load(conn))?
    } else {
        let of_site = query.filter(webhooks::forum_id.is_null());
        on_backend!(conn, conn => of_site.load(conn))?
    };
    Ok(rows.into_iter().filter_map(WebhookRow::into_webhook).collect())
}

fn find(conn: &mut DbConnection, id: WebhookId) -> QueryResult<Option<Webhook>> {
    let query = webhooks::table.find(id.0).select(WEBHOOK);
    let row: Option<WebhookRow> = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(row.and_then(WebhookRow::into_webhook))
}

fn insert(conn: &mut DbConnection, webhook: &NewWebhook) -> QueryResult<CreateOutcome> {
    let count = webhooks::table.select(count_star());
    // Counted under this lock.
    AdvisoryLock::Webhooks.lock(conn)?;
    let is_full = match webhook.forum {
        Some(forum) if !locks::lock_forum_shared(conn, forum)? => {
            return Ok(CreateOutcome::NoForum);
        }
        Some(forum) => {
            let count = count.filter(webhooks::forum_id.eq(forum.0));
            on_backend!(conn, conn => count.get_result::<i64>(conn))? >= MAX_OF_FORUM
        }
        None => {
            let count = count.filter(webhooks::forum_id.is_null());
            on_backend!(conn, conn => count.get_result::<i64>(conn))? >= MAX_OF_SITE
        }
    };
    if is_full {
        return Ok(CreateOutcome::TooMany);
    }
    let values = (
        webhooks::url.eq(webhook.url.url().as_str()),
        webhooks::events.eq(event_words(&webhook.events)),
        webhooks::forum_id.eq(webhook.forum.map(|forum| forum.0)),
        webhooks::seed.eq(&webhook.seed),
        webhooks::created_at.eq(webhook.created_at.unix_millis()),
    );
    let insert = diesel::insert_into(webhooks::table).values(values).returning(webhooks::id);
    let id = WebhookId(on_backend!(conn, conn => insert.get_result(conn))?);
    ping(conn, id, webhook.created_at)?;
    let stored = find(conn, id)?.ok_or(diesel::result::Error::NotFound)?;
    Ok(CreateOutcome::Created(stored))
}

fn update(conn: &mut DbConnection, id: WebhookId, change: &Change) -> QueryResult<Option<Webhook>> {
    if !queue::lock(conn, id)? {
        return Ok(None);
    }
    let values = (
        webhooks::url.eq(change.url.url().as_str()),
        webhooks::events.eq(event_words(&change.events)),
        change.active.map(|active| webhooks::active.eq(active)),
        change.active.filter(|active| *active).map(|_| webhooks::failures.eq(0)),
    );
    let row = diesel::update(webhooks::table.find(id.0)).set(values);
    on_backend!(conn, conn => row.execute(conn))?;
    if change.active == Some(false) {
        queue::fail_waiting(conn, id)?;
    }
    find(conn, id)
}

/// Stores a ping. The caller has locked the webhook, or just made it.
fn ping(conn: &mut DbConnection, id: WebhookId, now: Timestamp) -> QueryResult<()> {
    let told = queue::Told {
        event: EventType::Ping,
        subject: Subject::Webhook(id),
        thing: "ping".to_owned(),
        at: now,
    };
    queue::store(conn, id, &told, now)
}

fn delete_before(conn: &mut DbConnection, start: Timestamp) -> QueryResult<usize> {
    let old = webhook_deliveries::table
        .filter(webhook_deliveries::at.lt(start.unix_millis()))
        .filter(webhook_deliveries::status.ne(WAITING))
        .order(webhook_deliveries::at)
        .limit(BATCH)
        .select(webhook_deliveries::id);
    let ids: Vec<i64> = on_backend!(conn, conn => old.load(conn))?;
    // The condition again: it may be sent once more since.
    let old = webhook_deliveries::table
        .filter(webhook_deliveries::id.eq_any(ids))
        .filter(webhook_deliveries::status.ne(WAITING));
    diesel::delete(old).execute(conn)
}
