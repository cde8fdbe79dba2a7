//! Reports that wait for a decision, as other adapters open and close them: appeals against bans, and reports that ask
//! for the approval of held texts. A text is locked before its report, which is undecided as long as the text is held or,
//! where members filed it, shown.

use std::collections::{BTreeSet, HashSet};

use ::moderation::reports::{ReportState, ReportTarget, TargetKind};
use database::{
    DbConnection, Events, locks,
    schema::{messages, reports, stored_posts, stored_replies},
};
use diesel::{
    dsl::{exists, max, not},
    expression::SqlLiteral,
    prelude::*,
    sql_types::Bool,
};
use kernel::{Act, Event, ForumId, PostId, ReportId, Text, Timestamp, UserId, Visibility};

use crate::{
    notifications::record_queue_changed,
    readers,
    report_codes::{is_appeal, is_undecided, kind_code, state_code},
};

/// The outcome of holding a text again about which a moderator decided.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum HoldOutcome {
    /// The author of the text.
    Held(UserId),
    /// Others answered it.
    Answered,
    /// Members reported it.
    Reported,
    /// It was removed, restored or deleted after the decision.
    Changed,
}

/// The appeals of a member that are not decided: at most one against a ban from each forum, and from the site.
#[diesel::dsl::auto_type]
fn undecided(member: UserId) -> _ {
    let kind: i16 = kind_code(TargetKind::Member);
    let member: i64 = member.0;
    let is_undecided: SqlLiteral<Bool> = is_undecided();
    reports::table
        .filter(reports::kind.eq(kind))
        .filter(reports::target_id.eq(member))
        .filter(is_undecided)
}

/// Returns the appeal against a ban from there that is not decided.
pub(crate) fn waiting(
    conn: &mut DbConnection,
    member: UserId,
    forum: Option<ForumId>,
) -> QueryResult<Option<i64>> {
    let query = undecided(member).select(reports::id).into_boxed();
    let query = match forum {
        Some(forum) => query.filter(reports::forum_id.eq(forum.0)),
        None => query.filter(reports::forum_id.is_null()),
    };
    query.first(conn).optional()
}

/// Returns the latest appeal against a ban from there, decided or not.
pub(crate) fn latest_appeal(
    conn: &mut DbConnection,
    member: UserId,
    forum: Option<ForumId>,
) -> QueryResult<Option<i64>> {
    let appeals = reports::table
        .filter(is_appeal())
        .filter(reports::target_id.eq(member.0))
        .select(max(reports::id))
        .into_boxed();
    let appeals = match forum {
        Some(forum) => appeals.filter(reports::forum_id.eq(forum.0)),
        None => appeals.filter(reports::forum_id.is_null()),
    };
    appeals.first(conn)
}

/// Stores a lifted ban with the appeal against it, so that it can be brought back with its end and reason.
pub(crate) fn keep_lifted_ban(
    conn: &mut DbConnection,
    member: UserId,
    forum: Option<ForumId>,
    (until, reason): (i64, Option<String>),
) -> QueryResult<()> {
    let Some(appeal) = latest_appeal(conn, member, forum)? else { return Ok(()) };
    diesel::update(reports::table.find(appeal))
        .set((reports::ban_until.eq(until), reports::ban_reason.eq(reason)))
        .execute(conn)?;
    Ok(())
}

/// Returns whether a report of the thing is not decided.
pub(crate) fn has_undecided(conn: &mut DbConnection, target: ReportTarget) -> QueryResult<bool> {
    let undecided = reports::table
        .filter(reports::kind.eq(kind_code(target.kind)).and(reports::target_id.eq(target.id)))
        .filter(is_undecided());
    diesel::select(exists(undecided)).get_result(conn)
}

/// Returns the forums from which the member is banned and where an appeal waits.
pub(crate) fn forums_of_waiting(
    conn: &mut DbConnection,
    member: UserId,
) -> QueryResult<HashSet<i64>> {
    let forums: Vec<Option<i64>> = undecided(member).select(reports::forum_id).load(conn)?;
    Ok(forums.into_iter().flatten().collect())
}

/// Resolves the waiting appeal against a ban that is lifted.
pub(crate) fn resolve_waiting(
    conn: &mut DbConnection,
    events: &mut Events,
    member: UserId,
    forum: Option<ForumId>,
    act: &Act,
) -> QueryResult<()> {
    let Some(appeal) = waiting(conn, member, forum)? else { return Ok(()) };
    diesel::update(reports::table.find(appeal))
        .set((
            reports::state.eq(state_code(ReportState::Resolved)),
            reports::assignee_id.eq(act.by.map(|by| by.0)),
            reports::decided_at.eq(act.at.unix_millis()),
        ))
        .execute(conn)?;
    record_queue_changed(conn, events, forum.map(|forum| forum.0))
}

/// Deletes the appeals of a member, who deletes the account.
pub(crate) fn delete_appeals(conn: &mut DbConnection, member: UserId) -> QueryResult<()> {
    let appeals = reports::table.filter(is_appeal()).filter(reports::target_id.eq(member.0));
    diesel::delete(appeals).execute(conn)?;
    Ok(())
}

/// Resolves the report about a text that its author or a moderator takes away. Call it after users are locked.
pub(crate) fn resolve_of(
    conn: &mut DbConnection,
    events: &mut Events,
    target: ReportTarget,
    author: UserId,
    act: &Act,
) -> QueryResult<()> {
    let about = reported(target.kind).filter(reports::target_id.eq(target.id));
    let ids = about.select(reports::id).load(conn)?;
    close(conn, events, &ids, act, act.by.filter(|by| *by != author))
}

/// Like [`resolve_of`], for a post and the replies to it.
pub(crate) fn resolve_of_post(
    conn: &mut DbConnection,
    events: &mut Events,
    post: PostId,
    author: UserId,
    act: &Act,
) -> QueryResult<()> {
    let replies =
        stored_replies::table.filter(stored_replies::post_id.eq(post.0)).select(stored_replies::id);
    let about = reported(TargetKind::Post).filter(reports::target_id.eq(post.0));
    let mut ids: Vec<i64> = about.select(reports::id).load(conn)?;
    let about = reported(TargetKind::Reply).filter(reports::target_id.eq_any(replies));
    ids.extend(about.select(reports::id).load::<i64>(conn)?);
    close(conn, events, &ids, act, act.by.filter(|by| *by != author))
}

/// Resolves the reports about texts of a forum that is deleted, and leaves all of them to the admins. Those about bans and
/// texts that wait for approval go with the forum.
pub(crate) fn resolve_of_forum(
    conn: &mut DbConnection,
    events: &mut Events,
    forum: ForumId,
    act: &Act,
) -> QueryResult<()> {
    let of_forum = || reports::table.filter(reports::forum_id.eq(forum.0));
    let undecided = || of_forum().filter(is_undecided());
    if diesel::select(exists(undecided())).get_result(conn)? {
        record_queue_changed(conn, events, Some(forum.0))?;
    }
    let is_reported = || not(reports::held).and(reports::kind.ne(kind_code(TargetKind::Member)));
    let ids = undecided().filter(is_reported()).select(reports::id).load(conn)?;
    // Without its forum nobody could tell later which of the reporters may know of a closed one.
    let is_told = readers::visibility(conn, forum)? == Some(Visibility::Public);
    let event = |report| is_told.then_some(Event::ReportClosed { report, by: act.by });
    close_recording(conn, events, &ids, act, act.by, event)?;
    diesel::update(of_forum().filter(is_reported()))
        .set(reports::forum_id.eq(None::<i64>))
        .execute(conn)?;
    Ok(())
}

/// Resolves the reports about messages that go with the account of who sent or received them.
pub(crate) fn resolve_of_messages(
    conn: &mut DbConnection,
    events: &mut Events,
    member: UserId,
    at: Timestamp,
) -> QueryResult<()> {
    let own = messages::table
        .filter(messages::sender_id.eq(member.0).or(messages::recipient_id.eq(member.0)))
        .select(messages::id);
    let about = reported(TargetKind::Message).filter(reports::target_id.eq_any(own));
    let ids = about.select(reports::id).load(conn)?;
    close(conn, events, &ids, &Act { by: Some(member), reason: None, at }, None)
}

/// The undecided reports by members about things of a kind.
#[diesel::dsl::auto_type]
fn reported(kind: TargetKind) -> _ {
    let kind: i16 = kind_code(kind);
    let is_undecided: SqlLiteral<Bool> = is_undecided();
    reports::table.filter(reports::kind.eq(kind)).filter(is_undecided).filter(not(reports::held))
}

/// Resolves reports, unless somebody decided them meanwhile, and tells who filed them.
fn close(
    conn: &mut DbConnection,
    events: &mut Events,
    ids: &[i64],
    act: &Act,
    assignee: Option<UserId>,
) -> QueryResult<()> {
    let event = |report| Some(Event::ReportClosed { report, by: act.by });
    close_recording(conn, events, ids, act, assignee, event)
}

fn close_recording(
    conn: &mut DbConnection,
    events: &mut Events,
    ids: &[i64],
    act: &Act,
    assignee: Option<UserId>,
    event: impl Fn(ReportId) -> Option<Event>,
) -> QueryResult<()> {
    if let (Some(assignee), false) = (assignee, ids.is_empty()) {
        locks::lock_users_shared(conn, &[assignee.0])?;
    }
    let mut forums = BTreeSet::new();
    for id in ids {
        let undecided = reports::table.find(*id).filter(is_undecided());
        let closed: Option<Option<i64>> = diesel::update(undecided)
            .set((
                reports::state.eq(state_code(ReportState::Resolved)),
                reports::assignee_id.eq(assignee.map(|by| by.0)),
                reports::decided_at.eq(act.at.unix_millis()),
                reports::decision.eq(act.reason.as_ref().map(Text::as_str)),
            ))
            .returning(reports::forum_id)
            .get_result(conn)
            .optional()?;
        if let Some(forum) = closed {
            forums.insert(forum);
            if let Some(event) = event(ReportId(*id)) {
                events.record(event);
            }
        }
    }
    forums.into_iter().try_for_each(|forum| record_queue_changed(conn, events, forum))
}

/// Opens a report that asks the moderators of a forum to approve a text.
pub(crate) fn open_held(
    conn: &mut DbConnection,
    events: &mut Events,
    target: ReportTarget,
    forum: ForumId,
    at: Timestamp,
) -> QueryResult<()> {
    let report: i64 = diesel::insert_into(reports::table)
        .values((
            reports::kind.eq(kind_code(target.kind)),
            reports::target_id.eq(target.id),
            reports::forum_id.eq(forum.0),
            reports::state.eq(state_code(ReportState::Open)),
            reports::opened_at.eq(at.unix_millis()),
            reports::held.eq(true),
        ))
        .returning(reports::id)
        .get_result(conn)?;
    events.record(Event::ReportOpened { report: ReportId(report) });
    record_queue_changed(conn, events, Some(forum.0))
}

/// Deletes the report of a withdrawn text. The caller has locked the text.
pub(crate) fn close_held(
    conn: &mut DbConnection,
    events: &mut Events,
    target: ReportTarget,
) -> QueryResult<()> {
    let waiting = reports::table
        .filter(reports::kind.eq(kind_code(target.kind)))
        .filter(reports::target_id.eq(target.id))
        .filter(reports::held)
        .filter(is_undecided());
    let forum: Option<Option<i64>> =
        diesel::delete(waiting).returning(reports::forum_id).get_result(conn).optional()?;
    match forum {
        Some(forum) => record_queue_changed(conn, events, forum),
        None => Ok(()),
    }
}

/// Deletes the reports of the held replies to a post that is wiped.
pub(crate) fn close_held_under(
    conn: &mut DbConnection,
    events: &mut Events,
    post: PostId,
) -> QueryResult<()> {
    let held: Vec<i64> = stored_replies::table
        .filter(stored_replies::post_id.eq(post.0).and(stored_replies::held))
        .select(stored_replies::id)
        .load(conn)?;
    for id in held {
        close_held(conn, events, ReportTarget { kind: TargetKind::Reply, id })?;
    }
    Ok(())
}

/// Deletes the held texts of a member whose account is deleted, and their reports.
pub(crate) fn delete_held(conn: &mut DbConnection, member: UserId) -> QueryResult<()> {
    let undecided = |kind| {
        reports::table
            .filter(reports::held.and(reports::kind.eq(kind_code(kind))))
            .filter(is_undecided())
    };
    let posts =
        || stored_posts::table.filter(stored_posts::author_id.eq(member.0).and(stored_posts::held));
    let replies = || {
        stored_replies::table
            .filter(stored_replies::author_id.eq(member.0).and(stored_replies::held))
    };
    let is_about = reports::target_id.eq_any(posts().select(stored_posts::id));
    diesel::delete(undecided(TargetKind::Post).filter(is_about)).execute(conn)?;
    let is_about = reports::target_id.eq_any(replies().select(stored_replies::id));
    diesel::delete(undecided(TargetKind::Reply).filter(is_about)).execute(conn)?;
    diesel::delete(posts()).execute(conn)?;
    diesel::delete(replies()).execute(conn)?;
    Ok(())
}
