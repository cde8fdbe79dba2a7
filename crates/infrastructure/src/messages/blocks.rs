//! Blocks: rows of blocker and blocked, which the transaction that stores or edits a message reads.
//!
//! A message locks both users (`FOR KEY SHARE`), a block the one with the lower id (`FOR UPDATE`). So
//! once a block is answered, no earlier message is stored any more, and there is no deadlock.

use ::messages::{Block, BlockedBy, Participants};
use database::{DbConnection, locks, on_backend, schema::blocks};
use diesel::{dsl::exists, prelude::*};
use kernel::Timestamp;

/// After this, no concurrent message between the two is stored.
pub(super) fn insert(conn: &mut DbConnection, block: Block, at: Timestamp) -> QueryResult<()> {
    locks::lock_for_block(conn, block.owner, block.peer)?;
    on_backend!(conn, conn => diesel::insert_into(blocks::table)
        .values((
            blocks::owner_id.eq(block.owner.0),
            blocks::peer_id.eq(block.peer.0),
            blocks::created_at.eq(at.unix_millis()),
        ))
        .on_conflict_do_nothing()
        .execute(conn))?;
    Ok(())
}

pub(super) fn delete(conn: &mut DbConnection, block: Block) -> QueryResult<()> {
    diesel::delete(blocks::table.find((block.owner.0, block.peer.0))).execute(conn)?;
    Ok(())
}

pub(super) fn is_there(conn: &mut DbConnection, block: Block) -> QueryResult<bool> {
    let block = blocks::table.find((block.owner.0, block.peer.0));
    on_backend!(conn, conn => diesel::select(exists(block)).get_result(conn))
}

/// Returns which of the two blocks the other; if none does, none can before the transaction ends.
pub(super) fn between(
    conn: &mut DbConnection,
    participants: Participants,
) -> QueryResult<Option<BlockedBy>> {
    let Participants { sender, recipient } = participants;
    locks::lock_users_shared(conn, &[sender.0, recipient.0])?;
    let by_sender = blocks::owner_id.eq(sender.0).and(blocks::peer_id.eq(recipient.0));
    let by_recipient = blocks::owner_id.eq(recipient.0).and(blocks::peer_id.eq(sender.0));
    let query = blocks::table.filter(by_sender.or(by_recipient)).select(blocks::owner_id);
    let owners: Vec<i64> = on_backend!(conn, conn => query.load(conn))?;
    Ok(match owners.as_slice() {
        [] => None,
        owners if owners.contains(&sender.0) => Some(BlockedBy::Sender),
        _ => Some(BlockedBy::Recipient),
    })
}
