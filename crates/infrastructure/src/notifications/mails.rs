//! Mails about what is unread: when they are due, and what they say.

use std::{collections::HashSet, time::Duration};

use ::notifications::{MailFrequency, Notification, NotificationRetention};
use ::users::MAX_REFUSALS;
use database::{
    Channel, DbConnection, on_backend,
    schema::{
        deliveries, favorites, forums, notification_settings, notifications, posts, user_emails,
        users,
    },
    sql::prepared::{Value, prepared},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{Limit, PageRequest, Reader, Role, Timestamp, UserId};

use super::{
    lists,
    settings::{frequency_code, frequency_of},
};
use crate::{bans::is_not_banned, readers::ReadableBy, roles, waiting_mails::UNREAD};

/// The most notifications, and the most posts, that a mail shows.
pub(crate) const MAX_UNREAD: usize = 20;
const MAX_HOT: i64 = 5;
/// A notification is dated when its transaction begins, and seen when that ends: longer than any transaction takes.
const LATE: Duration = Duration::from_hours(1);

/// Takes the time, the kind of mail, the time when it is due, and the frequency. Without the `WHERE`, SQLite takes `ON
/// CONFLICT` for the condition of a join.
const STORE: &str = "
    INSERT INTO deliveries (channel, user_id, key, data, created_at, due_at)
    SELECT ?, s.user_id, 'unread ' || s.user_id, ?, ?, ?
    FROM notification_settings s JOIN user_emails e ON e.user_id = s.user_id
    WHERE s.mail = ? AND e.confirmed IS NOT NULL AND e.refusals < ? AND s.user_id IN ?
    ON CONFLICT (channel, key) DO UPDATE SET due_at =
        CASE WHEN deliveries.due_at > excluded.due_at THEN excluded.due_at ELSE deliveries.due_at END";

/// Stores a mail for each of these members who gets one soon after each act.
pub(super) fn store_for(
    conn: &mut DbConnection,
    recipients: &[i64],
    now: Timestamp,
    delay: Duration,
) -> QueryResult<()> {
    store(conn, recipients, MailFrequency::Each, now, now.after(delay))
}

/// Stores the next digest of a member who gets them, in the place of what waits.
pub(crate) fn plan_digest(
    conn: &mut DbConnection,
    user: UserId,
    now: Timestamp,
) -> QueryResult<()> {
    let waiting = deliveries::table
        .filter(deliveries::channel.eq(Channel::Mail.code()))
        .filter(deliveries::key.eq(format!("unread {user}")));
    on_backend!(conn, conn => diesel::delete(waiting).execute(conn))?;
    for frequency in MailFrequency::ALL {
        if let Some(period) = frequency.period() {
            store(conn, &[user.0], frequency, now, now.after(period))?;
        }
    }
    Ok(())
}

fn store(
    conn: &mut DbConnection,
    recipients: &[i64],
    frequency: MailFrequency,
    now: Timestamp,
    due_at: Timestamp,
) -> QueryResult<()> {
    if recipients.is_empty() {
        return Ok(());
    }
    let statement = prepared::<()>(STORE)
        .bind(i64::from(Channel::Mail.code()))
        .bind(UNREAD.to_owned())
        .bind(now.unix_millis())
        .bind(due_at.unix_millis())
        .bind(i64::from(frequency_code(frequency)))
        .bind(i64::from(MAX_REFUSALS))
        .bind(recipients.iter().copied().collect::<Value>());
    on_backend!(conn, conn => statement.execute(conn))?;
    Ok(())
}

/// Who gets a mail about what is unread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnreadReader {
    pub(crate) reader: Reader,
    pub(crate) frequency: MailFrequency,
    /// When the last such mail went out.
    pub(crate) mailed_at: Timestamp,
}

/// A post that a digest shows.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub(crate) struct HotPost {
    pub(crate) id: i64,
    pub(crate) title: String,
    pub(crate) topic: String,
}

/// Finds out who gets a mail; `None` if the member is banned, has no address for it, or gets none any more.
pub(crate) fn unread_reader(
    conn: &mut DbConnection,
    user: UserId,
    now: Timestamp,
) -> QueryResult<Option<UnreadReader>> {
    let reached = user_emails::table
        .filter(user_emails::user_id.eq(users::id))
        .filter(user_emails::confirmed.is_not_null())
        .filter(user_emails::refusals.lt(MAX_REFUSALS));
    let query = users::table
        .inner_join(notification_settings::table.on(notification_settings::user_id.eq(users::id)))
        .filter(users::id.eq(user.0))
        .filter(is_not_banned(now))
        .filter(exists(reached))
        .select((users::role, notification_settings::mail, notification_settings::mailed_at));
    let found: Option<(i16, i16, i64)> = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(found.and_then(|(role, mail, mailed_at)| {
        let is_admin = roles::from_stored(role) == Role::Admin;
        let reader = if is_admin { Reader::Admin } else { Reader::Insider(user) };
        let (frequency, mailed_at) = (frequency_of(mail), Timestamp::from_unix_millis(mailed_at));
        let wanted = UnreadReader { reader, frequency, mailed_at };
        (frequency != MailFrequency::Off).then_some(wanted)
    }))
}

/// Returns what is unread and was not mailed yet, the latest first. What is about signing in has mails of its own.
pub(crate) fn not_mailed(
    conn: &mut DbConnection,
    user: UserId,
    reader: &UnreadReader,
    now: Timestamp,
) -> QueryResult<Vec<Notification>> {
    let new = notifications::table
        .filter(notifications::user_id.eq(user.0))
        .filter(notifications::read.eq(false))
        .filter(notifications::updated_at.gt(reader.mailed_at.before(LATE).unix_millis()))
        .filter(notifications::updated_at.gt(notifications::mailed))
        .select(notifications::id);
    let new: HashSet<i64> = on_backend!(conn, conn => new.load(conn))?.into_iter().collect();
    let retention = NotificationRetention::at(now);
    let page = PageRequest { limit: Limit::default(), after: None };
    let mut unread = lists::list(conn, (user, reader.reader), true, retention, &page)?.items;
    unread.retain(|notification| {
        new.contains(&notification.id.0)
            && !notification.act.is_some_and(::notifications::ModerationAct::is_about_sign_in)
    });
    Ok(unread)
}

/// Returns the hottest posts since `since` of the forums that a member marked as favorites.
pub(crate) fn hot_in_favorites(
    conn: &mut DbConnection,
    user: UserId,
    reader: Reader,
    since: Timestamp,
) -> QueryResult<Vec<HotPost>> {
    let query = posts::table
        .inner_join(favorites::table.on(favorites::forum_id.eq(posts::forum_id)))
        .inner_join(forums::table.on(forums::id.eq(posts::forum_id)))
        .filter(favorites::user_id.eq(user.0))
        .filter(posts::author_id.ne(user.0))
        .filter(posts::created_at.gt(since.unix_millis()))
        .filter(ReadableBy::new("favorites.forum_id", reader))
        .order((posts::hot.desc(), posts::id.desc()))
        .limit(MAX_HOT)
        .select((posts::id, posts::title, forums::topic));
    on_backend!(conn, conn => query.load(conn))
}

/// Notes that a mail about what is unread went out, and that it told of these.
pub(crate) fn note_mailed(
    conn: &mut DbConnection,
    user: UserId,
    news: &[Notification],
    at: Timestamp,
) -> QueryResult<()> {
    let row = diesel::update(notification_settings::table.find(user.0))
        .set(notification_settings::mailed_at.eq(at.unix_millis()));
    on_backend!(conn, conn => row.execute(conn))?;
    for told in news {
        let row = diesel::update(notifications::table.find(told.id.0))
            .set(notifications::mailed.eq(told.updated_at.unix_millis()));
        on_backend!(conn, conn => row.execute(conn))?;
    }
    Ok(())
}
