//! How many posts and replies a forum has of each UTC day, removed replies left out.

use diesel::prelude::*;

use crate::{
    connection::{DbConnection, on_backend},
    schema::forum_days,
};

/// Counts one post or reply of `day`.
///
/// All who write in a forum today wait for each other at its row, so this is the last statement of a change.
pub(crate) fn add(conn: &mut DbConnection, forum: i64, day: i32) -> QueryResult<usize> {
    let first =
        (forum_days::forum_id.eq(forum), forum_days::day.eq(day), forum_days::activity.eq(1_i64));
    on_backend!(conn, conn => diesel::insert_into(forum_days::table)
        .values(first)
        .on_conflict((forum_days::forum_id, forum_days::day))
        .do_update()
        .set(forum_days::activity.eq(forum_days::activity + 1_i64))
        .execute(conn))
}

/// Takes `count` posts and replies of `day` out again.
pub(crate) fn subtract(
    conn: &mut DbConnection,
    forum: i64,
    day: i32,
    count: i64,
) -> QueryResult<usize> {
    diesel::update(forum_days::table.find((forum, day)))
        .set(forum_days::activity.eq(forum_days::activity - count))
        .execute(conn)
}
