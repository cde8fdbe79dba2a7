use kernel::{KeyedRequest, MessageId, Text, Timestamp, UserId};

/// The text of a message: trimmed, 1 to 5,000 characters.
pub type MessageText = Text<5_000>;

/// A message as its two participants see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub id: MessageId,
    pub text: String,
    /// The text as HTML.
    pub html: String,
    pub sender: UserId,
    pub sender_name: String,
    pub sent_at: Timestamp,
    pub edited: bool,
    /// Whether the recipient marked it as read.
    pub read: bool,
}

/// The sender and the recipient of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Participants {
    pub sender: UserId,
    pub recipient: UserId,
}

/// A message that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    pub participants: Participants,
    pub text: MessageText,
    pub sent_at: Timestamp,
    /// The request that sends it, if that may come again.
    pub request: Option<KeyedRequest>,
}

/// A user with whom the owner of the contact exchanged at least one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The other user's id.
    pub id: UserId,
    pub username: String,
    pub image: String,
    /// The number of unread messages from the other user.
    pub unread: i64,
    /// The number of messages in both directions.
    pub total: i64,
    /// When the latest of them was sent.
    pub latest_at: Timestamp,
    /// Whether the owner blocks the other user.
    pub blocked: bool,
    /// `None` if it is being deleted.
    pub last: Option<LastMessage>,
}

/// The latest message of a contact, as a line shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMessage {
    /// Its start without markup.
    pub excerpt: String,
    /// Whether the owner of the contact sent it.
    pub is_own: bool,
}

/// A block: `owner` and `peer` exchange no messages while it exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub owner: UserId,
    pub peer: UserId,
}

/// Which of two users blocks the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockedBy {
    /// Reported first if both block each other.
    Sender,
    Recipient,
}

/// The outcome of writing a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteOutcome<T> {
    Written(T),
    /// One of the two blocks the other; nothing changed.
    Blocked(BlockedBy),
}
