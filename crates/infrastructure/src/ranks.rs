//! Computes anew what posts and replies are ranked by, for many of them: after a migration, a bulk load, and
//! the deletion of an account with its votes. Single votes store it with their counts.
//!
//! The ranks depend on few distinct numbers of votes, so that there is one statement for each.

use ::posts::hot_by_score;
use ::replies::confidence;
use database::{DbConnection, on_backend};
use diesel::{QueryResult, QueryableByName, RunQueryDsl, sql_query, sql_types::BigInt};

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

/// The posts and replies whose ranks are computed anew, as SQL conditions.
pub(crate) struct Ranked<'a> {
    pub(crate) posts: &'a str,
    pub(crate) replies: &'a str,
}

pub(crate) const ALL: Ranked<'static> = Ranked { posts: "TRUE", replies: "TRUE" };

pub(crate) fn refresh(conn: &mut DbConnection, ranked: &Ranked<'_>) -> QueryResult<()> {
    let Ranked { posts, replies } = ranked;
    let query = sql_query(format!("SELECT DISTINCT score FROM posts WHERE {posts}"));
    let scores: Vec<Score> = on_backend!(conn, conn => query.load(conn))?;
    for Score { score } in scores {
        let statement = sql_query(format!(
            "UPDATE posts SET hot = {} + {HOT_BY_TIME} WHERE score = {score} AND {posts}",
            hot_by_score(score)
        ));
        on_backend!(conn, conn => statement.execute(conn))?;
    }
    let query =
        sql_query(format!("SELECT DISTINCT upvotes, downvotes FROM replies WHERE {replies}"));
    let votes: Vec<Votes> = on_backend!(conn, conn => query.load(conn))?;
    for Votes { upvotes, downvotes } in votes {
        let statement = sql_query(format!(
            "UPDATE replies SET best = {} WHERE upvotes = {upvotes} AND downvotes = {downvotes}
                AND {replies}",
            -confidence(upvotes, downvotes)
        ));
        on_backend!(conn, conn => statement.execute(conn))?;
    }
    Ok(())
}
