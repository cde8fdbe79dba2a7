//! Messages.

use rand::RngExt;
use serde_json::{Value, json};

use super::{
    reads::{Answer, Ask},
    setup::{Message, WRITERS},
    turns::Turn,
};

impl Turn<'_> {
    /// The path of a message, for one of the two who share it.
    fn path_of(&self, message: Message, for_whom: usize) -> String {
        let peer = if for_whom == message.from { message.to } else { message.from };
        format!("/api/contacts/{}/messages/{}", self.stress.members[peer].id, message.id)
    }

    pub(super) async fn message(&mut self) {
        // Few, so that they meet.
        let from = self.random.random_range(0..WRITERS / 5);
        let to = (from + self.random.random_range(1..3)) % WRITERS;
        let path = format!("/api/contacts/{}", self.stress.members[to].id);
        let ask = Ask::post("send a message", path, json!({"message": self.text()})).by(from);
        let ask = self.killable(ask);
        if let Some(answer) = self.stress.send(ask).await.filter(Answer::is_done) {
            let message = Message { id: answer.id(), from, to };
            self.stress.world.lock().unwrap().add_message(message, &mut self.random);
        }
    }

    pub(super) async fn edit_message(&mut self) {
        let Some(message) = self.any_of(|world| &world.messages) else { return };
        let ask = Ask::put("edit a message", self.path_of(message, message.from));
        let ask = ask.with_body(json!({"message": self.text()})).by(message.from).may_be(&[404]);
        let ask = self.killable(ask);
        self.stress.send(ask).await;
    }

    /// The recipient reads it, twice, and the chat, while the sender edits and deletes it.
    pub(super) async fn read_and_delete_message(&mut self) {
        let Some(message) = self.any_of(|world| &world.messages) else { return };
        let Message { from, to, .. } = message;
        let (sent, received) = (self.path_of(message, from), self.path_of(message, to));
        let read = |tab| {
            let ask = Ask::put("read a message", format!("{received}/read"));
            ask.with_body(Value::Null).by(to).in_tab(tab).may_be(&[404])
        };
        let chat = format!("/api/contacts/{}/messages", self.stress.members[from].id);
        let edit = Ask::put("edit a message", &sent).with_body(json!({"message": self.text()}));
        let mut all = vec![
            read(0),
            read(1),
            Ask::get("read a chat", chat).by(to),
            Ask::get("read the contacts", "/api/contacts/").by(to).in_tab(1),
            edit.by(from).may_be(&[404]),
        ];
        if self.random.random() {
            self.stress.world.lock().unwrap().kept_messages.remove(&message.id);
            all.push(Ask::delete("delete a message", sent).by(from).may_be(&[404]));
        }
        let last = all.len() - 1;
        all.swap(self.random.random_range(0..=last), last);
        let all = all.into_iter().map(|ask| self.killable(ask)).collect();
        self.stress.send_all(all).await;
    }
}
