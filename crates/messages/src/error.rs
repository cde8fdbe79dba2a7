use kernel::RepositoryError;

/// An error of a use case of messages.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    #[error("There is no such user.")]
    NoSuchUser,
    /// Or the asker is not one of its participants.
    #[error("There is no such message.")]
    NotFound,
    #[error("Only the sender of a message may edit or delete it.")]
    NotTheSender,
    #[error("Only the recipient of a message may mark it as read.")]
    NotTheRecipient,
    #[error("You cannot send a message to yourself.")]
    MessageToSelf,
    #[error("You cannot block yourself.")]
    BlockSelf,
    #[error("You have blocked this person. Unblock them to write to them again.")]
    BlockedByYou,
    #[error("This person does not accept messages from you.")]
    BlockedByThem,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
