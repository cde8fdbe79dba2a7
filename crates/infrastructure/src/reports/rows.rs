//! Reports as moderators see them, with what they are about.

use std::collections::HashMap;

use ::moderation::{
    log::{LogAction, ThingKind},
    reports::{Report, ReportKind, ReportTarget, TargetKind, TargetView},
};
use database::{
    DbConnection,
    schema::{
        forum_bans, messages, moderation_log, removed_replies, reports, stored_posts,
        stored_replies, users,
    },
    sql::padded_in,
};
use diesel::{dsl::not, prelude::*};
use kernel::{ForumId, PostId, RemovalRetention, ReportId, Timestamp};

use super::{evidence, filings};
use crate::moderation_log::codes::{action_code, kind_code};
use crate::report_codes::{kind_of, state_of};
use crate::texts;

#[derive(Queryable)]
struct Row {
    id: i64,
    kind: i16,
    target_id: i64,
    forum_id: Option<i64>,
    state: i16,
    opened_at: i64,
    decided_at: Option<i64>,
    decision: Option<String>,
    held: bool,
    assignee: Option<String>,
}

/// What a reported thing says, and who wrote it.
#[derive(Clone)]
struct TargetContent {
    excerpt: String,
    username: String,
    post: Option<i64>,
    is_removed: bool,
}

/// Returns these reports by id, as moderators see them.
pub(super) fn load(
    conn: &mut DbConnection,
    ids: &[i64],
    retention: RemovalRetention,
) -> QueryResult<Vec<Report>> {
    let mut reports = load_without_filings(conn, ids, retention)?;
    filings::add(conn, &mut reports)?;
    evidence::show(conn, &mut reports)?;
    Ok(reports)
}

/// Like [`load`], without reasons, notes and reported texts.
pub(super) fn load_without_filings(
    conn: &mut DbConnection,
    ids: &[i64],
    retention: RemovalRetention,
) -> QueryResult<Vec<Report>> {
    if ids.is_empty() {
        return Ok(vec![]);
    }
    let rows: Vec<Row> = reports::table
        .left_join(users::table.on(reports::assignee_id.eq(users::id.nullable())))
        .filter(padded_in(reports::id, ids.iter().copied()))
        .order(reports::id)
        .select((
            reports::id,
            reports::kind,
            reports::target_id,
            reports::forum_id,
            reports::state,
            reports::opened_at,
            reports::decided_at,
            reports::decision,
            reports::held,
            users::username.nullable(),
        ))
        .load(conn)?;
    let mut targets = HashMap::new();
    for kind in TargetKind::ALL {
        let of_kind: Vec<_> =
            rows.iter().filter(|row| kind_of(row.kind) == kind).map(|row| row.target_id).collect();
        if !of_kind.is_empty() {
            for (id, content) in contents(conn, kind, &of_kind, retention)? {
                targets.insert((kind as u8, id), content);
            }
        }
    }
    let mut reports: Vec<_> = rows.into_iter().map(|row| report(row, &mut targets)).collect();
    add_reasons_of_forums(conn, &mut reports)?;
    add_reasons_of_the_past(conn, &mut reports)?;
    Ok(reports)
}

fn report(row: Row, targets: &mut HashMap<(u8, i64), TargetContent>) -> Report {
    let target = ReportTarget { kind: kind_of(row.kind), id: row.target_id };
    let found = targets.get(&(target.kind as u8, target.id)).cloned();
    let target = TargetView {
        target,
        post: found.as_ref().and_then(|found| found.post).map(PostId),
        is_removed: found.as_ref().is_some_and(|found| found.is_removed),
        username: found.as_ref().map(|found| found.username.clone()),
        excerpt: found.map(|found| found.excerpt).unwrap_or_default(),
        forum: row.forum_id.map(ForumId),
        reported: vec![],
    };
    let kind = match target.target.kind {
        TargetKind::Member => ReportKind::Appeal,
        TargetKind::Post | TargetKind::Reply if row.held => ReportKind::Held,
        TargetKind::Post | TargetKind::Reply | TargetKind::Message => ReportKind::Report,
    };
    Report {
        id: ReportId(row.id),
        kind,
        state: state_of(row.state),
        target,
        reasons: vec![],
        notes: vec![],
        assignee: row.assignee,
        opened_at: Timestamp::from_unix_millis(row.opened_at),
        decided_at: row.decided_at.map(Timestamp::from_unix_millis),
        decision: row.decision,
        same_author: 0,
    }
}

/// Returns the contents of those things that exist. What a moderator removed exists as long as it is kept.
fn contents(
    conn: &mut DbConnection,
    kind: TargetKind,
    ids: &[i64],
    retention: RemovalRetention,
) -> QueryResult<Vec<(i64, TargetContent)>> {
    let start = retention.start.unix_millis();
    let ids = ids.iter().copied();
    match kind {
        TargetKind::Post => posts(conn, ids, start),
        TargetKind::Reply => replies(conn, ids, start),
        TargetKind::Message => {
            let rows: Vec<(i64, String, String)> = messages::table
                .inner_join(users::table)
                .filter(padded_in(messages::id, ids))
                .select((messages::id, messages::message, users::username))
                .load(conn)?;
            // Admins see all of it: nowhere else can they read it.
            let found = |(id, excerpt, username)| {
                (id, TargetContent { excerpt, username, post: None, is_removed: false })
            };
            Ok(rows.into_iter().map(found).collect())
        }
        TargetKind::Member => {
            let rows: Vec<(i64, Option<String>, String)> = users::table
                .filter(padded_in(users::id, ids))
                .select((users::id, users::ban_reason, users::username))
                .load(conn)?;
            let found = |(id, reason, username): (_, Option<String>, _)| {
                let excerpt = reason.unwrap_or_default();
                (id, TargetContent { excerpt, username, post: None, is_removed: false })
            };
            Ok(rows.into_iter().map(found).collect())
        }
    }
}

#[derive(Queryable)]
struct PostRow {
    id: i64,
    renderer: i32,
    excerpt: String,
    description: String,
    username: String,
    is_removed: bool,
}

fn posts(
    conn: &mut DbConnection,
    ids: impl Iterator<Item = i64>,
    start: i64,
) -> QueryResult<Vec<(i64, TargetContent)>> {
    let rows: Vec<PostRow> = stored_posts::table
        .inner_join(users::table)
        .filter(padded_in(stored_posts::id, ids))
        .filter(
            stored_posts::hidden_at
                .is_null()
                .or(stored_posts::hidden_at.gt(start))
                .or(stored_posts::held),
        )
        .select((
            stored_posts::id,
            stored_posts::renderer,
            stored_posts::excerpt,
            stored_posts::description,
            users::username,
            stored_posts::hidden_at.is_not_null().and(not(stored_posts::held)),
        ))
        .load(conn)?;
    let found = |row: PostRow| TargetContent {
        excerpt: texts::excerpt(row.renderer, row.excerpt, &row.description),
        username: row.username,
        post: Some(row.id),
        is_removed: row.is_removed,
    };
    Ok(rows.into_iter().map(|row| (row.id, found(row))).collect())
}

#[derive(Queryable)]
struct ReplyRow {
    id: i64,
    post_id: i64,
    renderer: i32,
    excerpt: String,
    description: String,
    username: String,
    /// Whether a moderator removed its post.
    hidden: bool,
    /// Its text, if a moderator removed it.
    removed: Option<String>,
}

fn replies(
    conn: &mut DbConnection,
    ids: impl Iterator<Item = i64>,
    start: i64,
) -> QueryResult<Vec<(i64, TargetContent)>> {
    let kept = removed_replies::table.on(removed_replies::reply_id
        .eq(stored_replies::id)
        .and(removed_replies::hidden_at.gt(start)));
    let rows: Vec<ReplyRow> = stored_replies::table
        .inner_join(users::table)
        .inner_join(stored_posts::table)
        .left_join(kept)
        .filter(padded_in(stored_replies::id, ids))
        .filter(stored_posts::hidden_at.is_null().or(stored_posts::hidden_at.gt(start)))
        .filter(stored_replies::removed.eq(false).or(removed_replies::reply_id.is_not_null()))
        .select((
            stored_replies::id,
            stored_replies::post_id,
            stored_replies::renderer,
            stored_replies::excerpt,
            stored_replies::description,
            users::username,
            stored_posts::hidden_at.is_not_null(),
            removed_replies::description.nullable(),
        ))
        .load(conn)?;
    let found = |row: ReplyRow| TargetContent {
        is_removed: row.hidden || row.removed.is_some(),
        excerpt: match &row.removed {
            Some(text) => markup::excerpt(text),
            None => texts::excerpt(row.renderer, row.excerpt, &row.description),
        },
        username: row.username,
        post: Some(row.post_id),
    };
    Ok(rows.into_iter().map(|row| (row.id, found(row))).collect())
}

/// Says in appeals against bans from forums why the member is banned there, instead of from the site.
fn add_reasons_of_forums(conn: &mut DbConnection, reports: &mut [Report]) -> QueryResult<()> {
    let mut appeals: Vec<_> = reports
        .iter_mut()
        .map(|report| &mut report.target)
        .filter(|view| view.target.kind == TargetKind::Member)
        .filter_map(|view| Some(((view.forum?.0, view.target.id), &mut view.excerpt)))
        .collect();
    if appeals.is_empty() {
        return Ok(());
    }
    let bans: Vec<(i64, i64, Option<String>)> = forum_bans::table
        .filter(padded_in(forum_bans::forum_id, appeals.iter().map(|((forum, _), _)| *forum)))
        .filter(padded_in(forum_bans::user_id, appeals.iter().map(|((_, user), _)| *user)))
        .select((forum_bans::forum_id, forum_bans::user_id, forum_bans::reason))
        .load(conn)?;
    for (ban, excerpt) in &mut appeals {
        let reason = bans.iter().find(|(forum, user, _)| (*forum, *user) == *ban);
        **excerpt = reason.and_then(|(_, _, reason)| reason.clone()).unwrap_or_default();
    }
    Ok(())
}

/// The member and forum of a ban, its time and its reason.
type LoggedBan = (Option<i64>, Option<i64>, i64, Option<String>);

/// Says in decided appeals why the member was banned then, as the log does: the ban itself may be over or another one.
fn add_reasons_of_the_past(conn: &mut DbConnection, reports: &mut [Report]) -> QueryResult<()> {
    let mut appeals: Vec<_> = reports
        .iter_mut()
        .filter(|report| report.kind == ReportKind::Appeal && report.state.is_decided())
        .collect();
    if appeals.is_empty() {
        return Ok(());
    }
    let members = appeals.iter().map(|report| report.target.target.id);
    let actions = [LogAction::Banned, LogAction::ForumBanned].map(action_code);
    let bans: Vec<LoggedBan> = moderation_log::table
        .filter(padded_in(moderation_log::target_id, members))
        .filter(moderation_log::kind.eq(kind_code(ThingKind::Member)))
        .filter(moderation_log::action.eq_any(actions))
        .order(moderation_log::id.desc())
        .select((
            moderation_log::target_id,
            moderation_log::forum_id,
            moderation_log::at,
            moderation_log::reason,
        ))
        .load(conn)?;
    for report in &mut appeals {
        let forum = report.target.forum.map(|forum| forum.0);
        let ban = bans.iter().find(|(member, of, at, _)| {
            *member == Some(report.target.target.id)
                && *of == forum
                && *at <= report.opened_at.unix_millis()
        });
        report.target.excerpt =
            ban.and_then(|(_, _, _, reason)| reason.clone()).unwrap_or_default();
    }
    Ok(())
}
