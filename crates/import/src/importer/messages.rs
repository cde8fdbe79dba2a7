//! Messages.

use messages::MessageText;

use super::{Import, ImportError, texts::Of};
use crate::{Kind, Message, NewMessage};

impl Import<'_> {
    pub(super) fn messages(&mut self) -> Result<(), ImportError> {
        self.in_batches(Kind::Message, self.source.messages()?, Self::store_messages)
    }

    fn store_messages(&mut self, messages: Vec<Message>) -> Result<(), ImportError> {
        let ids: Vec<&str> = messages.iter().map(|message| message.id.as_str()).collect();
        let mut known = self.destination.known(Kind::Message, &ids)?;
        let people = messages.iter().flat_map(|message| [&message.from, &message.to]);
        let members = self.members(people)?;
        let mut new = vec![];
        for message in messages {
            let people = (members.find(&message.from), members.find(&message.to));
            let (Some(from), Some(to)) = people else {
                self.lose(Kind::Message, "the other member is gone", &message.id);
                continue;
            };
            if from == to {
                self.lose(Kind::Message, "is to its own sender", &message.id);
                continue;
            }
            let sent_at = self.time(Kind::Message, &message.id, message.sent_at);
            let of = Of { kind: Kind::Message, id: &message.id, author: Some(from), at: sent_at };
            let text = self.text(of, &message.text, MessageText::MAX_CHARS)?;
            let Ok(text) = MessageText::parse(&text) else {
                self.lose(Kind::Message, "the text cannot be stored", &message.id);
                continue;
            };
            self.report.carried(Kind::Message);
            if known.insert(message.id.clone(), 0).is_none() {
                let Message { id: source_id, is_read, .. } = message;
                new.push(NewMessage { source_id, from, to, text, sent_at, is_read });
            }
        }
        Ok(self.destination.insert_messages(&new)?)
    }
}
