//! The SQL of each search strategy.

use diesel::{
    QueryResult,
    backend::Backend,
    query_builder::AstPass,
    serialize::ToSql,
    sql_types::{BigInt, HasSqlType, Text},
};

use super::{Engine, NewestMatches, Strategy};

impl NewestMatches {
    /// The matches, each as a `post_id`.
    pub(in crate::search) fn walk_ids<'b, DB>(
        &'b self,
        mut out: AstPass<'_, 'b, DB>,
    ) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        match (self.way, &self.engine) {
            (Strategy::Among(posts), _) => self.walk_among(out.reborrow(), posts)?,
            (Strategy::ByIndex, Engine::Fts5 { query, .. }) => {
                self.walk_fts5(out.reborrow(), query)?;
            }
            (Strategy::ByIndex, Engine::Tsvector { in_block, .. }) => {
                self.walk_blocks(out.reborrow(), in_block)?;
            }
            (Strategy::InSmallForum, Engine::Fts5 { .. }) => {
                self.walk_one_by_one(out.reborrow())?;
            }
            (Strategy::InSmallForum, Engine::Tsvector { in_forum, .. }) => {
                self.walk_forum_index(out.reborrow(), in_forum)?;
            }
        }
        // A literal: PostgreSQL plans once for all values and must see that the number is small.
        out.push_sql(&format!(" LIMIT {} OFFSET {}", self.most, self.passed_over));
        Ok(())
    }

    /// FTS5 returns matches in id order, one by one.
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
        // SQLite would compare it with each match, even if it excludes none.
        if self.below < i64::MAX {
            out.push_sql(" AND rowid < ");
            out.push_bind_param::<BigInt, _>(&self.below)?;
        }
        self.walk_readable(out.reborrow())?;
        out.push_sql(" ORDER BY rowid DESC");
        Ok(())
    }

    /// The inner limit forces a scan by id.
    fn walk_among<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>, posts: i64) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql("SELECT post_id FROM (SELECT post_id, forum_id, words FROM post_search");
        self.walk_below(out.reborrow())?;
        out.push_sql(&format!(" ORDER BY post_id DESC LIMIT {posts}) AS few WHERE "));
        self.walk_words(out.reborrow())?;
        self.walk_readable(out)
    }

    /// SQLite scans an index that covers their words.
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

    /// Where no forum is closed, the forums of thousands of matches need not be looked up.
    fn walk_readable<'b, DB>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<BigInt>,
        i64: ToSql<BigInt, DB>,
    {
        if let Some(readable) = &self.readable {
            out.push_sql(" AND (NOT EXISTS (SELECT 1 FROM forums WHERE visibility > 0) OR ");
            readable.push(&mut out)?;
            out.push_sql(")");
        }
        Ok(())
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
        out.push_sql(
            ") >> 15, 0, -1) AS block CROSS JOIN LATERAL (SELECT post_id FROM post_words AS few",
        );
        out.push_sql(" WHERE words_behind(post_id >> 15, search_text) @@ CAST(replace(");
        out.push_bind_param::<Text, _>(in_block)?;
        out.push_sql(", '#', CAST(block AS TEXT)) AS tsquery) AND post_id + 0 < ");
        out.push_bind_param::<BigInt, _>(&self.below)?;
        if let Some(forum) = &self.forum {
            out.push_sql(" AND forum_id + 0 = ");
            out.push_bind_param::<BigInt, _>(forum)?;
        }
        self.walk_readable(out.reborrow())?;
        out.push_sql(" ORDER BY post_id DESC) AS matches");
        Ok(())
    }

    /// All matches of the forum are named first: else PostgreSQL would go down all ids to meet some.
    fn walk_forum_index<'b, DB>(
        &'b self,
        mut out: AstPass<'_, 'b, DB>,
        in_forum: &'b String,
    ) -> QueryResult<()>
    where
        DB: Backend + HasSqlType<Text> + HasSqlType<BigInt>,
        String: ToSql<Text, DB>,
        i64: ToSql<BigInt, DB>,
    {
        out.push_sql("WITH matches AS MATERIALIZED (SELECT post_id FROM post_words");
        out.push_sql(" WHERE words_behind(forum_id, search_text) @@ CAST(");
        out.push_bind_param::<Text, _>(in_forum)?;
        out.push_sql(" AS tsquery)) SELECT post_id FROM matches WHERE post_id < ");
        out.push_bind_param::<BigInt, _>(&self.below)?;
        out.push_sql(" ORDER BY post_id DESC");
        Ok(())
    }

    /// The table with the words for scanning posts.
    pub(in crate::search) fn table(&self) -> &'static str {
        match self.engine {
            Engine::Fts5 { .. } => "post_words",
            Engine::Tsvector { .. } => "post_search",
        }
    }

    /// Selects whether the words of a post in [`Self::table`] match.
    pub(in crate::search) fn walk_words<'b, DB>(
        &'b self,
        mut out: AstPass<'_, 'b, DB>,
    ) -> QueryResult<()>
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

    pub(in crate::search) fn walk_forum<'b, DB>(
        &'b self,
        mut out: AstPass<'_, 'b, DB>,
    ) -> QueryResult<()>
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
