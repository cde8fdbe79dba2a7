//! Who is notified of what, which posts and forums members watch, and when they last saw a thread.
//!
//! - An act notifies a member at most once, by the first kind that fits and that the member has not
//!   switched off: `reply`, `mention`, `watched-post`, `watched-forum`.
//! - Nobody is notified of own acts, of acts of people they block, of acts of deleted accounts, or of
//!   what happens in a post or forum that they mute. Banned members are notified of nothing but
//!   moderation.
//! - `moderation` says what was done to the member. It can't be switched off or muted.
//! - What is unread, of the same kind and about the same subject is one notification: it counts the acts
//!   and shows the latest of them, with up to three people.
//! - Notifications are kept for 90 days, and of those that were read the latest 500 of a member.
//! - The author of a post or a reply watches the post from then on, unless it is muted or the setting
//!   is off.
//! - A visit says when a member last saw a thread; own replies count as visits.

mod error;
mod kind;
mod mail;
mod notification;
mod recipient;
mod repository;
mod sentence;
mod service;
mod settings;

pub use error::NotificationError;
pub use kind::{Kind, ModerationAct};
pub use mail::{MailFrequency, MailPace};
pub use notification::{
    ForumReference, Notification, NotificationRetention, Person, PostReference, Subject, Unread,
};
pub use recipient::{Act, Recipient, kind_for};
pub use repository::{LastVisit, NotificationRepository, ReaderRepository};
pub use service::Notifications;
pub use settings::{ReaderState, Settings, WatchLevel};
