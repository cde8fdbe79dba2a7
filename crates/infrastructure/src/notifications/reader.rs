//! The state of posts and forums for a member: watch levels, visits, own votes, and whether they are saved.

use ::notifications::{LastVisit, ReaderRepository, ReaderState, WatchLevel};
use database::{
    Database, DbConnection, Events, on_backend,
    schema::{forum_watches, forums, post_watches, posts, replies, visits},
    sql::{
        execute_cached, padded_in,
        prepared::{Value, prepared},
    },
};
use diesel::{
    dsl::{case_when, exists, select},
    prelude::*,
    sql_types::{BigInt, Bool, Nullable, SmallInt},
    upsert::excluded,
};
use kernel::{Event, ForumId, PostId, RepositoryError, Timestamp, UserId};

use super::stored::{level_code, level_of};
use crate::votes::from_stored;

/// Watch levels and visits in the database.
pub struct DbReader(pub Database);

/// Each post is a few steps in indexes, and counting ends.
const STATES: &str = "
    SELECT p.value,
        (SELECT o.vote FROM post_votes o WHERE o.user_id = ? AND o.post_id = p.value),
        (SELECT w.level FROM post_watches w WHERE w.user_id = ? AND w.post_id = p.value),
        (SELECT (SELECT count(*) FROM (SELECT 1 FROM replies r WHERE r.post_id = v.post_id
                AND r.created_at > v.visited_at AND NOT r.removed AND NOT r.held
                AND r.author_id <> ? LIMIT ?) AS newer)
            FROM visits v WHERE v.user_id = ? AND v.post_id = p.value),
        EXISTS (SELECT 1 FROM saved s WHERE s.user_id = ? AND s.post_id = p.value AND s.reply_id IS NULL)
    FROM ? AS p";

type StateRowType = (BigInt, Nullable<SmallInt>, Nullable<SmallInt>, Nullable<BigInt>, Bool);

#[derive(Queryable)]
struct StateRow {
    post: i64,
    vote: Option<i16>,
    level: Option<i16>,
    new_replies: Option<i64>,
    saved: bool,
}

impl ReaderRepository for DbReader {
    fn watch_post(
        &self,
        user: UserId,
        post: PostId,
        level: WatchLevel,
    ) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| {
            if !select(exists(posts::table.find(post.0))).get_result::<bool>(conn)? {
                return Ok(false);
            }
            events.record(Event::OwnStateChanged { user });
            let Some(level) = level_code(level) else {
                diesel::delete(post_watches::table.find((user.0, post.0))).execute(conn)?;
                return Ok(true);
            };
            let level = post_watches::level.eq(level);
            let key = (post_watches::user_id.eq(user.0), post_watches::post_id.eq(post.0));
            execute_cached(
                conn,
                diesel::insert_into(post_watches::table)
                    .values((key, level))
                    .on_conflict((post_watches::user_id, post_watches::post_id))
                    .do_update()
                    .set(level),
            )?;
            Ok(true)
        })
    }

    fn watch_forum(
        &self,
        user: UserId,
        forum: ForumId,
        level: WatchLevel,
    ) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| {
            if !select(exists(forums::table.find(forum.0))).get_result::<bool>(conn)? {
                return Ok(false);
            }
            events.record(Event::OwnStateChanged { user });
            let Some(level) = level_code(level) else {
                diesel::delete(forum_watches::table.find((user.0, forum.0))).execute(conn)?;
                return Ok(true);
            };
            let level = forum_watches::level.eq(level);
            let key = (forum_watches::user_id.eq(user.0), forum_watches::forum_id.eq(forum.0));
            execute_cached(
                conn,
                diesel::insert_into(forum_watches::table)
                    .values((key, level))
                    .on_conflict((forum_watches::user_id, forum_watches::forum_id))
                    .do_update()
                    .set(level),
            )?;
            Ok(true)
        })
    }

    fn forum_levels(
        &self,
        user: UserId,
        forums: &[ForumId],
    ) -> Result<Vec<(ForumId, WatchLevel)>, RepositoryError> {
        if forums.is_empty() {
            return Ok(vec![]);
        }
        let query = forum_watches::table
            .filter(forum_watches::user_id.eq(user.0))
            .filter(padded_in(forum_watches::forum_id, forums.iter().map(|id| id.0)))
            .select((forum_watches::forum_id, forum_watches::level));
        let rows: Vec<(i64, i16)> =
            self.0.read(|conn| on_backend!(conn, conn => query.load(conn)))?;
        Ok(rows.into_iter().map(|(forum, level)| (ForumId(forum), level_of(level))).collect())
    }

    fn states(&self, user: UserId, posts: &[PostId]) -> Result<Vec<ReaderState>, RepositoryError> {
        if posts.is_empty() {
            return Ok(vec![]);
        }
        let query = prepared::<StateRowType>(STATES)
            .bind(user.0)
            .bind(user.0)
            .bind(user.0)
            .bind(ReaderState::MAX_NEW_REPLIES)
            .bind(user.0)
            .bind(user.0)
            .bind(posts.iter().map(|post| post.0).collect::<Value>());
        let rows: Vec<StateRow> =
            self.0.read(|conn| on_backend!(conn, conn => query.load(conn)))?;
        let state = |row: StateRow| ReaderState {
            post: PostId(row.post),
            vote: row.vote.and_then(from_stored),
            watch: row.level.map(level_of).unwrap_or_default(),
            new_replies: row.new_replies,
            saved: row.saved,
        };
        Ok(rows.into_iter().map(state).collect())
    }

    fn visit(
        &self,
        user: UserId,
        post: PostId,
        now: Timestamp,
        unless_since: Timestamp,
    ) -> Result<Option<LastVisit>, RepositoryError> {
        self.0.write(|conn, events| {
            if !select(exists(posts::table.find(post.0))).get_result::<bool>(conn)? {
                return Ok(None);
            }
            let visit = visits::table.find((user.0, post.0)).select(visits::visited_at);
            let last: Option<i64> = on_backend!(conn, conn => visit.first(conn)).optional()?;
            let is_due = match last {
                None => true,
                Some(last) => {
                    last <= unless_since.unix_millis() || has_new_replies(conn, user, post, last)?
                }
            };
            if is_due {
                note_visit(conn, events, user, post, now)?;
            }
            Ok(Some(LastVisit(last.map(Timestamp::from_unix_millis))))
        })
    }
}

/// Whether others replied to the post after this moment.
fn has_new_replies(
    conn: &mut DbConnection,
    user: UserId,
    post: PostId,
    since: i64,
) -> QueryResult<bool> {
    let newer = replies::table
        .filter(replies::post_id.eq(post.0).and(replies::created_at.gt(since)))
        .filter(replies::author_id.ne(user.0))
        .filter(replies::removed.eq(false));
    select(exists(newer)).get_result(conn)
}

/// Stores a visit, unless a later one is stored.
pub(crate) fn note_visit(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    post: PostId,
    at: Timestamp,
) -> QueryResult<()> {
    let visit = (
        visits::user_id.eq(user.0),
        visits::post_id.eq(post.0),
        visits::visited_at.eq(at.unix_millis()),
    );
    events.record(Event::OwnStateChanged { user });
    let new = excluded(visits::visited_at);
    let later = case_when(visits::visited_at.lt(new), new).otherwise(visits::visited_at);
    execute_cached(
        conn,
        diesel::insert_into(visits::table)
            .values(visit)
            .on_conflict((visits::user_id, visits::post_id))
            .do_update()
            .set(visits::visited_at.eq(later)),
    )?;
    Ok(())
}

/// Watching is level 1.
const AUTO_WATCH: &str = "
    INSERT INTO post_watches (user_id, post_id, level) SELECT ?, ?, 1 WHERE NOT EXISTS
        (SELECT 1 FROM notification_settings WHERE user_id = ? AND NOT auto_watch)
    ON CONFLICT (user_id, post_id) DO NOTHING";

/// Makes the author of a text watch its post, unless the post is muted or the member's settings say otherwise. One
/// statement, as the author waits for it.
pub(crate) fn auto_watch(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    post: PostId,
) -> QueryResult<()> {
    events.record(Event::OwnStateChanged { user });
    let statement = prepared::<()>(AUTO_WATCH).bind(user.0).bind(post.0).bind(user.0);
    on_backend!(conn, conn => statement.execute(conn))?;
    Ok(())
}
