use std::sync::Arc;

use kernel::{Actor, ByTime, Clock, KeyedRequest, MessageId, Page, PageRequest, UserId};

use crate::{
    Block, BlockedBy, Contact, FoundMessage, Message, MessageError, MessageRepository, MessageText,
    NewMessage, Participants, Peer, ReceivedMessage, SentMessage, WriteOutcome,
};

/// The use cases of messages.
pub struct Messages {
    repository: Arc<dyn MessageRepository>,
    clock: Arc<dyn Clock>,
}

impl Messages {
    pub fn new(repository: Arc<dyn MessageRepository>, clock: Arc<dyn Clock>) -> Self {
        Self { repository, clock }
    }

    pub fn contacts(
        &self,
        actor: &Actor,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Contact, ByTime>, MessageError> {
        Ok(self.repository.contacts(actor.id, page)?)
    }

    pub fn peer(&self, id: UserId) -> Result<Peer, MessageError> {
        if self.repository.is_user(id)? { Ok(Peer(id)) } else { Err(MessageError::NoSuchUser) }
    }

    /// Returns the messages between the actor and `peer`. It checks that the peer exists only if there
    /// are none: messages are deleted with their users.
    pub fn chat(
        &self,
        actor: &Actor,
        peer: UserId,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Message, ByTime>, MessageError> {
        let messages = self.repository.between(actor.id, peer, page)?;
        if messages.items.is_empty() {
            self.peer(peer)?;
        }
        Ok(messages)
    }

    /// Sends a message. `request` is the one that does so, if it may come again.
    pub fn send(
        &self,
        actor: &Actor,
        Peer(recipient): Peer,
        text: MessageText,
        request: Option<KeyedRequest>,
    ) -> Result<Message, MessageError> {
        if recipient == actor.id {
            return Err(MessageError::MessageToSelf);
        }
        let participants = Participants { sender: actor.id, recipient };
        let message = NewMessage { participants, text, sent_at: self.clock.now(), request };
        written(self.repository.insert(&message)?)
    }

    /// Returns a message that the member sent.
    pub fn sent(&self, sender: UserId, id: MessageId) -> Result<Message, MessageError> {
        let message = self.repository.get(id)?.filter(|message| message.sender == sender);
        message.ok_or(MessageError::NotFound)
    }

    /// Returns whether the actor blocks the peer.
    pub fn blocks(&self, actor: &Actor, Peer(peer): Peer) -> Result<bool, MessageError> {
        Ok(self.repository.blocks(Block { owner: actor.id, peer })?)
    }

    /// Blocks the peer; an existing block stays.
    pub fn block(&self, actor: &Actor, Peer(peer): Peer) -> Result<(), MessageError> {
        if peer == actor.id {
            return Err(MessageError::BlockSelf);
        }
        Ok(self.repository.block(Block { owner: actor.id, peer }, self.clock.now())?)
    }

    pub fn unblock(&self, actor: &Actor, Peer(peer): Peer) -> Result<(), MessageError> {
        Ok(self.repository.unblock(Block { owner: actor.id, peer })?)
    }

    /// Finds a message between `asker` and `peer`; any other message is not found.
    pub fn find(
        &self,
        asker: UserId,
        peer: UserId,
        id: MessageId,
    ) -> Result<FoundMessage, MessageError> {
        let participants = self.repository.participants(id)?.ok_or(MessageError::NotFound)?;
        let sent = Participants { sender: asker, recipient: peer };
        let received = Participants { sender: peer, recipient: asker };
        if participants == sent || participants == received {
            Ok(FoundMessage { id, participants })
        } else {
            Err(MessageError::NotFound)
        }
    }

    pub fn edit(
        &self,
        SentMessage(id): SentMessage,
        text: &MessageText,
    ) -> Result<Message, MessageError> {
        written(self.repository.edit(id, text)?.ok_or(MessageError::NotFound)?)
    }

    pub fn delete(&self, SentMessage(id): SentMessage) -> Result<(), MessageError> {
        if self.repository.delete(id, self.clock.now())? {
            Ok(())
        } else {
            Err(MessageError::NotFound)
        }
    }

    /// Marks a message as read, with those before it from `from` on.
    pub fn mark_read(
        &self,
        ReceivedMessage(id): ReceivedMessage,
        from: Option<MessageId>,
    ) -> Result<Message, MessageError> {
        self.repository.mark_read(id, from)?.ok_or(MessageError::NotFound)
    }
}

fn written(message: WriteOutcome<Message>) -> Result<Message, MessageError> {
    match message {
        WriteOutcome::Written(message) => Ok(message),
        WriteOutcome::Blocked(BlockedBy::Sender) => Err(MessageError::BlockedByYou),
        WriteOutcome::Blocked(BlockedBy::Recipient) => Err(MessageError::BlockedByThem),
    }
}

#[cfg(test)]
mod tests;
