use std::collections::{BTreeSet, HashMap};

use ::users::{Username, session_of_early_tokens};
use database::{
    DbConnection, on_backend,
    schema::{
        self, favorites, forum_moderators, messages, post_votes, post_words, reply_votes, sessions,
        stored_posts, stored_replies, username_parts, users,
    },
};
use diesel::prelude::*;
use kernel::{PostId, ReplyId, Role, Timestamp, UserId, Visibility, Vote};
use markup::Rendered;

use crate::{
    bans::{NO_BAN, NO_END},
    forums::{search_texts, topic_key},
    posts, readers, roles,
    search::{ReplyWords, index_replies, words_of_reply},
    texts::{self, set_post_mentions, set_reply_mentions},
    usernames::parts,
    votes,
};

/// A row that can be inserted in bulk.
pub trait BulkRow: Sized {
    #[doc(hidden)]
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()>;
}

impl<R: BulkRow> BulkRow for &R {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        let rows: Vec<&R> = rows.iter().map(|row| **row).collect();
        R::insert(conn, &rows)
    }
}

pub struct BulkUser {
    pub id: i64,
    pub username: String,
    pub password_hash: String,
    pub image: String,
    pub role: Role,
    /// Without end.
    pub banned: bool,
    pub created_at: Timestamp,
}

pub struct BulkForum {
    pub id: i64,
    pub topic: String,
    pub description: String,
    pub author_id: i64,
    pub created_at: Timestamp,
    pub visibility: Visibility,
}

pub struct BulkModerator {
    pub forum_id: i64,
    pub user_id: i64,
}

/// The session of a member's tokens that name none.
pub struct BulkSession {
    pub user_id: i64,
    pub opened_at: Timestamp,
    pub ends_at: Timestamp,
}

pub struct BulkFavorite {
    pub user_id: i64,
    pub forum_id: i64,
    pub created_at: Timestamp,
}

pub struct BulkPost {
    pub id: i64,
    pub forum_id: i64,
    pub author_id: i64,
    pub title: String,
    pub description: String,
    pub created_at: Timestamp,
}

pub struct BulkReply {
    pub id: i64,
    pub post_id: i64,
    /// 0 for a reply to the post.
    pub parent_id: i64,
    pub author_id: i64,
    pub depth: i16,
    pub description: String,
    pub removed: bool,
    pub created_at: Timestamp,
}

pub struct BulkPostVote {
    pub post_id: i64,
    pub user_id: i64,
    pub vote: Vote,
}

pub struct BulkReplyVote {
    pub reply_id: i64,
    pub user_id: i64,
    pub vote: Vote,
}

pub struct BulkMessage {
    pub id: i64,
    pub sender_id: i64,
    pub recipient_id: i64,
    pub message: String,
    pub read: bool,
    pub sent_at: Timestamp,
}

/// Inserts `$rows`, each as the columns that follow.
macro_rules! insert {
    ($conn:expr, $table:expr, $rows:expr, $row:pat => $columns:expr) => {{
        let values: Vec<_> = $rows.iter().map(|$row| $columns).collect();
        on_backend!($conn, conn => diesel::insert_into($table).values(values).execute(conn))?;
    }};
}

/// Renders texts, whose members are in the database already.
fn rendered<'a>(
    conn: &mut DbConnection,
    sources: impl IntoIterator<Item = &'a str> + Clone,
) -> QueryResult<Vec<Rendered>> {
    let members = texts::members_among(conn, sources.clone())?;
    Ok(sources.into_iter().map(|source| texts::rendered(source, &members)).collect())
}

impl BulkRow for BulkUser {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        insert!(conn, users::table, rows, row => (
            users::id.eq(row.id),
            users::username.eq(&row.username),
            users::username_key.eq(Username::key_of(&row.username)),
            users::password_hash.eq(&row.password_hash),
            users::image.eq(&row.image),
            users::role.eq(roles::stored(row.role)),
            users::banned_until.eq(if row.banned { NO_END } else { NO_BAN }),
            users::session_version.eq(0),
            users::created_at.eq(row.created_at.unix_millis()),
        ));
        let keys: Vec<_> =
            rows.iter().map(|row| (row.id, Username::key_of(&row.username))).collect();
        let rows: Vec<_> = keys
            .iter()
            .flat_map(|(id, key)| parts(key).into_iter().map(move |part| (part, key, id)))
            .collect();
        for some in rows.chunks(super::BATCH) {
            insert!(conn, username_parts::table, some, row => (
                username_parts::part.eq(row.0),
                username_parts::username_key.eq(row.1),
                username_parts::user_id.eq(row.2),
            ));
        }
        Ok(())
    }
}

impl BulkRow for BulkForum {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        use schema::forums;
        let texts = rendered(conn, rows.iter().map(|row| row.description.as_str()))?;
        let rows: Vec<_> = rows.iter().zip(&texts).collect();
        insert!(conn, forums::table, rows, (row, text) => (
            forums::id.eq(row.id),
            forums::topic.eq(&row.topic),
            forums::topic_key.eq(topic_key(&row.topic, row.visibility, row.id)),
            forums::visibility.eq(readers::stored(row.visibility)),
            forums::description.eq(&row.description),
            forums::author_id.eq(row.author_id),
            forums::created_at.eq(row.created_at.unix_millis()),
            forums::search_topic.eq(search_texts(&row.topic, &text.plain).0),
            forums::search_text.eq(search_texts(&row.topic, &text.plain).1),
            forums::renderer.eq(markup::VERSION),
            forums::html.eq(&text.html),
        ));
        Ok(())
    }
}

impl BulkRow for BulkModerator {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        insert!(conn, forum_moderators::table, rows, row => (
            forum_moderators::forum_id.eq(row.forum_id),
            forum_moderators::user_id.eq(row.user_id),
        ));
        Ok(())
    }
}

impl BulkRow for BulkSession {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        insert!(conn, sessions::table, rows, row => (
            sessions::id.eq(session_of_early_tokens(UserId(row.user_id)).0),
            sessions::user_id.eq(row.user_id),
            sessions::method.eq(0),
            sessions::client.eq(""),
            sessions::network.eq(""),
            sessions::opened_at.eq(row.opened_at.unix_millis()),
            sessions::last_used_at.eq(row.opened_at.unix_millis()),
            sessions::expires_at.eq(row.ends_at.unix_millis()),
        ));
        Ok(())
    }
}

impl BulkRow for BulkFavorite {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        insert!(conn, favorites::table, rows, row => (
            favorites::user_id.eq(row.user_id),
            favorites::forum_id.eq(row.forum_id),
            favorites::created_at.eq(row.created_at.unix_millis()),
        ));
        Ok(())
    }
}

impl BulkRow for BulkPost {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        use schema::stored_posts::dsl;
        let texts = rendered(conn, rows.iter().map(|row| row.description.as_str()))?;
        let rows: Vec<_> = rows.iter().zip(&texts).collect();
        insert!(conn, schema::stored_posts::table, rows, (row, text) => (
            dsl::id.eq(row.id),
            dsl::forum_id.eq(row.forum_id),
            dsl::author_id.eq(row.author_id),
            dsl::title.eq(&row.title),
            dsl::description.eq(&row.description),
            dsl::created_at.eq(row.created_at.unix_millis()),
            dsl::day.eq(row.created_at.day()),
            dsl::renderer.eq(markup::VERSION),
            dsl::excerpt.eq(&text.excerpt),
            dsl::html.eq(&text.html),
            dsl::month.eq(row.created_at.month()),
        ));
        insert!(conn, post_words::table, rows, (row, text) => (
            post_words::post_id.eq(row.id),
            post_words::forum_id.eq(row.forum_id),
            post_words::search_text.eq(posts::words(&row.title, &text.plain)),
        ));
        for (row, text) in rows.iter().filter(|(_, text)| !text.mentions.is_empty()) {
            set_post_mentions(conn, PostId(row.id), &text.mentions)?;
        }
        Ok(())
    }
}

impl BulkReply {
    fn shown_text(&self) -> &str {
        if self.removed { "" } else { &self.description }
    }
}

impl BulkRow for BulkReply {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        let texts = rendered(conn, rows.iter().map(|row| row.shown_text()))?;
        let rows: Vec<_> = rows.iter().zip(&texts).collect();
        insert!(conn, stored_replies::table, rows, (row, text) => (
            stored_replies::id.eq(row.id),
            stored_replies::post_id.eq(row.post_id),
            stored_replies::parent_id.eq(row.parent_id),
            stored_replies::author_id.eq(row.author_id),
            stored_replies::depth.eq(row.depth),
            stored_replies::description.eq(row.shown_text()),
            stored_replies::renderer.eq(markup::VERSION),
            stored_replies::excerpt.eq(&text.excerpt),
            stored_replies::html.eq(&text.html),
            stored_replies::removed.eq(row.removed),
            stored_replies::created_at.eq(row.created_at.unix_millis()),
        ));
        index(conn, &rows)?;
        for (row, text) in rows.iter().filter(|(_, text)| !text.mentions.is_empty()) {
            set_reply_mentions(conn, ReplyId(row.id), &text.mentions)?;
        }
        Ok(())
    }
}

/// Indexes the words of replies to posts that are shown, with the posts' forums, which a running server would do later.
fn index(conn: &mut DbConnection, replies: &[(&&BulkReply, &Rendered)]) -> QueryResult<()> {
    let posts: BTreeSet<i64> = replies.iter().map(|(row, _)| row.post_id).collect();
    let forums: HashMap<i64, i64> = stored_posts::table
        .filter(stored_posts::id.eq_any(posts).and(stored_posts::hidden_at.is_null()))
        .select((stored_posts::id, stored_posts::forum_id))
        .load(conn)?
        .into_iter()
        .collect();
    let shown: Vec<(&BulkReply, String)> = replies
        .iter()
        .filter(|(row, _)| !row.removed)
        .map(|(row, text)| (**row, words_of_reply(&text.plain)))
        .collect();
    let words: Vec<_> = shown
        .iter()
        .filter_map(|(row, words)| {
            Some(ReplyWords { reply: row.id, forum: *forums.get(&row.post_id)?, words })
        })
        .collect();
    index_replies(conn, &words)
}

impl BulkRow for BulkPostVote {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        insert!(conn, post_votes::table, rows, row => (
            post_votes::post_id.eq(row.post_id),
            post_votes::user_id.eq(row.user_id),
            post_votes::vote.eq(votes::stored(row.vote)),
        ));
        Ok(())
    }
}

impl BulkRow for BulkReplyVote {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        insert!(conn, reply_votes::table, rows, row => (
            reply_votes::reply_id.eq(row.reply_id),
            reply_votes::user_id.eq(row.user_id),
            reply_votes::vote.eq(votes::stored(row.vote)),
        ));
        Ok(())
    }
}

impl BulkRow for BulkMessage {
    fn insert(conn: &mut DbConnection, rows: &[&Self]) -> QueryResult<()> {
        let texts = rendered(conn, rows.iter().map(|row| row.message.as_str()))?;
        let rows: Vec<_> = rows.iter().zip(&texts).collect();
        insert!(conn, messages::table, rows, (row, text) => (
            messages::id.eq(row.id),
            messages::sender_id.eq(row.sender_id),
            messages::recipient_id.eq(row.recipient_id),
            messages::message.eq(&row.message),
            messages::read.eq(row.read),
            messages::sent_at.eq(row.sent_at.unix_millis()),
            messages::renderer.eq(markup::VERSION),
            messages::html.eq(&text.html),
        ));
        Ok(())
    }
}
