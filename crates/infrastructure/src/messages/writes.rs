//! The writes of messages and of what they count in contacts.

use ::messages::{Message, MessageText, NewMessage, Participants, WriteOutcome};
use ::moderation::reports::{ReportTarget, TargetKind};
use database::{
    DbConnection, Events, on_backend,
    schema::messages,
    sql::{cached, execute_cached, prepared::prepared},
};
use diesel::{
    prelude::*,
    sql_types::{BigInt, Text},
};
use kernel::{Act, Event, MessageId, Timestamp};

use super::{blocks, counts, find, participants};
use crate::{
    idempotency,
    images::references::{self, Referrer},
    messages::row::{PARTICIPANTS, ParticipantsRow},
    undecided_reports::resolve_of,
};

/// Returns the id and the name of the sender.
const INSERT: &str = "
    INSERT INTO messages (sender_id, recipient_id, message, sent_at, renderer, html)
    VALUES (?, ?, ?, ?, CAST(? AS INTEGER), ?)
    RETURNING id, (SELECT username FROM users WHERE users.id = sender_id)";

pub(super) fn insert(
    conn: &mut DbConnection,
    events: &mut Events,
    message: &NewMessage,
    html: &str,
) -> QueryResult<WriteOutcome<Message>> {
    if let Some(blocked) = blocks::between(conn, message.participants)? {
        return Ok(WriteOutcome::Blocked(blocked));
    }
    let Participants { sender, recipient } = message.participants;
    let statement = prepared::<(BigInt, Text)>(INSERT)
        .bind(sender.0)
        .bind(recipient.0)
        .bind(message.text.as_str().to_owned())
        .bind(message.sent_at.unix_millis())
        .bind(i64::from(markup::VERSION))
        .bind(html.to_owned());
    let (id, sender_name) = on_backend!(conn, conn => statement.get_result::<(i64, String)>(conn))?;
    idempotency::written(conn, (sender, message.request.as_ref()), id)?;
    counts::sent(conn, message.participants, message.sent_at)?;
    let id = MessageId(id);
    events.record(Event::MessageSent { message: id, sender, recipient });
    references::insert(conn, Referrer::Message(id.0), &[message.text.as_str()])?;
    Ok(WriteOutcome::Written(Message {
        id,
        text: message.text.as_str().to_owned(),
        html: html.to_owned(),
        sender,
        sender_name,
        sent_at: message.sent_at,
        edited: false,
        read: false,
    }))
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
    let edited = diesel::update(messages::table.find(id.0)).set((
        messages::message.eq(text.as_str()),
        messages::edited.eq(true),
        messages::renderer.eq(markup::VERSION),
        messages::html.eq(html),
    ));
    execute_cached(conn, edited)?;
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
    let first = diesel::update(unread).set(messages::read.eq(true)).returning(PARTICIPANTS);
    let first: Option<ParticipantsRow> =
        on_backend!(conn, conn => cached(first).get_result(conn)).optional()?;
    // A second call finds it read and counts nothing.
    if let Some(participants) = first {
        let participants = Participants::from(participants);
        counts::read(conn, participants)?;
        let Participants { sender, recipient } = participants;
        events.record(Event::MessageRead { message: id, sender, recipient });
    }
    find(conn, id.0).optional()
}
