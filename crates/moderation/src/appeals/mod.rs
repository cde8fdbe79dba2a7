//! Appeals: what banned members say about their ban from the site, or from one forum.
//!
//! - A banned member appeals once against each ban; not again while an appeal against the ban from there waits.
//! - An appeal is a report about the member. Admins decide it among the others; if the ban is from a forum, its
//!   moderators do, too. Resolving it lifts the ban, rejecting it keeps the ban; the member is notified of both.
//! - Lifting the ban resolves the waiting appeal.
//! - Who is banned from the site appeals against that ban alone.

mod repository;
mod service;

use kernel::{ForumId, Text, Timestamp, UserId};

pub use repository::{AppealOutcome, AppealRepository};
pub use service::{AppealError, Appeals, Appellant};

/// What a member says: trimmed, 1 to 2,000 characters.
pub type AppealText = Text<2_000>;

/// An appeal that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAppeal {
    pub by: UserId,
    /// From where the member is banned: this forum, or without one the site.
    pub forum: Option<ForumId>,
    pub text: AppealText,
    pub at: Timestamp,
}
