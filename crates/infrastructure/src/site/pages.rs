use ::site::{NewPage, Page, PageEntry, PageSlug};
use database::{DbConnection, Events, on_backend, schema::site_pages};
use diesel::{prelude::*, sql_query};
use kernel::{Act, Event, Timestamp};

use crate::moderation_log;

pub(super) fn all(conn: &mut DbConnection) -> QueryResult<Vec<PageEntry>> {
    let query = site_pages::table
        .order((site_pages::title, site_pages::slug))
        .limit(Page::MOST as i64)
        .select((site_pages::slug, site_pages::title));
    let rows: Vec<(String, String)> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().map(|(slug, title)| PageEntry { slug, title }).collect())
}

/// Returns a page, without what it looks like.
pub(super) fn find(conn: &mut DbConnection, slug: &PageSlug) -> QueryResult<Option<Page>> {
    let query = site_pages::table.find(slug.as_str());
    let row: Option<(String, String, String, i64)> =
        on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(row.map(|(slug, title, text, edited_at)| Page {
        slug,
        title,
        text,
        text_html: String::new(),
        edited_at: Timestamp::from_unix_millis(edited_at),
    }))
}

/// Returns whether there was room for the page.
pub(super) fn write(
    conn: &mut DbConnection,
    events: &mut Events,
    page: &NewPage,
    act: &Act,
) -> QueryResult<bool> {
    if let DbConnection::Postgres(conn) = conn {
        // Two writers would both find room for the last page.
        sql_query("LOCK TABLE site_pages IN SHARE ROW EXCLUSIVE MODE").execute(conn)?;
    }
    let others = site_pages::table.filter(site_pages::slug.ne(page.slug.as_str()));
    let others: i64 = on_backend!(conn, conn => others.count().get_result(conn))?;
    if others >= Page::MOST as i64 {
        return Ok(false);
    }
    let values = (
        site_pages::title.eq(page.title.as_str()),
        site_pages::text.eq(page.text.as_str()),
        site_pages::edited_at.eq(act.at.unix_millis()),
    );
    on_backend!(conn, conn => diesel::insert_into(site_pages::table)
        .values((site_pages::slug.eq(page.slug.as_str()), values))
        .on_conflict(site_pages::slug)
        .do_update()
        .set(values)
        .execute(conn))?;
    record(events, act);
    Ok(true)
}

/// Returns whether there was such a page.
pub(super) fn delete(
    conn: &mut DbConnection,
    events: &mut Events,
    slug: &PageSlug,
    act: &Act,
) -> QueryResult<bool> {
    let deleted = diesel::delete(site_pages::table.find(slug.as_str())).execute(conn)? > 0;
    if deleted {
        record(events, act);
    }
    Ok(deleted)
}

fn record(events: &mut Events, act: &Act) {
    let event = Event::SiteChanged { by: act.by };
    moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
}
