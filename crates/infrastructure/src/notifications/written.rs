//! Reads what was written, and locks it against deletion.

use database::{DbConnection, locks, on_backend, schema::posts, sql::prepared::prepared};
use diesel::{
    prelude::*,
    sql_types::{BigInt, Nullable},
};
use kernel::{ForumId, PostId, ReplyId};

/// A reply that was not removed.
#[derive(Queryable)]
pub(super) struct WrittenReply {
    pub(super) author: i64,
    /// 0 for a reply to the post.
    pub(super) parent: i64,
    pub(super) post_author: i64,
    /// `None` for a reply to the post.
    pub(super) parent_author: Option<i64>,
    pub(super) created_at: i64,
}

/// Locks a post and its forum against deletion. Returns the author, if there still is such a post.
pub(super) fn lock_post_shared(
    conn: &mut DbConnection,
    post: PostId,
    forum: ForumId,
) -> QueryResult<Option<i64>> {
    if !locks::lock_forum_shared(conn, forum)? {
        return Ok(None);
    }
    let author = posts::table.find(post.0).select(posts::author_id);
    match conn {
        DbConnection::Postgres(conn) => author.for_key_share().first(conn).optional(),
        DbConnection::Sqlite(conn) => author.first(conn).optional(),
    }
}

const REPLY: &str = "
    SELECT r.author_id, r.parent_id, p.author_id,
        (SELECT a.author_id FROM replies a WHERE a.id = r.parent_id), r.created_at
    FROM forums f JOIN shown_posts p ON p.forum_id = f.id JOIN shown_replies r ON r.post_id = p.id
    WHERE r.id = ? AND f.id = ? AND NOT r.removed";

/// Locks a reply, its post and its forum against deletion, the forum first. Returns it if there still is
/// such a reply.
pub(super) fn lock_reply_shared(
    conn: &mut DbConnection,
    reply: ReplyId,
    forum: ForumId,
) -> QueryResult<Option<WrittenReply>> {
    let query = prepared::<(BigInt, BigInt, BigInt, Nullable<BigInt>, BigInt)>(REPLY)
        .bind(reply.0)
        .bind(forum.0)
        .locking("FOR KEY SHARE OF f, p, r");
    on_backend!(conn, conn => query.get_result(conn)).optional()
}
