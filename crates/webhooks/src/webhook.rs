use std::collections::BTreeSet;

use base64::{Engine, prelude::BASE64_STANDARD};
use kernel::{Endpoint, ForumId, Timestamp, WebhookId};

use crate::EventType;

/// The most webhooks of the site.
pub const MAX_OF_SITE: i64 = 20;
/// The most webhooks of a forum.
pub const MAX_OF_FORUM: i64 = 5;

/// An address that receives events as signed HTTP requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    pub id: WebhookId,
    pub url: Endpoint,
    pub events: BTreeSet<EventType>,
    /// `None` if it is the site's.
    pub forum: Option<ForumId>,
    /// Whether events are sent to it.
    pub active: bool,
    /// Failed tries since the last delivery that arrived.
    pub failures: i64,
}

/// A webhook to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWebhook {
    pub url: Endpoint,
    pub events: BTreeSet<EventType>,
    pub forum: Option<ForumId>,
    /// What its secret follows from.
    pub seed: String,
    pub created_at: Timestamp,
}

/// A change of a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub url: Endpoint,
    pub events: BTreeSet<EventType>,
    /// `None` leaves it as it is. Turned off, what waits is not sent; turned on, its failures are forgotten.
    pub active: Option<bool>,
}

/// The secret that a webhook shares with its receiver.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl Secret {
    /// As Standard Webhooks writes it: `whsec_` and base64.
    #[must_use]
    pub fn to_text(&self) -> String {
        format!("whsec_{}", BASE64_STANDARD.encode(self.0))
    }
}

/// Hides the secret from logs.
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_written_in_base64_and_not_in_logs() {
        let secret = Secret([0xfb; 32]);
        assert_eq!(secret.to_text(), "whsec_+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/s=");
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }
}
