use kernel::{MessageId, Text, Timestamp, UserId};

/// What a message says: trimmed, 1 to 5,000 characters.
pub type MessageText = Text<5_000>;

/// A message as its two people see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub id: MessageId,
    pub text: String,
    pub sender: UserId,
    pub sender_name: String,
    pub sent_at: Timestamp,
    pub edited: bool,
    /// By its recipient.
    pub read: bool,
}

/// Whom a message is from, and to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    pub sender: UserId,
    pub recipient: UserId,
}

/// A message that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    pub ends: Ends,
    pub text: MessageText,
    pub sent_at: Timestamp,
}
