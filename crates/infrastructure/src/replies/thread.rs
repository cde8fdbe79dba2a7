use std::collections::HashMap;

use ::replies::{Position, Reply, ReplyPage, Sort, ThreadRequest};
use diesel::{dsl::AsExprOf, prelude::*, sql_types::BigInt};
use kernel::{ByTime, Page, PostId, ReplyId, UserId};

use crate::{
    connection::{Db, DbConnection, on_backend},
    keyset::{above, below},
    replies::row::{Row, seen_by},
    schema::{posts, replies},
};

/// The post and the viewer of a thread.
#[derive(Clone, Copy)]
struct Seen {
    post: PostId,
    viewer: Option<UserId>,
}

pub(super) fn thread(
    conn: &mut DbConnection,
    post: PostId,
    viewer: Option<UserId>,
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<Option<ReplyPage>> {
    let seen = Seen { post, viewer };
    let is_first = matches!(request, ThreadRequest::First(_));
    let items = if is_first { whole(conn, seen, limit)? } else { vec![] };
    if (1..=limit).contains(&items.len()) {
        return Ok(Some(Page { items, next: None }));
    }
    let query = posts::table.find(post.0).select(posts::reply_count);
    let count: Option<i64> = on_backend!(conn, conn => query.first(conn)).optional()?;
    match count {
        None => Ok(None),
        Some(0) if is_first && items.is_empty() => Ok(Some(Page { items, next: None })),
        Some(_) => breadth_first(conn, seen, 0, request, limit).map(Some),
    }
}

pub(super) fn subtree(
    conn: &mut DbConnection,
    id: ReplyId,
    viewer: Option<UserId>,
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<Option<(Reply, ReplyPage)>> {
    let row: Option<Row> = seen_by(viewer).filter(replies::id.eq(id.0)).first(conn).optional()?;
    let Some(reply) = row.map(Reply::from) else { return Ok(None) };
    let seen = Seen { post: reply.post, viewer };
    let below = breadth_first(conn, seen, id.0, request, limit)?;
    Ok(Some((reply, below)))
}

/// Returns a whole thread in one query, unordered, if it has at most `limit` replies. A longer one gives
/// more than `limit`: removed replies, which are shown, are not in the post's count.
fn whole(conn: &mut DbConnection, seen: Seen, limit: usize) -> QueryResult<Vec<Reply>> {
    let limit = limit as i64;
    let count = posts::table.find(seen.post.0).select(posts::reply_count).single_value();
    let query = seen_by(seen.viewer)
        .filter(replies::post_id.eq(seen.post.0))
        .filter(count.le(limit))
        .limit(limit + 1);
    let rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().map(Reply::from).collect())
}

/// Returns the answers to `parent`, then the answers to those, level by level up to `limit`.
fn breadth_first(
    conn: &mut DbConnection,
    seen: Seen,
    parent: i64,
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<ReplyPage> {
    let sort = request.sort();
    let mut shown = answers(conn, seen, parent, request, limit + 1)?;
    let more = shown.len() > limit;
    shown.truncate(limit);
    let next = if more { shown.last().map(|last| sort.position(last)) } else { None };

    let mut level = 0;
    while level < shown.len() && shown.len() < limit {
        let room = limit - shown.len();
        let deeper = next_level(conn, seen, sort, &shown[level..], room)?;
        level = shown.len();
        shown.extend(deeper);
    }
    Ok(Page { items: shown, next })
}

/// Returns as many answers to `parents` as there is room for, those to the first parent first.
fn next_level(
    conn: &mut DbConnection,
    seen: Seen,
    sort: Sort,
    parents: &[Reply],
    room: usize,
) -> QueryResult<Vec<Reply>> {
    let (fitting, cut) = share_out(parents, room);
    let mut level = answers_to_all(conn, seen, &fitting)?;
    let ranks: HashMap<_, _> =
        parents.iter().enumerate().map(|(rank, parent)| (Some(parent.id), rank)).collect();
    let rank = |reply: &Reply| ranks.get(&reply.responds_to);
    level.sort_by(|one, other| rank(one).cmp(&rank(other)).then_with(|| sort.compare(one, other)));
    if let Some((parent, room)) = cut {
        level.extend(answers(conn, seen, parent, ThreadRequest::First(sort), room)?);
    }
    Ok(level)
}

/// Returns the parents whose answers all fit into `room`, and the one whose answers are cut, with its
/// remaining room.
fn share_out(parents: &[Reply], mut room: usize) -> (Vec<i64>, Option<(i64, usize)>) {
    let mut fitting = vec![];
    for parent in parents.iter().filter(|parent| parent.child_count > 0) {
        if parent.child_count > room {
            return (fitting, (room > 0).then_some((parent.id.0, room)));
        }
        room -= parent.child_count;
        fitting.push(parent.id.0);
    }
    (fitting, None)
}

fn answers_to_all(conn: &mut DbConnection, seen: Seen, parents: &[i64]) -> QueryResult<Vec<Reply>> {
    if parents.is_empty() {
        return Ok(vec![]);
    }
    let rows: Vec<Row> = seen_by(seen.viewer)
        .filter(replies::post_id.eq(seen.post.0))
        .filter(replies::parent_id.eq_any(parents))
        .load(conn)?;
    Ok(rows.into_iter().map(Reply::from).collect())
}

/// Returns the answers to one reply, or with 0 those to the post, in the requested order.
fn answers(
    conn: &mut DbConnection,
    seen: Seen,
    parent: i64,
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<Vec<Reply>> {
    let by_time = (replies::created_at, replies::id);
    let by_score = (replies::score, replies::id);
    let query = seen_by(seen.viewer)
        .filter(replies::post_id.eq(seen.post.0))
        .filter(replies::parent_id.eq(parent))
        .limit(limit as i64)
        .into_boxed::<Db>();
    let query = match request.sort() {
        Sort::Old => query.order((replies::created_at.asc(), replies::id.asc())),
        Sort::New => query.order((replies::created_at.desc(), replies::id.desc())),
        Sort::Top => query.order((replies::score.desc(), replies::id.desc())),
    };
    let query = match request {
        ThreadRequest::First(_) => query,
        ThreadRequest::After(Position::Old(after)) => query.filter(above(by_time, time_key(after))),
        ThreadRequest::After(Position::New(after)) => query.filter(below(by_time, time_key(after))),
        ThreadRequest::After(Position::Top(after)) => {
            let key = (after.score.into_sql::<BigInt>(), after.id.into_sql::<BigInt>());
            query.filter(below(by_score, key))
        }
    };
    let rows: Vec<Row> = query.load(conn)?;
    Ok(rows.into_iter().map(Reply::from).collect())
}

fn time_key(after: ByTime) -> (AsExprOf<i64, BigInt>, AsExprOf<i64, BigInt>) {
    (after.at.unix_millis().into_sql::<BigInt>(), after.id.into_sql::<BigInt>())
}
