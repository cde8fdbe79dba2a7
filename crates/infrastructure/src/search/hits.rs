//! Reads the titles, excerpts and authors of matches, with the query's words marked.

use std::collections::HashMap;

use ::search::{Author, Forum, Hit, Kind, Post, Query, Target, excerpt_html, marked_html};
use database::{
    DbConnection, on_backend,
    schema::{forums, posts, replies, users},
    sql::padded_in,
};
use diesel::prelude::*;
use kernel::{ForumId, PostId, ReplyId, Timestamp, UserId};

use super::found::Match;
use crate::readers;

/// Returns the hits in the order of the matches.
pub(super) fn of(
    conn: &mut DbConnection,
    query: &Query,
    matches: &[Match],
) -> QueryResult<Vec<Hit>> {
    let mut hits: HashMap<(Kind, i64), Hit> = HashMap::new();
    for kind in Kind::ALL {
        let of_kind = matches.iter().filter(|found| found.kind == kind);
        let ids: Vec<i64> = of_kind.map(|found| found.id).collect();
        if ids.is_empty() {
            continue;
        }
        let found = match kind {
            Kind::Post => of_posts(conn, query, ids)?,
            Kind::Reply => of_replies(conn, query, ids)?,
            Kind::Forum => of_forums(conn, query, ids)?,
            Kind::Person => of_people(conn, query, ids)?,
        };
        hits.extend(found.into_iter().map(|(id, hit)| ((kind, id), hit)));
    }
    Ok(matches.iter().filter_map(|found| hits.remove(&(found.kind, found.id))).collect())
}

type Hits = Vec<(i64, Hit)>;

/// A post or reply, what it is in, and its author.
#[derive(Queryable)]
struct TextRow {
    id: i64,
    source: String,
    created_at: i64,
    score: i64,
    post_id: i64,
    post_title: String,
    forum_id: i64,
    forum_topic: String,
    forum_visibility: i16,
    username: String,
    image: String,
}

impl TextRow {
    fn hit(self, query: &Query, target: Target) -> Hit {
        let post = match target {
            Target::Reply(_) => {
                Some(Post { id: PostId(self.post_id), title: self.post_title.clone() })
            }
            Target::Post(_) | Target::Forum(_) | Target::Person(_) => None,
        };
        Hit {
            target,
            title_html: marked_html(&self.post_title, query),
            excerpt_html: excerpt_html(&markup::shown_text(&self.source), query),
            forum: Some(forum(self.forum_id, self.forum_topic, self.forum_visibility)),
            post,
            author: Author { name: self.username, image: self.image },
            created_at: Timestamp::from_unix_millis(self.created_at),
            score: self.score,
        }
    }
}

fn forum(id: i64, topic: String, visibility: i16) -> Forum {
    Forum { id: ForumId(id), topic, visibility: readers::from_stored(visibility) }
}

fn of_posts(conn: &mut DbConnection, query: &Query, ids: Vec<i64>) -> QueryResult<Hits> {
    let rows = posts::table
        .inner_join(users::table)
        .inner_join(forums::table)
        .filter(padded_in(posts::id, ids))
        .select((
            posts::id,
            posts::description,
            posts::created_at,
            posts::score,
            posts::id,
            posts::title,
            forums::id,
            forums::topic,
            forums::visibility,
            users::username,
            users::image,
        ));
    let rows: Vec<TextRow> = on_backend!(conn, conn => rows.load(conn))?;
    Ok(hits(rows, query, |id| Target::Post(PostId(id))))
}

fn of_replies(conn: &mut DbConnection, query: &Query, ids: Vec<i64>) -> QueryResult<Hits> {
    let rows = replies::table
        .inner_join(users::table)
        .inner_join(posts::table.inner_join(forums::table))
        .filter(padded_in(replies::id, ids))
        .filter(replies::removed.eq(false))
        .select((
            replies::id,
            replies::description,
            replies::created_at,
            replies::score,
            posts::id,
            posts::title,
            forums::id,
            forums::topic,
            forums::visibility,
            users::username,
            users::image,
        ));
    let rows: Vec<TextRow> = on_backend!(conn, conn => rows.load(conn))?;
    Ok(hits(rows, query, |id| Target::Reply(ReplyId(id))))
}

fn hits(rows: Vec<TextRow>, query: &Query, target: impl Fn(i64) -> Target) -> Hits {
    let hit = |row: TextRow| {
        let id = row.id;
        (id, row.hit(query, target(id)))
    };
    rows.into_iter().map(hit).collect()
}

#[derive(Queryable)]
struct ForumRow {
    id: i64,
    topic: String,
    visibility: i16,
    description: String,
    created_at: i64,
    post_count: i64,
    username: String,
    image: String,
}

fn of_forums(conn: &mut DbConnection, query: &Query, ids: Vec<i64>) -> QueryResult<Hits> {
    let rows = forums::table.inner_join(users::table).filter(padded_in(forums::id, ids)).select((
        forums::id,
        forums::topic,
        forums::visibility,
        forums::description,
        forums::created_at,
        forums::post_count,
        users::username,
        users::image,
    ));
    let rows: Vec<ForumRow> = on_backend!(conn, conn => rows.load(conn))?;
    let hit = |row: ForumRow| {
        let hit = Hit {
            target: Target::Forum(ForumId(row.id)),
            title_html: marked_html(&row.topic, query),
            excerpt_html: excerpt_html(&markup::shown_text(&row.description), query),
            forum: Some(forum(row.id, row.topic, row.visibility)),
            post: None,
            author: Author { name: row.username, image: row.image },
            created_at: Timestamp::from_unix_millis(row.created_at),
            score: row.post_count,
        };
        (row.id, hit)
    };
    Ok(rows.into_iter().map(hit).collect())
}

#[derive(Queryable)]
struct PersonRow {
    id: i64,
    username: String,
    image: String,
    about: String,
    created_at: i64,
    score: i64,
}

fn of_people(conn: &mut DbConnection, query: &Query, ids: Vec<i64>) -> QueryResult<Hits> {
    let rows = users::table.filter(padded_in(users::id, ids)).select((
        users::id,
        users::username,
        users::image,
        users::about,
        users::created_at,
        users::score,
    ));
    let rows: Vec<PersonRow> = on_backend!(conn, conn => rows.load(conn))?;
    let hit = |row: PersonRow| {
        let hit = Hit {
            target: Target::Person(UserId(row.id)),
            title_html: marked_html(&row.username, query),
            excerpt_html: excerpt_html(&markup::shown_text(&row.about), query),
            forum: None,
            post: None,
            author: Author { name: row.username, image: row.image },
            created_at: Timestamp::from_unix_millis(row.created_at),
            score: row.score,
        };
        (row.id, hit)
    };
    Ok(rows.into_iter().map(hit).collect())
}
