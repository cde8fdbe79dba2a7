//! The writes of messages and of what they count in contacts.

use ::messages::{Message, MessageText, NewMessage, Participants, WriteOutcome};
use ::moderation::reports::{ReportTarget, TargetKind};
use database::{DbConnection, Events, on_backend, schema::messages};
use diesel::prelude::*;
use kernel::{Act, Event, MessageId, Timestamp};

use super::{blocks, counts, find, participants};
use crate::{
    images::references::{self, Referrer},
    messages::row::{PARTICIPANTS, ParticipantsRow},
    undecided_reports::resolve_of,
};

pub(super) fn insert(
    conn: &mut DbConnection,
    events: &mut Events,
    message: &NewMessage,
    html: &str,
) -> QueryResult<WriteOutcome<Message>> {
    if let Some(blocked) = blocks::between(conn, message.participants)? {
        return Ok(WriteOutcome::Blocked(blocked));
    }
    let sent = diesel::insert_into(messages::table).values((
        messages::sender_id.eq(message.participants.sender.0),
        messages::recipient_id.eq(message.participants.recipient.0),
        messages::message.eq(message.text.as_str()),
        messages::sent_at.eq(message.sent_at.unix_millis()),
        messages::renderer.eq(markup::VERSION),
        messages::html.eq(html),
    ));
    let id: i64 = on_backend!(conn, conn => sent.returning(messages::id).get_result(conn))?;
    counts::sent(conn, message.participants, message.sent_at)?;
    let Participants { sender, recipient } = message.participants;
    events.record(Event::MessageSent { message: MessageId(id), sender, recipient });
    references::insert(conn, Referrer::Message(id), &[message.text.as_str()])?;
    find(conn, id).map(WriteOutcome::Written)
}

pub(super) fn edit(
    conn: &mut DbConnection,
    events: &mut Events,
    id: MessageId,
    text: &MessageText,
    html: &str,
) -> QueryResult<Option<WriteOutcome<Message>>> {
    let Some(participants) = participants(conn, id)? else { return Ok(None) };
    if let Some(blocked) = blocks::between(conn, participants)? {
        return Ok(Some(WriteOutcome::Blocked(blocked)));
    }
    diesel::update(messages::table.find(id.0))
        .set((
            messages::message.eq(text.as_str()),
            messages::edited.eq(true),
            messages::renderer.eq(markup::VERSION),
            messages::html.eq(html),
        ))
        .execute(conn)?;
    let Participants { sender, recipient } = participants;
    events.record(Event::MessageEdited { message: id, sender, recipient });
    let edited = find(conn, id.0).optional()?;
    if edited.is_some() {
        references::replace(conn, Referrer::Message(id.0), &[text.as_str()])?;
    }
    Ok(edited.map(WriteOutcome::Written))
}

pub(super) fn delete(
    conn: &mut DbConnection,
    events: &mut Events,
    id: MessageId,
    at: Timestamp,
) -> QueryResult<bool> {
    let deleted: Option<(ParticipantsRow, bool)> = diesel::delete(messages::table.find(id.0))
        .returning((PARTICIPANTS, messages::read))
        .get_result(conn)
        .optional()?;
    let Some((participants, read)) = deleted else { return Ok(false) };
    let participants @ Participants { sender, recipient } = participants.into();
    counts::deleted(conn, participants, read)?;
    events.record(Event::MessageDeleted { message: id, sender, recipient });
    let target = ReportTarget { kind: TargetKind::Message, id: id.0 };
    resolve_of(conn, events, target, sender, &Act { by: Some(sender), reason: None, at })?;
    Ok(true)
}

pub(super) fn mark_read(
    conn: &mut DbConnection,
    events: &mut Events,
    id: MessageId,
) -> QueryResult<Option<Message>> {
    let unread = messages::table.find(id.0).filter(messages::read.eq(false));
    let first: Option<ParticipantsRow> = diesel::update(unread)
        .set(messages::read.eq(true))
        .returning(PARTICIPANTS)
        .get_result(conn)
        .optional()?;
    // A second call finds it read and counts nothing.
    if let Some(participants) = first {
        let participants = Participants::from(participants);
        counts::read(conn, participants)?;
        let Participants { sender, recipient } = participants;
        events.record(Event::MessageRead { message: id, sender, recipient });
    }
    find(conn, id.0).optional()
}
