mod deleted_forum;
mod lists;
pub(crate) mod mails;
mod moderated;
mod producer;
mod reader;
mod reasons;
mod recipients;
mod removed;
mod reported;
mod retention;
mod security;
mod settings;
mod store;
mod stored;
mod unread;
mod written;

use ::notifications::{
    Notification, NotificationRepository, NotificationRetention, Settings, Unread,
};
use database::{Database, DbConnection, on_backend, schema::notifications};
use diesel::{
    dsl::{IsNull, Or},
    prelude::*,
};
use kernel::{
    ByTime, Event, NotificationId, Page, PageRequest, Reader, RepositoryError, Timestamp, UserId,
};

use crate::readers::ReadableBy;

pub(crate) use self::{
    deleted_forum::notify_of_deletion,
    lists::unread_about,
    reader::{auto_watch, note_visit},
    removed::{forget_forum, forget_post},
    reported::{forget_approval, forget_decision},
    security::notify_of_security_act,
    settings::frequency_of,
    store::record_queue_changed,
    stored::{kind_of, level_of},
    unread::count_unread,
};
pub use self::{producer::NotificationProducer, reader::DbReader};

/// Notifications in the database.
pub struct DbNotifications(pub Database);

impl NotificationRepository for DbNotifications {
    fn list(
        &self,
        user: UserId,
        reader: Reader,
        unread_only: bool,
        retention: NotificationRetention,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Notification, ByTime>, RepositoryError> {
        self.0.snapshot(|conn| lists::list(conn, (user, reader), unread_only, retention, page))
    }

    fn mark_read(
        &self,
        user: UserId,
        reader: Reader,
        id: NotificationId,
        up_to: Option<Timestamp>,
        retention: NotificationRetention,
    ) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| {
            let own = notifications::table
                .find(id.0)
                .filter(notifications::user_id.eq(user.0))
                .filter(is_readable(reader))
                .filter(notifications::updated_at.gt(retention.start.unix_millis()));
            let read = own.select(notifications::read);
            let read: Option<bool> = on_backend!(conn, conn => read.first(conn)).optional()?;
            if read == Some(false) {
                let seen = notifications::table.find(id.0).filter(
                    notifications::updated_at.le(up_to.map_or(i64::MAX, Timestamp::unix_millis)),
                );
                if diesel::update(seen).set(notifications::read.eq(true)).execute(conn)? > 0 {
                    events.record(Event::UnreadChanged { from: user, to: user });
                }
            }
            Ok(read.is_some())
        })
    }

    fn mark_read_up_to(
        &self,
        user: UserId,
        reader: Reader,
        up_to: Timestamp,
    ) -> Result<(), RepositoryError> {
        self.0.write(|conn, events| {
            if mark_read_up_to(conn, user, reader, up_to)? > 0 {
                events.record(Event::UnreadChanged { from: user, to: user });
            }
            Ok(())
        })
    }

    fn unread(&self, users: &[UserId], now: Timestamp) -> Result<Vec<Unread>, RepositoryError> {
        self.0.snapshot(|conn| unread::counts(conn, users, now))
    }

    fn settings(&self, user: UserId) -> Result<Settings, RepositoryError> {
        self.0.read(|conn| settings::of(conn, user))
    }

    fn set_settings(
        &self,
        user: UserId,
        settings: Settings,
        now: Timestamp,
    ) -> Result<(), RepositoryError> {
        self.0.write(|conn, _| {
            let before = settings::of(conn, user)?.mail;
            settings::set(conn, user, settings)?;
            if before == settings.mail { Ok(()) } else { mails::plan_digest(conn, user, now) }
        })
    }
}

/// Selects those of no forum, or of one that a reader may read.
pub(crate) fn is_readable(reader: Reader) -> Or<IsNull<notifications::forum_id>, ReadableBy> {
    notifications::forum_id.is_null().or(ReadableBy::new("notifications.forum_id", reader))
}

/// Returns how many notifications of a member are read now. On PostgreSQL those that get another act at this moment are
/// left out: waiting for them could be mutual.
fn mark_read_up_to(
    conn: &mut DbConnection,
    user: UserId,
    reader: Reader,
    up_to: Timestamp,
) -> QueryResult<usize> {
    let unread = notifications::table
        .filter(notifications::user_id.eq(user.0))
        .filter(is_readable(reader))
        .filter(notifications::read.eq(false))
        .filter(notifications::updated_at.le(up_to.unix_millis()));
    let read = notifications::read.eq(true);
    match conn {
        DbConnection::Postgres(conn) => {
            let ids = unread.select(notifications::id).for_no_key_update().skip_locked();
            let ids: Vec<i64> = ids.load(conn)?;
            let rows = notifications::table.filter(notifications::id.eq_any(ids));
            diesel::update(rows).set(read).execute(conn)
        }
        DbConnection::Sqlite(conn) => diesel::update(unread).set(read).execute(conn),
    }
}

/// Deletes notifications that are past their retention at this time. Returns how many.
///
/// # Errors
/// When the database is unavailable.
pub fn delete_old_notifications(
    database: &Database,
    now: Timestamp,
) -> Result<usize, RepositoryError> {
    retention::delete_old(database, NotificationRetention::at(now))
}

/// Runs a query on whichever database; for statements built as text.
fn execute(conn: &mut DbConnection, statement: String) -> QueryResult<usize> {
    let statement = diesel::sql_query(statement);
    on_backend!(conn, conn => statement.execute(conn))
}
