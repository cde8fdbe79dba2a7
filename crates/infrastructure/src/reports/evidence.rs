//! Reported texts as they stood when they were reported.

use std::collections::HashMap;

use ::moderation::reports::{MAX_REPORTED, Report, ReportTarget, ReportedText, TargetKind};
use database::{
    DbConnection, locks, on_backend,
    schema::{messages, posts, replies, report_texts},
    sql::prepared::{Value, prepared},
};
use diesel::{
    prelude::*,
    sql_types::{BigInt, Nullable, Text},
};
use kernel::{Timestamp, UserId};

use crate::texts;

/// A shown text, locked against changes and deletion until the transaction ends.
#[derive(Insertable)]
#[diesel(table_name = report_texts)]
pub(super) struct ShownText {
    author_id: i64,
    title: Option<String>,
    text: String,
    excerpt: String,
}

/// Title and text.
type Words = (Option<String>, String);

impl ShownText {
    fn words(&self) -> Words {
        (self.title.clone(), self.text.clone())
    }
}

/// Locks what `by` reports, then `by`: after posts and replies, but before messages, as the deletion of an account does.
/// Returns the text if it is shown.
pub(super) fn lock(
    conn: &mut DbConnection,
    target: ReportTarget,
    by: UserId,
) -> QueryResult<Option<ShownText>> {
    match target.kind {
        TargetKind::Post => {
            let post = lock_post(conn, target.id)?;
            locks::lock_users(conn, &[by.0])?;
            Ok(post)
        }
        TargetKind::Reply => {
            let reply = lock_reply(conn, target.id)?;
            locks::lock_users(conn, &[by.0])?;
            Ok(reply)
        }
        TargetKind::Message => lock_message(conn, target.id, by),
        // Who appeals reports nothing.
        TargetKind::Member => Ok(None),
    }
}

/// Runs a query of one row, on PostgreSQL with a shared lock of it.
macro_rules! first_shared {
    ($conn:expr, $query:expr) => {
        match $conn {
            DbConnection::Postgres(conn) => $query.for_share().first(conn).optional()?,
            DbConnection::Sqlite(conn) => $query.first(conn).optional()?,
        }
    };
}

fn lock_post(conn: &mut DbConnection, id: i64) -> QueryResult<Option<ShownText>> {
    let post = posts::table.find(id).select((
        posts::author_id,
        posts::title,
        posts::renderer,
        posts::excerpt,
        posts::description,
    ));
    let found: Option<(i64, String, i32, String, String)> = first_shared!(conn, post);
    Ok(found.map(|(author_id, title, renderer, excerpt, text)| {
        let excerpt = texts::excerpt(renderer, excerpt, &text);
        ShownText { author_id, title: Some(title), text, excerpt }
    }))
}

fn lock_reply(conn: &mut DbConnection, id: i64) -> QueryResult<Option<ShownText>> {
    let place = replies::table.find(id).select(replies::post_id);
    let Some(post) = place.first::<i64>(conn).optional()? else { return Ok(None) };
    let post = posts::table.find(post).select(posts::id);
    let shown: Option<i64> = first_shared!(conn, post);
    if shown.is_none() {
        return Ok(None);
    }
    let reply = replies::table.find(id).filter(replies::removed.eq(false)).select((
        replies::author_id,
        replies::renderer,
        replies::excerpt,
        replies::description,
    ));
    let found: Option<(i64, i32, String, String)> = first_shared!(conn, reply);
    Ok(found.map(|(author_id, renderer, excerpt, text)| {
        let excerpt = texts::excerpt(renderer, excerpt, &text);
        ShownText { author_id, title: None, text, excerpt }
    }))
}

fn lock_message(conn: &mut DbConnection, id: i64, by: UserId) -> QueryResult<Option<ShownText>> {
    let sender = messages::table.find(id).select(messages::sender_id).first(conn).optional()?;
    let people: Vec<i64> = sender.into_iter().chain([by.0]).collect();
    locks::lock_users(conn, &people)?;
    let message = messages::table.find(id).select((messages::sender_id, messages::message));
    let found: Option<(i64, String)> = first_shared!(conn, message);
    // Admins see all of it: nowhere else can they read it.
    let shown = |(author_id, text): (i64, String)| ShownText {
        author_id,
        title: None,
        excerpt: text.clone(),
        text,
    };
    Ok(found.map(shown))
}

/// Returns whether the text is another than that which the report was last about. Of reports of older versions the text
/// is not known.
pub(super) fn is_another(
    conn: &mut DbConnection,
    report: i64,
    shown: &ShownText,
) -> QueryResult<bool> {
    Ok(latest(conn, report)?.is_some_and(|known| known != shown.words()))
}

/// Adds the text to a report, unless the report was last about the same.
pub(super) fn add(
    conn: &mut DbConnection,
    report: i64,
    shown: &ShownText,
    at: Timestamp,
) -> QueryResult<()> {
    if latest(conn, report)? == Some(shown.words()) {
        return Ok(());
    }
    diesel::insert_into(report_texts::table)
        .values((
            report_texts::report_id.eq(report),
            report_texts::reported_at.eq(at.unix_millis()),
            shown,
        ))
        .execute(conn)?;
    Ok(())
}

fn latest(conn: &mut DbConnection, report: i64) -> QueryResult<Option<Words>> {
    report_texts::table
        .filter(report_texts::report_id.eq(report))
        .order(report_texts::id.desc())
        .select((report_texts::title, report_texts::text))
        .first(conn)
        .optional()
}

/// Ids are numbered before texts are read: a report may be about any number of them.
const TEXTS: &str = "SELECT t.report_id, u.username, t.reported_at, t.title, t.text, t.excerpt
    FROM (SELECT r.id, row_number() OVER (PARTITION BY r.report_id ORDER BY r.id DESC) AS place
        FROM ? AS asked CROSS JOIN report_texts AS r WHERE r.report_id = asked.value) AS few
    JOIN report_texts AS t ON t.id = few.id
    JOIN users AS u ON u.id = t.author_id
    WHERE few.place <= ?
    ORDER BY t.id";

type Row = (i64, String, i64, Option<String>, String, String);

/// Adds to each report the newest texts that it is about, the oldest of them first. They say who wrote what is gone.
pub(super) fn show(conn: &mut DbConnection, reports: &mut [Report]) -> QueryResult<()> {
    if reports.is_empty() {
        return Ok(());
    }
    let texts = prepared::<(BigInt, Text, BigInt, Nullable<Text>, Text, Text)>(TEXTS)
        .bind(reports.iter().map(|report| report.id.0).collect::<Value>())
        .bind(MAX_REPORTED);
    let rows: Vec<Row> = on_backend!(conn, conn => texts.load(conn))?;
    let mut by_id: HashMap<_, _> = reports.iter_mut().map(|report| (report.id.0, report)).collect();
    for (id, username, at, title, text, excerpt) in rows {
        if let Some(Report { target, .. }) = by_id.get_mut(&id) {
            let at = Timestamp::from_unix_millis(at);
            target.reported.push(ReportedText { at, title, text, excerpt });
            target.username.get_or_insert(username);
        }
    }
    Ok(())
}
