use kernel::{ByTime, MessageId, Page, PageRequest, RepositoryError, Timestamp, UserId};

use crate::{Block, Contact, Message, MessageText, NewMessage, Participants, WriteOutcome};

/// How many messages of a chat, of both members, one call looks through to mark them as read.
pub const READ_AT_ONCE: i64 = 100;

/// Stores messages. A write updates the counts of both contacts in the same transaction.
#[cfg_attr(test, mockall::automock)]
pub trait MessageRepository: Send + Sync {
    fn is_user(&self, id: UserId) -> Result<bool, RepositoryError>;

    /// Returns the contacts of `owner`, by [`Contact::latest_at`] and id, the latest first.
    fn contacts(
        &self,
        owner: UserId,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Contact, ByTime>, RepositoryError>;

    /// Returns the messages between two users in both directions: the newest on the first page, the
    /// oldest first within a page.
    fn between(
        &self,
        one: UserId,
        other: UserId,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Message, ByTime>, RepositoryError>;

    fn get(&self, id: MessageId) -> Result<Option<Message>, RepositoryError>;

    fn participants(&self, id: MessageId) -> Result<Option<Participants>, RepositoryError>;

    /// Stores the message, unread, and counts it for both, unless one blocks the other.
    fn insert(&self, message: &NewMessage) -> Result<WriteOutcome<Message>, RepositoryError>;

    /// Replaces the text and sets [`Message::edited`], unless one blocks the other. Returns `None` if
    /// the message is gone.
    fn edit(
        &self,
        id: MessageId,
        text: &MessageText,
    ) -> Result<Option<WriteOutcome<Message>>, RepositoryError>;

    /// Deletes and uncounts the message, and contacts without messages, and resolves a report about it. Returns false if the
    /// message is gone.
    fn delete(&self, id: MessageId, at: Timestamp) -> Result<bool, RepositoryError>;

    /// Returns whether the block exists.
    fn blocks(&self, block: Block) -> Result<bool, RepositoryError>;

    /// Stores a block; once this returns, no message between the two is stored. An existing one stays.
    fn block(&self, block: Block, at: Timestamp) -> Result<(), RepositoryError>;

    /// Removes the block, if it exists.
    fn unblock(&self, block: Block) -> Result<(), RepositoryError>;

    /// Sets [`Message::read`] of a message; with `from`, also of those that its sender wrote before it in this chat,
    /// from that id on, among the last [`READ_AT_ONCE`]. Read ones stay as they are. Returns `None` if it is gone.
    fn mark_read(
        &self,
        id: MessageId,
        from: Option<MessageId>,
    ) -> Result<Option<Message>, RepositoryError>;
}
