//! Webhooks: addresses that receive events as signed HTTP requests, by [Standard Webhooks](https://www.standardwebhooks.com).
//!
//! - A webhook is the site's, and admins manage it, or a forum's, and its moderators do.
//! - The site has at most [`MAX_OF_SITE`], a forum [`MAX_OF_FORUM`].
//! - A delivery tells what the API shows at the moment it is sent: to the site's webhooks what visitors may read, to a
//!   forum's what its members may.
//! - Deliveries about one thing are carried in the order of what happened; a post and its replies are one thing.
//! - A delivery is tried for a day. Then, or once the receiver says that it is gone, its webhook is turned off.
//! - A secret follows from that of the server and a seed. It is shown once.

mod delivery;
mod error;
mod event_type;
mod ports;
mod service;
mod webhook;

pub use delivery::{Delivery, DeliveryStatus, Message, RETENTION, Subject};
pub use error::WebhookError;
pub use event_type::EventType;
pub use ports::{
    Contents, CreateOutcome, NotPublic, Receivers, Sent, WebhookRepository, WebhookSecrets,
};
pub use service::{Managed, Scope, Webhooks};
pub use webhook::{Change, MAX_OF_FORUM, MAX_OF_SITE, NewWebhook, Secret, Webhook};
