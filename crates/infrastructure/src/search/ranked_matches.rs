use database::DbConnection;
use diesel::{
    QueryResult, RunQueryDsl,
    backend::Backend,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{BigInt, HasSqlType, Nullable, Text},
};
use kernel::ByScore;

use super::{
    NewestMatches,
    match_counts::{KnownMatchCount, MatchCount},
};
use crate::readers::ReadableBy;

/// Up to this number of matches, reading all scores is fast.
const FEW: i64 = 200;

/// The most popular of the newest [`NewestMatches::MOST`] matches, by scanning all posts in order.
///
/// Common words match soon; ranking all their matches would read thousands of posts.
#[derive(Clone, Debug)]
pub(crate) struct RankedMatches {
    matches: NewestMatches,
    readable: Option<ReadableBy>,
    behind: ByScore,
    lowest: i64,
    looked_through: i64,
    most: i64,
}

impl RankedMatches {
    /// Returns the ids of the first `most` after the position, most popular first, or `None` if ranking
    /// all matches is better: there are few, or a scan would not meet them soon.
    pub(crate) fn ids(
        conn: &mut DbConnection,
        matches: &NewestMatches,
        known: KnownMatchCount<'_>,
        behind: ByScore,
        most: i64,
    ) -> QueryResult<Option<Vec<i64>>> {
        if matches.is_in_small_forum() {
            return Ok(None);
        }
        let MatchCount { count, lowest } = known.or_count(|| extent(conn, matches))?;
        if count <= FEW {
            return Ok(None);
        }
        let readable = matches.readable_in_table();
        let matches = matches.clone();
        let ranked = Self { matches, readable, behind, lowest, looked_through: count, most };
        let ids: Vec<i64> = ranked.load(conn)?;
        Ok((ids.len() as i64 == most).then_some(ids))
    }
}

impl Query for RankedMatches {
    type SqlType = BigInt;
}

/// Statements are identified by their text.
impl QueryId for RankedMatches {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl RunQueryDsl<DbConnection> for RankedMatches {}

impl<DB> QueryFragment<DB> for RankedMatches
where
    DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
    String: ToSql<Text, DB>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql(
            "SELECT post_id FROM (SELECT id, score FROM shown_posts WHERE (score, id) < (",
        );
        out.push_bind_param::<BigInt, _>(&self.behind.score)?;
        out.push_sql(", ");
        out.push_bind_param::<BigInt, _>(&self.behind.id)?;
        out.push_sql(")");
        self.matches.walk_forum(out.reborrow())?;
        out.push_sql(" ORDER BY score DESC, id DESC LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.looked_through)?;
        out.push_sql(&format!(") AS few CROSS JOIN {}", self.matches.table()));
        out.push_sql(" WHERE post_id = id AND id >= ");
        out.push_bind_param::<BigInt, _>(&self.lowest)?;
        out.push_sql(" AND ");
        self.matches.walk_words(out.reborrow())?;
        if let Some(readable) = &self.readable {
            out.push_sql(" AND ");
            readable.push(&mut out)?;
        }
        // SQLite reads them in this order anyway, but its planner would sort them again.
        if self.matches.is_sorted_by_postgres() {
            out.push_sql(" ORDER BY score DESC, id DESC");
        }
        out.push_sql(" LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        Ok(())
    }
}

fn extent(conn: &mut DbConnection, matches: &NewestMatches) -> QueryResult<MatchCount> {
    if !matches.is_sorted_by_postgres() {
        // If there are as many as can be, SQLite passes over them in half the time that it needs to count them.
        let (_, last): (i64, Option<i64>) = Counted(matches.clone().last()).get_result(conn)?;
        if let Some(lowest) = last {
            return Ok(MatchCount { count: NewestMatches::MOST, lowest });
        }
    }
    let (count, lowest): (i64, Option<i64>) = Counted(matches.clone()).get_result(conn)?;
    let lowest = lowest.filter(|_| count == NewestMatches::MOST);
    Ok(MatchCount { count, lowest: lowest.unwrap_or_default() })
}

struct Counted(NewestMatches);

impl Query for Counted {
    type SqlType = (BigInt, Nullable<BigInt>);
}

/// Statements are identified by their text.
impl QueryId for Counted {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl RunQueryDsl<DbConnection> for Counted {}

impl<DB> QueryFragment<DB> for Counted
where
    DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
    String: ToSql<Text, DB>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql("SELECT count(*), min(post_id) FROM (");
        self.0.walk_ids(out.reborrow())?;
        out.push_sql(") AS few");
        Ok(())
    }
}
