//! Requests that are sent again because their answer was lost do nothing twice.
//!
//! - A client names what it sends by a key. Within 24 hours the same member, key and request get the first answer again;
//!   afterwards the key is new.
//! - Another request with the same key is refused, and so is the same one while the first is being done.
//! - A refused request leaves its key free. So does one whose server stopped before it answered, after a minute.

mod key;
mod repository;
mod service;

pub use key::{IdempotencyKey, InvalidKey};
pub use repository::{Claim, Claimed, IdempotencyRepository, StoredAnswer};
pub use service::{Begun, Idempotency, IdempotencyError};
