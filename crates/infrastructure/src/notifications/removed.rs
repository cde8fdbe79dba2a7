//! Removes texts that are no longer shown from notifications.

use database::{
    DbConnection, Events, on_backend,
    schema::{notification_acts, notifications},
};
use diesel::prelude::*;
use kernel::{ForumId, PostId, ReplyId};

use super::{recipients::AT_ONCE, store::record_unread};

/// The most people that a notification names.
const ACTORS: usize = 3;

/// A notification that a removed reply was merged into.
struct Merged {
    id: i64,
    user: i64,
    count: i64,
    /// Who wrote the removed reply.
    author: i64,
    actors: [Option<i64>; ACTORS],
}

/// Takes a removed reply out of some of the notifications of it: out of their counts, people and links. Returns whether
/// there may be more.
pub(super) fn take_out_reply(
    conn: &mut DbConnection,
    events: &mut Events,
    reply: ReplyId,
) -> QueryResult<bool> {
    type Row = (i64, i64, i64, i64, Option<i64>, Option<i64>, Option<i64>);
    let query = notification_acts::table
        .inner_join(
            notifications::table.on(notifications::id.eq(notification_acts::notification_id)),
        )
        .filter(notification_acts::reply_id.eq(reply.0))
        .order(notifications::user_id)
        .then_order_by(notifications::id)
        .limit(AT_ONCE)
        .select((
            notifications::id,
            notifications::user_id,
            notifications::count,
            notification_acts::actor_id,
            notifications::actor1_id,
            notifications::actor2_id,
            notifications::actor3_id,
        ));
    let rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    let found = rows.len() as i64;
    let mut users = vec![];
    for (id, user, count, author, one, two, three) in rows {
        users.push(user);
        take_out(conn, reply, Merged { id, user, count, author, actors: [one, two, three] })?;
    }
    users.dedup();
    record_unread(events, &users);
    Ok(found == AT_ONCE)
}

fn take_out(conn: &mut DbConnection, reply: ReplyId, merged: Merged) -> QueryResult<()> {
    let row = notifications::table.find(merged.id).filter(notifications::user_id.eq(merged.user));
    if merged.count <= 1 {
        on_backend!(conn, conn => diesel::delete(row).execute(conn))?;
        return Ok(());
    }
    let act = notification_acts::table.find((merged.id, reply.0));
    on_backend!(conn, conn => diesel::delete(act).execute(conn))?;
    let query = notification_acts::table
        .filter(notification_acts::notification_id.eq(merged.id))
        .order(notification_acts::reply_id.desc())
        .select((notification_acts::reply_id, notification_acts::actor_id));
    let left: Vec<(i64, i64)> = on_backend!(conn, conn => query.load(conn))?;
    let actors = actors_left(&merged, &left);
    let set = (
        notifications::count.eq(merged.count - 1),
        notifications::reply_id.eq(left.first().map(|(reply, _)| *reply)),
        notifications::actor1_id.eq(actors.first()),
        notifications::actor2_id.eq(actors.get(1)),
        notifications::actor3_id.eq(actors.get(2)),
    );
    on_backend!(conn, conn => diesel::update(row).set(set).execute(conn))?;
    Ok(())
}

/// Returns the people of the other acts, the latest first. A mention in a post, or an act from before acts were stored,
/// is none of `left`: its people stay.
fn actors_left(merged: &Merged, left: &[(i64, i64)]) -> Vec<i64> {
    let mut actors: Vec<i64> = vec![];
    let others = merged.actors.iter().flatten().filter(|actor| **actor != merged.author);
    let is_complete = left.len() as i64 >= merged.count - 1;
    let kept = others.take(if is_complete { 0 } else { ACTORS });
    for actor in left.iter().map(|(_, actor)| actor).chain(kept) {
        if !actors.contains(actor) {
            actors.push(*actor);
        }
    }
    actors.truncate(ACTORS);
    actors
}

/// Deletes the notifications of a post that is shown no longer, and tells the open tabs of those who had not read them.
pub(crate) fn forget_post(
    conn: &mut DbConnection,
    events: &mut Events,
    post: PostId,
) -> QueryResult<()> {
    let of_post = notifications::table.filter(notifications::post_id.eq(post.0));
    let query = of_post
        .filter(notifications::read.eq(false))
        .order(notifications::user_id)
        .select(notifications::user_id)
        .distinct();
    let users: Vec<i64> = on_backend!(conn, conn => query.load(conn))?;
    on_backend!(conn, conn => diesel::delete(of_post).execute(conn))?;
    record_unread(events, &users);
    Ok(())
}

/// Like [`forget_post`], for all that is in a forum.
pub(crate) fn forget_forum(
    conn: &mut DbConnection,
    events: &mut Events,
    forum: ForumId,
) -> QueryResult<()> {
    let of_forum = notifications::table.filter(notifications::forum_id.eq(forum.0));
    let query = of_forum
        .filter(notifications::read.eq(false))
        .order(notifications::user_id)
        .select(notifications::user_id)
        .distinct();
    let users: Vec<i64> = on_backend!(conn, conn => query.load(conn))?;
    on_backend!(conn, conn => diesel::delete(of_forum).execute(conn))?;
    record_unread(events, &users);
    Ok(())
}
