//! Requests that are sent again because their answer was lost do nothing twice.
//!
//! - A client names what it sends by a key. Within 24 hours the same member, key and request get the first answer again;
//!   afterwards the key is new.
//! - Another request with the same key is refused, and so is the same one while the first is being done.
//! - What is written names its key in the same transaction. So a request whose server, or database, was lost before it
//!   answered is not done twice: it gets an answer with what it wrote.
//! - A refused request leaves its key free. So does one that was lost before it wrote, after ten seconds.

mod repository;
mod service;

pub use repository::{Claim, Claimed, IdempotencyRepository, StoredAnswer};
pub use service::{Begun, Idempotency, IdempotencyError};
