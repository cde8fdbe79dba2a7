//! Figures by UTC day: stored for days that are over, counted from indexes by time for the others.

use std::collections::HashMap;

use ::site::DayFigures;
use database::{
    Database, DbConnection, on_backend,
    schema::{site_days, users},
};
use diesel::{dsl::max, prelude::*, sql_query, sql_types::BigInt};
use kernel::{RepositoryError, Timestamp};

use crate::member_data::DELETED_USER_ID;

/// Counts what happened from the millisecond `$1` until before `$2`; `$3` is the author of content of deleted accounts. Each
/// part is a range of an index.
const COUNTED: &str = "SELECT
    (SELECT count(*) FROM users WHERE created_at >= $1 AND created_at < $2 AND id <> $3)
        AS registrations,
    (SELECT count(*) FROM (
        SELECT author_id AS member FROM shown_posts WHERE created_at >= $1 AND created_at < $2
        UNION SELECT author_id FROM replies WHERE created_at >= $1 AND created_at < $2
        UNION SELECT sender_id FROM messages WHERE sent_at >= $1 AND sent_at < $2) AS few
        WHERE member <> $3) AS active_members,
    (SELECT count(*) FROM shown_posts WHERE created_at >= $1 AND created_at < $2) AS posts,
    (SELECT count(*) FROM replies WHERE created_at >= $1 AND created_at < $2) AS replies,
    (SELECT count(*) FROM messages WHERE sent_at >= $1 AND sent_at < $2) AS messages,
    (SELECT count(*) FROM report_filings WHERE filed_at >= $1 AND filed_at < $2) AS reports";

#[derive(QueryableByName)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite, diesel::pg::Pg))]
struct Counted {
    #[diesel(sql_type = BigInt)]
    registrations: i64,
    #[diesel(sql_type = BigInt)]
    active_members: i64,
    #[diesel(sql_type = BigInt)]
    posts: i64,
    #[diesel(sql_type = BigInt)]
    replies: i64,
    #[diesel(sql_type = BigInt)]
    messages: i64,
    #[diesel(sql_type = BigInt)]
    reports: i64,
}

type Row = (i32, i64, i64, i64, i64, i64, i64);

pub(super) fn between(
    conn: &mut DbConnection,
    first: i32,
    last: i32,
) -> QueryResult<Vec<DayFigures>> {
    let rows: Vec<Row> = site_days::table.filter(site_days::day.between(first, last)).load(conn)?;
    let stored: HashMap<i32, DayFigures> = rows.into_iter().map(|row| (row.0, of(row))).collect();
    let beginning = first_day(conn)?;
    let figures = |day| match stored.get(&day) {
        Some(figures) => Ok(*figures),
        None if beginning.is_some_and(|beginning| day >= beginning) => count(conn, day),
        None => Ok(DayFigures { day, ..DayFigures::default() }),
    };
    (first..=last).map(figures).collect()
}

fn of((day, registrations, active_members, posts, replies, messages, reports): Row) -> DayFigures {
    DayFigures { day, registrations, active_members, posts, replies, messages, reports }
}

/// Returns the day of the first account that is still there; before, there is nothing to count.
fn first_day(conn: &mut DbConnection) -> QueryResult<Option<i32>> {
    let first: Option<i64> = users::table
        .filter(users::id.ne(DELETED_USER_ID))
        .order(users::created_at)
        .select(users::created_at)
        .first(conn)
        .optional()?;
    Ok(first.map(|millis| Timestamp::from_unix_millis(millis).day()))
}

fn count(conn: &mut DbConnection, day: i32) -> QueryResult<DayFigures> {
    let [start, end] = [day, day + 1].map(|day| Timestamp::start_of_day(day).unix_millis());
    let query = sql_query(COUNTED)
        .bind::<BigInt, _>(start)
        .bind::<BigInt, _>(end)
        .bind::<BigInt, _>(DELETED_USER_ID);
    let counted: Counted = on_backend!(conn, conn => query.get_result(conn))?;
    let Counted { registrations, active_members, posts, replies, messages, reports } = counted;
    Ok(DayFigures { day, registrations, active_members, posts, replies, messages, reports })
}

/// Each day is a transaction of its own, so that none takes long.
pub(super) fn store(database: &Database, first: i32, last: i32) -> Result<usize, RepositoryError> {
    let (beginning, stored): (Option<i32>, Option<i32>) = database.snapshot(|conn| {
        let stored = site_days::table.select(max(site_days::day)).first(conn)?;
        Ok((first_day(conn)?, stored))
    })?;
    let Some(beginning) = beginning else { return Ok(0) };
    let first = first.max(beginning).max(stored.map_or(first, |stored| stored + 1));
    for day in first..=last {
        database.write(|conn, _| insert(conn, day))?;
    }
    Ok(usize::try_from(last - first + 1).unwrap_or_default())
}

fn insert(conn: &mut DbConnection, day: i32) -> QueryResult<()> {
    let figures = count(conn, day)?;
    let row = (
        site_days::day.eq(day),
        site_days::registrations.eq(figures.registrations),
        site_days::active_members.eq(figures.active_members),
        site_days::posts.eq(figures.posts),
        site_days::replies.eq(figures.replies),
        site_days::messages.eq(figures.messages),
        site_days::reports.eq(figures.reports),
    );
    on_backend!(conn, conn => diesel::insert_into(site_days::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(conn))?;
    Ok(())
}
