//! Reports as moderators see them, with what they are about.

use std::collections::HashMap;

use ::moderation::reports::{Report, ReportTarget, TargetKind, TargetView};
use diesel::prelude::*;
use kernel::{ForumId, PostId, ReportId, Timestamp};

use super::codes::{kind_of, reason_of, state_of};
use crate::{
    connection::DbConnection,
    schema::{messages, posts, replies, report_filings, reports, users},
    sql::padded_in::padded_in,
    texts,
};

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
    assignee: Option<String>,
}

/// The excerpt, author's name and post of a reported thing.
type Found = (String, String, Option<i64>);

/// Returns these reports by id.
pub(super) fn load(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<Vec<Report>> {
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
            users::username.nullable(),
        ))
        .load(conn)?;
    let mut targets = HashMap::new();
    for kind in TargetKind::ALL {
        let of_kind: Vec<_> =
            rows.iter().filter(|row| kind_of(row.kind) == kind).map(|row| row.target_id).collect();
        if !of_kind.is_empty() {
            for (id, found) in found(conn, kind, &of_kind)? {
                targets.insert((kind as u8, id), found);
            }
        }
    }
    let mut reports: Vec<_> = rows.into_iter().map(|row| report(row, &mut targets)).collect();
    add_filings(conn, ids, &mut reports)?;
    Ok(reports)
}

fn report(row: Row, targets: &mut HashMap<(u8, i64), Found>) -> Report {
    let target = ReportTarget { kind: kind_of(row.kind), id: row.target_id };
    let found = targets.get(&(target.kind as u8, target.id)).cloned();
    let (excerpt, username, post) =
        found.map_or((String::new(), None, None), |(text, name, post)| (text, Some(name), post));
    let (forum, post) = (row.forum_id.map(ForumId), post.map(PostId));
    Report {
        id: ReportId(row.id),
        state: state_of(row.state),
        target: TargetView { target, excerpt, username, forum, post },
        reasons: vec![],
        notes: vec![],
        assignee: row.assignee,
        opened_at: Timestamp::from_unix_millis(row.opened_at),
        decided_at: row.decided_at.map(Timestamp::from_unix_millis),
        decision: row.decision,
    }
}

/// Those of the things that are there.
fn found(conn: &mut DbConnection, kind: TargetKind, ids: &[i64]) -> QueryResult<Vec<(i64, Found)>> {
    let ids = ids.iter().copied();
    match kind {
        TargetKind::Post => {
            let rows: Vec<(i64, i32, String, String, String)> = posts::table
                .inner_join(users::table)
                .filter(padded_in(posts::id, ids))
                .select((
                    posts::id,
                    posts::renderer,
                    posts::excerpt,
                    posts::description,
                    users::username,
                ))
                .load(conn)?;
            let found = |(id, renderer, excerpt, text, name): (_, _, _, String, _)| {
                (id, (texts::excerpt(renderer, excerpt, &text), name, Some(id)))
            };
            Ok(rows.into_iter().map(found).collect())
        }
        TargetKind::Reply => {
            let rows: Vec<(i64, i64, i32, String, String, String)> = replies::table
                .inner_join(users::table)
                .filter(padded_in(replies::id, ids))
                .filter(replies::removed.eq(false))
                .select((
                    replies::id,
                    replies::post_id,
                    replies::renderer,
                    replies::excerpt,
                    replies::description,
                    users::username,
                ))
                .load(conn)?;
            let found = |(id, post, renderer, excerpt, text, name): (_, _, _, _, String, _)| {
                (id, (texts::excerpt(renderer, excerpt, &text), name, Some(post)))
            };
            Ok(rows.into_iter().map(found).collect())
        }
        TargetKind::Message => {
            let rows: Vec<(i64, String, String)> = messages::table
                .inner_join(users::table)
                .filter(padded_in(messages::id, ids))
                .select((messages::id, messages::message, users::username))
                .load(conn)?;
            // Admins see all of it: nowhere else can they read it.
            Ok(rows.into_iter().map(|(id, text, name)| (id, (text, name, None))).collect())
        }
        TargetKind::Member => {
            let rows: Vec<(i64, Option<String>, String)> = users::table
                .filter(padded_in(users::id, ids))
                .select((users::id, users::ban_reason, users::username))
                .load(conn)?;
            let found = |(id, reason, name): (_, Option<String>, _)| {
                (id, (reason.unwrap_or_default(), name, None))
            };
            Ok(rows.into_iter().map(found).collect())
        }
    }
}

/// Adds who reported these, and why, in the order in which they did.
fn add_filings(conn: &mut DbConnection, ids: &[i64], reports: &mut [Report]) -> QueryResult<()> {
    let filings: Vec<(i64, i16, String, String)> = report_filings::table
        .inner_join(users::table.on(users::id.eq(report_filings::user_id)))
        .filter(padded_in(report_filings::report_id, ids.iter().copied()))
        .order(report_filings::id)
        .select((
            report_filings::report_id,
            report_filings::reason,
            report_filings::note,
            users::username,
        ))
        .load(conn)?;
    for (id, reason, note, username) in filings {
        let Some(report) = reports.iter_mut().find(|report| report.id.0 == id) else { continue };
        report.reasons.push(reason_of(reason));
        if !note.is_empty() {
            report.notes.push((username, note));
        }
    }
    Ok(())
}
