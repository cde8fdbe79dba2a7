//! Forums: the places that posts are written in.
//!
//! - Everybody may read and search them; whoever is signed in may create one and mark favorites.
//! - A topic is unique without regard to case. A blank one is refused in words of its own.
//! - The author of a forum becomes its first moderator; the author's role stays what it was.
//! - Its moderators, and admins, may edit a forum; admins alone may delete it, and its posts go with it.
//! - The active forums are those with the most posts and replies of today and the six days before (UTC).

mod error;
mod forum;
mod repository;
mod service;
mod topic;

pub use error::ForumError;
pub use forum::{Description, Forum, NewForum};
pub use repository::{ForumRepository, Saved};
pub use service::{Editable, Forums, MOST_ACTIVE};
pub use topic::{Topic, TopicError};
