//! The writes of messages and of what they count in contacts.

use ::messages::{Message, MessageText, NewMessage, WriteOutcome};
use diesel::prelude::*;
use kernel::MessageId;

use super::{blocks, counts, find, participants};
use crate::{
    connection::{DbConnection, on_backend},
    messages::row::{PARTICIPANTS, ParticipantsRow},
    schema::messages,
};

pub(super) fn insert(
    conn: &mut DbConnection,
    message: &NewMessage,
) -> QueryResult<WriteOutcome<Message>> {
    if let Some(blocked) = blocks::between(conn, message.participants)? {
        return Ok(WriteOutcome::Blocked(blocked));
    }
    let sent = diesel::insert_into(messages::table).values((
        messages::sender_id.eq(message.participants.sender.0),
        messages::recipient_id.eq(message.participants.recipient.0),
        messages::message.eq(message.text.as_str()),
        messages::sent_at.eq(message.sent_at.unix_millis()),
    ));
    let id: i64 = on_backend!(conn, conn => sent.returning(messages::id).get_result(conn))?;
    counts::sent(conn, message.participants, message.sent_at)?;
    find(conn, id).map(WriteOutcome::Written)
}

pub(super) fn edit(
    conn: &mut DbConnection,
    id: MessageId,
    text: &MessageText,
) -> QueryResult<Option<WriteOutcome<Message>>> {
    let Some(participants) = participants(conn, id)? else { return Ok(None) };
    if let Some(blocked) = blocks::between(conn, participants)? {
        return Ok(Some(WriteOutcome::Blocked(blocked)));
    }
    diesel::update(messages::table.find(id.0))
        .set((messages::message.eq(text.as_str()), messages::edited.eq(true)))
        .execute(conn)?;
    Ok(find(conn, id.0).optional()?.map(WriteOutcome::Written))
}

pub(super) fn delete(conn: &mut DbConnection, id: MessageId) -> QueryResult<bool> {
    let deleted: Option<(ParticipantsRow, bool)> = diesel::delete(messages::table.find(id.0))
        .returning((PARTICIPANTS, messages::read))
        .get_result(conn)
        .optional()?;
    let Some((participants, read)) = deleted else { return Ok(false) };
    counts::deleted(conn, participants.into(), read)?;
    Ok(true)
}

pub(super) fn mark_read(conn: &mut DbConnection, id: MessageId) -> QueryResult<Option<Message>> {
    let unread = messages::table.find(id.0).filter(messages::read.eq(false));
    let first: Option<ParticipantsRow> = diesel::update(unread)
        .set(messages::read.eq(true))
        .returning(PARTICIPANTS)
        .get_result(conn)
        .optional()?;
    // A second call finds it read and counts nothing.
    if let Some(participants) = first {
        counts::read(conn, participants.into())?;
    }
    find(conn, id.0).optional()
}
