//! Reads a member's votes on many replies, and which of them the member saved.

use std::collections::{HashMap, HashSet};

use ::replies::ReplyState;
use database::{DbConnection, on_backend, schema::reply_votes, sql::padded_in};
use diesel::prelude::*;
use kernel::{ReplyId, UserId};

use crate::{saved::saved_among, votes::from_stored};

/// From this number of replies on, reading all of a member's votes between the first and last id is cheaper.
const MANY: usize = 100;

type Row = (i64, i16);

/// Returns what those of these replies, at least one, that `reader` voted on or saved are to the reader,
/// unordered.
pub(super) fn of(
    conn: &mut DbConnection,
    reader: UserId,
    replies: &[ReplyId],
) -> QueryResult<Vec<ReplyState>> {
    let few = few_between(conn, reader, replies)?;
    let votes = few.map_or_else(|| among(conn, reader, replies), Ok)?;
    let mut states: HashMap<ReplyId, ReplyState> = HashMap::new();
    let untouched = |reply| ReplyState { reply, vote: None, saved: false };
    for (id, vote) in votes {
        let reply = ReplyId(id);
        states.insert(reply, ReplyState { vote: from_stored(vote), ..untouched(reply) });
    }
    for reply in saved_among(conn, reader, replies)? {
        states.entry(reply).or_insert_with(|| untouched(reply)).saved = true;
    }
    Ok(states.into_values().collect())
}

fn among(conn: &mut DbConnection, voter: UserId, replies: &[ReplyId]) -> QueryResult<Vec<Row>> {
    let query = reply_votes::table
        .filter(reply_votes::user_id.eq(voter.0))
        .filter(padded_in(reply_votes::reply_id, replies.iter().map(|id| id.0)))
        .select((reply_votes::reply_id, reply_votes::vote));
    on_backend!(conn, conn => query.load(conn))
}

/// The same by one walk along the key instead of a look for each reply. None where it would be longer: on few
/// replies, and of a member with many votes.
fn few_between(
    conn: &mut DbConnection,
    voter: UserId,
    replies: &[ReplyId],
) -> QueryResult<Option<Vec<Row>>> {
    let ids = || replies.iter().map(|id| id.0);
    let (Some(low), Some(high)) = (ids().min(), ids().max()) else { return Ok(None) };
    if replies.len() < MANY {
        return Ok(None);
    }
    let query = reply_votes::table
        .filter(reply_votes::user_id.eq(voter.0))
        .filter(reply_votes::reply_id.between(low, high))
        .limit(replies.len() as i64)
        .select((reply_votes::reply_id, reply_votes::vote));
    let mut rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    if rows.len() == replies.len() {
        return Ok(None);
    }
    let wanted: HashSet<i64> = ids().collect();
    rows.retain(|(id, _)| wanted.contains(id));
    Ok(Some(rows))
}
