use std::{collections::HashSet, sync::Arc};

use ::webhooks::{Contents, DeliveryStatus, EventType, Message, Receivers, Sent, WebhookSecrets};
use database::{
    Carrier, Channel, Database, DbConnection, Due, Events, Outcome, on_backend,
    schema::{webhook_deliveries as rows, webhooks},
};
use diesel::prelude::*;
use kernel::{
    Clock, Endpoint, Event, ForumId, Reader, RepositoryError, Timestamp, WebhookDeliveryId,
    WebhookId,
};
use parking_lot::Mutex;

use super::{
    queue,
    rows::{is_waiting, status_code, subject_of},
};

/// Receivers answer within seconds, or hang.
const LANES: usize = 16;
/// The lanes for receivers whose last try failed, one for each of them: those that hang leave the others to the rest.
const FAILING_LANES: usize = LANES / 2;

/// Tells webhooks what the API shows at that moment.
pub struct WebhookCarrier {
    database: Database,
    contents: Arc<dyn Contents>,
    receivers: Arc<dyn Receivers>,
    secrets: Arc<dyn WebhookSecrets>,
    clock: Arc<dyn Clock>,
    /// The webhooks whose last try failed and that are being tried again.
    retried: Mutex<HashSet<WebhookId>>,
}

/// A failing webhook's lane, until it is dropped.
struct FailingLane<'a> {
    retried: &'a Mutex<HashSet<WebhookId>>,
    webhook: WebhookId,
}

impl Drop for FailingLane<'_> {
    fn drop(&mut self) {
        self.retried.lock().remove(&self.webhook);
    }
}

/// The next delivery to a webhook about a thing.
#[derive(Queryable)]
struct Next {
    id: i64,
    event: String,
    subject: i64,
    forum: Option<i64>,
    at: i64,
    url: String,
    seed: String,
    of_forum: Option<i64>,
    failures: i64,
}

/// What became of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Delivered,
    /// It is not shown any more.
    Dropped,
    Failed,
}

impl WebhookCarrier {
    #[must_use]
    pub fn new(
        database: Database,
        contents: Arc<dyn Contents>,
        receivers: Arc<dyn Receivers>,
        secrets: Arc<dyn WebhookSecrets>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let retried = Mutex::default();
        Self { database, contents, receivers, secrets, clock, retried }
    }

    fn carry(&self, key: (WebhookId, &str)) -> Result<Outcome, RepositoryError> {
        let Some(next) = self.database.read(|conn| next(conn, key))? else {
            return Ok(Outcome::Delivered);
        };
        // Held until the try is noted.
        let mut lane = None;
        if next.failures > 0 {
            lane = self.failing_lane(key.0);
            if lane.is_none() {
                let why = "the receiver failed, and is being tried with another delivery";
                return Ok(Outcome::Retry { why: why.to_owned(), after: None });
            }
        }
        let now = self.clock.now();
        let sent = match self.message(&next)? {
            Some((url, message)) => {
                Some(self.receivers.send(&url, &self.secrets.secret(&next.seed), &message, now))
            }
            None => None,
        };
        let end = match &sent {
            Some(Sent::Accepted) => End::Delivered,
            Some(Sent::Gone | Sent::Failed { .. }) => End::Failed,
            None => End::Dropped,
        };
        let more = self.database.write(|conn, _| conclude(conn, key, &next, end))?;
        drop(lane);
        Ok(match sent {
            Some(Sent::Failed { why, after }) => Outcome::Retry { why, after },
            Some(Sent::Gone) => Outcome::GivenUp { why: "the receiver is gone".to_owned() },
            Some(Sent::Accepted) | None if more => Outcome::Again { at: now },
            Some(Sent::Accepted) | None => Outcome::Delivered,
        })
    }

    /// `None` if the webhook has one, or all are taken.
    fn failing_lane(&self, webhook: WebhookId) -> Option<FailingLane<'_>> {
        let mut retried = self.retried.lock();
        let is_free = retried.len() < FAILING_LANES && retried.insert(webhook);
        is_free.then(|| FailingLane { retried: &self.retried, webhook })
    }

    /// `None` if there is nothing to say.
    fn message(&self, next: &Next) -> Result<Option<(Endpoint, Message)>, RepositoryError> {
        let Some(event) = EventType::parse(&next.event) else { return Ok(None) };
        let Some(subject) = subject_of(event, next.subject, next.forum) else { return Ok(None) };
        let Ok(url) = Endpoint::parse(&next.url) else { return Ok(None) };
        // A webhook receives of its own forum what all members may read, and of others what everybody may.
        let is_own = next.of_forum.is_some() && next.of_forum == next.forum;
        let reader = if is_own { Reader::Admin } else { Reader::Visitor };
        let data = self.contents.data(event, subject, reader)?;
        Ok(data.map(|data| {
            let (id, at) = (WebhookDeliveryId(next.id), Timestamp::from_unix_millis(next.at));
            (url, Message::new(id, event, at, &data))
        }))
    }
}

impl Carrier for WebhookCarrier {
    fn channel(&self) -> Channel {
        Channel::Webhook
    }

    fn lanes(&self) -> usize {
        LANES
    }

    fn deliver(&self, due: &Due) -> Outcome {
        let Some(key) = queue::read_key(&due.key) else {
            return Outcome::GivenUp { why: format!("no webhook has the key {:?}", due.key) };
        };
        self.carry(key)
            .unwrap_or_else(|error| Outcome::Retry { why: error.to_string(), after: None })
    }

    fn give_up(&self, due: &Due) -> Result<(), RepositoryError> {
        let Some((webhook, _)) = queue::read_key(&due.key) else { return Ok(()) };
        self.database.write(|conn, events| turn_off(conn, events, webhook))
    }
}

fn next(conn: &mut DbConnection, (webhook, thing): (WebhookId, &str)) -> QueryResult<Option<Next>> {
    let query = rows::table
        .inner_join(webhooks::table)
        .filter(rows::webhook_id.eq(webhook.0).and(rows::thing.eq(thing)))
        .filter(is_waiting())
        .order(rows::id)
        .select((
            rows::id,
            rows::event,
            rows::subject_id,
            rows::forum_id,
            rows::at,
            webhooks::url,
            webhooks::seed,
            webhooks::forum_id,
            webhooks::failures,
        ));
    on_backend!(conn, conn => query.first(conn)).optional()
}

/// Notes the end of a try. Returns whether more waits.
fn conclude(
    conn: &mut DbConnection,
    (webhook, thing): (WebhookId, &str),
    next: &Next,
    end: End,
) -> QueryResult<bool> {
    if !queue::lock(conn, webhook)? {
        return Ok(false);
    }
    let (status, tried) = match end {
        End::Delivered => (Some(DeliveryStatus::Delivered), 1),
        End::Dropped => (Some(DeliveryStatus::Dropped), 0),
        End::Failed => (None, 1),
    };
    let row = diesel::update(rows::table.find(next.id)).set((
        status.map(|status| rows::status.eq(status_code(status))),
        rows::tries.eq(rows::tries + tried),
    ));
    on_backend!(conn, conn => row.execute(conn))?;
    match end {
        End::Delivered => set_failures(conn, webhook, false)?,
        End::Dropped => {}
        End::Failed => set_failures(conn, webhook, true)?,
    }
    queue::has_waiting(conn, webhook, thing)
}

fn set_failures(conn: &mut DbConnection, webhook: WebhookId, one_more: bool) -> QueryResult<()> {
    let row = webhooks::table.find(webhook.0);
    if one_more {
        let row = diesel::update(row).set(webhooks::failures.eq(webhooks::failures + 1));
        on_backend!(conn, conn => row.execute(conn))?;
    } else {
        let row = diesel::update(row.filter(webhooks::failures.ne(0)));
        let row = row.set(webhooks::failures.eq(0));
        on_backend!(conn, conn => row.execute(conn))?;
    }
    Ok(())
}

/// Ends all that waits, and tells those who manage the webhook if it was on.
fn turn_off(conn: &mut DbConnection, events: &mut Events, webhook: WebhookId) -> QueryResult<()> {
    if !queue::lock(conn, webhook)? {
        return Ok(());
    }
    let active = webhooks::table.find(webhook.0).filter(webhooks::active);
    let row = diesel::update(active).set(webhooks::active.eq(false)).returning(webhooks::forum_id);
    let was_on: Option<Option<i64>> = on_backend!(conn, conn => row.get_result(conn)).optional()?;
    if let Some(forum) = was_on {
        events.record(Event::WebhookTurnedOff { webhook, forum: forum.map(ForumId) });
    }
    queue::fail_waiting(conn, webhook)
}
