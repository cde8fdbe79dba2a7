use ::notifications::{MailFrequency, Settings};
use database::{DbConnection, on_backend, schema::notification_settings};
use diesel::prelude::*;
use kernel::UserId;

/// In the order of the table.
pub(super) type SettingsRow = (bool, bool, bool, bool, bool, bool, i16);

pub(super) fn of(conn: &mut DbConnection, user: UserId) -> QueryResult<Settings> {
    let query = notification_settings::table.find(user.0).select((
        notification_settings::reply,
        notification_settings::mention,
        notification_settings::watched_post,
        notification_settings::watched_forum,
        notification_settings::auto_watch,
        notification_settings::push,
        notification_settings::mail,
    ));
    let row: Option<SettingsRow> = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(row.map(from_row).unwrap_or_default())
}

pub(super) fn from_row(
    (reply, mention, watched_post, watched_forum, auto_watch, push, mail): SettingsRow,
) -> Settings {
    let mail = frequency_of(mail);
    Settings { reply, mention, watched_post, watched_forum, auto_watch, push, mail }
}

pub(super) fn set(conn: &mut DbConnection, user: UserId, settings: Settings) -> QueryResult<()> {
    let columns = (
        notification_settings::reply.eq(settings.reply),
        notification_settings::mention.eq(settings.mention),
        notification_settings::watched_post.eq(settings.watched_post),
        notification_settings::watched_forum.eq(settings.watched_forum),
        notification_settings::auto_watch.eq(settings.auto_watch),
        notification_settings::push.eq(settings.push),
        notification_settings::mail.eq(frequency_code(settings.mail)),
    );
    on_backend!(conn, conn => diesel::insert_into(notification_settings::table)
        .values((notification_settings::user_id.eq(user.0), columns))
        .on_conflict(notification_settings::user_id)
        .do_update()
        .set(columns)
        .execute(conn))?;
    Ok(())
}

/// The stored code; it never changes.
pub(super) const fn frequency_code(frequency: MailFrequency) -> i16 {
    match frequency {
        MailFrequency::Off => 0,
        MailFrequency::Each => 1,
        MailFrequency::Daily => 2,
        MailFrequency::Weekly => 3,
    }
}

pub(crate) fn frequency_of(code: i16) -> MailFrequency {
    let is_stored = |frequency: &MailFrequency| frequency_code(*frequency) == code;
    MailFrequency::ALL.into_iter().find(is_stored).unwrap_or_default()
}
