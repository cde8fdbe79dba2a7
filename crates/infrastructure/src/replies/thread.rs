use std::collections::HashMap;

use ::replies::{Position, Reply, ReplyPage, Sort, ThreadRequest};
use database::{
    DbConnection, on_backend,
    schema::{posts, replies},
    sql::keyset::{above, below},
};
use diesel::{
    connection::DefaultLoadingMode, dsl::AsExprOf, pg::PgRowByRowLoadingMode, prelude::*,
    sql_types::BigInt,
};
use kernel::{ByTime, MAX_RESPONSE_BYTES, Page, PostId, ReplyId};

use crate::{
    author_role::RoleOfReplier,
    replies::row::{Row, with_authors},
};

/// The remaining size of a response.
struct Room {
    replies: usize,
    bytes: usize,
}

impl Room {
    fn new(replies: usize) -> Self {
        Self { replies, bytes: MAX_RESPONSE_BYTES }
    }

    fn is_empty(&self) -> bool {
        self.replies == 0 || self.bytes == 0
    }

    /// Takes rows while there is room; the last one may exceed it. Returns whether more rows follow.
    fn fill(
        &mut self,
        replies: &mut Vec<Reply>,
        rows: impl Iterator<Item = QueryResult<Row>>,
    ) -> QueryResult<bool> {
        for row in rows {
            if self.is_empty() {
                return Ok(true);
            }
            let row = row?;
            self.replies -= 1;
            self.bytes = self.bytes.saturating_sub(row.size());
            replies.push(row.into());
        }
        Ok(false)
    }
}

/// Loads the rows of a query one by one into the room: all of them could fill the memory.
macro_rules! load_into {
    ($room:expr, $conn:expr, $query:expr) => {{
        let mut replies = vec![];
        let has_more = match $conn {
            DbConnection::Sqlite(conn) => {
                $room.fill(&mut replies, $query.load_iter::<Row, DefaultLoadingMode>(conn)?)?
            }
            DbConnection::Postgres(conn) => {
                $room.fill(&mut replies, $query.load_iter::<Row, PgRowByRowLoadingMode>(conn)?)?
            }
        };
        (replies, has_more)
    }};
}

pub(super) fn thread(
    conn: &mut DbConnection,
    post: PostId,
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<Option<ReplyPage>> {
    let is_first = matches!(request, ThreadRequest::First(_));
    let items = if is_first { whole(conn, post, limit)? } else { Some(vec![]) };
    if let Some(items) = items
        && !items.is_empty()
    {
        return Ok(Some(Page { items, next: None }));
    }
    let query = posts::table.find(post.0).select(posts::reply_count);
    let count: Option<i64> = on_backend!(conn, conn => query.first(conn)).optional()?;
    match count {
        None => Ok(None),
        Some(_) => breadth_first(conn, post, 0, request, limit).map(Some),
    }
}

/// Returns a reply without its answers.
pub(super) fn reply(conn: &mut DbConnection, id: ReplyId) -> QueryResult<Option<Reply>> {
    let row: Option<Row> =
        with_authors(RoleOfReplier::ToAny).filter(replies::id.eq(id.0)).first(conn).optional()?;
    Ok(row.map(Reply::from))
}

pub(super) fn lineage(
    conn: &mut DbConnection,
    id: ReplyId,
    limit: usize,
) -> QueryResult<Vec<Reply>> {
    let mut upwards: Vec<Reply> = vec![];
    let mut next = Some(id);
    while let Some(id) = next
        && upwards.len() < limit
        && let Some(found) = reply(conn, id)?
    {
        next = found.responds_to;
        upwards.push(found);
    }
    upwards.reverse();
    Ok(upwards)
}

pub(super) fn subtree(
    conn: &mut DbConnection,
    id: ReplyId,
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<Option<(Reply, ReplyPage)>> {
    let Some(reply) = reply(conn, id)? else { return Ok(None) };
    let below = breadth_first(conn, reply.post, id.0, request, limit)?;
    Ok(Some((reply, below)))
}

/// Returns a whole thread in one query, unordered; `None` if it exceeds a response. Of a thread that is
/// known to, nothing is read: removed replies, which are shown, are not in the post's count.
fn whole(conn: &mut DbConnection, post: PostId, limit: usize) -> QueryResult<Option<Vec<Reply>>> {
    let count = posts::table.find(post.0).select(posts::reply_count).single_value();
    let query = with_authors(RoleOfReplier::in_thread_of(post))
        .filter(replies::post_id.eq(post.0))
        .filter(count.le(limit as i64))
        .limit(limit as i64 + 1);
    let (replies, has_more) = load_into!(Room::new(limit), conn, query);
    Ok((!has_more).then_some(replies))
}

/// Returns the answers to `parent`, then the answers to those, level by level while there is room.
fn breadth_first(
    conn: &mut DbConnection,
    post: PostId,
    parent: i64,
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<ReplyPage> {
    let sort = request.sort();
    let mut room = Room::new(limit);
    let (mut shown, has_more) = answers(conn, post, parent, request, &mut room)?;
    let next = if has_more { shown.last().map(|last| sort.position(last)) } else { None };

    let mut level = 0;
    while level < shown.len() && !room.is_empty() {
        let deeper = next_level(conn, post, sort, &shown[level..], &mut room)?;
        level = shown.len();
        shown.extend(deeper);
    }
    Ok(Page { items: shown, next })
}

/// Returns as many answers to `parents` as there is room for, those to the first parent first.
fn next_level(
    conn: &mut DbConnection,
    post: PostId,
    sort: Sort,
    parents: &[Reply],
    room: &mut Room,
) -> QueryResult<Vec<Reply>> {
    let (fitting, cut) = share_out(parents, room.replies);
    let mut left = Room { ..*room };
    let (mut level, has_more) = answers_to_all(conn, post, &fitting, &mut left)?;
    if has_more {
        return answers_one_by_one(conn, post, sort, parents, room);
    }
    *room = left;
    let ranks: HashMap<_, _> =
        parents.iter().enumerate().map(|(rank, parent)| (Some(parent.id), rank)).collect();
    let rank = |reply: &Reply| ranks.get(&reply.responds_to);
    level.sort_by(|one, other| rank(one).cmp(&rank(other)).then_with(|| sort.compare(one, other)));
    if let Some(parent) = cut {
        level.extend(answers(conn, post, parent, ThreadRequest::First(sort), room)?.0);
    }
    Ok(level)
}

/// Like [`next_level`] when the size is exceeded: each parent's first children, in order.
fn answers_one_by_one(
    conn: &mut DbConnection,
    post: PostId,
    sort: Sort,
    parents: &[Reply],
    room: &mut Room,
) -> QueryResult<Vec<Reply>> {
    let mut level = vec![];
    for parent in parents.iter().filter(|parent| parent.child_count > 0) {
        if room.is_empty() {
            break;
        }
        level.extend(answers(conn, post, parent.id.0, ThreadRequest::First(sort), room)?.0);
    }
    Ok(level)
}

/// Returns the parents whose answers all fit into so much `room`, and the one whose answers are cut.
fn share_out(parents: &[Reply], mut room: usize) -> (Vec<i64>, Option<i64>) {
    let mut fitting = vec![];
    for parent in parents.iter().filter(|parent| parent.child_count > 0) {
        if parent.child_count > room {
            return (fitting, (room > 0).then_some(parent.id.0));
        }
        room -= parent.child_count;
        fitting.push(parent.id.0);
    }
    (fitting, None)
}

/// Returns the answers to these, unordered, and whether there was no room for some.
fn answers_to_all(
    conn: &mut DbConnection,
    post: PostId,
    parents: &[i64],
    room: &mut Room,
) -> QueryResult<(Vec<Reply>, bool)> {
    if parents.is_empty() {
        return Ok((vec![], false));
    }
    let of_post = replies::post_id.eq(post.0);
    let query = with_authors(RoleOfReplier::in_thread_of(post))
        .filter(of_post)
        .filter(replies::parent_id.eq_any(parents));
    Ok(load_into!(room, conn, query))
}

/// Returns the answers to one reply, or with 0 those to the post, in the requested order, and whether
/// there was no room for more.
fn answers(
    conn: &mut DbConnection,
    post: PostId,
    parent: i64,
    request: ThreadRequest,
    room: &mut Room,
) -> QueryResult<(Vec<Reply>, bool)> {
    let by_time = (replies::created_at, replies::id);
    let by_score = (replies::score, replies::id);
    let by_best = (replies::best, replies::id);
    // The two databases have boxed queries of different types.
    macro_rules! query {
        () => {{
            let query = with_authors(RoleOfReplier::in_thread_of(post))
                .filter(replies::post_id.eq(post.0))
                .filter(replies::parent_id.eq(parent))
                .limit(room.replies as i64 + 1)
                .into_boxed();
            let query = match request.sort() {
                Sort::Old => query.order((replies::created_at.asc(), replies::id.asc())),
                Sort::New => query.order((replies::created_at.desc(), replies::id.desc())),
                Sort::Top => query.order((replies::score.desc(), replies::id.desc())),
                Sort::Best => query.order((replies::best.asc(), replies::id.asc())),
            };
            let query = match request {
                ThreadRequest::First(_) => query,
                ThreadRequest::After(Position::Old(after)) => {
                    query.filter(above(by_time, time_key(after)))
                }
                ThreadRequest::After(Position::New(after)) => {
                    query.filter(below(by_time, time_key(after)))
                }
                ThreadRequest::After(Position::Top(after)) => {
                    let key = (after.score.into_sql::<BigInt>(), after.id.into_sql::<BigInt>());
                    query.filter(below(by_score, key))
                }
                ThreadRequest::After(Position::Best(after)) => {
                    let best = -after.confidence;
                    let key = (best.into_sql::<BigInt>(), after.id.into_sql::<BigInt>());
                    query.filter(above(by_best, key))
                }
            };
            query
        }};
    }
    Ok(load_into!(room, conn, query!()))
}

fn time_key(after: ByTime) -> (AsExprOf<i64, BigInt>, AsExprOf<i64, BigInt>) {
    (after.at.unix_millis().into_sql::<BigInt>(), after.id.into_sql::<BigInt>())
}
