//! The log of what moderators and admins did, for those who may read the forum; of a closed forum that is deleted, for
//! admins.
//!
//! Entries follow from events ([`logged`]), so that no act can miss its entry. They hold no text of anybody but the
//! reason of the act. A report's entry names neither reporters nor messages.

mod entry;
mod event;
mod repository;
mod service;

pub use entry::{ForumName, LogAction, LogEntry, LoggedPerson, LoggedThing, ThingKind};
pub use event::{Logged, LoggedSubject, logged};
pub use repository::{LogFilter, LogRepository};
pub use service::ModerationLog;
