//! Computes anew what posts and replies are ranked by, for many of them: after a migration, a bulk load, and
//! the deletion of an account with its votes. Single votes store it with their counts.
//!
//! SQLite is built without logarithms, so Rust computes the rank for each distinct number of votes, of which there are
//! few, and a statement assigns them.

use ::posts::hot_by_score;
use ::replies::confidence;
use database::{DbConnection, on_backend};
use diesel::{
    QueryResult, QueryableByName, RunQueryDsl, pg::Pg, sql_query, sql_types::BigInt, sqlite::Sqlite,
};

#[derive(QueryableByName)]
struct Score {
    #[diesel(sql_type = BigInt)]
    score: i64,
}

#[derive(QueryableByName)]
struct Votes {
    #[diesel(sql_type = BigInt)]
    upvotes: i64,
    #[diesel(sql_type = BigInt)]
    downvotes: i64,
}

/// The part of [`::posts::hot`] that the time gives; rounded down, as Rust does it.
const HOT_BY_TIME: &str = "(created_at - 1704067200000 - CASE WHEN created_at < 1704067200000
    THEN 44 ELSE 0 END) / 45";

/// How many distinct numbers of votes one statement lists.
const AT_ONCE: usize = 500;

/// Computes anew what posts are ranked by, of those for which a condition in SQL holds.
pub(crate) fn refresh_posts(conn: &mut DbConnection, posts: &str) -> QueryResult<()> {
    let scores: Vec<Score> = common_first(conn, "score", &format!("posts WHERE {posts}"))?;
    for some in scores.chunks(AT_ONCE) {
        let cases = listed(some, " ", |Score { score }| {
            format!("WHEN {score} THEN {}", hot_by_score(*score))
        });
        let among = listed(some, ", ", |Score { score }| score.to_string());
        let statement = sql_query(format!(
            "UPDATE posts SET hot = CASE score {cases} END + {HOT_BY_TIME}
            WHERE score IN ({among}) AND {posts}"
        ));
        on_backend!(&mut *conn, conn => statement.execute(conn))?;
    }
    Ok(())
}

/// As [`refresh_posts`].
pub(crate) fn refresh_replies(conn: &mut DbConnection, replies: &str) -> QueryResult<()> {
    let votes: Vec<Votes> =
        common_first(conn, "upvotes, downvotes", &format!("replies WHERE {replies}"))?;
    for some in votes.chunks(AT_ONCE) {
        let cases = listed(some, " ", |Votes { upvotes: up, downvotes: down }| {
            let best = -confidence(*up, *down);
            format!("WHEN upvotes = {up} AND downvotes = {down} THEN {best}")
        });
        let among =
            listed(some, ", ", |Votes { upvotes, downvotes }| format!("({upvotes}, {downvotes})"));
        let statement = sql_query(format!(
            "UPDATE replies SET best = CASE {cases} END
            WHERE (upvotes, downvotes) IN (VALUES {among}) AND {replies}"
        ));
        on_backend!(&mut *conn, conn => statement.execute(conn))?;
    }
    Ok(())
}

/// Returns the distinct values of some columns, those of most rows first: a statement that lists them finds those soonest.
fn common_first<R>(conn: &mut DbConnection, columns: &str, rows: &str) -> QueryResult<Vec<R>>
where
    R: QueryableByName<Sqlite> + QueryableByName<Pg> + 'static,
{
    let query = sql_query(format!(
        "SELECT {columns} FROM {rows} GROUP BY {columns} ORDER BY count(*) DESC"
    ));
    on_backend!(conn, conn => query.load(conn))
}

fn listed<T>(values: &[T], between: &str, text: impl Fn(&T) -> String) -> String {
    values.iter().map(text).collect::<Vec<_>>().join(between)
}
