mod blocks;
mod counts;
mod lists;
mod row;
mod writes;

use ::messages::{
    Block, Contact, Message, MessageRepository, MessageText, NewMessage, Participants, WriteOutcome,
};
use database::{
    Database, DbConnection, on_backend,
    schema::{messages, users},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{ByTime, MessageId, Page, PageRequest, RepositoryError, Timestamp, UserId};

use crate::{
    messages::row::{PARTICIPANTS, ParticipantsRow, Row, columns},
    texts,
};

/// Messages in the database.
///
/// On PostgreSQL a write locks the two users first, against a concurrent block. Every change locks its
/// message, then the contact of the lower user id, then the other one: one order prevents deadlocks.
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

    fn get(&self, id: MessageId) -> Result<Option<Message>, RepositoryError> {
        self.0.read(|conn| find(conn, id.0).optional())
    }

    fn participants(&self, id: MessageId) -> Result<Option<Participants>, RepositoryError> {
        self.0.read(|conn| participants(conn, id))
    }

    fn insert(&self, message: &NewMessage) -> Result<WriteOutcome<Message>, RepositoryError> {
        let html = texts::render(&self.0, message.text.as_str())?.html;
        self.0.write(|conn, events| writes::insert(conn, events, message, &html))
    }

    fn edit(
        &self,
        id: MessageId,
        text: &MessageText,
    ) -> Result<Option<WriteOutcome<Message>>, RepositoryError> {
        let html = texts::render(&self.0, text.as_str())?.html;
        self.0.write(|conn, events| writes::edit(conn, events, id, text, &html))
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

    fn delete(&self, id: MessageId, at: Timestamp) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| writes::delete(conn, events, id, at))
    }

    fn mark_read(
        &self,
        id: MessageId,
        from: Option<MessageId>,
    ) -> Result<Option<Message>, RepositoryError> {
        self.0.write(|conn, events| writes::mark_read(conn, events, id, from))
    }
}

fn participants(conn: &mut DbConnection, id: MessageId) -> QueryResult<Option<Participants>> {
    let row: Option<ParticipantsRow> =
        messages::table.find(id.0).select(PARTICIPANTS).first(conn).optional()?;
    Ok(row.map(Participants::from))
}

fn find(conn: &mut DbConnection, id: i64) -> QueryResult<Message> {
    let query =
        messages::table.inner_join(users::table).filter(messages::id.eq(id)).select(columns());
    let row: Row = on_backend!(conn, conn => query.first(conn))?;
    Ok(row.into())
}
