//! Decided reports, their reporters, and what a notification says of a report.

use std::collections::HashMap;

use ::moderation::reports::{ReportState, ReportTarget, TargetKind};
use ::notifications::{Kind, ModerationAct, Subject};
use database::{
    DbConnection, Events, on_backend,
    schema::{notifications, posts, replies, report_filings, reports},
    sql::{padded_in, prepared::prepared},
};
use diesel::{prelude::*, sql_types::BigInt};
use kernel::{ForumId, PostId, ReplyId, ReportId, UserId};

use super::{
    moderated::ModeratedText,
    recipients::AT_ONCE,
    store::record_unread,
    stored::{kind_code as kind_code_of, subject_word},
};
use crate::report_codes::{kind_code, kind_of, state_code, state_of};

/// Returns the forum of a report, if it has one, and what was done to it; `None` if nothing was yet.
pub(super) fn decided(
    conn: &mut DbConnection,
    report: ReportId,
) -> QueryResult<Option<(Option<ForumId>, ModerationAct)>> {
    let columns = (reports::kind, reports::forum_id, reports::state);
    let query = reports::table.find(report.0).select(columns);
    let found: Option<(i16, Option<i64>, i16)> =
        on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(found.and_then(|(kind, forum, state)| {
        let is_appeal = kind == kind_code(TargetKind::Member);
        let act = match state_of(state) {
            ReportState::Resolved if is_appeal => ModerationAct::AppealAccepted,
            ReportState::Rejected if is_appeal => ModerationAct::AppealRejected,
            ReportState::Resolved => ModerationAct::ReportResolved,
            ReportState::Rejected => ModerationAct::ReportRejected,
            ReportState::Open | ReportState::InProgress => return None,
        };
        Some((forum.map(ForumId), act))
    }))
}

/// Deletes what nobody has read about the decision of a report that is open again.
pub(crate) fn forget_decision(
    conn: &mut DbConnection,
    events: &mut Events,
    report: ReportId,
) -> QueryResult<()> {
    let reporters = report_filings::table
        .filter(report_filings::report_id.eq(report.0))
        .select(report_filings::user_id);
    let unread = notifications::table
        .filter(notifications::user_id.eq_any(reporters))
        .filter(notifications::kind.eq(kind_code_of(Kind::Report)))
        .filter(notifications::subject.eq(subject_word(Subject::Report(report))))
        .filter(notifications::read.eq(false));
    let query = diesel::delete(unread).returning(notifications::user_id);
    let mut users: Vec<i64> = on_backend!(conn, conn => query.load(conn))?;
    users.sort_unstable();
    record_unread(events, &users);
    Ok(())
}

/// Deletes what the author of a text was told of its approval or rejection.
pub(crate) fn forget_approval(
    conn: &mut DbConnection,
    events: &mut Events,
    target: ReportTarget,
    author: UserId,
) -> QueryResult<()> {
    use ModerationAct::{PostApproved, PostRemoved, ReplyApproved, ReplyRemoved};
    let subjects = match target.kind {
        TargetKind::Post => [PostApproved, PostRemoved]
            .map(|act| subject_word(Subject::ModeratedPost(act, PostId(target.id)))),
        TargetKind::Reply => [ReplyApproved, ReplyRemoved]
            .map(|act| subject_word(Subject::ModeratedReply(act, ReplyId(target.id)))),
        TargetKind::Message | TargetKind::Member => return Ok(()),
    };
    let about = notifications::table
        .filter(notifications::user_id.eq(author.0))
        .filter(notifications::kind.eq(kind_code_of(Kind::Moderation)))
        .filter(notifications::subject.eq_any(subjects));
    if on_backend!(conn, conn => diesel::delete(about).execute(conn))? > 0 {
        record_unread(events, &[author.0]);
    }
    Ok(())
}

/// What a report is about, and why it was decided so.
pub(super) struct Reported {
    pub(super) post: Option<i64>,
    /// A reply that is there, with its post.
    pub(super) reply: Option<i64>,
    /// The note of the decision.
    pub(super) decision: Option<String>,
}

/// Returns what these reports are about.
pub(super) fn reported(
    conn: &mut DbConnection,
    ids: &[i64],
) -> QueryResult<HashMap<i64, Reported>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = reports::table.filter(padded_in(reports::id, ids.iter().copied())).select((
        reports::id,
        reports::kind,
        reports::target_id,
        reports::decision,
    ));
    let rows: Vec<(i64, i16, i64, Option<String>)> = on_backend!(conn, conn => query.load(conn))?;
    let replies = rows.iter().filter(|row| kind_of(row.1) == TargetKind::Reply);
    let posts = posts_of_replies(conn, &replies.map(|row| row.2).collect::<Vec<_>>())?;
    let reported = |(id, kind, target, decision)| {
        let (post, reply) = match kind_of(kind) {
            TargetKind::Post => (Some(target), None),
            TargetKind::Reply => match posts.get(&target) {
                Some(&post) => (Some(post), Some(target)),
                None => (None, None),
            },
            TargetKind::Message | TargetKind::Member => (None, None),
        };
        (id, Reported { post, reply, decision })
    };
    Ok(rows.into_iter().map(reported).collect())
}

fn posts_of_replies(conn: &mut DbConnection, ids: &[i64]) -> QueryResult<HashMap<i64, i64>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = replies::table
        .filter(padded_in(replies::id, ids.iter().copied()))
        .filter(replies::removed.eq(false))
        .select((replies::id, replies::post_id));
    let rows: Vec<(i64, i64)> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().collect())
}

/// Returns the text that a resolved report asked to approve, with its author; `None` for other reports.
pub(super) fn approved(
    conn: &mut DbConnection,
    report: ReportId,
) -> QueryResult<Option<ModeratedText>> {
    let query = reports::table
        .find(report.0)
        .filter(reports::held.and(reports::state.eq(state_code(ReportState::Resolved))))
        .select((reports::kind, reports::target_id, reports::forum_id));
    let found: Option<(i16, i64, Option<i64>)> =
        on_backend!(conn, conn => query.first(conn)).optional()?;
    let Some((kind, id, Some(forum))) = found else { return Ok(None) };
    let author_and_post: Option<(i64, i64)> = if kind == kind_code(TargetKind::Post) {
        let query = posts::table.find(id).select((posts::author_id, posts::id));
        on_backend!(conn, conn => query.first(conn)).optional()?
    } else {
        let query = replies::table.find(id).select((replies::author_id, replies::post_id));
        on_backend!(conn, conn => query.first(conn)).optional()?
    };
    let text = |(author, post)| {
        let (act, reply) = if kind == kind_code(TargetKind::Post) {
            (ModerationAct::PostApproved, None)
        } else {
            (ModerationAct::ReplyApproved, Some(ReplyId(id)))
        };
        let (author, forum, post) = (UserId(author), ForumId(forum), PostId(post));
        ModeratedText { author, forum, post, reply, act }
    };
    Ok(author_and_post.map(text))
}

const REPORTERS: &str = "
    SELECT u.id FROM report_filings f JOIN users u ON u.id = f.user_id
    WHERE f.report_id = ? AND f.user_id > ? AND f.user_id <> ? ORDER BY u.id LIMIT ?";

/// Returns the next reporters with ids above `after`, in their order, without the one who decided. Locks them
/// against deletion of their accounts.
pub(super) fn lock_reporters(
    conn: &mut DbConnection,
    report: ReportId,
    by: Option<UserId>,
    after: i64,
) -> QueryResult<Vec<i64>> {
    let query = prepared::<(BigInt,)>(REPORTERS)
        .bind(report.0)
        .bind(after)
        .bind(by.map_or(0, |by| by.0))
        .bind(AT_ONCE)
        .locking("FOR KEY SHARE OF u");
    let rows: Vec<(i64,)> = on_backend!(conn, conn => query.load(conn))?;
    Ok(rows.into_iter().map(|(user,)| user).collect())
}
