mod following;
mod held;
mod keyword_search;
mod lists;
mod moderated;
#[cfg(test)]
mod plan_tests;
mod popular_since;
pub(crate) mod removal;
mod row;
mod votes;
mod writes;

use std::sync::Arc;

use ::posts::{
    InsertOutcome, LockChange, NewPost, Pin, PinOutcome, Post, PostContent, PostRepository,
    Selection, WriteOutcome,
};
use diesel::prelude::*;
use kernel::{
    Act, ByActivity, ByHeat, ById, ByScore, ByTime, ForumId, HideOutcome, Page, PageRequest,
    PostId, Reader, RemovalRetention, RepositoryError, Revision, Tally, Timestamp, UserId,
    VoteCommand,
};

use database::{Database, DbConnection, on_backend, schema::posts};
use writes::RenderedContent;
pub(crate) use {
    held::{approve, hold_again, reject},
    lists::is_readable,
    writes::words,
};

use crate::{
    posts::row::{Row, columns, with_origin},
    search::{MatchCountCache, parse_query, spelt},
    texts::{
        self,
        revisions::{
            self,
            Of::{Hidden, Shown},
        },
    },
};

/// Posts in the database.
pub struct DbPosts {
    database: Database,
    match_counts: MatchCountCache,
}

impl DbPosts {
    /// Caches numbers of matches only over a database that reads committed state.
    #[must_use]
    pub fn new(database: Database) -> Self {
        let is_cacheable = database.reads_committed_state();
        // Otherwise versions that nothing updates, so that no count is reused.
        let versions = is_cacheable.then(|| Arc::clone(database.versions()));
        Self { database, match_counts: MatchCountCache::new(versions.unwrap_or_default()) }
    }
}

impl PostRepository for DbPosts {
    fn insert(&self, post: &NewPost) -> Result<InsertOutcome, RepositoryError> {
        let text = texts::render(&self.database, post.content.description.as_str())?;
        self.database.write(|conn, events| writes::insert(conn, events, post, &text))
    }

    fn hold(&self, post: &NewPost) -> Result<InsertOutcome, RepositoryError> {
        let text = texts::render(&self.database, post.content.description.as_str())?;
        self.database.write(|conn, events| held::hold(conn, events, post, &text))
    }

    fn find_held(&self, id: PostId) -> Result<Option<Post>, RepositoryError> {
        self.database.snapshot(|conn| held::find(conn, id))
    }

    fn held_of(
        &self,
        author: UserId,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<Post, ById>, RepositoryError> {
        self.database.snapshot(|conn| held::of_author(conn, author, reader, page))
    }

    fn withdraw(&self, id: PostId) -> Result<bool, RepositoryError> {
        self.database.write(|conn, events| held::withdraw(conn, events, id))
    }

    fn update(
        &self,
        id: PostId,
        content: &PostContent,
        editor: UserId,
        at: Timestamp,
    ) -> Result<WriteOutcome<Post>, RepositoryError> {
        let text = texts::render(&self.database, content.description.as_str())?;
        let text = RenderedContent { content, text: &text };
        self.database.write(|conn, events| writes::update(conn, events, id, text, (editor, at)))
    }

    fn revisions(
        &self,
        id: PostId,
        with_hidden: bool,
        page: &PageRequest<ById>,
    ) -> Result<Option<Page<Revision, ById>>, RepositoryError> {
        self.database.snapshot(|conn| revisions::of_post(conn, id, Shown { with_hidden }, page))
    }

    fn hide_revision(
        &self,
        id: PostId,
        version: i32,
        act: &Act,
    ) -> Result<HideOutcome, RepositoryError> {
        self.database.write(|conn, events| revisions::hide_of_post(conn, events, id, version, act))
    }

    fn delete(&self, id: PostId, act: &Act) -> Result<bool, RepositoryError> {
        self.database.write(|conn, events| removal::delete(conn, events, id, act))
    }

    fn delete_removed(
        &self,
        id: PostId,
        reader: Reader,
        act: &Act,
    ) -> Result<bool, RepositoryError> {
        self.database.write(|conn, events| removal::delete_removed(conn, events, (id, reader), act))
    }

    fn find_removed(
        &self,
        id: PostId,
        retention: RemovalRetention,
    ) -> Result<Option<ForumId>, RepositoryError> {
        self.database.read(|conn| removal::find_removed(conn, id, retention))
    }

    fn removed_revisions(
        &self,
        id: PostId,
        page: &PageRequest<ById>,
    ) -> Result<Option<Page<Revision, ById>>, RepositoryError> {
        self.database.snapshot(|conn| revisions::of_post(conn, id, Hidden, page))
    }

    fn restore(
        &self,
        id: PostId,
        act: &Act,
        retention: RemovalRetention,
    ) -> Result<Option<Post>, RepositoryError> {
        self.database.write(|conn, events| removal::restore(conn, events, id, act, retention))
    }

    fn wipe_removed(&self, retention: RemovalRetention) -> Result<usize, RepositoryError> {
        removal::wipe(&self.database, retention)
    }

    fn find(&self, id: PostId) -> Result<Option<Post>, RepositoryError> {
        self.database.read(|conn| find(conn, id))
    }

    fn vote(
        &self,
        id: PostId,
        voter: UserId,
        command: VoteCommand,
        now: Timestamp,
    ) -> Result<WriteOutcome<Tally>, RepositoryError> {
        let voter = (voter, now);
        self.database.write(|conn, events| votes::vote(conn, events, id, voter, command))
    }

    fn set_lock(&self, change: &LockChange) -> Result<Option<Post>, RepositoryError> {
        self.database.write(|conn, events| moderated::set_lock(conn, events, change))
    }

    fn set_pin(
        &self,
        id: PostId,
        pin: Option<Pin>,
        by: UserId,
        now: Timestamp,
    ) -> Result<PinOutcome, RepositoryError> {
        self.database.write(|conn, events| moderated::set_pin(conn, events, id, pin, (by, now)))
    }

    fn pinned(
        &self,
        forum: ForumId,
        reader: Reader,
        now: Timestamp,
    ) -> Result<Vec<Post>, RepositoryError> {
        self.database.read(|conn| moderated::pinned(conn, (forum, reader), now))
    }

    fn latest_activity(
        &self,
        first: PostId,
        last: PostId,
    ) -> Result<Vec<(PostId, Timestamp)>, RepositoryError> {
        let query = posts::table
            .filter(posts::id.between(first.0, last.0))
            .filter(lists::is_readable(Reader::Visitor))
            .order(posts::id)
            .select((posts::id, posts::active_at));
        let rows: Vec<(i64, i64)> =
            self.database.read(|conn| on_backend!(conn, conn => query.load(conn)))?;
        let known = |(id, at)| (PostId(id), Timestamp::from_unix_millis(at));
        Ok(rows.into_iter().map(known).collect())
    }

    fn last_id(&self) -> Result<Option<PostId>, RepositoryError> {
        // By falling id: the highest one mostly is public.
        let query = posts::table
            .filter(lists::is_readable(Reader::Visitor))
            .order(posts::id.desc())
            .select(posts::id);
        let id: Option<i64> =
            self.database.read(|conn| on_backend!(conn, conn => query.first(conn)).optional())?;
        Ok(id.map(PostId))
    }

    fn by_author(
        &self,
        author: UserId,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<Post, ById>, RepositoryError> {
        self.database.read(|conn| lists::by_author(conn, author, reader, page))
    }

    fn following(
        &self,
        member: UserId,
        reader: Reader,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Post, ByTime>, RepositoryError> {
        self.database.snapshot(|conn| following::following(conn, member, reader, page))
    }

    fn newest(
        &self,
        selection: &Selection,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Post, ByTime>, RepositoryError> {
        let Some(words) = selection.keyword.as_deref().map(parse_query) else {
            return self.database.read(|conn| lists::newest(conn, selection, page));
        };
        if words.is_empty() {
            return Ok(Page { items: vec![], next: None });
        }
        self.database.read(|conn| keyword_search::newest_with(conn, selection, &words, page))
    }

    fn hottest(
        &self,
        selection: &Selection,
        page: &PageRequest<ByHeat>,
    ) -> Result<Page<Post, ByHeat>, RepositoryError> {
        self.database.read(|conn| lists::hottest(conn, selection, page))
    }

    fn latest_active(
        &self,
        selection: &Selection,
        page: &PageRequest<ByActivity>,
    ) -> Result<Page<Post, ByActivity>, RepositoryError> {
        self.database.read(|conn| lists::latest_active(conn, selection, page))
    }

    fn most_popular(
        &self,
        selection: &Selection,
        page: &PageRequest<ByScore>,
    ) -> Result<Page<Post, ByScore>, RepositoryError> {
        let forum = selection.forum;
        match (selection.keyword.as_deref().map(parse_query), selection.since) {
            (None, None) => self.database.read(|conn| lists::most_popular(conn, selection, page)),
            (None, Some(start)) => self
                .database
                .snapshot(|conn| popular_since::most_popular_since(conn, selection, start, page)),
            (Some(words), _) if words.is_empty() => Ok(Page { items: vec![], next: None }),
            (Some(words), _) => {
                let known = self.match_counts.of(spelt(&words), forum, selection.reader);
                self.database.snapshot(|conn| {
                    keyword_search::most_popular_with(conn, selection, &words, known, page)
                })
            }
        }
    }
}

fn find(conn: &mut DbConnection, id: PostId) -> QueryResult<Option<Post>> {
    let query = with_origin().filter(posts::id.eq(id.0)).select((columns(), posts::html));
    let row: Option<(Row, String)> = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(row.map(|(row, html)| row.with_html(html)))
}
