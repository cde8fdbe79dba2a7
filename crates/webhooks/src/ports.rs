use std::time::Duration;

use kernel::{
    ById, Endpoint, ForumId, Page, PageRequest, Reader, RepositoryError, Timestamp,
    WebhookDeliveryId, WebhookId,
};

use crate::{Change, Delivery, EventType, Message, NewWebhook, Secret, Subject, Webhook};

/// Stores webhooks and their deliveries.
#[cfg_attr(test, mockall::automock)]
pub trait WebhookRepository: Send + Sync {
    /// Returns the webhooks of the site or of a forum, the oldest first.
    fn list(&self, forum: Option<ForumId>) -> Result<Vec<Webhook>, RepositoryError>;

    fn find(&self, id: WebhookId) -> Result<Option<Webhook>, RepositoryError>;

    /// Stores a webhook, unless there are as many as may be, with a ping for it.
    fn insert(&self, webhook: &NewWebhook) -> Result<CreateOutcome, RepositoryError>;

    /// Changes a webhook and returns it, if there is one.
    fn update(&self, id: WebhookId, change: &Change) -> Result<Option<Webhook>, RepositoryError>;

    /// Deletes a webhook with its deliveries, if there is one.
    fn delete(&self, id: WebhookId) -> Result<(), RepositoryError>;

    /// Returns the deliveries of a webhook, the newest first.
    fn deliveries(
        &self,
        id: WebhookId,
        page: &PageRequest<ById>,
    ) -> Result<Page<Delivery, ById>, RepositoryError>;

    /// Sends a delivery of a webhook once more. Returns whether there is one.
    fn send_again(
        &self,
        id: WebhookId,
        delivery: WebhookDeliveryId,
        now: Timestamp,
    ) -> Result<bool, RepositoryError>;

    /// Stores a ping. Returns whether there is such a webhook.
    fn ping(&self, id: WebhookId, now: Timestamp) -> Result<bool, RepositoryError>;

    /// Deletes some deliveries from before `start` that wait no more. Returns how many: none once all are gone.
    fn delete_deliveries_before(&self, start: Timestamp) -> Result<usize, RepositoryError>;
}

/// The outcome of storing a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreateOutcome {
    Created(Webhook),
    TooMany,
    NoForum,
}

/// Makes the secrets of webhooks.
pub trait WebhookSecrets: Send + Sync {
    /// Returns a new random seed.
    fn seed(&self) -> String;

    /// Returns the secret of a seed: the same of the same, on all copies of the server.
    fn secret(&self, seed: &str) -> Secret;
}

/// The servers that receive webhooks.
#[cfg_attr(test, mockall::automock)]
pub trait Receivers: Send + Sync {
    /// Returns an error unless an address is public and none of this site. Waits for a name to be found.
    fn check(&self, url: &Endpoint) -> Result<(), NotPublic>;

    /// Signs a message and sends it.
    fn send(&self, url: &Endpoint, secret: &Secret, message: &Message, now: Timestamp) -> Sent;
}

/// The address is none that this site may send to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The address was not found on the public internet, or is one of this site.")]
pub struct NotPublic;

/// What a receiver answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    Accepted,
    /// It wants nothing any more (410).
    Gone,
    /// It may take it later, after this time if it says so.
    Failed {
        why: String,
        after: Option<Duration>,
    },
}

/// Knows what the API shows.
pub trait Contents: Send + Sync {
    /// Returns what `reader` may see of a subject now, as JSON; `None` if it is not shown.
    fn data(
        &self,
        event: EventType,
        subject: Subject,
        reader: Reader,
    ) -> Result<Option<String>, RepositoryError>;
}
