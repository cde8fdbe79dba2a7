use ::forums::Forum;
use ::search::Term;
use database::{DbConnection, on_backend, schema::forums};
use diesel::prelude::*;
use kernel::{ByTier, Page, PageRequest, Reader, Timestamp};

use crate::{
    forums::{
        lists::is_readable,
        row::{Row, columns, read_at},
    },
    search::{ForumMatches, normalize, parse_query, stored},
};

/// The topic is just what is searched for; the tier below has it in the topic, the last one, 0, first
/// in topic and description together.
const TOPIC_IS_IT: i64 = 2;
const IN_TOPIC: i64 = 1;

/// What is searched for.
struct Wanted {
    words: Vec<Term>,
    /// The stored words of a topic that is just this.
    topic: String,
}

/// Returns forums with all words of a text, tier by tier. The newest of a tier have the highest
/// ids, as for posts, so that a common word costs what is shown, not what matches.
pub(super) fn search(
    conn: &mut DbConnection,
    (reader, now): (Reader, Timestamp),
    text: &str,
    page: &PageRequest<ByTier>,
) -> QueryResult<Page<Forum, ByTier>> {
    let wanted = Wanted { words: parse_query(text), topic: stored(&normalize(text)) };
    if wanted.words.is_empty() {
        return Ok(Page { items: vec![], next: None });
    }
    let most = page.limit.fetch_size() as usize;
    let first = page.after.map_or(TOPIC_IS_IT, |after| after.tier.min(TOPIC_IS_IT));
    let mut rows: Vec<(Row, i64)> = vec![];
    for tier in (0..=first).rev() {
        if rows.len() == most {
            break;
        }
        let begun = page.after.filter(|after| after.tier == tier);
        let below = begun.map_or(i64::MAX, |after| after.id);
        let found = of_tier(conn, (reader, now), &wanted, tier, below, (most - rows.len()) as i64)?;
        rows.extend(found.into_iter().map(|row| (row, tier)));
    }
    let position = |(row, tier): &(Row, i64)| ByTier {
        tier: *tier,
        at: Timestamp::from_unix_millis(row.created_at),
        id: row.id,
    };
    Ok(Page::cut(rows, page.limit, position).map(|(row, _)| Forum::from(row)))
}

fn of_tier(
    conn: &mut DbConnection,
    (reader, now): (Reader, Timestamp),
    wanted: &Wanted,
    tier: i64,
    below: i64,
    most: i64,
) -> QueryResult<Vec<Row>> {
    let query = read_at(now).select(columns()).order(forums::id.desc());
    if tier == TOPIC_IS_IT {
        let is_it = forums::search_topic.eq(wanted.topic.clone()).and(forums::id.lt(below));
        let query = query.filter(is_it.and(is_readable(reader))).limit(most);
        return on_backend!(conn, conn => query.load(conn));
    }
    let query = query.filter(ForumMatches::new(
        conn,
        reader,
        &wanted.words,
        (tier == IN_TOPIC, &wanted.topic),
        below,
        most,
    ));
    on_backend!(conn, conn => query.load(conn))
}
