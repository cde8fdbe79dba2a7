use ::forums::Forum;
use database::{
    DbConnection, on_backend,
    schema::{favorites, forum_weeks, forums, users},
    sql::{
        keyset::{above, below},
        literal_limit, padded_in,
    },
};
use diesel::{
    dsl::AsExprOf,
    prelude::*,
    sql_types::{BigInt, Text},
};
use kernel::{ByName, ByNameAndId, ByScore, ByTime, Page, PageRequest, Reader, Timestamp, UserId};

use crate::{
    forums::{
        newest::NewestForumIds,
        row::{Row, columns, read_at},
    },
    readers::ReadableBy,
};

pub(super) fn newest(
    conn: &mut DbConnection,
    (reader, now): (Reader, Timestamp),
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Forum, ByTime>> {
    let query =
        read_at(now).select(columns()).order((forums::created_at.desc(), forums::id.desc()));
    let readable = is_readable(reader);
    let wanted = page.limit.fetch_size();
    let rows: Vec<Row> = match (conn, page.after) {
        (DbConnection::Postgres(conn), after) => {
            query.filter(NewestForumIds::new(reader, after, wanted)).load(conn)?
        }
        (DbConnection::Sqlite(conn), None) => {
            literal_limit(wanted, query.filter(readable)).load(conn)?
        }
        (DbConnection::Sqlite(conn), Some(after)) => {
            let columns = (forums::created_at, forums::id);
            let query = query.filter(readable).filter(below(columns, key_of(after)));
            literal_limit(wanted, query).load(conn)?
        }
    };
    Ok(Page::cut(rows, page.limit, Row::by_time).map(Forum::from))
}

/// Active forums come first, in index order, then the others by id.
pub(super) fn most_active(
    conn: &mut DbConnection,
    (reader, now): (Reader, Timestamp),
    page: &PageRequest<ByScore>,
) -> QueryResult<Page<Forum, ByScore>> {
    let wanted = page.limit.fetch_size();
    let after = page.after.unwrap_or(ByScore { score: i64::MAX, id: i64::MAX });
    let mut rows =
        if after.score > 0 { active(conn, (reader, now), after, wanted)? } else { vec![] };
    let missing = wanted - rows.len() as i64;
    if missing > 0 {
        let below = if after.score > 0 { i64::MAX } else { after.id };
        let mut quiet = quiet(conn, (reader, now), below, missing)?;
        quiet.truncate(missing as usize);
        rows.extend(quiet);
    }
    Ok(Page::cut(rows, page.limit, Row::by_activity).map(Forum::from))
}

fn active(
    conn: &mut DbConnection,
    (reader, now): (Reader, Timestamp),
    after: ByScore,
    wanted: i64,
) -> QueryResult<Vec<Row>> {
    let key = (after.score.into_sql::<BigInt>(), after.id.into_sql::<BigInt>());
    let weeks = forum_weeks::table
        .filter(forum_weeks::day.eq(now.day()).and(forum_weeks::activity.gt(0)))
        .filter(ReadableBy::new("forum_weeks.forum_id", reader))
        .filter(below((forum_weeks::activity, forum_weeks::forum_id), key))
        .order((forum_weeks::activity.desc(), forum_weeks::forum_id.desc()))
        .select(forum_weeks::forum_id);
    let weeks = literal_limit(wanted, weeks);
    let mut ids: Vec<i64> = on_backend!(conn, conn => weeks.load(conn))?;
    ids.truncate(wanted as usize);
    if ids.is_empty() {
        return Ok(vec![]);
    }
    let known = padded_in(forums::id, ids.iter().copied());
    let query = read_at(now).filter(known).select(columns());
    let mut rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
    Ok(rows)
}

/// Returns forums without activity and with lower ids, by falling id.
fn quiet(
    conn: &mut DbConnection,
    (reader, now): (Reader, Timestamp),
    below: i64,
    wanted: i64,
) -> QueryResult<Vec<Row>> {
    let is_quiet = forum_weeks::activity.is_null().or(forum_weeks::activity.le(0));
    let query = read_at(now)
        .filter(is_quiet.and(forums::id.lt(below)))
        .filter(is_readable(reader))
        .order(forums::id.desc())
        .select(columns());
    let query = literal_limit(wanted, query);
    on_backend!(conn, conn => query.load(conn))
}

pub(super) fn by_name(
    conn: &mut DbConnection,
    (reader, now): (Reader, Timestamp),
    page: &PageRequest<ByNameAndId>,
) -> QueryResult<Page<Forum, ByNameAndId>> {
    let (name, id) = page.after.as_ref().map_or(("", 0), |after| (after.name.as_str(), after.id));
    let key = (name.into_sql::<Text>(), id.into_sql::<BigInt>());
    let query = read_at(now)
        .select((columns(), forums::search_topic))
        .filter(is_readable(reader))
        .filter(above((forums::search_topic, forums::id), key))
        .order((forums::search_topic, forums::id));
    let query = literal_limit(page.limit.fetch_size(), query);
    let rows: Vec<(Row, String)> = on_backend!(conn, conn => query.load(conn))?;
    let position = |(row, name): &(Row, String)| ByNameAndId { name: name.clone(), id: row.id };
    Ok(Page::cut(rows, page.limit, position).map(|(row, _)| Forum::from(row)))
}

pub(super) fn with_topic(
    conn: &mut DbConnection,
    (reader, now): (Reader, Timestamp),
    key: &str,
    page: &PageRequest<ByName>,
) -> QueryResult<Page<Forum, ByName>> {
    let query = read_at(now)
        .select((columns(), forums::topic_key))
        .filter(is_readable(reader))
        .filter(forums::topic_key.lt(format!("{key}{}", char::MAX)))
        .order(forums::topic_key);
    let wanted = page.limit.fetch_size();
    let rows: Vec<(Row, String)> = match &page.after {
        Some(ByName(after)) if after.as_str() >= key => {
            let query = literal_limit(wanted, query.filter(forums::topic_key.gt(after)));
            on_backend!(conn, conn => query.load(conn))?
        }
        _ => {
            let query = literal_limit(wanted, query.filter(forums::topic_key.ge(key)));
            on_backend!(conn, conn => query.load(conn))?
        }
    };
    let position = |(_, key): &(Row, String)| ByName(key.clone());
    Ok(Page::cut(rows, page.limit, position).map(|(row, _)| Forum::from(row)))
}

pub(super) fn favorites(
    conn: &mut DbConnection,
    user: UserId,
    (reader, now): (Reader, Timestamp),
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Forum, ByTime>> {
    let week = forum_weeks::forum_id.eq(forums::id).and(forum_weeks::day.eq(now.day()));
    // The first page has a position above all rows, so that all pages share one statement.
    let first = ByTime { at: Timestamp::from_unix_millis(i64::MAX), id: i64::MAX };
    let after = page.after.unwrap_or(first);
    let query = favorites::table
        .inner_join(forums::table.inner_join(users::table))
        .left_join(forum_weeks::table.on(week))
        .select((columns(), favorites::created_at))
        .filter(favorites::user_id.eq(user.0))
        .filter(ReadableBy::new("favorites.forum_id", reader))
        .filter(below((favorites::created_at, favorites::forum_id), key_of(after)))
        .order((favorites::created_at.desc(), favorites::forum_id.desc()));
    let query = literal_limit(page.limit.fetch_size(), query);
    let rows: Vec<(Row, i64)> = on_backend!(conn, conn => query.load(conn))?;
    let position = |(row, marked_at): &(Row, i64)| ByTime {
        at: Timestamp::from_unix_millis(*marked_at),
        id: row.id,
    };
    Ok(Page::cut(rows, page.limit, position).map(|(row, _)| Forum::from(row)))
}

/// Selects forums that a reader may read.
pub(super) const fn is_readable(reader: Reader) -> ReadableBy {
    ReadableBy::new("forums.id", reader)
}

type TimeKey = (AsExprOf<i64, BigInt>, AsExprOf<i64, BigInt>);

fn key_of(after: ByTime) -> TimeKey {
    (after.at.unix_millis().into_sql::<BigInt>(), after.id.into_sql::<BigInt>())
}
