//! A member's bans from forums, as the member and moderators see them.

use std::collections::HashSet;

use ::moderation::forum_bans::{AppealState, BansSeen, OwnForumBan};
use database::{
    Db, DbConnection,
    schema::{forum_bans, forum_moderators, forums},
    sql::literal_limit,
};
use diesel::{dsl::exists, prelude::*};
use kernel::{ById, ForumId, Page, PageRequest, Timestamp, UserId};

use crate::{bans::StoredBan, readers::ReadableBy, undecided_reports::forums_of_waiting};

#[derive(Queryable)]
struct Row {
    forum: i64,
    topic: String,
    ban: StoredBan,
    at: i64,
    appealed: bool,
}

pub(super) fn of_member(
    conn: &mut DbConnection,
    (user, seen): (UserId, BansSeen),
    now: Timestamp,
    page: &PageRequest<ById>,
) -> QueryResult<Page<OwnForumBan, ById>> {
    let mut query = forum_bans::table
        .inner_join(forums::table.on(forums::id.eq(forum_bans::forum_id)))
        .filter(forum_bans::user_id.eq(user.0))
        .filter(forum_bans::banned_until.gt(now.unix_millis()))
        .filter(forum_bans::forum_id.gt(page.after.map_or(0, |after| after.0)))
        .order(forum_bans::forum_id)
        .select((
            forum_bans::forum_id,
            forums::topic,
            (forum_bans::banned_until, forum_bans::reason),
            forum_bans::at,
            forum_bans::appealed,
        ))
        .into_boxed::<Db>();
    query = match seen {
        BansSeen::ReadableBy(reader) => {
            query.filter(ReadableBy::new("forum_bans.forum_id", reader))
        }
        BansSeen::ModeratedBy(moderator) => query.filter(exists(
            forum_moderators::table
                .filter(forum_moderators::forum_id.eq(forum_bans::forum_id))
                .filter(forum_moderators::user_id.eq(moderator.0)),
        )),
    };
    let rows: Vec<Row> = literal_limit(page.limit.fetch_size(), query).load(conn)?;
    let Page { items, next } = Page::cut(rows, page.limit, |row: &Row| ById(row.forum));
    let waiting = if items.is_empty() { HashSet::new() } else { forums_of_waiting(conn, user)? };
    let bans = items.into_iter().filter_map(|row| row.into_own_ban(&waiting)).collect();
    Ok(Page { items: bans, next })
}

impl Row {
    fn into_own_ban(self, waiting: &HashSet<i64>) -> Option<OwnForumBan> {
        let appeal = match self.appealed {
            _ if waiting.contains(&self.forum) => AppealState::Waiting,
            true => AppealState::Rejected,
            false => AppealState::None,
        };
        Some(OwnForumBan {
            forum: ForumId(self.forum),
            topic: self.topic,
            ban: self.ban.ban()?,
            at: Timestamp::from_unix_millis(self.at),
            appeal,
        })
    }
}
