//! Reads a member's votes on many replies, and which of them the member saved.

use std::collections::{HashMap, HashSet};

use ::replies::ReplyState;
use database::{
    DbConnection, on_backend,
    sql::prepared::{Value, prepared},
};
use diesel::{
    prelude::*,
    sql_types::{BigInt, Nullable, SmallInt},
};
use kernel::{ReplyId, UserId};

use crate::votes::from_stored;

/// From this number of replies on, reading all that a member did between the first and last id is cheaper.
const MANY: usize = 100;

/// A look for each reply. A row without a vote says that the reply is saved.
const EACH: &str = "
    SELECT v.reply_id, v.vote FROM ? AS r JOIN reply_votes v ON v.reply_id = r.value AND v.user_id = ?
    UNION ALL
    SELECT s.reply_id, NULL FROM ? AS r JOIN saved s ON s.reply_id = r.value AND s.user_id = ?";

/// The same by two walks along keys, which end where they would be longer than a look for each reply.
const BETWEEN: &str = "
    SELECT reply_id, vote FROM (SELECT reply_id, vote FROM reply_votes
        WHERE user_id = ? AND reply_id BETWEEN ? AND ? LIMIT ?) AS votes
    UNION ALL
    SELECT reply_id, NULL FROM (SELECT reply_id FROM saved
        WHERE user_id = ? AND reply_id BETWEEN ? AND ? LIMIT ?) AS kept";

type RowType = (BigInt, Nullable<SmallInt>);
type Row = (i64, Option<i16>);

/// Returns what those of these replies, at least one, that `reader` voted on or saved are to the reader,
/// unordered.
pub(super) fn of(
    conn: &mut DbConnection,
    reader: UserId,
    replies: &[ReplyId],
) -> QueryResult<Vec<ReplyState>> {
    let few = few_between(conn, reader, replies)?;
    let rows = few.map_or_else(|| each(conn, reader, replies), Ok)?;
    let mut states: HashMap<i64, ReplyState> = HashMap::new();
    for (id, vote) in rows {
        let untouched = ReplyState { reply: ReplyId(id), vote: None, saved: false };
        let state = states.entry(id).or_insert(untouched);
        match vote {
            Some(vote) => state.vote = from_stored(vote),
            None => state.saved = true,
        }
    }
    Ok(states.into_values().collect())
}

fn each(conn: &mut DbConnection, reader: UserId, replies: &[ReplyId]) -> QueryResult<Vec<Row>> {
    let ids = || replies.iter().map(|id| id.0).collect::<Value>();
    let query = prepared::<RowType>(EACH).bind(ids()).bind(reader.0).bind(ids()).bind(reader.0);
    on_backend!(conn, conn => query.load(conn))
}

/// None on few replies, and where the walk ended early.
fn few_between(
    conn: &mut DbConnection,
    reader: UserId,
    replies: &[ReplyId],
) -> QueryResult<Option<Vec<Row>>> {
    let ids = || replies.iter().map(|id| id.0);
    let (Some(low), Some(high)) = (ids().min(), ids().max()) else { return Ok(None) };
    if replies.len() < MANY {
        return Ok(None);
    }
    let most = replies.len();
    let mut query = prepared::<RowType>(BETWEEN);
    for _ in 0..2 {
        query = query.bind(reader.0).bind(low).bind(high).bind(most as i64);
    }
    let mut rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    let saved = rows.iter().filter(|(_, vote)| vote.is_none()).count();
    if saved == most || rows.len() - saved == most {
        return Ok(None);
    }
    let wanted: HashSet<i64> = ids().collect();
    rows.retain(|(id, _)| wanted.contains(id));
    Ok(Some(rows))
}
