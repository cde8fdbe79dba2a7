//! Reads a member's votes on many replies.

use std::collections::HashSet;

use diesel::prelude::*;
use kernel::{ReplyId, UserId, Vote};

use crate::{
    connection::{DbConnection, on_backend},
    schema::reply_votes,
    sql::padded_in::padded_in,
    vote_codec::from_stored,
};

/// From this number of replies on, reading all of a member's votes between the first and last id is cheaper.
const MANY: usize = 100;

type Row = (i64, i16);

/// Returns the votes of `voter` on these replies, of which there must be at least one, unordered.
pub(super) fn on(
    conn: &mut DbConnection,
    voter: UserId,
    replies: &[ReplyId],
) -> QueryResult<Vec<(ReplyId, Vote)>> {
    let few = few_between(conn, voter, replies)?;
    let rows = few.map_or_else(|| among(conn, voter, replies), Ok)?;
    Ok(rows.into_iter().filter_map(|(id, vote)| Some((ReplyId(id), from_stored(vote)?))).collect())
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
