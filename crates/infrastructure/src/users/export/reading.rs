//! What the export says of a member's reading: notifications, watch levels, saved texts, visits, bans from forums.

use ::moderation::log::LogAction;
use ::notifications::{Kind, WatchLevel};
use ::users::{ExportRecord, ExportedSettings};
use database::{
    DbConnection,
    schema::{
        forum_bans, forum_members, forum_watches, forums, moderation_log, notification_settings,
        notifications, post_watches, push_subscriptions, saved, visits,
    },
};
use diesel::prelude::*;
use kernel::{Endpoint, Reader, Timestamp};

use super::LIMIT;
use crate::{
    bans::StoredBan,
    moderation_log::{codes::action_of, is_readable},
    notifications::{frequency_of, kind_of, level_of},
    readers::ReadableBy,
};

type SettingsRow = (i64, bool, bool, bool, bool, bool, bool, i16, i64);

pub(super) fn settings(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<SettingsRow> = notification_settings::table
        .filter(notification_settings::user_id.eq(user))
        .filter(notification_settings::user_id.gt(after))
        .load(conn)?;
    let record =
        |(user, reply, mention, watched_post, watched_forum, auto_watch, push, mail, _)| {
            ExportRecord::NotificationSettings(ExportedSettings {
                user,
                reply,
                mention,
                watched_post,
                watched_forum,
                auto_watch,
                push,
                mail: frequency_of(mail).word(),
            })
        };
    Ok(rows.into_iter().map(record).collect())
}

pub(super) fn push_subscriptions(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, String, i64)> = push_subscriptions::table
        .filter(push_subscriptions::user_id.eq(user).and(push_subscriptions::id.gt(after)))
        .order(push_subscriptions::id)
        .limit(LIMIT)
        .select((
            push_subscriptions::id,
            push_subscriptions::endpoint,
            push_subscriptions::created_at,
        ))
        .load(conn)?;
    let record = |(id, endpoint, at): (_, String, _)| {
        let since = Timestamp::from_unix_millis(at);
        let host = Endpoint::parse(&endpoint).map(|endpoint| endpoint.host().to_owned());
        ExportRecord::PushSubscription { id, host: host.unwrap_or_default(), since }
    };
    Ok(rows.into_iter().map(record).collect())
}

type NotificationRow = (i64, i16, Option<i64>, Option<i64>, Option<i64>, i64, i64, bool);

pub(super) fn notifications(
    conn: &mut DbConnection,
    (user, reader): (i64, Reader),
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<NotificationRow> = notifications::table
        .filter(notifications::user_id.eq(user).and(notifications::id.gt(after)))
        .filter(crate::notifications::is_readable(reader))
        .order(notifications::id)
        .limit(LIMIT)
        .select((
            notifications::id,
            notifications::kind,
            notifications::post_id,
            notifications::forum_id,
            notifications::reply_id,
            notifications::count,
            notifications::updated_at,
            notifications::read,
        ))
        .load(conn)?;
    let record = |(id, kind, post, forum, reply, count, at, read)| {
        let (kind, updated_at) = (kind_name(kind), Timestamp::from_unix_millis(at));
        ExportRecord::Notification { id, kind, post, forum, reply, count, updated_at, read }
    };
    Ok(rows.into_iter().map(record).collect())
}

fn kind_name(code: i16) -> &'static str {
    match kind_of(code) {
        Some(Kind::Reply) => "reply",
        Some(Kind::Mention) => "mention",
        Some(Kind::WatchedPost) => "watched-post",
        Some(Kind::WatchedForum) => "watched-forum",
        Some(Kind::Moderation) => "moderation",
        Some(Kind::Report) => "report",
        None => "unknown",
    }
}

pub(super) fn post_watches(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, i16)> = post_watches::table
        .filter(post_watches::user_id.eq(user).and(post_watches::post_id.gt(after)))
        .order(post_watches::post_id)
        .limit(LIMIT)
        .select((post_watches::post_id, post_watches::level))
        .load(conn)?;
    Ok(rows.into_iter().map(watch).collect())
}

pub(super) fn forum_watches(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, i16)> = forum_watches::table
        .filter(forum_watches::user_id.eq(user).and(forum_watches::forum_id.gt(after)))
        .order(forum_watches::forum_id)
        .limit(LIMIT)
        .select((forum_watches::forum_id, forum_watches::level))
        .load(conn)?;
    Ok(rows.into_iter().map(watch).collect())
}

fn watch((on, level): (i64, i16)) -> ExportRecord {
    ExportRecord::Watch { on, muted: level_of(level) == WatchLevel::Muted }
}

pub(super) fn visits(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, i64)> = visits::table
        .filter(visits::user_id.eq(user).and(visits::post_id.gt(after)))
        .order(visits::post_id)
        .limit(LIMIT)
        .select((visits::post_id, visits::visited_at))
        .load(conn)?;
    let record = |(post, at)| ExportRecord::Visit { post, at: Timestamp::from_unix_millis(at) };
    Ok(rows.into_iter().map(record).collect())
}

pub(super) fn saved(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, i64, Option<i64>, i64)> = saved::table
        .filter(saved::user_id.eq(user).and(saved::id.gt(after)))
        .order(saved::id)
        .limit(LIMIT)
        .select((saved::id, saved::post_id, saved::reply_id, saved::saved_at))
        .load(conn)?;
    let record = |(id, post, reply, at)| {
        let at = Timestamp::from_unix_millis(at);
        ExportRecord::Saved { id, post, reply, at }
    };
    Ok(rows.into_iter().map(record).collect())
}

type LogRow = (i64, i16, Option<i64>, Option<i64>, Option<i64>, Option<String>, i64);

pub(super) fn moderation_log(
    conn: &mut DbConnection,
    (user, reader): (i64, Reader),
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    // What others said of the member in a forum that the member may not read stays there.
    let of_others = moderation_log::user_id.eq(user).and(is_readable(reader));
    let is_own = moderation_log::actor_id.eq(user).or(of_others);
    let rows: Vec<LogRow> = moderation_log::table
        .filter(is_own.and(moderation_log::id.gt(after)))
        .order(moderation_log::id)
        .limit(LIMIT)
        .select((
            moderation_log::id,
            moderation_log::action,
            moderation_log::actor_id,
            moderation_log::forum_id,
            moderation_log::target_id,
            moderation_log::reason,
            moderation_log::at,
        ))
        .load(conn)?;
    let record = |(id, action, actor, forum, target, reason, at): LogRow| {
        let action = action_of(action).map_or("", LogAction::word);
        let (did, at) = (actor == Some(user), Timestamp::from_unix_millis(at));
        ExportRecord::LogEntry { id, action, did, forum, target, reason, at }
    };
    Ok(rows.into_iter().map(record).collect())
}

pub(super) fn memberships(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, String, i64)> = forum_members::table
        .inner_join(forums::table.on(forums::id.eq(forum_members::forum_id)))
        .filter(forum_members::user_id.eq(user).and(forum_members::forum_id.gt(after)))
        .order(forum_members::forum_id)
        .limit(LIMIT)
        .select((forum_members::forum_id, forums::topic, forum_members::since))
        .load(conn)?;
    let record = |(forum, topic, since)| {
        let since = Timestamp::from_unix_millis(since);
        ExportRecord::Membership { forum, topic, since }
    };
    Ok(rows.into_iter().map(record).collect())
}

pub(super) fn forum_bans(
    conn: &mut DbConnection,
    (user, reader): (i64, Reader),
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(i64, String, StoredBan, i64)> = forum_bans::table
        .inner_join(forums::table.on(forums::id.eq(forum_bans::forum_id)))
        .filter(forum_bans::user_id.eq(user).and(forum_bans::forum_id.gt(after)))
        .filter(ReadableBy::new("forum_bans.forum_id", reader))
        .order(forum_bans::forum_id)
        .limit(LIMIT)
        .select((
            forum_bans::forum_id,
            forums::topic,
            (forum_bans::banned_until, forum_bans::reason),
            forum_bans::at,
        ))
        .load(conn)?;
    let record = |(forum, topic, ban, at): (_, _, StoredBan, _)| {
        let at = Timestamp::from_unix_millis(at);
        Some(ExportRecord::ForumBan { forum, topic, ban: ban.ban()?, at })
    };
    Ok(rows.into_iter().filter_map(record).collect())
}
