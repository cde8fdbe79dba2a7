use kernel::{ByTime, MessageId, Page, PageRequest, RepositoryError, Timestamp, UserId};

use crate::{Block, Contact, Message, MessageText, NewMessage, Participants, WriteOutcome};

/// Where messages are kept. Whatever changes one changes what both contacts count in the same transaction.
#[cfg_attr(test, mockall::automock)]
pub trait MessageRepository: Send + Sync {
    fn is_user(&self, id: UserId) -> Result<bool, RepositoryError>;

    /// The contacts of `owner`, by [`Contact::latest_at`] and id, the latest first.
    fn contacts(
        &self,
        owner: UserId,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Contact, ByTime>, RepositoryError>;

    /// The messages between the two, in either direction: the newest on the first page, and the
    /// oldest first within a page.
    fn between(
        &self,
        one: UserId,
        other: UserId,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Message, ByTime>, RepositoryError>;

    fn participants(&self, id: MessageId) -> Result<Option<Participants>, RepositoryError>;

    /// Stores the message, unread, and counts it for both people; unless one blocks the other.
    fn insert(&self, message: &NewMessage) -> Result<WriteOutcome<Message>, RepositoryError>;

    /// Replaces the text and sets [`Message::edited`], unless one of the two blocks the other;
    /// `None` if the message is gone.
    fn edit(
        &self,
        id: MessageId,
        text: &MessageText,
    ) -> Result<Option<WriteOutcome<Message>>, RepositoryError>;

    /// Deletes the message and what it counted; a contact without a message goes with it. False if
    /// it is gone already.
    fn delete(&self, id: MessageId) -> Result<bool, RepositoryError>;

    /// Whether there is this block.
    fn blocks(&self, block: Block) -> Result<bool, RepositoryError>;

    /// From when this ends, no message between the two is stored. One that is there stays.
    fn block(&self, block: Block, at: Timestamp) -> Result<(), RepositoryError>;

    /// Takes the block away, if it is there.
    fn unblock(&self, block: Block) -> Result<(), RepositoryError>;

    /// Sets [`Message::read`]; a message that is read stays as it is. `None` if it is gone.
    fn mark_read(&self, id: MessageId) -> Result<Option<Message>, RepositoryError>;
}
