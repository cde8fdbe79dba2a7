//! What was found, and what the finder was found to be allowed, each a step of its own:
//! [`crate::Messages`] gives out the first, and asks for the last.

use kernel::{Actor, MessageId, UserId};

use crate::{Ends, MessageError};

/// Somebody who was found to be there, to read from or to write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub(crate) UserId);

/// A message that was found between the asker and the peer named with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub(crate) id: MessageId,
    pub(crate) ends: Ends,
}

/// A message that the actor was found to be the sender of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent(pub(crate) MessageId);

/// A message that the actor was found to be the recipient of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received(pub(crate) MessageId);

impl Found {
    /// Lets its sender through, to edit or delete it.
    pub fn sent_by(self, actor: &Actor) -> Result<Sent, MessageError> {
        if self.ends.sender == actor.id {
            Ok(Sent(self.id))
        } else {
            Err(MessageError::NotTheSender)
        }
    }

    /// Lets its recipient through, to mark it read.
    pub fn received_by(self, actor: &Actor) -> Result<Received, MessageError> {
        if self.ends.recipient == actor.id {
            Ok(Received(self.id))
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
    const FOUND: Found =
        Found { id: MessageId(5), ends: Ends { sender: UserId(1), recipient: UserId(2) } };

    fn actor(id: i64) -> Actor {
        Actor { id: UserId(id), role: Role::User }
    }

    #[test]
    fn the_sender_alone_edits_and_deletes_a_message() {
        assert_eq!(FOUND.sent_by(&actor(1)).unwrap(), Sent(MessageId(5)));
        assert!(matches!(FOUND.sent_by(&actor(2)), Err(MessageError::NotTheSender)));
    }

    #[test]
    fn the_recipient_alone_marks_a_message_read() {
        assert_eq!(FOUND.received_by(&actor(2)).unwrap(), Received(MessageId(5)));
        assert!(matches!(FOUND.received_by(&actor(1)), Err(MessageError::NotTheRecipient)));
    }

    #[test]
    fn an_admin_has_no_part_in_the_messages_of_others() {
        let admin = Actor { id: UserId(3), role: Role::Admin };
        assert!(FOUND.sent_by(&admin).is_err());
        assert!(FOUND.received_by(&admin).is_err());
    }
}
