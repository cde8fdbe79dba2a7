use ::messages::{Message, Participants};
use database::schema::{messages, users};
use diesel::prelude::*;
use kernel::{ByTime, MessageId, Timestamp, UserId};

use crate::texts;

#[derive(Queryable)]
pub(super) struct Row {
    id: i64,
    text: String,
    sender: i64,
    sender_name: String,
    sent_at: i64,
    edited: bool,
    read: bool,
    renderer: i32,
    html: String,
}

/// The columns of a [`Row`], out of messages joined with their senders.
pub(super) type Columns = (
    messages::id,
    messages::message,
    messages::sender_id,
    users::username,
    messages::sent_at,
    messages::edited,
    messages::read,
    messages::renderer,
    messages::html,
);

pub(super) fn columns() -> Columns {
    (
        messages::id,
        messages::message,
        messages::sender_id,
        users::username,
        messages::sent_at,
        messages::edited,
        messages::read,
        messages::renderer,
        messages::html,
    )
}

impl Row {
    /// Returns the bytes of the texts.
    pub(super) fn size(&self) -> usize {
        self.text.len() + self.html.len()
    }

    pub(super) fn by_time(&self) -> ByTime {
        ByTime { at: Timestamp::from_unix_millis(self.sent_at), id: self.id }
    }
}

impl From<Row> for Message {
    fn from(row: Row) -> Self {
        Self {
            id: MessageId(row.id),
            html: texts::html(row.renderer, row.html, &row.text),
            text: row.text,
            sender: UserId(row.sender),
            sender_name: row.sender_name,
            sent_at: Timestamp::from_unix_millis(row.sent_at),
            edited: row.edited,
            read: row.read,
        }
    }
}

#[derive(Queryable)]
pub(super) struct ParticipantsRow {
    sender: i64,
    recipient: i64,
}

/// The columns of an [`ParticipantsRow`].
pub(super) const PARTICIPANTS: (messages::sender_id, messages::recipient_id) =
    (messages::sender_id, messages::recipient_id);

impl From<ParticipantsRow> for Participants {
    fn from(row: ParticipantsRow) -> Self {
        Self { sender: UserId(row.sender), recipient: UserId(row.recipient) }
    }
}
