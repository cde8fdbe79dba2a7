use std::collections::HashMap;

use ::notifications::Settings;
use diesel::prelude::*;
use kernel::UserId;

use crate::{
    connection::{DbConnection, on_backend},
    schema::notification_settings,
    sql::padded_in::padded_in,
};

/// The settings of some members.
pub(super) struct FoundSettings(HashMap<i64, Settings>);

impl FoundSettings {
    pub(super) fn of(&self, user: i64) -> Settings {
        self.0.get(&user).copied().unwrap_or_default()
    }
}

#[derive(Queryable)]
#[expect(clippy::struct_excessive_bools, reason = "a row of switches")]
struct Row {
    user: i64,
    reply: bool,
    mention: bool,
    watched_post: bool,
    watched_forum: bool,
    auto_watch: bool,
}

pub(super) fn of(conn: &mut DbConnection, users: &[i64]) -> QueryResult<FoundSettings> {
    let query = notification_settings::table
        .filter(padded_in(notification_settings::user_id, users.iter().copied()));
    let rows: Vec<Row> = on_backend!(conn, conn => query.load(conn))?;
    let settings = |row: Row| {
        let Row { user, reply, mention, watched_post, watched_forum, auto_watch } = row;
        (user, Settings { reply, mention, watched_post, watched_forum, auto_watch })
    };
    Ok(FoundSettings(rows.into_iter().map(settings).collect()))
}

pub(super) fn set(conn: &mut DbConnection, user: UserId, settings: Settings) -> QueryResult<()> {
    let columns = (
        notification_settings::reply.eq(settings.reply),
        notification_settings::mention.eq(settings.mention),
        notification_settings::watched_post.eq(settings.watched_post),
        notification_settings::watched_forum.eq(settings.watched_forum),
        notification_settings::auto_watch.eq(settings.auto_watch),
    );
    on_backend!(conn, conn => diesel::insert_into(notification_settings::table)
        .values((notification_settings::user_id.eq(user.0), columns))
        .on_conflict(notification_settings::user_id)
        .do_update()
        .set(columns)
        .execute(conn))?;
    Ok(())
}
