//! A page of what a member saved.

use std::collections::HashMap;

use ::saved::{SavedItem, Target};
use database::{
    DbConnection, on_backend,
    schema::{forums, posts, replies, saved, users},
    sql::padded_in,
};
use diesel::{dsl::exists, prelude::*};
use kernel::{ById, ForumId, Page, PageRequest, PostId, Reader, ReplyId, Timestamp, UserId};

use crate::{posts::is_readable, texts};

/// The ids of a saved row, its post and its reply.
type Key = (i64, i64, Option<i64>);

/// The author, time and votes of a text.
#[derive(Queryable)]
struct Byline {
    username: String,
    user_image: String,
    created_at: i64,
    upvotes: i64,
    downvotes: i64,
}

#[derive(Queryable)]
struct PostRow {
    id: i64,
    title: String,
    description: String,
    renderer: i32,
    excerpt: String,
    forum_id: i64,
    forum_topic: String,
    forum_visibility: i16,
    byline: Byline,
}

#[derive(Queryable)]
struct ReplyRow {
    id: i64,
    description: String,
    renderer: i32,
    excerpt: String,
    byline: Byline,
}

/// Returns the latest saved first. Ids rise with time.
pub(super) fn page(
    conn: &mut DbConnection,
    member: UserId,
    reader: Reader,
    page: &PageRequest<ById>,
) -> QueryResult<Page<SavedItem, ById>> {
    let page = Page::cut(keys(conn, member, reader, page)?, page.limit, |&(id, ..)| ById(id));
    let posts = posts_of(conn, &page.items)?;
    let replies = replies_of(conn, &page.items)?;
    let items = page.items.iter().filter_map(|&(id, post, reply)| {
        let post = posts.get(&post)?;
        let reply = reply.map(|reply| replies.get(&reply).ok_or(())).transpose().ok()?;
        Some(item(id, post, reply))
    });
    Ok(Page { items: items.collect(), next: page.next })
}

fn keys(
    conn: &mut DbConnection,
    member: UserId,
    reader: Reader,
    page: &PageRequest<ById>,
) -> QueryResult<Vec<Key>> {
    let ById(after) = page.after.unwrap_or(ById(i64::MAX));
    let post = posts::table.filter(posts::id.eq(saved::post_id)).filter(is_readable(reader));
    saved::table
        .left_join(replies::table.on(saved::reply_id.eq(replies::id.nullable())))
        .filter(saved::user_id.eq(member.0))
        .filter(saved::id.lt(after))
        .filter(exists(post))
        .filter(saved::reply_id.is_null().or(replies::removed.eq(false)))
        .order(saved::id.desc())
        .limit(page.limit.fetch_size())
        .select((saved::id, saved::post_id, saved::reply_id))
        .load(conn)
}

fn posts_of(conn: &mut DbConnection, keys: &[Key]) -> QueryResult<HashMap<i64, PostRow>> {
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let query = posts::table
        .inner_join(users::table)
        .inner_join(forums::table)
        .filter(padded_in(posts::id, keys.iter().map(|&(_, post, _)| post)))
        .select((
            posts::id,
            posts::title,
            posts::description,
            posts::renderer,
            posts::excerpt,
            forums::id,
            forums::topic,
            forums::visibility,
            (users::username, users::image, posts::created_at, posts::upvotes, posts::downvotes),
        ));
    let rows: Vec<PostRow> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

fn replies_of(conn: &mut DbConnection, keys: &[Key]) -> QueryResult<HashMap<i64, ReplyRow>> {
    let ids: Vec<i64> = keys.iter().filter_map(|&(.., reply)| reply).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query =
        replies::table.inner_join(users::table).filter(padded_in(replies::id, ids)).select((
            replies::id,
            replies::description,
            replies::renderer,
            replies::excerpt,
            (
                users::username,
                users::image,
                replies::created_at,
                replies::upvotes,
                replies::downvotes,
            ),
        ));
    let rows: Vec<ReplyRow> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

fn item(id: i64, post: &PostRow, reply: Option<&ReplyRow>) -> SavedItem {
    let (target, byline, excerpt) = if let Some(reply) = reply {
        let excerpt = texts::excerpt(reply.renderer, reply.excerpt.clone(), &reply.description);
        (Target::Reply(ReplyId(reply.id)), &reply.byline, excerpt)
    } else {
        let excerpt = texts::excerpt(post.renderer, post.excerpt.clone(), &post.description);
        (Target::Post(PostId(post.id)), &post.byline, excerpt)
    };
    SavedItem {
        id,
        target,
        forum: ForumId(post.forum_id),
        forum_topic: post.forum_topic.clone(),
        forum_visibility: crate::readers::from_stored(post.forum_visibility),
        post: PostId(post.id),
        post_title: post.title.clone(),
        excerpt,
        author_name: byline.username.clone(),
        author_image: byline.user_image.clone(),
        created_at: Timestamp::from_unix_millis(byline.created_at),
        score: byline.upvotes - byline.downvotes,
    }
}
