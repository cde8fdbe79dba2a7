//! Maintains the counts of both contacts when messages are sent, read and deleted.

use ::messages::Participants;
use database::{
    DbConnection, on_backend,
    schema::{contacts, messages},
    sql::{execute_cached, prepared::prepared},
};
use diesel::{dsl::max, prelude::*};
use kernel::{Timestamp, UserId};

/// One side of a chat.
#[derive(Clone, Copy)]
struct Side {
    owner: UserId,
    peer: UserId,
}

/// Contacts are always locked in one order: by owner.
fn sides(participants: Participants) -> [Side; 2] {
    let Participants { sender, recipient } = participants;
    let (low, high) = (sender.min(recipient), sender.max(recipient));
    [Side { owner: low, peer: high }, Side { owner: high, peer: low }]
}

/// Counts a message for both; it may be stored after a later one.
const SENT: &str = "
    INSERT INTO contacts (owner_id, peer_id, unread, total, latest_at)
    VALUES (?, ?, ?, 1, ?), (?, ?, ?, 1, ?)
    ON CONFLICT (owner_id, peer_id) DO UPDATE SET
        unread = contacts.unread + excluded.unread,
        total = contacts.total + excluded.total,
        latest_at = CASE WHEN contacts.latest_at < excluded.latest_at
            THEN excluded.latest_at ELSE contacts.latest_at END";

pub(super) fn sent(
    conn: &mut DbConnection,
    participants: Participants,
    at: Timestamp,
) -> QueryResult<()> {
    let at = at.unix_millis();
    let both = sides(participants).into_iter().fold(prepared::<()>(SENT), |statement, side| {
        let unread = unread_by(side, participants);
        statement.bind(side.owner.0).bind(side.peer.0).bind(unread).bind(at)
    });
    on_backend!(conn, conn => both.execute(conn))?;
    Ok(())
}

pub(super) fn read(
    conn: &mut DbConnection,
    participants: Participants,
    count: i64,
) -> QueryResult<()> {
    let contact = contacts::table.find((participants.recipient.0, participants.sender.0));
    let fewer = diesel::update(contact).set(contacts::unread.eq(contacts::unread - count));
    execute_cached(conn, fewer)
}

pub(super) fn deleted(
    conn: &mut DbConnection,
    participants: Participants,
    read: bool,
) -> QueryResult<()> {
    let sides = sides(participants);
    for side in sides {
        let unread = if read { 0 } else { unread_by(side, participants) };
        diesel::update(contacts::table.find((side.owner.0, side.peer.0)))
            .set((
                contacts::total.eq(contacts::total - 1),
                contacts::unread.eq(contacts::unread - unread),
            ))
            .execute(conn)?;
    }
    // Asked only now that both rows are locked: who sent or deleted between the two before has
    // committed and is seen, and who comes after counts on what is written here.
    let latest: Option<i64> = messages::table
        .filter(messages::low_id.eq(sides[0].owner.0))
        .filter(messages::high_id.eq(sides[0].peer.0))
        .select(max(messages::sent_at))
        .first(conn)?;
    for side in sides {
        let contact = contacts::table.find((side.owner.0, side.peer.0));
        match latest {
            Some(at) => {
                diesel::update(contact).set(contacts::latest_at.eq(at)).execute(conn)?;
            }
            None => {
                diesel::delete(contact).execute(conn)?;
            }
        }
    }
    Ok(())
}

/// Returns how many unread messages this adds for the owner of a side.
fn unread_by(side: Side, participants: Participants) -> i64 {
    i64::from(side.owner == participants.recipient)
}
