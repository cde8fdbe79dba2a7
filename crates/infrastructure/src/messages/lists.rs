use ::messages::{Contact, LastMessage, Message};
use database::{
    DbConnection, on_backend,
    schema::{blocks, contacts, messages, users},
    sql::keyset::below,
};
use diesel::{
    dsl::{AsExprOf, exists, sql},
    expression::SqlLiteral,
    prelude::*,
    sql_types::{BigInt, Nullable, SingleValue, Text},
};
use kernel::{ByTime, Page, PageRequest, Timestamp, UserId};

use crate::messages::row::{Row, columns};

#[derive(Queryable)]
struct ContactRow {
    id: i64,
    username: String,
    image: String,
    unread: i64,
    total: i64,
    latest_at: i64,
    blocked: bool,
    last_text: Option<String>,
    last_sender: Option<i64>,
}

impl From<ContactRow> for Contact {
    fn from(row: ContactRow) -> Self {
        Self {
            id: UserId(row.id),
            username: row.username,
            image: row.image,
            unread: row.unread,
            total: row.total,
            latest_at: Timestamp::from_unix_millis(row.latest_at),
            blocked: row.blocked,
            last: row.last_text.map(|text| LastMessage {
                excerpt: markup::excerpt(&text),
                is_own: row.last_sender != Some(row.id),
            }),
        }
    }
}

pub(super) fn contacts(
    conn: &mut DbConnection,
    owner: UserId,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Contact, ByTime>> {
    let query = contacts::table
        .inner_join(users::table)
        .select((
            contacts::peer_id,
            users::username,
            users::image,
            contacts::unread,
            contacts::total,
            contacts::latest_at,
            exists(
                blocks::table
                    .filter(blocks::owner_id.eq(contacts::owner_id))
                    .filter(blocks::peer_id.eq(contacts::peer_id)),
            ),
            of_last::<Text>(&format!("substr(messages.message, 1, {LAST_CHARS})")),
            of_last::<BigInt>("messages.sender_id"),
        ))
        .filter(contacts::owner_id.eq(owner.0))
        .filter(below((contacts::latest_at, contacts::peer_id), behind(page)))
        .order((contacts::latest_at.desc(), contacts::peer_id.desc()))
        .limit(page.limit.fetch_size());
    let rows: Vec<ContactRow> = on_backend!(conn, conn => query.load(conn))?;
    let position = |contact: &Contact| ByTime { at: contact.latest_at, id: contact.id.0 };
    let contacts = rows.into_iter().map(Contact::from).collect();
    Ok(Page::cut(contacts, page.limit, position))
}

/// How much of a message is read for its excerpt.
const LAST_CHARS: usize = 4 * markup::MAX_EXCERPT_CHARS;

/// An expression over the latest message of a contact.
fn of_last<T: SingleValue>(expression: &str) -> SqlLiteral<Nullable<T>> {
    let (owner, peer) = ("contacts.owner_id", "contacts.peer_id");
    sql(&format!(
        "(SELECT {expression} FROM messages
          WHERE messages.low_id = CASE WHEN {owner} < {peer} THEN {owner} ELSE {peer} END
            AND messages.high_id = CASE WHEN {owner} < {peer} THEN {peer} ELSE {owner} END
          ORDER BY messages.sent_at DESC, messages.id DESC LIMIT 1)"
    ))
}

pub(super) fn between(
    conn: &mut DbConnection,
    one: UserId,
    other: UserId,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Message, ByTime>> {
    let query = messages::table
        .inner_join(users::table)
        .select(columns())
        .filter(messages::low_id.eq(one.0.min(other.0)))
        .filter(messages::high_id.eq(one.0.max(other.0)))
        .filter(below((messages::sent_at, messages::id), behind(page)))
        .order((messages::sent_at.desc(), messages::id.desc()))
        .limit(page.limit.fetch_size());
    let rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    let mut page = Page::cut_by_size(rows, page.limit, Row::size, Row::by_time).map(Message::from);
    page.items.reverse();
    Ok(page)
}

/// The start of a page; the first page starts before everything, so that all pages share one statement,
/// identified by its type.
fn behind(page: &PageRequest<ByTime>) -> (AsExprOf<i64, BigInt>, AsExprOf<i64, BigInt>) {
    let (at, id) =
        page.after.map_or((i64::MAX, i64::MAX), |after| (after.at.unix_millis(), after.id));
    (at.into_sql::<BigInt>(), id.into_sql::<BigInt>())
}
