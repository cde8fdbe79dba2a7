use ::forums::Forum;
use diesel::{prelude::*, sql_types::BigInt};
use kernel::{ByName, ByTime, Page, PageRequest, Timestamp, UserId};

use crate::{
    activity::A_WEEK,
    at_most::at_most,
    connection::{Db, DbConnection},
    forums::{
        active,
        row::{Row, columns, seen_by},
    },
    keyset::below,
    one_of::one_of,
    schema::{favorites, forums, users},
};

pub(super) fn newest(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Forum, ByTime>> {
    let mut query = seen_by(viewer)
        .select(columns())
        .order((forums::created_at.desc(), forums::id.desc()))
        .into_boxed::<Db>();
    if let Some(after) = page.after {
        let key = (after.at.unix_millis().into_sql::<BigInt>(), after.id.into_sql::<BigInt>());
        query = query.filter(below((forums::created_at, forums::id), key));
    }
    let rows: Vec<Row> = at_most(page.limit.and_one_more(), query).load(conn)?;
    Ok(Page::cut(rows, page.limit, Row::by_time).map(Forum::from))
}

pub(super) fn most_active(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    since: Timestamp,
    limit: usize,
) -> QueryResult<Vec<Forum>> {
    let mut ids = active::ids(conn, since.day() + A_WEEK - 1, limit)?;
    if ids.len() < limit {
        let quiet: Vec<i64> = forums::table
            .filter(forums::id.ne_all(ids.clone()))
            .order((forums::created_at.desc(), forums::id.desc()))
            .limit((limit - ids.len()) as i64)
            .select(forums::id)
            .load(conn)?;
        ids.extend(quiet);
    }
    if ids.is_empty() {
        return Ok(vec![]);
    }
    let known = one_of(forums::id, ids.iter().copied());
    let rows: Vec<Row> = seen_by(viewer).filter(known).select(columns()).load(conn)?;
    let mut forums: Vec<Forum> = rows.into_iter().map(Forum::from).collect();
    forums.sort_by_key(|forum| ids.iter().position(|id| *id == forum.id.0));
    Ok(forums)
}

pub(super) fn with_topic(
    conn: &mut DbConnection,
    viewer: Option<UserId>,
    key: &str,
    page: &PageRequest<ByName>,
) -> QueryResult<Page<Forum, ByName>> {
    let mut query = seen_by(viewer)
        .select(columns())
        .filter(forums::topic_key.ge(key))
        .filter(forums::topic_key.lt(format!("{key}{}", char::MAX)))
        .order(forums::topic_key)
        .into_boxed::<Db>();
    if let Some(ByName(after)) = &page.after {
        query = query.filter(forums::topic_key.gt(after));
    }
    let rows: Vec<Row> = at_most(page.limit.and_one_more(), query).load(conn)?;
    Ok(Page::cut(rows, page.limit, |row| ByName(row.topic_key.clone())).map(Forum::from))
}

pub(super) fn favorites(
    conn: &mut DbConnection,
    user: UserId,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<Forum, ByTime>> {
    let mut query = favorites::table
        .inner_join(forums::table.inner_join(users::table))
        .select((columns(), favorites::created_at))
        .filter(favorites::user_id.eq(user.0))
        .order((favorites::created_at.desc(), favorites::forum_id.desc()))
        .into_boxed::<Db>();
    if let Some(after) = page.after {
        let key = (after.at.unix_millis().into_sql::<BigInt>(), after.id.into_sql::<BigInt>());
        query = query.filter(below((favorites::created_at, favorites::forum_id), key));
    }
    let rows: Vec<(Row, i64)> = at_most(page.limit.and_one_more(), query).load(conn)?;
    let position = |(row, marked_at): &(Row, i64)| ByTime {
        at: Timestamp::from_unix_millis(*marked_at),
        id: row.id,
    };
    Ok(Page::cut(rows, page.limit, position).map(|(row, _)| Forum::from(row)))
}
