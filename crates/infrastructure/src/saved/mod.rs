mod list;

use ::saved::{SavedItem, SavedRepository, Target};
use database::{
    Database, DbConnection, Events, on_backend,
    schema::{posts, replies, saved},
};
use diesel::prelude::*;
use kernel::{ById, Event, Page, PageRequest, Reader, RepositoryError, Timestamp, UserId};

/// Saved posts and replies in the database.
pub struct DbSaved(pub Database);

impl SavedRepository for DbSaved {
    fn save(&self, member: UserId, target: Target, at: Timestamp) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| save(conn, events, member, target, at))
    }

    fn unsave(&self, member: UserId, target: Target) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| unsave(conn, events, member, target))
    }

    fn list(
        &self,
        member: UserId,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<SavedItem, ById>, RepositoryError> {
        self.0.snapshot(|conn| list::page(conn, member, reader, page))
    }
}

fn save(
    conn: &mut DbConnection,
    events: &mut Events,
    member: UserId,
    target: Target,
    at: Timestamp,
) -> QueryResult<bool> {
    let Some(post) = post_of(conn, target)? else { return Ok(false) };
    events.record(Event::OwnStateChanged { user: member });
    let reply = match target {
        Target::Post(_) => None,
        Target::Reply(reply) => Some(reply.0),
    };
    let row = (
        saved::user_id.eq(member.0),
        saved::post_id.eq(post),
        saved::reply_id.eq(reply),
        saved::saved_at.eq(at.unix_millis()),
    );
    on_backend!(conn, conn => diesel::insert_into(saved::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(conn))?;
    Ok(true)
}

fn unsave(
    conn: &mut DbConnection,
    events: &mut Events,
    member: UserId,
    target: Target,
) -> QueryResult<bool> {
    if post_of(conn, target)?.is_none() {
        return Ok(false);
    }
    events.record(Event::OwnStateChanged { user: member });
    let own = saved::table.filter(saved::user_id.eq(member.0));
    match target {
        Target::Post(post) => {
            let row = own.filter(saved::post_id.eq(post.0)).filter(saved::reply_id.is_null());
            diesel::delete(row).execute(conn)?;
        }
        Target::Reply(reply) => {
            diesel::delete(own.filter(saved::reply_id.eq(reply.0))).execute(conn)?;
        }
    }
    Ok(true)
}

/// The post that it is or is in; none where it is missing or removed.
fn post_of(conn: &mut DbConnection, target: Target) -> QueryResult<Option<i64>> {
    match target {
        Target::Post(post) => posts::table.find(post.0).select(posts::id).first(conn).optional(),
        Target::Reply(reply) => replies::table
            .find(reply.0)
            .filter(replies::removed.eq(false))
            .select(replies::post_id)
            .first(conn)
            .optional(),
    }
}
