mod lists;
mod newest;
mod posts;
mod row;
mod rules;
mod search;
mod skeletons;
mod written;

use ::forums::{
    ClosedForums, Forum, ForumEdit, ForumRepository, NewForum, NewRules, Readers, Rules,
    SaveOutcome,
};
use database::{
    Database, DbConnection, locks, on_backend,
    schema::{favorites, forum_moderators, forums},
    sql::{padded_in, prepared::prepared},
};
use diesel::{
    dsl::{exists, max},
    prelude::*,
    sql_types::BigInt,
};
use kernel::{
    Act, ByName, ByNameAndId, ByScore, ByTier, ByTime, Event, ForumId, Page, PageRequest, Reader,
    RepositoryError, Timestamp, UserId, Visibility,
};

pub use rules::DbForumRules;

pub(crate) use posts::{add_post, remove_post, retitle_post};
pub(crate) use skeletons::fill_skeletons;
pub(crate) use written::{search_texts, topic_key};

use crate::{
    author_counts::{self, OF_FORUM},
    forums::row::{Row, columns, read_at},
    moderation_log::{self, Extent},
    notifications::{forget_forum, notify_of_deletion},
    readers, roles, texts,
    undecided_reports::resolve_of_forum,
};

/// Forums in the database.
pub struct DbForums(pub Database);

impl ForumRepository for DbForums {
    fn insert(&self, forum: &NewForum) -> Result<SaveOutcome, RepositoryError> {
        let text = texts::render(&self.0, forum.description.as_str())?;
        let inserted =
            self.0.write_unique(|conn, events| written::insert(conn, events, forum, &text))?;
        Ok(saved(inserted))
    }

    fn update(
        &self,
        id: ForumId,
        edit: &ForumEdit,
        act: &Act,
    ) -> Result<SaveOutcome, RepositoryError> {
        let text = texts::render(&self.0, edit.description.as_str())?;
        let mut is_closed = false;
        let updated = self.0.write_unique(|conn, events| {
            let (outcome, closed) = written::update(conn, events, id, edit, (&text, act))?;
            is_closed = closed;
            Ok(outcome)
        })?;
        // Once this returns, no copy of the program shows the forum to visitors.
        if is_closed && updated.is_some() {
            self.0.outlast_visitors();
        }
        Ok(saved(updated))
    }

    fn delete(&self, id: ForumId, act: &Act) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| {
            // No moderator can be added from here on, so this loads all of them.
            locks::lock_for_deletion(conn, id)?;
            let moderators: Vec<i64> = forum_moderators::table
                .filter(forum_moderators::forum_id.eq(id.0))
                .select(forum_moderators::user_id)
                .load(conn)?;
            author_counts::subtract(conn, &OF_FORUM, id.0)?;
            resolve_of_forum(conn, events, id, act)?;
            forget_forum(conn, events, id)?;
            notify_of_deletion(conn, events, id, act)?;
            let texts = count_texts(conn, id)?;
            let deleted: Option<(i64, String, i16)> = diesel::delete(forums::table.find(id.0))
                .returning((forums::author_id, forums::topic, forums::visibility))
                .get_result(conn)
                .optional()?;
            let is_deleted = deleted.is_some();
            if let Some((author, topic, visibility)) = deleted {
                let event = Event::ForumDeleted { forum: id, author: UserId(author), by: act.by };
                let was_closed = readers::from_stored(visibility) != Visibility::Public;
                let extent = Extent { topic: Some(topic), texts: Some(texts), was_closed };
                let reason = act.reason.as_ref();
                moderation_log::record_act_on_several(events, event, reason, act.at, extent);
            }
            roles::demote_without_forums(conn, &moderators)?;
            Ok(is_deleted)
        })
    }

    fn rules(&self, id: ForumId) -> Result<Option<Rules>, RepositoryError> {
        self.0.read(|conn| rules::find(conn, id))
    }

    fn set_rules(
        &self,
        id: ForumId,
        rules: &NewRules,
        act: &Act,
    ) -> Result<Option<Rules>, RepositoryError> {
        let source = rules.text.as_ref().map_or("", |text| text.as_str());
        let text = texts::render(&self.0, source)?;
        self.0.write(|conn, events| rules::set(conn, events, id, (rules, &text), act))
    }

    fn find(&self, id: ForumId, now: Timestamp) -> Result<Option<Forum>, RepositoryError> {
        self.0.read(|conn| find(conn, id, now))
    }

    fn ids(&self, first: ForumId, last: ForumId) -> Result<Vec<ForumId>, RepositoryError> {
        let query = forums::table
            .filter(forums::id.between(first.0, last.0))
            .filter(lists::is_readable(Reader::Visitor))
            .order(forums::id)
            .select(forums::id);
        let ids: Vec<i64> = self.0.read(|conn| on_backend!(conn, conn => query.load(conn)))?;
        Ok(ids.into_iter().map(ForumId).collect())
    }

    fn last_id(&self) -> Result<Option<ForumId>, RepositoryError> {
        let query =
            forums::table.filter(lists::is_readable(Reader::Visitor)).select(max(forums::id));
        let id: Option<i64> = self.0.read(|conn| on_backend!(conn, conn => query.first(conn)))?;
        Ok(id.map(ForumId))
    }

    fn newest(
        &self,
        reader: Reader,
        now: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, RepositoryError> {
        self.0.read(|conn| lists::newest(conn, (reader, now), page))
    }

    fn most_active(
        &self,
        reader: Reader,
        now: Timestamp,
        page: &PageRequest<ByScore>,
    ) -> Result<Page<Forum, ByScore>, RepositoryError> {
        self.0.snapshot(|conn| lists::most_active(conn, (reader, now), page))
    }

    fn by_name(
        &self,
        reader: Reader,
        now: Timestamp,
        page: &PageRequest<ByNameAndId>,
    ) -> Result<Page<Forum, ByNameAndId>, RepositoryError> {
        self.0.read(|conn| lists::by_name(conn, (reader, now), page))
    }

    fn with_topic(
        &self,
        reader: Reader,
        now: Timestamp,
        key: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Forum, ByName>, RepositoryError> {
        // Topics hold no NUL, and PostgreSQL rejects one.
        if key.contains('\0') {
            return Ok(Page { items: vec![], next: None });
        }
        self.0.read(|conn| lists::with_topic(conn, (reader, now), key, page))
    }

    fn search(
        &self,
        reader: Reader,
        now: Timestamp,
        term: &str,
        page: &PageRequest<ByTier>,
    ) -> Result<Page<Forum, ByTier>, RepositoryError> {
        self.0.snapshot(|conn| search::search(conn, (reader, now), term, page))
    }

    fn favorites(
        &self,
        user: UserId,
        reader: Reader,
        now: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, RepositoryError> {
        self.0.read(|conn| lists::favorites(conn, user, (reader, now), page))
    }

    fn reads_closed(&self, user: UserId) -> Result<ClosedForums, RepositoryError> {
        self.0.read(|conn| readers::closed_forums(conn, user))
    }

    fn readers_among(&self, forum: ForumId, users: &[UserId]) -> Result<Readers, RepositoryError> {
        let users: Vec<i64> = users.iter().map(|user| user.0).collect();
        self.0.snapshot(|conn| {
            if readers::visibility(conn, forum)? == Some(Visibility::Public) {
                return Ok(Readers::Everybody);
            }
            let found = readers::readers_among(conn, forum, &users)?;
            Ok(Readers::Only(found.into_iter().map(UserId).collect()))
        })
    }

    fn favorites_among(
        &self,
        user: UserId,
        forums: &[ForumId],
    ) -> Result<Vec<ForumId>, RepositoryError> {
        if forums.is_empty() {
            return Ok(vec![]);
        }
        let query = favorites::table
            .filter(favorites::user_id.eq(user.0))
            .filter(padded_in(favorites::forum_id, forums.iter().map(|id| id.0)))
            .select(favorites::forum_id);
        let ids: Vec<i64> = self.0.read(|conn| on_backend!(conn, conn => query.load(conn)))?;
        Ok(ids.into_iter().map(ForumId).collect())
    }

    fn add_favorite(
        &self,
        user: UserId,
        forum: ForumId,
        at: Timestamp,
    ) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| {
            if !is_there(conn, forum)? {
                return Ok(false);
            }
            events.record(Event::OwnStateChanged { user });
            let mark = (
                favorites::user_id.eq(user.0),
                favorites::forum_id.eq(forum.0),
                favorites::created_at.eq(at.unix_millis()),
            );
            on_backend!(conn, conn => diesel::insert_into(favorites::table)
                .values(mark)
                .on_conflict_do_nothing()
                .execute(conn))?;
            Ok(true)
        })
    }

    fn remove_favorite(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| {
            events.record(Event::OwnStateChanged { user });
            diesel::delete(favorites::table.find((user.0, forum.0))).execute(conn)?;
            is_there(conn, forum)
        })
    }
}

fn find(conn: &mut DbConnection, id: ForumId, now: Timestamp) -> QueryResult<Option<Forum>> {
    let columns = (columns(), (forums::renderer, forums::html));
    let query = read_at(now).filter(forums::id.eq(id.0)).select(columns);
    let row: Option<(Row, (i32, String))> =
        on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(row.map(|(row, html)| row.with_html(html)))
}

/// Returns how many posts and replies of a forum are shown.
fn count_texts(conn: &mut DbConnection, id: ForumId) -> QueryResult<i64> {
    let count = prepared::<BigInt>(
        "SELECT CAST(count(*) + COALESCE(sum(reply_count), 0) AS BIGINT)
            FROM posts WHERE forum_id = ? AND hidden_at IS NULL",
    );
    let count = count.bind(id.0);
    on_backend!(conn, conn => count.get_result(conn))
}

fn is_there(conn: &mut DbConnection, id: ForumId) -> QueryResult<bool> {
    diesel::select(exists(forums::table.find(id.0))).get_result(conn)
}

/// Reads the forum after the write.
fn found(conn: &mut DbConnection, id: ForumId, now: Timestamp) -> QueryResult<SaveOutcome> {
    Ok(find(conn, id, now)?.map_or(SaveOutcome::NotFound, SaveOutcome::Saved))
}

/// Maps the result of a write; a unique violation is about the topic.
fn saved(written: Option<SaveOutcome>) -> SaveOutcome {
    written.unwrap_or(SaveOutcome::TopicTaken)
}
