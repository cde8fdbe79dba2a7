//! Forums: the places that hold posts.
//!
//! - A forum is public, for members, or private ([`kernel::Visibility`]); for those who may not read it, it does not exist.
//! - Members may create forums and mark favorites.
//! - A topic is unique regardless of case and in how it looks: its confusable skeleton (UTS #39) is unique, too. It holds
//!   no invisible characters and none that change the direction. A blank one has its own error message. Private forums
//!   take their topics from nobody.
//! - The author of a forum becomes its first moderator and keeps the own role.
//! - Moderators of a forum and admins may edit it; only admins may delete it, with its posts.
//! - A forum's activity is its posts and replies of today and the six days before (UTC). Of equally
//!   active forums the newest comes first.
//! - A forum may have rules to read, and what the server enforces of them: words that no text contains, and an age that
//!   accounts have before they write. Its moderators and admins set both, and are exempt. Only they see what is enforced.
//! - By name, forums come in the order of the normalized words of their topics, then the oldest first.

mod error;
mod forum;
mod repository;
mod rules;
mod service;
mod topic;

pub use error::ForumError;
pub use forum::{Description, Forum, ForumEdit, LatestPost, NewForum};
pub use repository::{ClosedForums, ForumRepository, Readers, SaveOutcome};
pub use rules::{
    AccountAge, AccountAgeError, BlockedWords, BlockedWordsError, NewRules, Rules, RulesText,
    WritingLimits,
};
pub use service::{Deletable, Editable, Forums};
pub use topic::{Topic, TopicError};
