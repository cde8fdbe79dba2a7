//! Proofs: results of lookups and permission checks that [`crate::Messages`] and
//! [`FoundMessage`] create and that use cases require.

use kernel::{Actor, MessageId, UserId};

use crate::{MessageError, Participants};

/// Proof that the other user exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub(crate) UserId);

/// Proof that the message exists between the asker and the peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundMessage {
    pub(crate) id: MessageId,
    pub(crate) participants: Participants,
}

/// Proof that the actor sent the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentMessage(pub(crate) MessageId);

/// Proof that the actor received the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceivedMessage(pub(crate) MessageId);

impl FoundMessage {
    /// Checks that the actor is the sender, who may edit and delete the message.
    pub fn authorize_sender(self, actor: &Actor) -> Result<SentMessage, MessageError> {
        if self.participants.sender == actor.id {
            Ok(SentMessage(self.id))
        } else {
            Err(MessageError::NotTheSender)
        }
    }

    /// Checks that the actor is the recipient, who may mark the message as read.
    pub fn authorize_recipient(self, actor: &Actor) -> Result<ReceivedMessage, MessageError> {
        if self.participants.recipient == actor.id {
            Ok(ReceivedMessage(self.id))
        } else {
            Err(MessageError::NotTheRecipient)
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Role;

    use super::*;

    /// From user 1 to user 2.
    const FOUND: FoundMessage = FoundMessage {
        id: MessageId(5),
        participants: Participants { sender: UserId(1), recipient: UserId(2) },
    };

    fn actor(id: i64) -> Actor {
        Actor { id: UserId(id), role: Role::User }
    }

    #[test]
    fn only_the_sender_edits_and_deletes_a_message() {
        assert_eq!(FOUND.authorize_sender(&actor(1)).unwrap(), SentMessage(MessageId(5)));
        assert!(matches!(FOUND.authorize_sender(&actor(2)), Err(MessageError::NotTheSender)));
    }

    #[test]
    fn only_the_recipient_marks_a_message_read() {
        assert_eq!(FOUND.authorize_recipient(&actor(2)).unwrap(), ReceivedMessage(MessageId(5)));
        assert!(matches!(FOUND.authorize_recipient(&actor(1)), Err(MessageError::NotTheRecipient)));
    }

    #[test]
    fn admins_cannot_access_messages_of_others() {
        let admin = Actor { id: UserId(3), role: Role::Admin };
        assert!(FOUND.authorize_sender(&admin).is_err());
        assert!(FOUND.authorize_recipient(&admin).is_err());
    }
}
