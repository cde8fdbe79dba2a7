//! Who may be notified of something written, and by which kinds.

use std::collections::{HashMap, HashSet};

use ::notifications::{Act, Kind, Recipient, kind_for};
use diesel::prelude::*;
use kernel::{ForumId, PostId, ReplyId, UserId};

use super::{
    settings,
    stored::{MUTED, WATCHING},
};
use crate::{
    connection::{DbConnection, on_backend},
    locks,
    schema::{blocks, forum_watches, post_mentions, post_watches, reply_mentions, users},
    sql::padded_in::padded_in,
    users::DELETED_USER_ID,
};

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

/// Returns which of these members are notified of a text, by which kind, in the order of their ids.
///
/// Locks them against deletion of their accounts.
pub(super) fn notified(
    conn: &mut DbConnection,
    text: Text,
    reasons: &Reasons,
) -> QueryResult<Vec<(i64, Kind)>> {
    if reasons.is_empty() {
        return Ok(vec![]);
    }
    let mut ids: Vec<i64> = reasons.keys().copied().chain([text.author.0]).collect();
    ids.sort_unstable();
    ids.dedup();
    locks::lock_users_shared(conn, &ids)?;
    let settings = settings::of(conn, &ids)?;
    let muting = muting(conn, text, &ids)?;
    let blocking = blocking(conn, text.author, &ids)?;
    let decide = |(user, banned): (i64, bool)| {
        let recipient = Recipient {
            user: UserId(user),
            settings: settings.of(user),
            muted: muting.contains(&user),
            blocks_actor: blocking.contains(&user),
            banned,
        };
        Some((user, kind_for(text.act(), reasons.get(&user)?, &recipient)?))
    };
    Ok(accounts(conn, &ids)?.into_iter().filter_map(decide).collect())
}

/// Returns those of these members that there are, and whether they are banned, in their order.
fn accounts(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<Vec<(i64, bool)>> {
    let query = users::table
        .filter(padded_in(users::id, ids.iter().copied()))
        .order(users::id)
        .select((users::id, users::banned));
    on_backend!(conn, conn => query.load(conn))
}

fn muting(conn: &mut DbConnection, text: Text, ids: &[i64]) -> QueryResult<HashSet<i64>> {
    let of_post = post_watches::table
        .filter(post_watches::post_id.eq(text.post.0))
        .filter(post_watches::level.eq(MUTED))
        .filter(padded_in(post_watches::user_id, ids.iter().copied()))
        .select(post_watches::user_id);
    let of_forum = forum_watches::table
        .filter(forum_watches::forum_id.eq(text.forum.0))
        .filter(forum_watches::level.eq(MUTED))
        .filter(padded_in(forum_watches::user_id, ids.iter().copied()))
        .select(forum_watches::user_id);
    let mut muting: Vec<i64> = on_backend!(conn, conn => of_post.load(conn))?;
    muting.extend(on_backend!(conn, conn => of_forum.load::<i64>(conn))?);
    Ok(muting.into_iter().collect())
}

fn blocking(conn: &mut DbConnection, author: UserId, ids: &[i64]) -> QueryResult<HashSet<i64>> {
    let query = blocks::table
        .filter(blocks::peer_id.eq(author.0))
        .filter(padded_in(blocks::owner_id, ids.iter().copied()))
        .select(blocks::owner_id);
    let owners: Vec<i64> = on_backend!(conn, conn => query.load(conn))?;
    Ok(owners.into_iter().collect())
}
