//! Drafts: what a member is writing, kept by the server so that another device can go on with it.
//!
//! - A draft has a key that the client chooses, and data that only the client understands: at most
//!   50,000 characters.
//! - A draft has a version, which each write raises by one. A write names the version that it replaces, 0
//!   for none; if another is there, it is refused with that draft, so that no device overwrites another.
//! - A member has at most 100 drafts.
//! - A draft is kept for 180 days after its last write. Then it does not exist, whether or not its row was
//!   deleted yet.

mod draft;
mod error;
mod repository;
mod service;

pub use draft::{Draft, DraftData, DraftDataError, DraftKey, DraftWrite, SaveOutcome};
pub use error::DraftError;
pub use repository::DraftRepository;
pub use service::{Drafts, MAX_DRAFTS, RETENTION};
