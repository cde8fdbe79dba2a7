use std::collections::HashMap;

use ::moderation::reports::ReportState;
use ::notifications::{NotificationRetention, Unread};
use database::{
    DbConnection, on_backend,
    schema::{contacts, notifications},
    sql::{
        padded_in,
        prepared::{Value, prepared},
    },
};
use diesel::{
    dsl::{count_star, sql},
    prelude::*,
    sql_types::{BigInt, Bool},
};
use kernel::{Role, Timestamp, UserId};

use crate::{readers::may_user_read, report_codes::state_code, roles};

/// How many members are asked about at once.
const AT_ONCE: usize = 1_000;

pub(super) fn counts(
    conn: &mut DbConnection,
    users: &[UserId],
    now: Timestamp,
) -> QueryResult<Vec<Unread>> {
    let retention = NotificationRetention::at(now);
    let mut counts = HashMap::new();
    for users in users.chunks(AT_ONCE) {
        for (user, notifications) in of_notifications(conn, users, retention)? {
            entry(&mut counts, user).notifications = notifications;
        }
        for (user, messages) in of_messages(conn, users)? {
            entry(&mut counts, user).messages += messages;
        }
        for (user, reports) in of_reports(conn, users, now)? {
            entry(&mut counts, user).reports = reports;
        }
    }
    Ok(counts.into_values().collect())
}

fn entry(counts: &mut HashMap<i64, Unread>, user: i64) -> &mut Unread {
    let nothing = Unread { user: UserId(user), notifications: 0, messages: 0, reports: 0 };
    counts.entry(user).or_insert(nothing)
}

fn of_notifications(
    conn: &mut DbConnection,
    users: &[UserId],
    retention: NotificationRetention,
) -> QueryResult<Vec<(i64, i64)>> {
    let query = notifications::table
        .filter(padded_in(notifications::user_id, users.iter().map(|user| user.0)))
        .filter(notifications::read.eq(false))
        .filter(notifications::updated_at.gt(retention.start.unix_millis()))
        .filter(
            notifications::forum_id
                .is_null()
                .or(sql::<Bool>(&may_user_read("notifications.user_id", "notifications.forum_id"))),
        )
        .group_by(notifications::user_id)
        .select((notifications::user_id, count_star()));
    on_backend!(conn, conn => query.load(conn))
}

/// Counts the unread notifications of a member.
pub(crate) fn count_unread(
    conn: &mut DbConnection,
    user: UserId,
    retention: NotificationRetention,
) -> QueryResult<i64> {
    let counts = of_notifications(conn, &[user], retention)?;
    Ok(counts.first().map_or(0, |(_, count)| *count))
}

/// The unread messages of each contact: the databases add them up to a type of their own.
fn of_messages(conn: &mut DbConnection, users: &[UserId]) -> QueryResult<Vec<(i64, i64)>> {
    let query = contacts::table
        .filter(padded_in(contacts::owner_id, users.iter().map(|user| user.0)))
        .filter(contacts::unread.gt(0))
        .select((contacts::owner_id, contacts::unread));
    on_backend!(conn, conn => query.load(conn))
}

/// Takes the role of admins and, twice, the state of open reports; at the end the time.
const REPORTS: &str = "
    SELECT u.id, CASE WHEN u.role = ?
        THEN (SELECT count(*) FROM reports r WHERE r.state = ?)
        ELSE (SELECT count(*) FROM forum_moderators m JOIN reports r ON r.forum_id = m.forum_id
            WHERE m.user_id = u.id AND r.state = ?) END
    FROM users u WHERE u.id IN ? AND u.banned_until <= ?";

/// The open reports that each of these members may decide.
fn of_reports(
    conn: &mut DbConnection,
    users: &[UserId],
    now: Timestamp,
) -> QueryResult<Vec<(i64, i64)>> {
    let users: Value = users.iter().map(|user| user.0).collect();
    let open = i64::from(state_code(ReportState::Open));
    let query = prepared::<(BigInt, BigInt)>(REPORTS)
        .bind(i64::from(roles::stored(Role::Admin)))
        .bind(open)
        .bind(open)
        .bind(users)
        .bind(now.unix_millis());
    on_backend!(conn, conn => query.load(conn))
}
