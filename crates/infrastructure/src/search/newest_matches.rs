use diesel::{
    AppearsOnTable, Expression, QueryResult, SelectableExpression,
    backend::Backend,
    expression::{ValidGrouping, is_aggregate},
    query_builder::{AstPass, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{BigInt, Bool, HasSqlType, Text},
};

use super::matches::{fts5_query, tsquery};
use crate::{connection::DbConnection, schema};

/// Whether a post is among the newest ones in which all words of a query are found, each as the
/// beginning of a word.
///
/// The newest are those with the highest ids. Ids follow the times of creation but for posts that
/// were written in the same moment, and by id the newest matches can be had before all others are
/// known: a common word costs what is shown, not what matches.
#[derive(Clone, Debug)]
pub(crate) struct NewestMatches {
    engine: Engine,
    query: String,
    forum: Option<i64>,
    below: i64,
    most: i64,
    passed_over: i64,
    looked_through: i64,
}

#[derive(Clone, Copy, Debug)]
enum Engine {
    Fts5,
    Tsvector,
    /// As [`Self::Tsvector`], but only [`NewestMatches::looked_through`] posts are looked through.
    TsvectorAmong,
}

impl NewestMatches {
    /// How many there are at most.
    pub(crate) const MOST: i64 = 5_000;

    /// The newest `most` posts with all `words`, if need be in one forum.
    pub(crate) fn new(
        conn: &DbConnection,
        words: &[String],
        forum: Option<i64>,
        most: i64,
    ) -> Self {
        let (engine, query) = match (conn, forum) {
            (DbConnection::Sqlite(_), None) => (Engine::Fts5, fts5_query(words)),
            // The word that names the forum, so that the index alone knows what is in it.
            (DbConnection::Sqlite(_), Some(forum)) => {
                (Engine::Fts5, format!("\"\u{e000}{forum}\" {}", fts5_query(words)))
            }
            (DbConnection::Postgres(_), _) => (Engine::Tsvector, tsquery(words)),
        };
        Self {
            engine,
            query,
            forum,
            below: i64::MAX,
            most,
            passed_over: 0,
            looked_through: i64::MAX,
        }
    }

    /// Only those that PostgreSQL meets among the newest `posts`: of words that are soon met it has so
    /// filled a page before its index of words has named all matches. None on SQLite, where FTS5
    /// brings the newest first anyway.
    pub(crate) fn among(self, posts: i64) -> Option<Self> {
        matches!(self.engine, Engine::Tsvector).then_some(Self {
            engine: Engine::TsvectorAmong,
            looked_through: posts,
            ..self
        })
    }

    /// The last of them alone; none if there are not so many.
    pub(super) fn last(self) -> Self {
        Self { most: 1, passed_over: self.most - 1, ..self }
    }

    /// What PostgreSQL is asked for; none of SQLite.
    pub(super) fn tsquery(&self) -> Option<&String> {
        (!matches!(self.engine, Engine::Fts5)).then_some(&self.query)
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
        out.push_sql("posts.id IN (");
        self.walk_ids(out.reborrow())?;
        out.push_sql(")");
        Ok(())
    }
}

impl NewestMatches {
    /// The matches, each as a `post_id`.
    pub(super) fn walk_ids<'b, DB>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        match self.engine {
            Engine::Fts5 => self.walk_fts5(out),
            Engine::Tsvector => self.walk_tsvector(out),
            Engine::TsvectorAmong => self.walk_among(out),
        }
    }

    /// FTS5 brings its matches in the order of their ids, one by one.
    fn walk_fts5<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql("SELECT rowid AS post_id FROM post_search WHERE post_search MATCH ");
        out.push_bind_param::<Text, _>(&self.query)?;
        out.push_sql(" AND rowid < ");
        out.push_bind_param::<BigInt, _>(&self.below)?;
        out.push_sql(" ORDER BY rowid DESC");
        self.walk_limit(out)
    }

    /// A statement for all words: its inner limit lets PostgreSQL go down the ids alone.
    fn walk_among<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql("SELECT post_id FROM (");
        out.push_sql("SELECT post_id, words FROM post_words WHERE post_id < ");
        out.push_bind_param::<BigInt, _>(&self.below)?;
        self.walk_forum(out.reborrow())?;
        out.push_sql(" ORDER BY post_id DESC LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.looked_through)?;
        out.push_sql(") AS few WHERE words @@ CAST(");
        out.push_bind_param::<Text, _>(&self.query)?;
        out.push_sql(" AS tsquery)");
        self.walk_limit(out)
    }

    /// PostgreSQL has two ways: down the ids, good for words that are soon met, and by the index of
    /// words, good for rare ones. It must see the words to choose, so the statement is not cached.
    /// It takes every prefix for fairly common: asked for a page it would look for a rare one down
    /// all ids. So it plans for [`Self::MOST`], and stops when the page, in that order, is full.
    fn walk_tsvector<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        out.unsafe_to_cache_prepared();
        out.push_sql("WITH matches AS MATERIALIZED (");
        out.push_sql("SELECT post_id FROM post_words WHERE words @@ CAST(");
        out.push_bind_param::<Text, _>(&self.query)?;
        out.push_sql(" AS tsquery) AND post_id < ");
        out.push_bind_param::<BigInt, _>(&self.below)?;
        self.walk_forum(out.reborrow())?;
        out.push_sql(" ORDER BY post_id DESC LIMIT ");
        out.push_bind_param::<BigInt, _>(&Self::MOST)?;
        out.push_sql(") SELECT post_id FROM matches");
        self.walk_limit(out)
    }

    fn walk_limit<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<BigInt>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql(" LIMIT ");
        out.push_bind_param::<BigInt, _>(&self.most)?;
        out.push_sql(" OFFSET ");
        out.push_bind_param::<BigInt, _>(&self.passed_over)
    }

    pub(super) fn walk_forum<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<BigInt>,
        i64: ToSql<BigInt, DB>,
    {
        if let Some(forum) = &self.forum {
            out.push_sql(" AND forum_id = ");
            out.push_bind_param::<BigInt, _>(forum)?;
        }
        Ok(())
    }
}
