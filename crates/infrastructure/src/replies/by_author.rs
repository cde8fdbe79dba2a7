//! Lists what one member replied.

use std::collections::HashMap;

use ::replies::AuthoredReply;
use database::{
    DbConnection, on_backend,
    schema::{posts, replies},
    sql::padded_in,
};
use diesel::prelude::*;
use kernel::{ById, Page, PageRequest, Reader, UserId};

use crate::{
    author_role::RoleOfReplier,
    replies::row::{Row, is_readable, with_authors},
};

/// By id, so that one short index has them in order: ids rise with time.
pub(super) fn page(
    conn: &mut DbConnection,
    author: UserId,
    reader: Reader,
    page: &PageRequest<ById>,
) -> QueryResult<Page<AuthoredReply, ById>> {
    let ById(after) = page.after.unwrap_or(ById(i64::MAX));
    let query = with_authors(RoleOfReplier::ToAny)
        .filter(replies::author_id.eq(author.0))
        .filter(replies::removed.eq(false))
        .filter(is_readable(reader))
        .filter(replies::id.lt(after))
        .order(replies::id.desc())
        .limit(page.limit.fetch_size());
    let rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    let page = Page::cut_by_size(rows, page.limit, Row::size, |row| ById(row.id()));
    let titles = titles(conn, page.items.iter().map(Row::post))?;
    let with_title = |row: Row| {
        let post_title = titles.get(&row.post()).cloned().unwrap_or_default();
        AuthoredReply { reply: row.into(), post_title }
    };
    Ok(page.map(with_title))
}

fn titles(
    conn: &mut DbConnection,
    of: impl Iterator<Item = i64>,
) -> QueryResult<HashMap<i64, String>> {
    let ids: Vec<i64> = of.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = posts::table.filter(padded_in(posts::id, ids)).select((posts::id, posts::title));
    let rows: Vec<(i64, String)> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().collect())
}
