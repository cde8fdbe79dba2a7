//! Forums: the places that posts are written in.
//!
//! - Everybody may read and search them; whoever is signed in may create one and mark favorites.
//! - A topic is unique without regard to case. A blank one is refused in words of its own.
//! - The author of a forum becomes its first moderator; the author's role stays what it was.
//! - Its moderators, and admins, may edit a forum; admins alone may delete it, and its posts go with it.
//! - A forum's activity is its posts and replies of today and the six days before (UTC). Of equally
//!   active forums the newest comes first.
//! - By name, forums come in the order of the normalized words of their topics, then the oldest first.

mod error;
mod forum;
mod repository;
mod service;
mod topic;

pub use error::ForumError;
pub use forum::{Description, Forum, LatestPost, NewForum, ReadContext};
pub use repository::{ForumRepository, SaveOutcome};
pub use service::{Editable, Forums};
pub use topic::{Topic, TopicError};
