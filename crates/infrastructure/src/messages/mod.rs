mod blocks;
mod counts;
mod lists;
mod row;

use ::messages::{
    Block, Contact, Message, MessageRepository, MessageText, NewMessage, Participants, WriteOutcome,
};
use diesel::{dsl::exists, prelude::*};
use kernel::{ByTime, MessageId, Page, PageRequest, RepositoryError, Timestamp, UserId};

use crate::{
    Database,
    connection::{DbConnection, on_backend},
    messages::row::{ENDS, EndsRow, Row, columns},
    schema::{messages, users},
};

/// Messages in the database.
///
/// On PostgreSQL what is written holds the two people first, against a block. Every change locks its
/// message, then the contact of the lower id, then the other one: as all keep this order, none waits
/// for another in a circle.
pub struct DbMessages(pub Database);

impl MessageRepository for DbMessages {
    fn is_user(&self, id: UserId) -> Result<bool, RepositoryError> {
        let query = diesel::select(exists(users::table.find(id.0)));
        self.0.read(|conn| on_backend!(conn, conn => query.get_result(conn)))
    }

    fn contacts(
        &self,
        owner: UserId,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Contact, ByTime>, RepositoryError> {
        self.0.read(|conn| lists::contacts(conn, owner, page))
    }

    fn between(
        &self,
        one: UserId,
        other: UserId,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Message, ByTime>, RepositoryError> {
        self.0.read(|conn| lists::between(conn, one, other, page))
    }

    fn participants(&self, id: MessageId) -> Result<Option<Participants>, RepositoryError> {
        self.0.read(|conn| participants(conn, id))
    }

    fn insert(&self, message: &NewMessage) -> Result<WriteOutcome<Message>, RepositoryError> {
        self.0.write(|conn, _| {
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
        })
    }

    fn edit(
        &self,
        id: MessageId,
        text: &MessageText,
    ) -> Result<Option<WriteOutcome<Message>>, RepositoryError> {
        self.0.write(|conn, _| {
            let Some(participants) = participants(conn, id)? else { return Ok(None) };
            if let Some(blocked) = blocks::between(conn, participants)? {
                return Ok(Some(WriteOutcome::Blocked(blocked)));
            }
            diesel::update(messages::table.find(id.0))
                .set((messages::message.eq(text.as_str()), messages::edited.eq(true)))
                .execute(conn)?;
            Ok(find(conn, id.0).optional()?.map(WriteOutcome::Written))
        })
    }

    fn blocks(&self, block: Block) -> Result<bool, RepositoryError> {
        self.0.read(|conn| blocks::is_there(conn, block))
    }

    fn block(&self, block: Block, at: Timestamp) -> Result<(), RepositoryError> {
        self.0.write(|conn, _| blocks::insert(conn, block, at))
    }

    fn unblock(&self, block: Block) -> Result<(), RepositoryError> {
        self.0.write(|conn, _| blocks::delete(conn, block))
    }

    fn delete(&self, id: MessageId) -> Result<bool, RepositoryError> {
        self.0.write(|conn, _| {
            let deleted: Option<(EndsRow, bool)> = diesel::delete(messages::table.find(id.0))
                .returning((ENDS, messages::read))
                .get_result(conn)
                .optional()?;
            let Some((participants, read)) = deleted else { return Ok(false) };
            counts::deleted(conn, participants.into(), read)?;
            Ok(true)
        })
    }

    fn mark_read(&self, id: MessageId) -> Result<Option<Message>, RepositoryError> {
        self.0.write(|conn, _| {
            let unread = messages::table.find(id.0).filter(messages::read.eq(false));
            let first: Option<EndsRow> = diesel::update(unread)
                .set(messages::read.eq(true))
                .returning(ENDS)
                .get_result(conn)
                .optional()?;
            // Whoever comes later finds it read and counts nothing.
            if let Some(participants) = first {
                counts::read(conn, participants.into())?;
            }
            find(conn, id.0).optional()
        })
    }
}

fn participants(conn: &mut DbConnection, id: MessageId) -> QueryResult<Option<Participants>> {
    let row: Option<EndsRow> = messages::table.find(id.0).select(ENDS).first(conn).optional()?;
    Ok(row.map(Participants::from))
}

fn find(conn: &mut DbConnection, id: i64) -> QueryResult<Message> {
    let query =
        messages::table.inner_join(users::table).filter(messages::id.eq(id)).select(columns());
    let row: Row = on_backend!(conn, conn => query.first(conn))?;
    Ok(row.into())
}
