//! Moderation: who moderates which forum, who is an admin, and who is banned.
//!
//! - The moderators of a forum, and admins, promote people to moderator in it and remove them again.
//!   Whoever is promoted has the role of a moderator, unless an admin, until the last forum is gone.
//! - The last moderator of a forum is removed by admins alone.
//! - Everybody sees who moderates a forum; a person's access list is for that person and admins.
//! - Admins make admins, ban and unban. Nobody bans oneself, and an admin who is not banned always remains.
//! - A banned person keeps role and access for the unban, and is promoted to nothing until then.
//! - Asking for what is so already changes nothing and is no error.
//!
//! Each call goes through the same steps, so that a refusal tells no more than it may: what it is
//! about is looked up ([`ExistingForum`], [`ExistingUser`]), then the actor is looked at ([`ModeratedForum`],
//! [`ReadableAccessList`], [`Administrator`]), and only then comes the rule of the use case.

mod account;
mod error;
mod proofs;
mod repository;
mod service;

pub use account::{AccountStatus, ChangeOutcome, Profile, RemoveOutcome};
pub use error::ModerationError;
pub use proofs::{Administrator, ExistingForum, ExistingUser, ModeratedForum, ReadableAccessList};
pub use repository::ModerationRepository;
pub use service::Moderation;
