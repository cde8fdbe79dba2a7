//! Direct messages: what two people write to each other, and nobody else reads.
//!
//! - A message has 1 to 5,000 characters, and somebody else than its sender to go to.
//! - Its sender edits it, which marks it edited and leaves nothing of the old text, and deletes it.
//! - Its recipient marks it read, once and for all.
//! - To everybody but these two it does not exist: a stranger learns nothing, not even by a refusal.
//! - The contacts of a person are all with whom a message is left, the latest first. A contact's
//!   counts and its latest time follow every message sent, read and deleted, in the same moment.
//! - Who blocks somebody gets no message from them, and sends them none before unblocking them; what
//!   was said stays for both, and can be deleted but not edited.
//! - A chat is read from its end: the first page holds the newest messages, the oldest of them first.

mod block;
mod contact;
mod error;
mod found;
mod message;
mod repository;
mod service;

pub use block::{Block, Blocked, Written};
pub use contact::Contact;
pub use error::MessageError;
pub use found::{Found, Peer, Received, Sent};
pub use message::{Ends, Message, MessageText, NewMessage};
pub use repository::MessageRepository;
pub use service::Messages;
