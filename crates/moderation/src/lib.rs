//! Moderation: moderators of forums, admins and bans.
//!
//! - Moderators of a forum and admins promote users to moderators of it and remove them again.
//!   A promoted user has the moderator role, unless admin, until the last forum is gone.
//! - Only admins remove the last moderator of a forum.
//! - The moderators of a forum are public; an access list is for its owner and admins.
//! - Admins promote admins, ban and unban. Nobody can ban themselves, and one active admin always remains.
//! - A ban has an end or none, and is over at its end by the clock alone ([`kernel::Ban`]).
//! - A banned user keeps role and access for the unban and cannot be promoted until then.
//! - Moderators of a forum and admins ban members from it, who then only read there ([`forum_bans`]).
//! - A private forum has members of its own ([`forum_members`]).
//! - Banned members appeal, against a ban from the site or from a forum ([`appeals`]).
//! - A request that changes nothing is no error.
//! - Whatever is done to others is in the public [`log`].
//!
//! Each call takes the same steps, so that a refusal reveals no more than it may: it looks up its
//! object ([`ExistingForum`], [`ExistingUser`]), then checks the actor ([`ModeratedForum`],
//! [`ReadableAccessList`], [`Administrator`]), and then applies the rule of the use case.

mod account;
pub mod appeals;
mod ban_days;
mod error;
pub mod forum_bans;
pub mod forum_members;
pub mod log;
mod proofs;
pub mod reports;
mod repository;
mod roles;
mod service;

pub use account::{AccountStatus, AddOutcome, Candidates, ChangeOutcome, Profile, RemoveOutcome};
pub use ban_days::{BanDays, BanDaysError};
pub use error::ModerationError;
pub use proofs::{Administrator, ExistingForum, ExistingUser, ModeratedForum, ReadableAccessList};
pub use repository::ModerationRepository;
pub use roles::{
    is_last_admin, may_remove_moderator, role_after_demotion, role_after_promotion,
    role_after_removal,
};
pub use service::Moderation;
