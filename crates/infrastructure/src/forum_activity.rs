//! The activity of forums: posts and replies of seven UTC days, without removed replies.
//!
//! `forum_weeks` has a row for each forum and each last day of a week with content: a post or reply
//! counts in the rows of its day and of the next six. So one row has the activity of a forum for today,
//! an index has all forums in order, and nothing has to run at midnight.
//!
//! So "the last seven days" are today and the six days before, between 144 and 168 hours. A rolling week would be exact,
//! but no index could have the forums in its order: the activity of each would change without a write. Rows by the hour
//! would still cost 168 rows for each post and reply instead of seven, and expire every hour.

use std::{array, collections::BTreeMap};

use database::{DbConnection, on_backend, schema::forum_weeks};
use diesel::{
    QueryResult,
    backend::Backend,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    serialize::ToSql,
    sql_query,
    sql_types::{BigInt, HasSqlType, Integer},
};

/// The number of days of a week.
const A_WEEK: i32 = 7;
/// Deletes rows too old to be read; rows locked by a writer wait for the next time.
const FORGET: &str = "DELETE FROM forum_weeks WHERE forum_id = $1 AND day IN (
    SELECT day FROM forum_weeks WHERE forum_id = $1 AND day < $2 FOR UPDATE SKIP LOCKED)";

/// Counts one post or reply of `day`.
///
/// Writers of a forum wait for each other at its rows, which they lock in day order, so call this last
/// in a transaction.
pub(crate) fn add(conn: &mut DbConnection, forum: i64, day: i32) -> QueryResult<()> {
    let counted = add_to_weeks(conn, forum, day, 1)?;
    // The first of this day in this forum.
    if counted.contains(&(day + A_WEEK - 1, 1)) { forget(conn, forum, day) } else { Ok(()) }
}

/// Counts restored posts and replies by day. Call it after all but the references of images, too.
pub(crate) fn add_back(
    conn: &mut DbConnection,
    forum: i64,
    counts: &BTreeMap<i32, i64>,
) -> QueryResult<()> {
    lock(conn, forum, counts)?;
    for (day, count) in counts {
        add_to_weeks(conn, forum, *day, *count)?;
    }
    Ok(())
}

/// Returns the weeks that have a day, and their new activity.
fn add_to_weeks(
    conn: &mut DbConnection,
    forum: i64,
    day: i32,
    count: i64,
) -> QueryResult<Vec<(i32, i64)>> {
    let more = More { forum, days: array::from_fn(|ahead| day + ahead as i32), count };
    on_backend!(conn, conn => more.load(conn))
}

/// Uncounts posts and replies by day. Call it after all but the references of images, too.
pub(crate) fn subtract(
    conn: &mut DbConnection,
    forum: i64,
    counts: &BTreeMap<i32, i64>,
) -> QueryResult<()> {
    lock(conn, forum, counts)?;
    for (day, count) in counts {
        let weeks = forum_weeks::day.between(day, day + A_WEEK - 1);
        diesel::update(forum_weeks::table.filter(forum_weeks::forum_id.eq(forum).and(weeks)))
            .set(forum_weeks::activity.eq(forum_weeks::activity - count))
            .execute(conn)?;
    }
    Ok(())
}

/// Locks the rows of these days in order, to prevent deadlocks.
fn lock(conn: &mut DbConnection, forum: i64, counts: &BTreeMap<i32, i64>) -> QueryResult<()> {
    let (DbConnection::Postgres(conn), Some((first, _)), Some((last, _))) =
        (conn, counts.first_key_value(), counts.last_key_value())
    else {
        return Ok(());
    };
    forum_weeks::table
        .filter(forum_weeks::forum_id.eq(forum))
        .filter(forum_weeks::day.between(first, last + A_WEEK - 1))
        .order(forum_weeks::day)
        .select(forum_weeks::day)
        .for_no_key_update()
        .execute(conn)?;
    Ok(())
}

/// Deletes weeks of a forum that ended long before `day`: clocks may be late, or reads may start before
/// midnight, but not by a week.
fn forget(conn: &mut DbConnection, forum: i64, day: i32) -> QueryResult<()> {
    match conn {
        DbConnection::Postgres(conn) => sql_query(FORGET)
            .bind::<BigInt, _>(forum)
            .bind::<Integer, _>(day - A_WEEK)
            .execute(conn)?,
        DbConnection::Sqlite(conn) => diesel::delete(forum_weeks::table)
            .filter(forum_weeks::forum_id.eq(forum).and(forum_weeks::day.lt(day - A_WEEK)))
            .execute(conn)?,
    };
    Ok(())
}

/// Adds to the weeks of a forum that end on these days and returns the new activity.
#[derive(Clone, Copy, Debug, QueryId)]
struct More {
    forum: i64,
    days: [i32; A_WEEK as usize],
    count: i64,
}

impl Query for More {
    type SqlType = (Integer, BigInt);
}

impl<Conn> RunQueryDsl<Conn> for More {}

impl<DB> QueryFragment<DB> for More
where
    DB: Backend + HasSqlType<BigInt> + HasSqlType<Integer>,
    i32: ToSql<Integer, DB>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql("INSERT INTO forum_weeks (forum_id, day, activity) VALUES ");
        for (index, day) in self.days.iter().enumerate() {
            out.push_sql(if index == 0 { "(" } else { ", (" });
            out.push_bind_param::<BigInt, _>(&self.forum)?;
            out.push_sql(", ");
            out.push_bind_param::<Integer, _>(day)?;
            out.push_sql(", ");
            out.push_bind_param::<BigInt, _>(&self.count)?;
            out.push_sql(")");
        }
        out.push_sql(
            " ON CONFLICT (forum_id, day) DO UPDATE SET activity = forum_weeks.activity + excluded.activity
            RETURNING day, activity",
        );
        Ok(())
    }
}
