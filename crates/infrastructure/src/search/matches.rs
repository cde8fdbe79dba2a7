use ::search::Term;
use database::{DbConnection, schema};
use diesel::{
    AppearsOnTable, Expression, QueryResult, SelectableExpression,
    backend::Backend,
    expression::{ValidGrouping, is_aggregate},
    query_builder::{AstPass, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{BigInt, Bool, HasSqlType, Text},
};

use kernel::Reader;

use super::sources::{fts5, tsquery_of};
use crate::readers::ReadableBy;

/// Whether a forum is among the newest ones that a reader may read with a lower id than `below` in which all words of a
/// query are found, each as the beginning of a word: in the topic, which is not just these words, or
/// first in topic and description together.
#[derive(Clone, Debug)]
pub(crate) struct ForumMatches {
    is_fts5: bool,
    readable: ReadableBy,
    query: String,
    in_topic: bool,
    just_these: String,
    below: i64,
    most: i64,
}

impl ForumMatches {
    /// The newest `most`; `just_these` are the stored words of a topic that is left out.
    pub(crate) fn new(
        conn: &DbConnection,
        reader: Reader,
        words: &[Term],
        (in_topic, just_these): (bool, &str),
        below: i64,
        most: i64,
    ) -> Self {
        let (is_fts5, query) = match conn {
            DbConnection::Sqlite(_) => (true, fts5_columns(words, in_topic)),
            DbConnection::Postgres(_) => (false, tsquery_of(words, "")),
        };
        let readable =
            ReadableBy::new(if is_fts5 { "forum_search.rowid" } else { "known.id" }, reader);
        Self { is_fts5, readable, query, in_topic, just_these: just_these.to_owned(), below, most }
    }
}

fn fts5_columns(words: &[Term], in_topic: bool) -> String {
    let words = fts5(words, None);
    if in_topic {
        return format!("search_topic : ({words})");
    }
    format!("search_text : ({words}) NOT search_topic : ({words})")
}

impl Expression for ForumMatches {
    type SqlType = Bool;
}

impl<GB> ValidGrouping<GB> for ForumMatches {
    type IsAggregate = is_aggregate::No;
}

/// The SQL depends on the values, so statements are identified by their text.
impl QueryId for ForumMatches {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<QS> AppearsOnTable<QS> for ForumMatches where schema::forums::id: AppearsOnTable<QS> {}

impl<QS> SelectableExpression<QS> for ForumMatches where Self: AppearsOnTable<QS> {}

impl<DB> QueryFragment<DB> for ForumMatches
where
    DB: Backend + HasSqlType<Text> + HasSqlType<BigInt> + HasSqlType<Bool>,
    String: ToSql<Text, DB>,
    i64: ToSql<BigInt, DB>,
    bool: ToSql<Bool, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        if self.is_fts5 {
            // FTS5 returns matches in id order, one by one.
            out.push_sql("forums.id IN (SELECT forum_search.rowid FROM forum_search ");
            out.push_sql("CROSS JOIN forums AS known ON known.id = forum_search.rowid ");
            out.push_sql("WHERE forum_search MATCH ");
            out.push_bind_param::<Text, _>(&self.query)?;
        } else {
            // By the index of words, which has them in no order: not down all ids.
            // Of an array PostgreSQL knows each id before it looks for the first forum.
            out.push_sql("forums.id = ANY (ARRAY(WITH matches AS MATERIALIZED (");
            out.push_sql("SELECT id, search_topic, topic_words FROM forums WHERE words @@ CAST(");
            out.push_bind_param::<Text, _>(&self.query)?;
            out.push_sql(" AS tsquery)) SELECT known.id FROM matches AS known WHERE ");
            out.push_bind_param::<Bool, _>(&self.in_topic)?;
            out.push_sql(" = (known.topic_words @@ CAST(");
            out.push_bind_param::<Text, _>(&self.query)?;
            out.push_sql(" AS tsquery))");
        }
        let id = if self.is_fts5 { "forum_search.rowid" } else { "known.id" };
        out.push_sql(" AND ");
        self.readable.push(&mut out)?;
        out.push_sql(" AND known.search_topic <> ");
        out.push_bind_param::<Text, _>(&self.just_these)?;
        out.push_sql(&format!(" AND {id} < "));
        out.push_bind_param::<BigInt, _>(&self.below)?;
        out.push_sql(&format!(" ORDER BY {id} DESC LIMIT "));
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(if self.is_fts5 { ")" } else { "))" });
        Ok(())
    }
}
