use diesel::{
    AppearsOnTable, Expression, QueryResult, SelectableExpression,
    backend::Backend,
    expression::{ValidGrouping, is_aggregate},
    query_builder::{AstPass, QueryFragment, QueryId},
    serialize::ToSql,
    sql_types::{BigInt, Bool, HasSqlType, Text},
};

use super::{
    matches::{fts5_query, tsquery},
    stored,
};
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
    forum: Option<i64>,
    below: i64,
    most: i64,
    passed_over: i64,
    way: Way,
}

/// How matches are looked for.
#[derive(Clone, Copy, Debug)]
enum Way {
    ByIndex,
    /// Only among so many of the newest posts, gone through one by one.
    Among(i64),
    OneByOne,
}

#[derive(Clone, Debug)]
enum Engine {
    /// What FTS5 is asked for, and the words as they are stored.
    Fts5 { query: String, words: String },
    /// What PostgreSQL is asked for, of a post and of the index of blocks: there `#` stands for the block.
    Tsvector { query: String, in_block: String },
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
        let engine = match conn {
            DbConnection::Sqlite(_) => {
                // The word that names the forum, so that the index alone knows what is in it.
                let forum = forum.map(|forum| format!("\"\u{e000}{forum}\" ")).unwrap_or_default();
                Engine::Fts5 { query: forum + &fts5_query(words), words: stored(words) }
            }
            DbConnection::Postgres(_) => {
                let in_block: Vec<_> = words.iter().map(|word| format!("#:{word}")).collect();
                Engine::Tsvector { query: tsquery(words), in_block: tsquery(&in_block) }
            }
        };
        Self { engine, forum, below: i64::MAX, most, passed_over: 0, way: Way::ByIndex }
    }

    /// Only those that PostgreSQL meets among the newest `posts`, gone through one by one: a page of
    /// words that everybody uses is so full before its index of words has named all matches of a
    /// block. None on SQLite, where FTS5 brings the newest first anyway.
    pub(crate) fn among(&self, posts: i64) -> Option<Self> {
        let is_better = self.is_sorted_by_postgres() && !self.is_one_by_one();
        is_better.then_some(Self { way: Way::Among(posts), ..self.clone() })
    }

    /// The same, without the index of words: for a forum of few posts.
    pub(crate) fn one_by_one(self) -> Self {
        Self { way: Way::OneByOne, ..self }
    }

    pub(super) fn is_one_by_one(&self) -> bool {
        matches!(self.way, Way::OneByOne)
    }

    /// The last of them alone; none if there are not so many.
    pub(super) fn last(self) -> Self {
        Self { most: 1, passed_over: self.most - 1, ..self }
    }

    /// Whether PostgreSQL looks for them, which sees by itself what is in order.
    pub(super) fn is_sorted_by_postgres(&self) -> bool {
        matches!(self.engine, Engine::Tsvector { .. })
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
    pub(super) fn walk_ids<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        match (self.way, &self.engine) {
            (Way::Among(posts), _) => self.walk_among(out.reborrow(), posts)?,
            (Way::OneByOne, _) => self.walk_one_by_one(out.reborrow())?,
            (Way::ByIndex, Engine::Fts5 { query, .. }) => self.walk_fts5(out.reborrow(), query)?,
            (Way::ByIndex, Engine::Tsvector { in_block, .. }) => {
                self.walk_blocks(out.reborrow(), in_block)?;
            }
        }
        // As text: PostgreSQL plans once for all values, and has to see that it is few.
        out.push_sql(&format!(" LIMIT {} OFFSET {}", self.most, self.passed_over));
        Ok(())
    }

    /// FTS5 brings its matches in the order of their ids, one by one.
    fn walk_fts5<'b, DB>(
        &'b self,
        mut out: AstPass<'_, 'b, DB>,
        query: &'b String,
    ) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql("SELECT rowid AS post_id FROM post_search WHERE post_search MATCH ");
        out.push_bind_param::<Text, _>(query)?;
        out.push_sql(" AND rowid < ");
        out.push_bind_param::<BigInt, _>(&self.below)?;
        out.push_sql(" ORDER BY rowid DESC");
        Ok(())
    }

    /// Down the ids alone: that is what the inner limit is for.
    fn walk_among<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>, posts: i64) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql("SELECT post_id FROM (SELECT post_id, words FROM post_words");
        self.walk_below(out.reborrow())?;
        out.push_sql(&format!(" ORDER BY post_id DESC LIMIT {posts}) AS few WHERE "));
        self.walk_words(out)
    }

    fn walk_one_by_one<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql("SELECT post_id FROM post_words");
        self.walk_below(out.reborrow())?;
        out.push_sql(" AND ");
        self.walk_words(out.reborrow())?;
        out.push_sql(" ORDER BY post_id DESC");
        Ok(())
    }

    fn walk_below<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<BigInt>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql(" WHERE post_id < ");
        out.push_bind_param::<BigInt, _>(&self.below)?;
        self.walk_forum(out)
    }

    /// PostgreSQL's index of words names its matches in no order, so it is asked block by block, and no
    /// further than is needed. A nested loop keeps the order of the blocks and of what is in each; more
    /// it cannot make of a function and a part that depends on it. The sums with 0 keep it from naming
    /// all posts of the forum, or all below an id, for each block.
    fn walk_blocks<'b, DB>(
        &'b self,
        mut out: AstPass<'_, 'b, DB>,
        in_block: &'b String,
    ) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql("SELECT post_id FROM generate_series((SELECT max(post_id) FROM post_words");
        out.push_sql(" WHERE post_id < ");
        out.push_bind_param::<BigInt, _>(&self.below)?;
        out.push_sql(") >> 15, 0, -1) AS block CROSS JOIN LATERAL (SELECT post_id FROM post_words");
        out.push_sql(" WHERE post_block_words(post_id, search_text) @@ CAST(replace(");
        out.push_bind_param::<Text, _>(in_block)?;
        out.push_sql(", '#', CAST(block AS TEXT)) AS tsquery) AND post_id + 0 < ");
        out.push_bind_param::<BigInt, _>(&self.below)?;
        if let Some(forum) = &self.forum {
            out.push_sql(" AND forum_id + 0 = ");
            out.push_bind_param::<BigInt, _>(forum)?;
        }
        out.push_sql(" ORDER BY post_id DESC) AS matches");
        Ok(())
    }

    /// Whether the words of a post are a match.
    pub(super) fn walk_words<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text>,
        String: ToSql<Text, DB>,
    {
        match &self.engine {
            Engine::Fts5 { words, .. } => {
                out.push_sql("has_words(search_text, ");
                out.push_bind_param::<Text, _>(words)?;
                out.push_sql(")");
            }
            Engine::Tsvector { query, .. } => {
                out.push_sql("words @@ CAST(");
                out.push_bind_param::<Text, _>(query)?;
                out.push_sql(" AS tsquery)");
            }
        }
        Ok(())
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
