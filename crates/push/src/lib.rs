//! Web push: which browsers of a member get notifications, also while no page is open (RFC 8030).
//!
//! - A subscription belongs to the session that made it and ends with it.
//! - A member has at most [`MAX_SUBSCRIPTIONS`].
//! - An endpoint is one browser: it belongs to the member who subscribed it last, with the newest keys.
//! - A message says what a notification says when it is sent: nothing of what was read meanwhile.
//! - A push service is asked at public addresses only.

mod error;
mod ports;
mod service;
mod subscription;

pub use error::PushError;
pub use ports::{Message, NotPublic, PushServices, Sent, Stored, SubscriptionRepository};
pub use service::Push;
pub use subscription::{AuthSecret, DeviceKey, KeyError, MAX_SUBSCRIPTIONS, Subscription};
