use diesel::{
    AppearsOnTable, Expression, QueryResult, SelectableExpression,
    backend::Backend,
    expression::{ValidGrouping, is_aggregate},
    query_builder::{AstPass, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{Bool, HasSqlType, Text},
};

use crate::{connection::DbConnection, schema};

/// Whether all words of a query are found in a row, each as the beginning of a word.
#[derive(Clone, Debug)]
pub(crate) struct Matches {
    before: &'static str,
    query: String,
    after: &'static str,
}

impl Matches {
    /// In topic and description of a forum.
    pub(crate) fn forum(conn: &DbConnection, words: &[String]) -> Self {
        match conn {
            DbConnection::Sqlite(_) => Self {
                before: "forums.id IN (SELECT rowid FROM forum_search WHERE search_text MATCH ",
                query: fts5_query(words),
                after: ")",
            },
            DbConnection::Postgres(_) => Self {
                before: "forums.words @@ CAST(",
                query: tsquery(words),
                after: " AS tsquery)",
            },
        }
    }

    /// In the topic of a forum.
    pub(crate) fn forum_topic(conn: &DbConnection, words: &[String]) -> Self {
        match conn {
            DbConnection::Sqlite(_) => Self {
                before: "forums.id IN (SELECT rowid FROM forum_search WHERE search_topic MATCH ",
                query: fts5_query(words),
                after: ")",
            },
            DbConnection::Postgres(_) => Self {
                before: "forums.topic_words @@ CAST(",
                query: tsquery(words),
                after: " AS tsquery)",
            },
        }
    }
}

/// Words hold letters and digits alone, so that the quotes need no escape.
pub(super) fn fts5_query(words: &[String]) -> String {
    let terms: Vec<_> = words.iter().map(|word| format!("\"{word}\"*")).collect();
    terms.join(" ")
}

pub(super) fn tsquery(words: &[String]) -> String {
    let terms: Vec<_> = words.iter().map(|word| format!("'{word}':*")).collect();
    terms.join(" & ")
}

impl Expression for Matches {
    type SqlType = Bool;
}

impl<GB> ValidGrouping<GB> for Matches {
    type IsAggregate = is_aggregate::No;
}

/// The SQL differs from value to value, so statements are told apart by their text.
impl QueryId for Matches {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<QS> AppearsOnTable<QS> for Matches where schema::forums::id: AppearsOnTable<QS> {}

impl<QS> SelectableExpression<QS> for Matches where Self: AppearsOnTable<QS> {}

impl<DB> QueryFragment<DB> for Matches
where
    DB: Backend + HasSqlType<Text>,
    String: ToSql<Text, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql(self.before);
        out.push_bind_param::<Text, _>(&self.query)?;
        out.push_sql(self.after);
        Ok(())
    }
}
