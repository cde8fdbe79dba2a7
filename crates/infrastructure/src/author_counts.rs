//! Maintains the counts of a member's profile: posts, replies that are not removed, and the score of both, in public forums.
//!
//! Users are locked last, by id: after forums and their weeks, posts and replies. Nothing is counted for the author of content of deleted accounts.

use database::{
    DbConnection, on_backend,
    schema::{forums, users},
    sql::execute_cached,
};
use diesel::{dsl::exists, prelude::*, sql_query, sql_types::BigInt};
use kernel::{ForumId, Visibility};

use crate::{member_data::DELETED_USER_ID, readers};

const PUBLIC: i16 = readers::stored(Visibility::Public);

/// Differences of the counts of an author.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Change {
    pub(crate) posts: i64,
    pub(crate) replies: i64,
    pub(crate) score: i64,
}

/// Selects everything if what is in the forum counts.
#[diesel::dsl::auto_type]
pub(crate) fn counts_in(forum: ForumId) -> _ {
    let id: i64 = forum.0;
    let public: i16 = PUBLIC;
    exists(forums::table.find(id).filter(forums::visibility.eq(public)))
}

/// Adds to the counts of one author, unless the forum is closed to some.
pub(crate) fn add(
    conn: &mut DbConnection,
    author: i64,
    forum: ForumId,
    change: Change,
) -> QueryResult<()> {
    if author == DELETED_USER_ID {
        return Ok(());
    }
    let counts = (
        users::post_count.eq(users::post_count + change.posts),
        users::reply_count.eq(users::reply_count + change.replies),
        users::score.eq(users::score + change.score),
    );
    let author = users::table.find(author).filter(counts_in(forum));
    execute_cached(conn, diesel::update(author).set(counts))?;
    Ok(())
}

/// The queries for the authors' counts when content is deleted. `$1` is the id of that content.
pub(crate) struct Loss {
    /// Lock the content, so that its votes do not change.
    content: &'static [&'static str],
    /// Selects the authors to lock.
    users: &'static str,
    /// Selects what each author loses: `author_id`, `posts`, `replies`, `score`.
    rows: &'static str,
}

/// The post `$1`, shown or hidden, with its replies. The caller holds the post.
pub(crate) const OF_POST: Loss = Loss {
    content: &["SELECT id FROM replies WHERE post_id = $1 ORDER BY id FOR UPDATE"],
    users: "SELECT author_id FROM posts WHERE id = $1
        UNION SELECT author_id FROM replies WHERE post_id = $1",
    rows: "SELECT p.author_id, 1 AS posts, 0 AS replies, p.score FROM posts p
            JOIN forums f ON f.id = p.forum_id WHERE p.id = $1 AND f.visibility = 0
        UNION ALL
        SELECT r.author_id, 0, 1, r.score FROM replies r JOIN posts p ON p.id = r.post_id
            JOIN forums f ON f.id = p.forum_id
            WHERE r.post_id = $1 AND NOT r.removed AND NOT r.held AND f.visibility = 0",
};

/// All posts of the forum `$1` with their replies, if it is public; hidden ones count nowhere. The caller holds the forum. Its moderators are locked as
/// well, as they lose their role next.
pub(crate) const OF_FORUM: Loss = Loss {
    content: &[
        "SELECT id FROM posts WHERE forum_id = $1 ORDER BY id FOR UPDATE",
        "SELECT id FROM replies WHERE post_id IN (SELECT id FROM posts WHERE forum_id = $1)
            ORDER BY id FOR UPDATE",
    ],
    users: "SELECT author_id FROM posts WHERE forum_id = $1
        UNION SELECT r.author_id FROM replies r JOIN posts p ON p.id = r.post_id
            WHERE p.forum_id = $1
        UNION SELECT user_id FROM forum_moderators WHERE forum_id = $1",
    rows: "SELECT c.author_id, 1 AS posts, 0 AS replies, c.score
            FROM posts p JOIN counted_posts c ON c.id = p.id WHERE p.forum_id = $1
        UNION ALL
        SELECT c.author_id, 0, 1, c.score FROM posts p JOIN replies r ON r.post_id = p.id
            JOIN counted_replies c ON c.id = r.id WHERE p.forum_id = $1",
};

/// Takes from the authors' counts what is about to be deleted or hidden.
pub(crate) fn subtract(conn: &mut DbConnection, loss: &Loss, id: i64) -> QueryResult<()> {
    change(conn, loss, id, '-')
}

/// Reverses [`subtract`].
pub(crate) fn add_back(conn: &mut DbConnection, loss: &Loss, id: i64) -> QueryResult<()> {
    change(conn, loss, id, '+')
}

fn change(conn: &mut DbConnection, loss: &Loss, id: i64, sign: char) -> QueryResult<()> {
    if let DbConnection::Postgres(conn) = conn {
        let authors = loss.users;
        let users =
            format!("SELECT id FROM users WHERE id IN ({authors}) ORDER BY id FOR NO KEY UPDATE");
        for lock in loss.content.iter().copied().chain([users.as_str()]) {
            sql_query(lock).bind::<BigInt, _>(id).execute(conn)?;
        }
    }
    let statement = format!(
        "UPDATE users SET post_count = post_count {sign} lost.posts,
                reply_count = reply_count {sign} lost.replies, score = users.score {sign} lost.score
            FROM (SELECT author_id, sum(posts) AS posts, sum(replies) AS replies, sum(score) AS score
                FROM ({}) AS things GROUP BY author_id) AS lost
            WHERE users.id = lost.author_id AND users.id > 0",
        loss.rows
    );
    on_backend!(conn, conn => sql_query(statement).bind::<BigInt, _>(id).execute(conn))?;
    Ok(())
}
