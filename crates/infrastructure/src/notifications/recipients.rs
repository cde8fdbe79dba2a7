//! Who may be notified of something written, and by which kinds.

use std::collections::HashMap;

use ::notifications::{Act, Kind, Recipient, kind_for};
use database::{
    DbConnection, on_backend,
    schema::{forum_watches, post_mentions, post_watches, reply_mentions},
    sql::{
        padded_in,
        prepared::{Value, prepared},
    },
};
use diesel::{
    prelude::*,
    sql_types::{BigInt, Bool, Nullable, SmallInt},
};
use kernel::{ForumId, PostId, ReplyId, Timestamp, UserId};

use super::{settings, stored::WATCHING};
use crate::member_data::DELETED_USER_ID;

/// How many watchers are notified in one transaction.
pub(super) const AT_ONCE: i64 = 500;

/// Something that was written.
#[derive(Clone, Copy)]
pub(super) struct Text {
    pub(super) author: UserId,
    pub(super) forum: ForumId,
    pub(super) post: PostId,
}

impl Text {
    fn act(self) -> Act {
        Act::Wrote((self.author.0 != DELETED_USER_ID).then_some(self.author))
    }
}

/// The kinds that fit each member.
pub(super) type Reasons = HashMap<i64, Vec<Kind>>;

/// Returns the next watchers of a post with ids above `after`, in their order.
pub(super) fn watchers_of_post(
    conn: &mut DbConnection,
    post: PostId,
    after: i64,
) -> QueryResult<Vec<i64>> {
    let query = post_watches::table
        .filter(post_watches::post_id.eq(post.0))
        .filter(post_watches::level.eq(WATCHING))
        .filter(post_watches::user_id.gt(after))
        .order(post_watches::user_id)
        .limit(AT_ONCE)
        .select(post_watches::user_id);
    on_backend!(conn, conn => query.load(conn))
}

/// Returns the next watchers of a forum with ids above `after`, in their order.
pub(super) fn watchers_of_forum(
    conn: &mut DbConnection,
    forum: ForumId,
    after: i64,
) -> QueryResult<Vec<i64>> {
    let query = forum_watches::table
        .filter(forum_watches::forum_id.eq(forum.0))
        .filter(forum_watches::level.eq(WATCHING))
        .filter(forum_watches::user_id.gt(after))
        .order(forum_watches::user_id)
        .limit(AT_ONCE)
        .select(forum_watches::user_id);
    on_backend!(conn, conn => query.load(conn))
}

/// Returns the members that a reply, or else the post itself, mentions.
pub(super) fn mentioned(
    conn: &mut DbConnection,
    post: PostId,
    reply: Option<ReplyId>,
) -> QueryResult<Vec<i64>> {
    if let Some(reply) = reply {
        let query = reply_mentions::table
            .filter(reply_mentions::reply_id.eq(reply.0))
            .select(reply_mentions::user_id);
        return on_backend!(conn, conn => query.load(conn));
    }
    let query = post_mentions::table
        .filter(post_mentions::post_id.eq(post.0))
        .select(post_mentions::user_id);
    on_backend!(conn, conn => query.load(conn))
}

/// Adds to the reasons of these members that they watch the forum.
pub(super) fn add_watched_forum(
    conn: &mut DbConnection,
    forum: ForumId,
    reasons: &mut Reasons,
) -> QueryResult<()> {
    if reasons.is_empty() {
        return Ok(());
    }
    let query = forum_watches::table
        .filter(forum_watches::forum_id.eq(forum.0))
        .filter(forum_watches::level.eq(WATCHING))
        .filter(padded_in(forum_watches::user_id, reasons.keys().copied()))
        .select(forum_watches::user_id);
    let watching: Vec<i64> = on_backend!(conn, conn => query.load(conn))?;
    for user in watching {
        reasons.entry(user).or_default().push(Kind::WatchedForum);
    }
    Ok(())
}

/// Adds to the reasons of these members that they watch the post.
pub(super) fn add_watched_post(
    conn: &mut DbConnection,
    post: PostId,
    reasons: &mut Reasons,
) -> QueryResult<()> {
    if reasons.is_empty() {
        return Ok(());
    }
    let query = post_watches::table
        .filter(post_watches::post_id.eq(post.0))
        .filter(post_watches::level.eq(WATCHING))
        .filter(padded_in(post_watches::user_id, reasons.keys().copied()))
        .select(post_watches::user_id);
    let watching: Vec<i64> = on_backend!(conn, conn => query.load(conn))?;
    for user in watching {
        reasons.entry(user).or_default().push(Kind::WatchedPost);
    }
    Ok(())
}

/// A member who may be notified, and the settings if there are any.
#[derive(Queryable)]
struct Row {
    user: i64,
    banned: bool,
    settings: Option<settings::SettingsRow>,
    muted: bool,
    blocks_author: bool,
}

type RowType = (BigInt, Bool, Nullable<(Bool, Bool, Bool, Bool, Bool, Bool, SmallInt)>, Bool, Bool);

/// Takes the time first. Muting is level 2.
const RECIPIENTS: &str = "
    SELECT u.id, u.banned_until > ?, s.reply, s.mention, s.watched_post, s.watched_forum, s.auto_watch, s.push,
        s.mail,
        EXISTS (SELECT 1 FROM post_watches w
            WHERE w.user_id = u.id AND w.post_id = ? AND w.level = 2)
        OR EXISTS (SELECT 1 FROM forum_watches w
            WHERE w.user_id = u.id AND w.forum_id = ? AND w.level = 2),
        EXISTS (SELECT 1 FROM blocks b WHERE b.owner_id = u.id AND b.peer_id = ?)
    FROM users u LEFT JOIN notification_settings s ON s.user_id = u.id
    WHERE u.id IN ? ORDER BY u.id";

/// Returns which of these members are notified of a text at `now`, by which kind, in the order of their ids.
///
/// Locks them and the author against deletion of their accounts.
pub(super) fn notified(
    conn: &mut DbConnection,
    text: Text,
    reasons: &Reasons,
    now: Timestamp,
) -> QueryResult<Vec<(i64, Kind)>> {
    if reasons.is_empty() {
        return Ok(vec![]);
    }
    let query = prepared::<RowType>(RECIPIENTS)
        .bind(now.unix_millis())
        .bind(text.post.0)
        .bind(text.forum.0)
        .bind(text.author.0)
        .bind(reasons.keys().copied().chain([text.author.0]).collect::<Value>())
        .locking("FOR KEY SHARE OF u");
    let rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    let decide = |row: Row| {
        let kind = kind_for(text.act(), reasons.get(&row.user)?, &row.recipient())?;
        Some((row.user, kind))
    };
    Ok(rows.into_iter().filter_map(decide).collect())
}

impl Row {
    fn recipient(&self) -> Recipient {
        Recipient {
            user: UserId(self.user),
            settings: self.settings.map(settings::from_row).unwrap_or_default(),
            muted: self.muted,
            blocks_actor: self.blocks_author,
            banned: self.banned,
        }
    }
}
