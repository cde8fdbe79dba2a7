//! The writes of messages and of what they count in contacts.

use ::messages::{Message, MessageText, NewMessage, Participants, READ_AT_ONCE, WriteOutcome};
use ::moderation::reports::{ReportTarget, TargetKind};
use database::{
    DbConnection, Events, on_backend,
    schema::messages,
    sql::{cached, execute_cached, keyset::below, padded_in, prepared::prepared},
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
    from: Option<MessageId>,
) -> QueryResult<Option<Message>> {
    let ids = match from {
        Some(from) => sent_since(conn, from, id)?,
        None => vec![id.0],
    };
    let unread =
        messages::table.filter(padded_in(messages::id, ids)).filter(messages::read.eq(false));
    let marked =
        diesel::update(unread).set(messages::read.eq(true)).returning((messages::id, PARTICIPANTS));
    let marked: Vec<(i64, ParticipantsRow)> =
        on_backend!(conn, conn => cached(marked).get_results(conn))?;
    let marked: Vec<(i64, Participants)> =
        marked.into_iter().map(|(id, row)| (id, row.into())).collect();
    // A second call finds them read and counts nothing.
    if let Some((_, participants)) = marked.first() {
        counts::read(conn, *participants, marked.len() as i64)?;
    }
    for (message, Participants { sender, recipient }) in marked {
        events.record(Event::MessageRead { message: MessageId(message), sender, recipient });
    }
    find(conn, id.0).optional()
}

/// Returns the ids of a message and of those that its sender wrote before it in this chat, from `from` on.
fn sent_since(conn: &mut DbConnection, from: MessageId, id: MessageId) -> QueryResult<Vec<i64>> {
    let last = messages::table.find(id.0).select((PARTICIPANTS, messages::sent_at));
    let last: Option<(ParticipantsRow, i64)> = last.first(conn).optional()?;
    let Some((participants, sent_at)) = last else { return Ok(vec![id.0]) };
    let Participants { sender, recipient } = participants.into();
    let position = (sent_at.into_sql::<BigInt>(), id.0.into_sql::<BigInt>());
    let before = messages::table
        .filter(messages::low_id.eq(sender.0.min(recipient.0)))
        .filter(messages::high_id.eq(sender.0.max(recipient.0)))
        .filter(below((messages::sent_at, messages::id), position))
        .order((messages::sent_at.desc(), messages::id.desc()))
        .limit(READ_AT_ONCE - 1)
        .select((messages::id, messages::sender_id));
    let before: Vec<(i64, i64)> = on_backend!(conn, conn => before.load(conn))?;
    let wanted = before.into_iter().filter(|(one, by)| *one >= from.0 && *by == sender.0);
    Ok(wanted.map(|(one, _)| one).chain([id.0]).collect())
}
