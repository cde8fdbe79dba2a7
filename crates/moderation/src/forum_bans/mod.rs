//! Bans from a forum: there, a banned member reads, and does not write.
//!
//! - Moderators of the forum and admins ban and lift, for some days or without end. The clock alone ends a ban
//!   ([`kernel::Ban`]).
//! - A banned member creates no posts and replies there, edits none and votes on none. Deleting the own ones, reports,
//!   favorites, watching and saving stay allowed.
//! - Moderators of the forum and admins cannot be banned from it, and who is banned from a forum becomes neither a
//!   moderator of it nor an admin: nobody both moderates a forum and is banned from it.
//! - A write that began before a ban ends before it: none appears after the ban is there.
//! - A ban replaces another one; [`kernel::Ban::is_repeated_by`] says which is the same.
//! - The banned member sees the own bans from forums that the member may read, and appeals once against each ([`crate::appeals`]).
//! - In a member's profile, moderators see the bans from their forums, admins all.

mod ban;
mod repository;
mod service;

pub use ban::{AppealState, BansSeen, ForumBan, NewForumBan, OwnForumBan};
#[cfg(test)]
pub(crate) use repository::MockForumBanRepository;
pub use repository::{ForumBanOutcome, ForumBanRepository};
pub use service::{ForumBanError, ForumBans};
