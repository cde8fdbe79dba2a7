//! Appeals: what banned members say about their ban from the site.
//!
//! - A banned member appeals once against each ban; not again while an appeal waits for a decision.
//! - An appeal is a report about the member, which admins see and decide among the others. Resolving it lifts the ban,
//!   rejecting it keeps the ban; the member is told of either.
//! - Unbanning a member resolves the appeal that waits.

mod repository;
mod service;

use kernel::{Text, Timestamp, UserId};

pub use repository::{AppealOutcome, AppealRepository};
pub use service::{AppealError, Appeals, Appellant};

/// What a member says: trimmed, 1 to 2,000 characters.
pub type AppealText = Text<2_000>;

/// An appeal that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAppeal {
    pub by: UserId,
    pub text: AppealText,
    pub at: Timestamp,
}
