//! Chooses the replies of a page by their places and sizes, so that no text is read that the page has no room for.

use std::collections::HashMap;

use ::replies::{Position, Sort, ThreadRequest};
use database::{
    DbConnection, on_backend,
    schema::replies,
    sql::{
        keyset::{above, below},
        padded_in,
    },
};
use diesel::{define_sql_function, dsl::AsExprOf, prelude::*, sql_types::BigInt};
use kernel::{ByTime, MAX_RESPONSE_BYTES, PostId};

define_sql_function! {
    /// Returns the bytes of a text, without reading it.
    fn octet_length(text: diesel::sql_types::Text) -> diesel::sql_types::Integer;
}

/// The replies of a page, level by level; each level in the order of its parents.
pub(super) struct Outline {
    pub(super) ids: Vec<i64>,
    /// The last reply of the first level, if that level has more.
    pub(super) cut_after: Option<i64>,
}

#[derive(Queryable)]
struct Place {
    id: i64,
    parent: i64,
    child_count: i64,
    description_bytes: i32,
    html_bytes: i32,
}

/// The parents whose answers are read.
#[derive(Clone, Copy)]
enum Parents<'a> {
    One(i64),
    Several(&'a [i64]),
}

/// The remaining size of a response.
pub(super) struct Room {
    replies: usize,
    bytes: usize,
}

impl Room {
    pub(super) fn new(replies: usize) -> Self {
        Self { replies, bytes: MAX_RESPONSE_BYTES }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.replies == 0 || self.bytes == 0
    }

    /// Takes the place of one reply; the last one may exceed the room.
    pub(super) fn take(&mut self, bytes: usize) {
        self.replies -= 1;
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Moves places to `page` while there is room. Returns whether some are left.
    fn fill(&mut self, page: &mut Vec<Place>, places: Vec<Place>) -> bool {
        for place in places {
            if self.is_empty() {
                return true;
            }
            self.take((place.description_bytes + place.html_bytes) as usize);
            page.push(place);
        }
        false
    }
}

/// Returns the answers to `parent`, then the answers to those, level by level while there is room.
pub(super) fn breadth_first(
    conn: &mut DbConnection,
    post: PostId,
    parent: i64,
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<Outline> {
    let (mut room, mut page) = (Room::new(limit), vec![]);
    let first = answers(conn, post, Parents::One(parent), request, room.replies)?;
    let has_more = room.fill(&mut page, first);
    let cut_after = if has_more { page.last().map(|last| last.id) } else { None };

    let mut level = 0;
    while level < page.len() && !room.is_empty() {
        let deeper = next_level(conn, post, request.sort(), &page[level..], room.replies)?;
        level = page.len();
        room.fill(&mut page, deeper);
    }
    Ok(Outline { ids: page.iter().map(|place| place.id).collect(), cut_after })
}

/// Returns up to `limit` answers to `parents`, those to the first parent first.
fn next_level(
    conn: &mut DbConnection,
    post: PostId,
    sort: Sort,
    parents: &[Place],
    limit: usize,
) -> QueryResult<Vec<Place>> {
    let request = ThreadRequest::First(sort);
    let (fitting, cut) = share_out(parents, limit);
    let mut level = if fitting.is_empty() {
        vec![]
    } else {
        answers(conn, post, Parents::Several(&fitting), request, limit)?
    };
    let ranks: HashMap<_, _> =
        fitting.iter().enumerate().map(|(rank, &parent)| (parent, rank)).collect();
    // Stable: the answers to one parent keep their order.
    level.sort_by_key(|place| ranks.get(&place.parent));
    if let Some(parent) = cut {
        level.extend(answers(conn, post, Parents::One(parent), request, limit - level.len())?);
    }
    Ok(level)
}

/// Returns the parents whose answers all fit into so much `room`, and the one whose answers are cut.
fn share_out(parents: &[Place], mut room: usize) -> (Vec<i64>, Option<i64>) {
    let mut fitting = vec![];
    for parent in parents.iter().filter(|parent| parent.child_count > 0) {
        let children = parent.child_count as usize;
        if children > room {
            return (fitting, (room > 0).then_some(parent.id));
        }
        room -= children;
        fitting.push(parent.id);
    }
    (fitting, None)
}

/// Returns answers to replies, or with the parent 0 those to the post, in the requested order: one more than
/// `limit`, if there are so many.
fn answers(
    conn: &mut DbConnection,
    post: PostId,
    parents: Parents<'_>,
    request: ThreadRequest,
    limit: usize,
) -> QueryResult<Vec<Place>> {
    let by_time = (replies::created_at, replies::id);
    let by_score = (replies::score, replies::id);
    let by_best = (replies::best, replies::id);
    // The two databases have boxed queries of different types.
    on_backend!(conn, conn => {
        let sizes = (octet_length(replies::description), octet_length(replies::html));
        let query = replies::table
            .select((replies::id, replies::parent_id, replies::child_count, sizes.0, sizes.1))
            .filter(replies::post_id.eq(post.0))
            .limit(limit as i64 + 1)
            .into_boxed();
        let query = match parents {
            Parents::One(parent) => query.filter(replies::parent_id.eq(parent)),
            Parents::Several(parents) => {
                query.filter(padded_in(replies::parent_id, parents.iter().copied()))
            }
        };
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
        query.load(conn)
    })
}

fn time_key(after: ByTime) -> (AsExprOf<i64, BigInt>, AsExprOf<i64, BigInt>) {
    (after.at.unix_millis().into_sql::<BigInt>(), after.id.into_sql::<BigInt>())
}
