use ::notifications::Settings;
use database::{DbConnection, on_backend, schema::notification_settings};
use diesel::prelude::*;
use kernel::UserId;

/// The switches, in the order of the table.
pub(super) type SettingsRow = (bool, bool, bool, bool, bool, bool);

pub(super) fn of(conn: &mut DbConnection, user: UserId) -> QueryResult<Settings> {
    let query = notification_settings::table.find(user.0).select((
        notification_settings::reply,
        notification_settings::mention,
        notification_settings::watched_post,
        notification_settings::watched_forum,
        notification_settings::auto_watch,
        notification_settings::push,
    ));
    let row: Option<SettingsRow> = on_backend!(conn, conn => query.first(conn)).optional()?;
    Ok(row.map(from_row).unwrap_or_default())
}

pub(super) fn from_row(
    (reply, mention, watched_post, watched_forum, auto_watch, push): SettingsRow,
) -> Settings {
    Settings { reply, mention, watched_post, watched_forum, auto_watch, push }
}

pub(super) fn set(conn: &mut DbConnection, user: UserId, settings: Settings) -> QueryResult<()> {
    let columns = (
        notification_settings::reply.eq(settings.reply),
        notification_settings::mention.eq(settings.mention),
        notification_settings::watched_post.eq(settings.watched_post),
        notification_settings::watched_forum.eq(settings.watched_forum),
        notification_settings::auto_watch.eq(settings.auto_watch),
        notification_settings::push.eq(settings.push),
    );
    on_backend!(conn, conn => diesel::insert_into(notification_settings::table)
        .values((notification_settings::user_id.eq(user.0), columns))
        .on_conflict(notification_settings::user_id)
        .do_update()
        .set(columns)
        .execute(conn))?;
    Ok(())
}
