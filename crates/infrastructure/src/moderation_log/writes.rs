use ::moderation::{
    log::{LogAction, Logged, LoggedSubject, ThingKind, logged},
    reports::{ReportState, ReportTarget, TargetKind},
};
use database::{
    DbConnection, Events, locks,
    schema::{moderation_log, reports, stored_posts, stored_replies},
};
use diesel::{dsl::max, prelude::*};
use kernel::{
    Act, Event, ForumId, PostId, Reason, ReplyId, ReportId, Timestamp, UserId, Visibility,
};

use super::codes::{action_code, kind_code};
use crate::{
    readers,
    report_codes::{kind_of, state_of},
};

/// A row before it is written.
struct NewEntry {
    action: LogAction,
    by: Option<UserId>,
    forum: Option<ForumId>,
    target: Option<Target>,
    extent: Extent,
}

/// What an act took, beside its target.
#[derive(Clone, Default)]
pub(crate) struct Extent {
    /// Of a deleted forum: nothing else knows it.
    pub(crate) topic: Option<String>,
    /// How many texts, where there are several.
    pub(crate) texts: Option<i64>,
    /// Whether it was a closed forum: what is logged of it is for admins from here on.
    pub(crate) was_closed: bool,
}

#[derive(Clone, Copy)]
struct Target {
    kind: ThingKind,
    id: i64,
    post: Option<PostId>,
    /// The member, or who wrote it.
    user: Option<i64>,
}

/// Records an event that may have an entry in the log, which is written at the end of the transaction.
pub(crate) fn record_act(
    events: &mut Events,
    event: Event,
    reason: Option<&Reason>,
    at: Timestamp,
) {
    record_act_on_several(events, event, reason, at, Extent::default());
}

/// Like [`record_act`], for an act that may take several texts.
pub(crate) fn record_act_on_several(
    events: &mut Events,
    event: Event,
    reason: Option<&Reason>,
    at: Timestamp,
    extent: Extent,
) {
    let Some(logged) = logged(&event) else { return events.record(event) };
    let reason = reason.map(|reason| reason.as_str().to_owned());
    events.record_logged(event, move |conn| {
        let Some(entry) = entry_of(conn, logged)? else { return Ok(()) };
        write(conn, &NewEntry { extent, ..entry }, reason.as_deref(), at)
    });
}

/// Records an event that is a part of an act with an entry of its own.
pub(crate) fn record_part(events: &mut Events, event: Event) {
    events.record_logged(event, |_| Ok(()));
}

/// Writes that somebody removes so many other texts of the author of a reported one.
pub(crate) fn write_same_author_removed(
    conn: &mut DbConnection,
    (kind, id): (TargetKind, i64),
    forum: Option<ForumId>,
    texts: usize,
    act: &Act,
) -> QueryResult<()> {
    let target = match kind {
        TargetKind::Post => {
            let post = PostId(id);
            let user = author_of_post(conn, post)?;
            Some(Target { kind: ThingKind::Post, id, post: Some(post), user })
        }
        TargetKind::Reply => Some(reply(conn, ReplyId(id))?),
        TargetKind::Message | TargetKind::Member => None,
    };
    let (action, extent) =
        (LogAction::SameAuthorRemoved, Extent { texts: Some(texts as i64), ..Extent::default() });
    let entry = NewEntry { action, by: act.by, forum, target, extent };
    write(conn, &entry, act.reason.as_ref().map(Reason::as_str), act.at)
}

fn entry_of(conn: &mut DbConnection, logged: Logged) -> QueryResult<Option<NewEntry>> {
    Ok(match logged {
        Logged::Act { action, by, forum, subject } => Some(NewEntry {
            action,
            by,
            forum,
            target: target(conn, subject)?,
            extent: Extent::default(),
        }),
        Logged::Decision { report, by } => decided(conn, report, by)?,
    })
}

/// Returns nothing for an act on nobody's thing.
fn target(conn: &mut DbConnection, subject: LoggedSubject) -> QueryResult<Option<Target>> {
    Ok(Some(match subject {
        LoggedSubject::Member(user) => {
            Target { kind: ThingKind::Member, id: user.0, post: None, user: Some(user.0) }
        }
        LoggedSubject::Post { post, author } => {
            let user = match author {
                Some(author) => Some(author.0),
                None => author_of_post(conn, post)?,
            };
            Target { kind: ThingKind::Post, id: post.0, post: Some(post), user }
        }
        LoggedSubject::Reply { reply, post, author } => {
            let user = Some(author.0);
            Target { kind: ThingKind::Reply, id: reply.0, post: Some(post), user }
        }
        LoggedSubject::Forum { forum, author } => {
            Target { kind: ThingKind::Forum, id: forum.0, post: None, user: Some(author.0) }
        }
        LoggedSubject::Nobody => return Ok(None),
    }))
}

fn author_of_post(conn: &mut DbConnection, post: PostId) -> QueryResult<Option<i64>> {
    stored_posts::table.find(post.0).select(stored_posts::author_id).first(conn).optional()
}

/// What the decision of a report, or taking it back, adds. The log does not say which message was reported, or who
/// appealed.
fn decided(conn: &mut DbConnection, report: ReportId, by: UserId) -> QueryResult<Option<NewEntry>> {
    let Some(Decided { target, forum, action: Some(action) }) = decision_of(conn, report)? else {
        return Ok(None);
    };
    let target = match target.kind {
        TargetKind::Post => {
            let post = PostId(target.id);
            let user = author_of_post(conn, post)?;
            Some(Target { kind: ThingKind::Post, id: post.0, post: Some(post), user })
        }
        TargetKind::Reply => Some(reply(conn, ReplyId(target.id))?),
        // Private; the unban that follows from an appeal has an entry of its own.
        TargetKind::Message | TargetKind::Member => None,
    };
    Ok(Some(NewEntry { action, by: Some(by), forum, target, extent: Extent::default() }))
}

/// A report, as far as the log tells of its decision.
struct Decided {
    target: ReportTarget,
    forum: Option<ForumId>,
    /// What the log says: nothing while somebody works on it, nor of a text that was not approved, whose removal has an entry.
    action: Option<LogAction>,
}

/// Returns nothing for a report that is gone.
fn decision_of(conn: &mut DbConnection, report: ReportId) -> QueryResult<Option<Decided>> {
    let query = reports::table.find(report.0).select((
        reports::kind,
        reports::target_id,
        reports::forum_id,
        reports::state,
        reports::held,
    ));
    let found: Option<(i16, i64, Option<i64>, i16, bool)> = query.first(conn).optional()?;
    Ok(found.map(|(kind, id, forum, state, held)| {
        let target = ReportTarget { kind: kind_of(kind), id };
        let action = decision_action(target.kind, state_of(state), held);
        Decided { target, forum: forum.map(ForumId), action }
    }))
}

fn decision_action(target: TargetKind, state: ReportState, held: bool) -> Option<LogAction> {
    let is_resolved = match (state, target) {
        (ReportState::Resolved, _) => true,
        (ReportState::Rejected, _) => false,
        (ReportState::Open, TargetKind::Member) => return Some(LogAction::AppealReopened),
        (ReportState::Open, _) if held => return Some(LogAction::HeldAgain),
        (ReportState::Open, _) => return Some(LogAction::ReportReopened),
        (ReportState::InProgress, _) => return None,
    };
    match (target, is_resolved) {
        (TargetKind::Member, true) => Some(LogAction::AppealAccepted),
        (TargetKind::Member, false) => Some(LogAction::AppealRejected),
        (TargetKind::Post, true) if held => Some(LogAction::PostApproved),
        (TargetKind::Reply, true) if held => Some(LogAction::ReplyApproved),
        (_, false) if held => None,
        (_, true) => Some(LogAction::ReportResolved),
        (_, false) => Some(LogAction::ReportRejected),
    }
}

fn reply(conn: &mut DbConnection, id: ReplyId) -> QueryResult<Target> {
    let found: Option<(i64, i64)> = stored_replies::table
        .find(id.0)
        .select((stored_replies::post_id, stored_replies::author_id))
        .first(conn)
        .optional()?;
    let (post, user) = found.unzip();
    Ok(Target { kind: ThingKind::Reply, id: id.0, post: post.map(PostId), user })
}

fn write(
    conn: &mut DbConnection,
    entry: &NewEntry,
    reason: Option<&str>,
    at: Timestamp,
) -> QueryResult<()> {
    let NewEntry { action, by, forum, target, ref extent } = *entry;
    let user = target.and_then(|target| target.user);
    let people: Vec<i64> = by.map(|by| by.0).into_iter().chain(user).collect();
    // Before any entry: deleting an account takes its entries while it holds the account.
    locks::lock_users_shared(conn, &people)?;
    if let ([_, ..], Some(target)) = (action.reverses(), target) {
        undo(conn, action.reverses(), forum, target, at.unix_millis())?;
    }
    diesel::insert_into(moderation_log::table)
        .values((
            moderation_log::at.eq(at.unix_millis()),
            moderation_log::action.eq(action_code(action)),
            moderation_log::actor_id.eq(by.map(|by| by.0)),
            moderation_log::forum_id.eq(forum.map(|forum| forum.0)),
            moderation_log::kind.eq(target.map(|target| kind_code(target.kind))),
            moderation_log::target_id.eq(target.map(|target| target.id)),
            moderation_log::post_id.eq(target.and_then(|target| target.post).map(|post| post.0)),
            moderation_log::user_id.eq(user),
            moderation_log::reason.eq(reason),
            moderation_log::topic.eq(extent.topic.as_deref()),
            moderation_log::texts.eq(extent.texts),
        ))
        .execute(conn)?;
    if let (Some(forum), true) = (forum, extent.was_closed) {
        diesel::update(moderation_log::table.filter(moderation_log::forum_id.eq(forum.0)))
            .set(moderation_log::visibility.eq(readers::stored(Visibility::Private)))
            .execute(conn)?;
    }
    Ok(())
}

/// Marks the latest of such acts on the target as undone.
fn undo(
    conn: &mut DbConnection,
    actions: &[LogAction],
    forum: Option<ForumId>,
    target: Target,
    at: i64,
) -> QueryResult<()> {
    let mut acts = moderation_log::table
        .filter(moderation_log::target_id.eq(target.id))
        .filter(moderation_log::kind.eq(kind_code(target.kind)))
        .filter(moderation_log::action.eq_any(actions.iter().map(|one| action_code(*one))))
        .select(max(moderation_log::id))
        .into_boxed();
    if let Some(forum) = forum {
        acts = acts.filter(moderation_log::forum_id.eq(forum.0));
    }
    let latest: Option<i64> = acts.first(conn)?;
    if let Some(id) = latest {
        let entry = moderation_log::table.find(id).filter(moderation_log::undone_at.is_null());
        diesel::update(entry).set(moderation_log::undone_at.eq(at)).execute(conn)?;
    }
    Ok(())
}
