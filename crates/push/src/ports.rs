use std::time::Duration;

use kernel::{Endpoint, RepositoryError, SessionId, Timestamp, UserId};

use crate::Subscription;

/// Stores subscriptions.
#[cfg_attr(test, mockall::automock)]
pub trait SubscriptionRepository: Send + Sync {
    /// Stores a subscription for a session. An endpoint that is known moves to it, with the new keys.
    fn put(
        &self,
        session: (UserId, SessionId),
        subscription: &Subscription,
        now: Timestamp,
    ) -> Result<Stored, RepositoryError>;

    /// Deletes a subscription of the member, if there is one.
    fn delete(&self, user: UserId, endpoint: &Endpoint) -> Result<(), RepositoryError>;
}

/// The outcome of storing a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    New,
    /// The endpoint was known, perhaps as another member's.
    Known,
    /// Nothing is stored: the member has [`crate::MAX_SUBSCRIPTIONS`] others.
    TooMany,
}

/// The push services of browsers.
#[cfg_attr(test, mockall::automock)]
pub trait PushServices: Send + Sync {
    /// The key that identifies this site to them (RFC 8292), in base64url.
    fn public_key(&self) -> &str;

    /// Returns an error unless an endpoint is at public addresses. Waits for a name to be found.
    fn check(&self, endpoint: &Endpoint) -> Result<(), NotPublic>;

    /// Encrypts a message for a browser and hands it to its push service.
    fn send(&self, to: &Subscription, message: &Message, now: Timestamp) -> Sent;
}

/// The address is none that this site may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The address of the push service was not found on the public internet.")]
pub struct NotPublic;

/// What a browser shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub title: String,
    pub body: String,
    /// A path of the site.
    pub url: String,
    /// A later message with the same tag takes its place: letters, digits, `-` and `_`, at most 32.
    pub tag: String,
    /// Unread notifications of the member.
    pub unread: i64,
}

/// What a push service answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    Accepted,
    /// The subscription has ended.
    Gone,
    /// It may take it later, after this time if it says so.
    Later {
        why: String,
        after: Option<Duration>,
    },
    /// It will never take it.
    Refused {
        why: String,
    },
}
