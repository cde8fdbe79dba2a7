mod strategies;

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

/// Selects posts among the newest ones that match all words of a query, each as a prefix of a word.
///
/// The newest are those with the highest ids. Ids follow the times of creation but for posts that
/// were written in the same moment, and by id the newest matches can be had before all others are
/// known: a common word costs what is shown, not what matches.
#[derive(Clone, Debug)]
pub(crate) struct NewestMatches {
    engine: Engine,
    forum: Option<i64>,
    /// Those that the reader may read, unless they are all of one forum.
    readable: Option<ReadableBy>,
    below: i64,
    most: i64,
    passed_over: i64,
    way: Strategy,
}

/// The search strategy.
#[derive(Clone, Copy, Debug)]
enum Strategy {
    ByIndex,
    /// Scans only this many of the newest posts.
    Among(i64),
    /// Scans a forum with few posts.
    InSmallForum,
}

#[derive(Clone, Debug)]
enum Engine {
    /// The FTS5 query, which has a word of the forum so that the index alone can filter by it, and the words as
    /// [`spelt`] returns them.
    Fts5 { query: String, words: String },
    /// The queries of a post, of the index of blocks, where `#` stands for the number of a block, and of the
    /// index of forums.
    Tsvector { query: String, in_block: String, in_forum: String },
}

impl NewestMatches {
    /// The maximum number of matches.
    pub(crate) const MOST: i64 = 5_000;

    /// The newest `most` posts with all `words`, in one forum, whether or not the reader may read it, or in all that
    /// the reader may read.
    pub(crate) fn new(
        conn: &DbConnection,
        words: &[Term],
        (reader, forum): (Reader, Option<i64>),
        most: i64,
    ) -> Self {
        let (engine, forum_of_match) = match conn {
            DbConnection::Sqlite(_) => (
                Engine::Fts5 { query: fts5(words, forum), words: spelt(words) },
                "(SELECT forum_id FROM post_words WHERE post_id = post_search.rowid)",
            ),
            DbConnection::Postgres(_) => {
                let behind = |number: &str| tsquery_of(words, &format!("{number}:"));
                let in_forum = forum.map(|id| behind(&id.to_string())).unwrap_or_default();
                let query = tsquery_of(words, "");
                (Engine::Tsvector { query, in_block: behind("#"), in_forum }, "few.forum_id")
            }
        };
        let readable = forum.is_none().then_some(ReadableBy::new(forum_of_match, reader));
        let way = Strategy::ByIndex;
        Self { engine, forum, readable, below: i64::MAX, most, passed_over: 0, way }
    }

    /// Only those that PostgreSQL meets among the newest `posts`, gone through one by one: a page of
    /// words that everybody uses is so full before its index of words has named all matches of a
    /// block. None on SQLite, where FTS5 brings the newest first anyway.
    pub(crate) fn among(&self, posts: i64) -> Option<Self> {
        let is_better = self.is_sorted_by_postgres() && !self.is_in_small_forum();
        is_better.then_some(Self { way: Strategy::Among(posts), ..self.clone() })
    }

    /// The same for a forum with few posts, where all matches are found fast.
    pub(crate) fn in_small_forum(self) -> Self {
        Self { way: Strategy::InSmallForum, ..self }
    }

    pub(super) fn is_in_small_forum(&self) -> bool {
        matches!(self.way, Strategy::InSmallForum)
    }

    /// Selects only the last of them; none if there are fewer.
    pub(super) fn last(self) -> Self {
        Self { most: 1, passed_over: self.most - 1, ..self }
    }

    /// Returns whether PostgreSQL runs the search, whose planner recognizes sorted rows.
    pub(super) fn is_sorted_by_postgres(&self) -> bool {
        matches!(self.engine, Engine::Tsvector { .. })
    }

    /// Whether the reader may read a post in [`Self::table`], unless they are all of one forum.
    pub(super) fn readable_in_table(&self) -> Option<ReadableBy> {
        let forum = match self.engine {
            Engine::Fts5 { .. } => "post_words.forum_id",
            Engine::Tsvector { .. } => "post_search.forum_id",
        };
        self.readable.map(|readable| readable.of(forum))
    }

    /// Only those with a lower id.
    pub(crate) fn below(self, id: i64) -> Self {
        Self { below: id, ..self }
    }
}

/// Returns the words separated by spaces, and their spellings by bars.
pub(crate) fn spelt(words: &[Term]) -> String {
    let spellings = |term: &Term| term.spellings().collect::<Vec<_>>().join("|");
    words.iter().map(spellings).collect::<Vec<_>>().join(" ")
}

impl Expression for NewestMatches {
    type SqlType = Bool;
}

impl<GB> ValidGrouping<GB> for NewestMatches {
    type IsAggregate = is_aggregate::No;
}

/// The SQL depends on the values, so statements are identified by their text.
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
        // PostgreSQL would guess how many there are, and go through all posts where it guesses many: of
        // an array it knows each id before it looks for the first post.
        let (begin, end) = match self.engine {
            Engine::Fts5 { .. } => ("shown_posts.id IN (", ")"),
            Engine::Tsvector { .. } => ("shown_posts.id = ANY (ARRAY(", "))"),
        };
        out.push_sql(begin);
        self.walk_ids(out.reborrow())?;
        out.push_sql(end);
        Ok(())
    }
}
