//! Direct messages between two users, which nobody else can read.
//!
//! - A message has 1 to 5,000 characters and a recipient other than its sender.
//! - Its sender may edit it, which marks it as edited and wipes the old text, and delete it.
//! - Its recipient marks it as read; nothing makes it unread again.
//! - For everybody else it does not exist: a refusal tells a stranger nothing.
//! - A user's contacts are the users with whom messages remain, the latest first. The counts and the
//!   latest time of a contact change in the same transaction as its messages.
//! - A block stops messages in both directions until it is removed. Earlier messages stay for both;
//!   they can be deleted but not edited.
//! - A chat is read from its end: the first page holds the newest messages, the oldest of them first.

mod error;
mod message;
mod proofs;
mod repository;
mod service;

pub use error::MessageError;
pub use message::{
    Block, BlockedBy, Contact, LastMessage, Message, MessageText, NewMessage, Participants,
    WriteOutcome,
};
pub use proofs::{FoundMessage, Peer, ReceivedMessage, SentMessage};
pub use repository::{MessageRepository, READ_AT_ONCE};
pub use service::Messages;
