use diesel::{
    QueryResult, RunQueryDsl, SqliteConnection,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Nullable, Text},
    sqlite::Sqlite,
};
use kernel::ByScore;

use super::NewestMatches;

/// Of so few matches the scores are soon read.
const FEW: i64 = 1_000;

/// The most popular of the newest [`NewestMatches::MOST`] matches, down the order of all posts.
///
/// Common words are soon met there; to rank their matches, thousands of posts would have to be read.
#[derive(Clone, Debug)]
pub(crate) struct RankedMatches {
    matches: NewestMatches,
    words: Vec<String>,
    behind: ByScore,
    lowest: i64,
    looked_through: i64,
    most: i64,
}

impl RankedMatches {
    /// The ids of the first `most` behind that position, from the most popular on. None where they
    /// are better found by ranking all matches: there are few, or they are not soon met.
    pub(crate) fn ids(
        conn: &mut SqliteConnection,
        matches: &NewestMatches,
        words: &[String],
        behind: ByScore,
        most: i64,
    ) -> QueryResult<Option<Vec<i64>>> {
        let extent = Extent(matches.clone());
        let (count, lowest): (i64, Option<i64>) = extent.get_result(conn)?;
        let Some(lowest) = lowest.filter(|_| count > FEW) else { return Ok(None) };
        let ranked = Self {
            matches: matches.clone(),
            words: words.iter().map(|word| format!(" {word}")).collect(),
            behind,
            lowest,
            looked_through: count,
            most,
        };
        let ids: Vec<i64> = ranked.load(conn)?;
        Ok((ids.len() as i64 == most).then_some(ids))
    }
}

impl Query for RankedMatches {
    type SqlType = BigInt;
}

/// Known by its text.
impl QueryId for RankedMatches {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl RunQueryDsl<SqliteConnection> for RankedMatches {}

impl QueryFragment<Sqlite> for RankedMatches {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("SELECT post_id FROM (SELECT id FROM posts WHERE (score, id) < (");
        out.push_bind_param::<BigInt, _>(&self.behind.score)?;
        out.push_sql(", ");
        out.push_bind_param::<BigInt, _>(&self.behind.id)?;
        out.push_sql(")");
        if let Some(forum) = self.matches.forum() {
            out.push_sql(" AND forum_id = ");
            out.push_bind_param::<BigInt, _>(forum)?;
        }
        out.push_sql(" ORDER BY score DESC, id DESC LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.looked_through)?;
        out.push_sql(") CROSS JOIN post_words ON post_id = id WHERE id >= ");
        out.push_bind_param::<BigInt, _>(&self.lowest)?;
        for word in &self.words {
            out.push_sql(" AND instr(' ' || search_text, ");
            out.push_bind_param::<Text, _>(word)?;
            out.push_sql(") > 0");
        }
        out.push_sql(" LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        Ok(())
    }
}

/// How many matches there are, and the lowest of their ids.
struct Extent(NewestMatches);

impl Query for Extent {
    type SqlType = (BigInt, Nullable<BigInt>);
}

impl QueryId for Extent {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl RunQueryDsl<SqliteConnection> for Extent {}

impl QueryFragment<Sqlite> for Extent {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("SELECT count(*), min(rowid) FROM (");
        self.0.walk_fts5_ids(out.reborrow())?;
        out.push_sql(")");
        Ok(())
    }
}
