//! What was found, and what the finder was found to be allowed, each a step of its own:
//! [`crate::Messages`] gives out the first, and asks for the last.

use kernel::{Actor, MessageId, UserId};

use crate::{MessageError, Participants};

/// Somebody who was found to be there, to read from or to write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub(crate) UserId);

/// A message that was found between the asker and the peer named with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundMessage {
    pub(crate) id: MessageId,
    pub(crate) participants: Participants,
}

/// A message that the actor was found to be the sender of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentMessage(pub(crate) MessageId);

/// A message that the actor was found to be the recipient of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceivedMessage(pub(crate) MessageId);

impl FoundMessage {
    /// Lets its sender through, to edit or delete it.
    pub fn authorize_sender(self, actor: &Actor) -> Result<SentMessage, MessageError> {
        if self.participants.sender == actor.id {
            Ok(SentMessage(self.id))
        } else {
            Err(MessageError::NotTheSender)
        }
    }

    /// Lets its recipient through, to mark it read.
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
