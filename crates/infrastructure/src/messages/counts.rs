//! Maintains the counts of both contacts when messages are sent, read and deleted.

use ::messages::Participants;
use database::{
    DbConnection, on_backend,
    schema::{contacts, messages},
};
use diesel::{
    dsl::{case_when, max},
    prelude::*,
    upsert::excluded,
};
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

pub(super) fn sent(
    conn: &mut DbConnection,
    participants: Participants,
    at: Timestamp,
) -> QueryResult<()> {
    for side in sides(participants) {
        count_one_more(conn, side, unread_by(side, participants), at)?;
    }
    Ok(())
}

pub(super) fn read(conn: &mut DbConnection, participants: Participants) -> QueryResult<()> {
    diesel::update(contacts::table.find((participants.recipient.0, participants.sender.0)))
        .set(contacts::unread.eq(contacts::unread - 1))
        .execute(conn)?;
    Ok(())
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

fn count_one_more(
    conn: &mut DbConnection,
    side: Side,
    unread: i64,
    at: Timestamp,
) -> QueryResult<()> {
    let contact = (
        contacts::owner_id.eq(side.owner.0),
        contacts::peer_id.eq(side.peer.0),
        contacts::unread.eq(unread),
        contacts::total.eq(1_i64),
        contacts::latest_at.eq(at.unix_millis()),
    );
    // A message may be stored after a later one.
    let new_at = excluded(contacts::latest_at);
    let latest = case_when(contacts::latest_at.lt(new_at), new_at).otherwise(contacts::latest_at);
    on_backend!(conn, conn => diesel::insert_into(contacts::table)
        .values(contact)
        .on_conflict((contacts::owner_id, contacts::peer_id))
        .do_update()
        .set((
            contacts::unread.eq(contacts::unread + excluded(contacts::unread)),
            contacts::total.eq(contacts::total + excluded(contacts::total)),
            contacts::latest_at.eq(latest),
        ))
        .execute(conn))?;
    Ok(())
}
