use std::{collections::BTreeSet, convert::Infallible};

use ::webhooks::{
    Change, Delivery as Found, DeliveryStatus, EventType, Secret, Webhook as FoundWebhook,
};
use kernel::{Endpoint, ForumId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::Problem,
    request::{Field, Invalid, RequestBody, body_with_text},
};

/// An address that receives events as signed HTTP requests, by Standard Webhooks.
#[derive(Serialize, ToSchema)]
pub(super) struct Webhook {
    id: i64,
    url: String,
    events: Vec<&'static str>,
    /// The forum whose events it receives; null: events of all that visitors may read.
    #[schema(required = true)]
    forum: Option<i64>,
    /// Whether events are sent to it. It is turned off once a delivery failed for a day, or its server answers 410.
    active: bool,
    /// What its messages are signed with; only where it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, pattern = "^whsec_")]
    secret: Option<String>,
    /// Failed tries since the last delivery that arrived.
    failures: i64,
}

impl From<FoundWebhook> for Webhook {
    fn from(found: FoundWebhook) -> Self {
        Self {
            id: found.id.0,
            url: found.url.url().to_string(),
            events: found.events.into_iter().map(EventType::name).collect(),
            forum: found.forum.map(|forum| forum.0),
            active: found.active,
            secret: None,
            failures: found.failures,
        }
    }
}

impl Webhook {
    /// Returns a new one with its secret.
    pub(super) fn new(found: FoundWebhook, secret: &Secret) -> Self {
        Self { secret: Some(secret.to_text()), ..found.into() }
    }
}

/// An event that was sent to a webhook, or waits to be sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookDelivery {
    id: i64,
    event: &'static str,
    /// When it happened.
    #[schema(format = DateTime)]
    at: String,
    /// `failed`: it was tried for a day, or the webhook was turned off; `dropped`: what it is about is not shown any more.
    #[schema(pattern = "^(waiting|delivered|failed|dropped)$")]
    status: &'static str,
    /// How often it was sent.
    tries: i64,
    /// When it is sent next; null unless it waits.
    #[schema(required = true, format = DateTime)]
    next_try: Option<String>,
}

impl From<Found> for WebhookDelivery {
    fn from(found: Found) -> Self {
        Self {
            id: found.id.0,
            event: found.event.name(),
            at: found.at.to_rfc3339(),
            status: match found.status {
                DeliveryStatus::Waiting => "waiting",
                DeliveryStatus::Delivered => "delivered",
                DeliveryStatus::Failed => "failed",
                DeliveryStatus::Dropped => "dropped",
            },
            tries: found.tries,
            next_try: found.next_try.map(Timestamp::to_rfc3339),
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct WriteWebhook {
    /// An `https` address at public addresses, none of this site.
    #[serde(default)]
    #[schema(value_type = String, required = true, max_length = 2000)]
    url: Field<String>,
    /// `post.created`, `post.edited`, `post.deleted`, `reply.created`, `reply.edited`, `reply.deleted`,
    /// `user.registered`, `report.opened`, `report.decided` or `ping`, which is sent in any case.
    #[serde(default)]
    #[schema(value_type = Vec<String>, required = true)]
    events: Field<Vec<String>>,
    /// The forum whose events it receives; missing or null: events of all that visitors may read. It never changes.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    forum: Field<i64>,
    /// Whether events are sent to it; missing leaves it as it is.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    active: Field<bool>,
}

impl RequestBody for WriteWebhook {
    const MAX_BYTES: usize = body_with_text(Endpoint::MAX_BYTES);
}

impl WriteWebhook {
    pub(super) fn forum(&self) -> Result<Option<ForumId>, Problem> {
        let mut invalid = Invalid::default();
        let forum = invalid.integer("forum", &self.forum, Ok::<_, Infallible>);
        forum.map(|forum| forum.map(ForumId)).ok_or_else(|| invalid.into_problem())
    }

    pub(super) fn parse(&self) -> Result<Change, Problem> {
        let mut invalid = Invalid::default();
        let url = invalid.text("url", &self.url, Endpoint::parse);
        let events = invalid.texts("events", &self.events, parse_events);
        let active = match &self.active {
            Field::Missing => Some(None),
            given => invalid.flag("active", given).map(Some),
        };
        let (Some(url), Some(events), Some(active)) = (url, events, active) else {
            return Err(invalid.into_problem());
        };
        Ok(Change { url, events, active })
    }
}

fn parse_events(names: &[String]) -> Result<BTreeSet<EventType>, &'static str> {
    let events: Option<BTreeSet<_>> = names.iter().map(|name| EventType::parse(name)).collect();
    events.filter(|events| !events.is_empty()).ok_or("Must be types of events, one at least.")
}
