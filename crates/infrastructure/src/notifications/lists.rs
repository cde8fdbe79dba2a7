use std::collections::HashMap;

use ::notifications::{
    ForumReference, Kind, Notification, NotificationRetention, Person, PostReference, WatchLevel,
};
use database::{
    DbConnection, on_backend,
    schema::{forum_watches, forums, notifications, post_watches, posts, replies, users},
    sql::{
        keyset::{above, below},
        padded_in,
    },
};
use diesel::{dsl::AsExprOf, prelude::*, sql_types::BigInt};
use kernel::{
    ByTime, ForumId, NotificationId, Page, PageRequest, PostId, Reader, ReplyId, Timestamp, UserId,
    Visibility,
};

use super::{
    is_readable,
    reasons::{Acted, Logged, logged},
    reported::{Reported, reported},
    stored::{act_of, kind_of, level_of, moderated_id, report_id},
};
use crate::{member_data::DELETED_USER_ID, readers};

#[derive(Queryable)]
struct Row {
    id: i64,
    _user_id: i64,
    kind: i16,
    act: i16,
    subject: String,
    forum_id: Option<i64>,
    post_id: Option<i64>,
    reply_id: Option<i64>,
    count: i64,
    actor1_id: Option<i64>,
    actor2_id: Option<i64>,
    actor3_id: Option<i64>,
    updated_at: i64,
    read: bool,
    _mailed: i64,
}

impl Row {
    /// Each once: of several deleted accounts one is left.
    fn actors(&self) -> Vec<i64> {
        let mut actors: Vec<i64> = vec![];
        for actor in [self.actor1_id, self.actor2_id, self.actor3_id].into_iter().flatten() {
            if !actors.contains(&actor) {
                actors.push(actor);
            }
        }
        actors
    }

    /// The act on a post, reply or forum, and its id.
    fn acted(&self) -> Option<Acted> {
        Some((act_of(self.act)?, moderated_id(&self.subject)?))
    }

    fn report(&self) -> Option<i64> {
        report_id(&self.subject)
    }
}

type Key = (AsExprOf<i64, BigInt>, AsExprOf<i64, BigInt>);

fn key(at: i64, id: i64) -> Key {
    (at.into_sql::<BigInt>(), id.into_sql::<BigInt>())
}

pub(super) fn list(
    conn: &mut DbConnection,
    reader: (UserId, Reader),
    unread_only: bool,
    retention: NotificationRetention,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Notification, ByTime>> {
    let rows = if unread_only {
        unread(conn, reader, retention, page)?
    } else {
        all(conn, reader, retention, page)?
    };
    let position =
        |row: &Row| ByTime { at: Timestamp::from_unix_millis(row.updated_at), id: row.id };
    let mut page = Page::cut(rows, page.limit, position);
    let named = Named::find(conn, reader.0, &mut page.items)?;
    let next = page.next;
    let items = page.items.into_iter().filter_map(|row| named.notification(row)).collect();
    Ok(Page { items, next })
}

fn after(page: &PageRequest<ByTime>) -> Key {
    page.after
        .map_or_else(|| key(i64::MAX, i64::MAX), |after| key(after.at.unix_millis(), after.id))
}

fn unread(
    conn: &mut DbConnection,
    (user, reader): (UserId, Reader),
    retention: NotificationRetention,
    page: &PageRequest<ByTime>,
) -> QueryResult<Vec<Row>> {
    let query = notifications::table
        .filter(notifications::user_id.eq(user.0))
        .filter(notifications::read.eq(false))
        .filter(notifications::updated_at.gt(retention.start.unix_millis()))
        .filter(is_readable(reader))
        .filter(below((notifications::updated_at, notifications::id), after(page)))
        .order((notifications::updated_at.desc(), notifications::id.desc()))
        .limit(page.limit.fetch_size());
    on_backend!(conn, conn => query.load(conn))
}

/// Returns the member's latest unread notification about a subject, which may be of several kinds.
pub(crate) fn unread_about(
    conn: &mut DbConnection,
    (user, reader): (UserId, Reader),
    subject: &str,
    retention: NotificationRetention,
) -> QueryResult<Option<Notification>> {
    let query = notifications::table
        .filter(notifications::user_id.eq(user.0))
        .filter(notifications::subject.eq(subject))
        .filter(notifications::read.eq(false))
        .filter(notifications::updated_at.gt(retention.start.unix_millis()))
        .filter(is_readable(reader))
        .order((notifications::updated_at.desc(), notifications::id.desc()))
        .limit(1);
    let mut rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    let named = Named::find(conn, user, &mut rows)?;
    Ok(rows.pop().and_then(|row| named.notification(row)))
}

fn all(
    conn: &mut DbConnection,
    (user, reader): (UserId, Reader),
    retention: NotificationRetention,
    page: &PageRequest<ByTime>,
) -> QueryResult<Vec<Row>> {
    let (at, id) = last_forgotten(conn, user)?;
    let is_kept = above((notifications::updated_at, notifications::id), key(at, id));
    let query = notifications::table
        .filter(notifications::user_id.eq(user.0))
        .filter(notifications::updated_at.gt(retention.start.unix_millis()))
        .filter(notifications::read.eq(false).or(is_kept))
        .filter(is_readable(reader))
        .filter(below((notifications::updated_at, notifications::id), after(page)))
        .order((notifications::updated_at.desc(), notifications::id.desc()))
        .limit(page.limit.fetch_size());
    on_backend!(conn, conn => query.load(conn))
}

/// Returns the position of the latest of those that are too many among the read ones.
fn last_forgotten(conn: &mut DbConnection, user: UserId) -> QueryResult<(i64, i64)> {
    let query = notifications::table
        .filter(notifications::user_id.eq(user.0))
        .filter(notifications::read.eq(true))
        .order((notifications::updated_at.desc(), notifications::id.desc()))
        .offset(NotificationRetention::MAX_READ)
        .limit(1)
        .select((notifications::updated_at, notifications::id));
    let found = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(found.unwrap_or((i64::MIN, i64::MIN)))
}

struct NamedPost {
    post: PostReference,
    excerpt: String,
    watch: WatchLevel,
}

/// The present names and texts in the notifications of a page.
struct Named {
    people: HashMap<i64, Person>,
    /// With how closely the member follows them.
    forums: HashMap<i64, (ForumReference, WatchLevel)>,
    posts: HashMap<i64, NamedPost>,
    /// Excerpts; none of removed replies.
    replies: HashMap<i64, String>,
    logged: HashMap<Acted, Logged>,
    reports: HashMap<i64, Reported>,
}

impl Named {
    /// Fills in what reports are about, which is not stored: a notification outlives it.
    fn find(conn: &mut DbConnection, user: UserId, rows: &mut [Row]) -> QueryResult<Self> {
        let reports = reported(conn, &rows.iter().filter_map(Row::report).collect::<Vec<_>>())?;
        for row in &mut *rows {
            if let Some(about) = row.report().and_then(|id| reports.get(&id)) {
                (row.post_id, row.reply_id) = (about.post, about.reply);
            }
        }
        let actors: Vec<i64> = rows.iter().flat_map(Row::actors).collect();
        let of = |id: fn(&Row) -> Option<i64>| rows.iter().filter_map(id).collect::<Vec<_>>();
        Ok(Self {
            people: people(conn, &actors)?,
            forums: forums_of(conn, user, &of(|row| row.forum_id))?,
            posts: posts_of(conn, user, &of(|row| row.post_id))?,
            replies: excerpts(conn, &of(|row| row.reply_id))?,
            logged: logged(conn, &rows.iter().filter_map(Row::acted).collect::<Vec<_>>())?,
            reports,
        })
    }

    /// `None` for a kind of a newer version.
    fn notification(&self, row: Row) -> Option<Notification> {
        let actors = row.actors().iter().filter_map(|id| self.people.get(id).cloned()).collect();
        let post = row.post_id.and_then(|id| self.posts.get(&id));
        let excerpt = match row.reply_id {
            Some(reply) => self.replies.get(&reply).cloned(),
            None => post.map(|named| named.excerpt.clone()),
        };
        Some(Notification {
            id: NotificationId(row.id),
            kind: kind_of(row.kind)?,
            act: act_of(row.act),
            reason: self.reason(&row),
            count: row.count,
            actors,
            forum: self.forum(&row),
            post: post.map(|named| named.post.clone()),
            reply: row.reply_id.map(ReplyId),
            excerpt: excerpt.unwrap_or_default(),
            watch: self.watch(&row),
            updated_at: Timestamp::from_unix_millis(row.updated_at),
            read: row.read,
        })
    }

    fn watch(&self, row: &Row) -> Option<WatchLevel> {
        if kind_of(row.kind) == Some(Kind::WatchedForum) {
            return self.forums.get(&row.forum_id?).map(|(_, watch)| *watch);
        }
        self.posts.get(&row.post_id?).map(|named| named.watch)
    }

    fn logged(&self, row: &Row) -> Option<&Logged> {
        self.logged.get(&row.acted()?)
    }

    fn reason(&self, row: &Row) -> Option<String> {
        match row.report() {
            Some(report) => self.reports.get(&report)?.decision.clone(),
            None => self.logged(row)?.reason.clone(),
        }
    }

    /// A forum that is there, or the one whose deletion the log tells of.
    fn forum(&self, row: &Row) -> Option<ForumReference> {
        if let Some(id) = row.forum_id {
            return self.forums.get(&id).map(|(forum, _)| forum.clone());
        }
        let (id, topic) = (ForumId(row.acted()?.1), self.logged(row)?.topic.clone()?);
        Some(ForumReference { id, topic, visibility: Visibility::Public })
    }
}

fn people(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<HashMap<i64, Person>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = users::table
        .filter(padded_in(users::id, ids.iter().copied()))
        .filter(users::id.ne(DELETED_USER_ID))
        .select((users::id, users::username, users::image));
    let rows: Vec<(i64, String, String)> = on_backend!(conn, conn => query.load(conn))?;
    let person = |(id, username, image)| (id, Person { id: UserId(id), username, image });
    Ok(rows.into_iter().map(person).collect())
}

fn forums_of(
    conn: &mut DbConnection,
    user: UserId,
    ids: &[i64],
) -> QueryResult<HashMap<i64, (ForumReference, WatchLevel)>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let of_member = forum_watches::forum_id.eq(forums::id).and(forum_watches::user_id.eq(user.0));
    let query = forums::table
        .left_join(forum_watches::table.on(of_member))
        .filter(padded_in(forums::id, ids.iter().copied()))
        .select((forums::id, forums::topic, forums::visibility, forum_watches::level.nullable()));
    let rows: Vec<(i64, String, i16, Option<i16>)> = on_backend!(conn, conn => query.load(conn))?;
    let forum = |(id, topic, visibility, level)| {
        let visibility = readers::from_stored(visibility);
        (id, (ForumReference { id: ForumId(id), topic, visibility }, watch_of(level)))
    };
    Ok(rows.into_iter().map(forum).collect())
}

fn posts_of(
    conn: &mut DbConnection,
    user: UserId,
    ids: &[i64],
) -> QueryResult<HashMap<i64, NamedPost>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let of_member = post_watches::post_id.eq(posts::id).and(post_watches::user_id.eq(user.0));
    let query = posts::table
        .left_join(post_watches::table.on(of_member))
        .filter(padded_in(posts::id, ids.iter().copied()))
        .select((posts::id, posts::title, posts::excerpt, post_watches::level.nullable()));
    let rows: Vec<(i64, String, String, Option<i16>)> =
        on_backend!(conn, conn => query.load(conn))?;
    let post = |(id, title, excerpt, level)| {
        let post = PostReference { id: PostId(id), title };
        (id, NamedPost { post, excerpt, watch: watch_of(level) })
    };
    Ok(rows.into_iter().map(post).collect())
}

fn watch_of(level: Option<i16>) -> WatchLevel {
    level.map_or(WatchLevel::Normal, level_of)
}

fn excerpts(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<HashMap<i64, String>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = replies::table
        .filter(padded_in(replies::id, ids.iter().copied()))
        .filter(replies::removed.eq(false))
        .select((replies::id, replies::excerpt));
    let rows: Vec<(i64, String)> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().collect())
}
