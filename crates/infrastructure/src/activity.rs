//! How many posts and replies a forum has of each UTC day, removed replies left out, and of the
//! seven days that end with the last on which something was written in it, be it still there or not.

use std::collections::BTreeMap;

use diesel::{dsl::case_when, prelude::*, upsert::excluded};

use crate::{
    connection::{DbConnection, on_backend},
    schema::{forum_days, forum_weeks},
};

/// The days that a week has.
pub(crate) const A_WEEK: i32 = 7;

/// Counts one post or reply of `day`.
///
/// All who write in a forum wait for each other at its rows, that of the day and then that of the
/// week, so this is the last that a change does.
pub(crate) fn add(conn: &mut DbConnection, forum: i64, day: i32) -> QueryResult<()> {
    let first =
        (forum_days::forum_id.eq(forum), forum_days::day.eq(day), forum_days::activity.eq(1_i64));
    on_backend!(conn, conn => diesel::insert_into(forum_days::table)
        .values(first)
        .on_conflict((forum_days::forum_id, forum_days::day))
        .do_update()
        .set(forum_days::activity.eq(forum_days::activity + 1_i64))
        .execute(conn))?;
    let week = diesel::update(forum_weeks::table.find(forum)).filter(forum_weeks::day.eq(day));
    let one_more = forum_weeks::activity.eq(forum_weeks::activity + 1_i64);
    let counted = on_backend!(conn, conn => week.set(one_more).execute(conn))?;
    // The first of this day in this forum, or one that comes after midnight from before.
    if counted == 0 { count_week(conn, forum, day) } else { Ok(()) }
}

/// Takes so many posts and replies of these days out again; the last that a change does, too.
pub(crate) fn subtract(
    conn: &mut DbConnection,
    forum: i64,
    counts: &BTreeMap<i32, i64>,
) -> QueryResult<()> {
    // Each day in its order, so that two who delete in one forum do not wait for each other in a ring.
    for (day, count) in counts {
        diesel::update(forum_days::table.find((forum, day)))
            .set(forum_days::activity.eq(forum_days::activity - count))
            .execute(conn)?;
    }
    let Some((last, _)) = counts.last_key_value() else { return Ok(()) };
    count_week(conn, forum, *last)
}

/// Counts the week of a forum anew, in which something of `day` has changed.
fn count_week(conn: &mut DbConnection, forum: i64, day: i32) -> QueryResult<()> {
    let last = lock_week(conn, forum, day)?;
    // Asked only now that the week is locked, as days are changed before it: what others had changed
    // and counted is seen, and who has changed a day but not counted it yet will do so after this.
    let days: Vec<i64> = forum_days::table
        .filter(forum_days::forum_id.eq(forum))
        .filter(forum_days::day.gt(last - A_WEEK).and(forum_days::day.le(last)))
        .select(forum_days::activity)
        .load(conn)?;
    diesel::update(forum_weeks::table.find(forum))
        .set(forum_weeks::activity.eq(days.iter().sum::<i64>()))
        .execute(conn)?;
    Ok(())
}

/// Lets nobody else count the week of a forum, which ends with `day` or a later one: that is answered.
fn lock_week(conn: &mut DbConnection, forum: i64, day: i32) -> QueryResult<i32> {
    let is_later = excluded(forum_weeks::day).gt(forum_weeks::day);
    let uncounted = (
        forum_weeks::forum_id.eq(forum),
        forum_weeks::day.eq(day),
        forum_weeks::activity.eq(0_i64),
    );
    let last = case_when(is_later, excluded(forum_weeks::day)).otherwise(forum_weeks::day);
    on_backend!(conn, conn => diesel::insert_into(forum_weeks::table)
        .values(uncounted)
        .on_conflict(forum_weeks::forum_id)
        .do_update()
        .set(forum_weeks::day.eq(last))
        .returning(forum_weeks::day)
        .get_result(conn))
}
