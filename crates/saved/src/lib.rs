//! Saved posts and replies: what a member keeps to read again, for nobody else to see.
//!
//! - Saving what is saved, and no longer saving what is not, changes nothing.
//! - What is missing or removed cannot be saved. A reply that is removed later leaves the list, as does what is in a forum that
//!   the member may read no longer.

mod error;
mod item;
mod repository;
mod service;

pub use error::SavedError;
pub use item::{SavedItem, Target};
pub use repository::SavedRepository;
pub use service::Saved;
