use diesel::{
    AppearsOnTable, Expression, QueryResult, SelectableExpression,
    backend::Backend,
    expression::{ValidGrouping, is_aggregate},
    query_builder::{AstPass, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{BigInt, Bool, HasSqlType, Text},
};

use super::{
    forum_word,
    matches::{fts5_query, tsquery},
};
use crate::{connection::DbConnection, schema};

/// Whether a post is among the newest ones in which all words of a query are found, each as the
/// beginning of a word.
///
/// The newest are those with the highest ids. Ids follow the times of creation but for posts that
/// were written in the same moment, and by id alone the index brings the newest matches first: a
/// common word costs what is shown, not what matches.
#[derive(Clone, Debug)]
pub(crate) struct NewestMatches {
    sql: &'static Sql,
    query: String,
    below: i64,
    most: i64,
}

#[derive(Debug)]
struct Sql {
    query: &'static str,
    below: &'static str,
    most: &'static str,
    /// Whether the plan of a statement is good for every query.
    one_plan: bool,
}

const SQLITE: Sql = Sql {
    query: "posts.id IN (SELECT rowid FROM post_search WHERE post_search MATCH ",
    below: " AND rowid < ",
    most: " ORDER BY rowid DESC LIMIT ",
    one_plan: true,
};

const POSTGRES: Sql = Sql {
    query: "posts.id IN (SELECT post_id FROM post_words WHERE words @@ CAST(",
    below: " AS tsquery) AND post_id < ",
    most: " ORDER BY post_id DESC LIMIT ",
    // A rare word is looked up in its index, a common one is soon met on the way down the ids.
    one_plan: false,
};

impl NewestMatches {
    /// The newest `most` posts with all `words`, if need be in one forum.
    pub(crate) fn new(
        conn: &DbConnection,
        words: &[String],
        forum: Option<i64>,
        most: i64,
    ) -> Self {
        let forum = forum.map(forum_word);
        let (sql, query) = match conn {
            DbConnection::Sqlite(_) => {
                let forum = forum.map_or(String::new(), |word| format!("\"{word}\" "));
                (&SQLITE, forum + &fts5_query(words))
            }
            DbConnection::Postgres(_) => {
                let forum = forum.map_or(String::new(), |word| format!("'{word}' & "));
                (&POSTGRES, forum + &tsquery(words))
            }
        };
        Self { sql, query, below: i64::MAX, most }
    }

    /// Of those with a lower id.
    pub(crate) fn below(self, id: i64) -> Self {
        Self { below: id, ..self }
    }
}

impl Expression for NewestMatches {
    type SqlType = Bool;
}

impl<GB> ValidGrouping<GB> for NewestMatches {
    type IsAggregate = is_aggregate::No;
}

/// The SQL differs from value to value, so statements are told apart by their text.
impl QueryId for NewestMatches {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<QS> AppearsOnTable<QS> for NewestMatches where schema::posts::id: AppearsOnTable<QS> {}

impl<QS> SelectableExpression<QS> for NewestMatches where Self: AppearsOnTable<QS> {}

impl<DB> QueryFragment<DB> for NewestMatches
where
    DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
    String: ToSql<Text, DB>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        if !self.sql.one_plan {
            out.unsafe_to_cache_prepared();
        }
        out.push_sql(self.sql.query);
        out.push_bind_param::<Text, _>(&self.query)?;
        out.push_sql(self.sql.below);
        out.push_bind_param::<BigInt, _>(&self.below)?;
        out.push_sql(self.sql.most);
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(")");
        Ok(())
    }
}
