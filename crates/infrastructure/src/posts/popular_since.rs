//! The most popular posts of the last days. An index has the posts of each UTC day in this order: their first ones are
//! merged, instead of sorting all posts of that time.

use std::cmp::Reverse;

use ::posts::{Post, Selection};
use database::{
    DbConnection,
    schema::posts,
    sql::{
        padded_in,
        prepared::{Prepared, prepared},
    },
};
use diesel::{prelude::*, sql_types::BigInt};
use kernel::{ByScore, Page, PageRequest, Timestamp};

use super::{
    lists::{popular_page, position, readable_by},
    row::Row,
};
use crate::readers::ReadableBy;

/// Returns the most popular posts of the time from `start`.
pub(super) fn most_popular_since(
    conn: &mut DbConnection,
    selection: &Selection,
    start: Timestamp,
    page: &PageRequest<ByScore>,
) -> QueryResult<Page<Post, ByScore>> {
    let days = Days { selection, start, page };
    let first: Vec<(i64, i64)> = match conn {
        DbConnection::Postgres(conn) => days.first_on_postgres().load(conn),
        DbConnection::Sqlite(conn) => days.first_on_sqlite().load(conn),
    }?;
    if first.is_empty() {
        return Ok(Page { items: vec![], next: None });
    }
    let mut rows: Vec<Row> = readable_by(selection.reader)
        .filter(padded_in(posts::id, first.into_iter().map(|(_, id)| id)))
        .load(conn)?;
    rows.sort_by_key(|row| Reverse((row.by_score().score, row.by_score().id)));
    Ok(popular_page(rows, page))
}

/// The posts that are asked for.
struct Days<'a> {
    selection: &'a Selection,
    start: Timestamp,
    page: &'a PageRequest<ByScore>,
}

/// Scores and ids.
type First = Prepared<(BigInt, BigInt)>;

impl Days<'_> {
    /// A priority queue: the first post of each day, and whenever one is taken the next of its day.
    fn first_on_sqlite(&self) -> First {
        let head = self.of_day("post.id", "few_days.day", "?, ?", 1);
        let next = self.of_day("post.id", "few.day", "few.score, few.id", 1);
        let limit = self.page.limit.fetch_size();
        let query = prepared(format!(
            "WITH RECURSIVE few_days(day) AS (SELECT ? UNION ALL SELECT day + 1 FROM few_days WHERE day < ?),
            few(day, score, id) AS (
                SELECT p.day, p.score, p.id FROM few_days JOIN shown_posts AS p ON p.id = {head}
                UNION ALL
                SELECT p.day, p.score, p.id FROM few JOIN shown_posts AS p ON p.id = {next}
                ORDER BY 2 DESC, 3 DESC LIMIT {limit})
            SELECT score, id FROM few"
        ));
        self.bind_filters(self.bind_page(self.bind_days(query)))
    }

    /// The first posts of as many days as are wanted posts, those with the best first post.
    fn first_on_postgres(&self) -> First {
        let limit = self.page.limit.fetch_size();
        let head = self.of_day("post.score, post.id", "days.day", "?, ?", 1);
        let first = self.of_day("post.score, post.id", "best.day", "?, ?", limit);
        let query = prepared(format!(
            "WITH best AS (SELECT day FROM generate_series(?, ?) AS days(day) CROSS JOIN LATERAL {head} AS head
                ORDER BY head.score DESC, head.id DESC LIMIT {limit})
            SELECT score, id FROM best CROSS JOIN LATERAL {first} AS first ORDER BY 1 DESC, 2 DESC LIMIT {limit}"
        ));
        self.bind_page(self.bind_page(self.bind_days(query)))
    }

    /// Selects columns of the first posts of a day behind a position.
    fn of_day(&self, columns: &str, day: &str, position: &str, limit: i64) -> String {
        let readable = ReadableBy::new("post.forum_id", self.selection.reader).sql();
        let forum = self.selection.forum.map_or("", |_| "AND post.forum_id = ?");
        format!(
            "(SELECT {columns} FROM shown_posts AS post
                WHERE post.day = {day} AND (post.score, post.id) < ({position})
                    AND post.created_at >= ? AND {readable} {forum}
                ORDER BY post.score DESC, post.id DESC LIMIT {limit})"
        )
    }

    fn bind_days(&self, query: First) -> First {
        let first = i64::from(self.start.day());
        query.bind(first).bind(first + i64::from(self.selection.period.days()))
    }

    fn bind_page(&self, query: First) -> First {
        let ByScore { score, id } = position(self.page);
        self.bind_filters(query.bind(score).bind(id))
    }

    fn bind_filters(&self, query: First) -> First {
        let query = query.bind(self.start.unix_millis());
        let readable = ReadableBy::new("post.forum_id", self.selection.reader);
        let query = readable.bind(query);
        match self.selection.forum {
            Some(forum) => query.bind(forum.0),
            None => query,
        }
    }
}
