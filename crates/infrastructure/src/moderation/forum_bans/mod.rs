//! Bans from forums. Their rows are locked after those of users, so that deleting an account cannot deadlock.

mod own;

use ::moderation::forum_bans::{
    BansSeen, ForumBan, ForumBanOutcome, ForumBanRepository, NewForumBan, OwnForumBan,
};
use database::{
    Database, DbConnection, Events, locks, on_backend,
    schema::{forum_bans, users},
    sql::{keyset::below, literal_limit},
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
    sql_types::BigInt,
};
use kernel::{
    Act, Ban, ById, ByTime, Event, ForumId, Page, PageRequest, Reason, RepositoryError, Timestamp,
    UserId,
};

use super::{may_moderate, row::profiles};
use crate::{
    bans::{StoredBan, forum_ban, stored_end},
    moderation_log,
    undecided_reports::{keep_lifted_ban, resolve_waiting},
};

/// Bans from forums in the database.
pub struct DbForumBans(pub Database);

impl ForumBanRepository for DbForumBans {
    fn list(
        &self,
        forum: ForumId,
        now: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<ForumBan, ByTime>, RepositoryError> {
        self.0.snapshot(|conn| list(conn, forum, now, page))
    }

    fn of_member(
        &self,
        user: UserId,
        seen: BansSeen,
        now: Timestamp,
        page: &PageRequest<ById>,
    ) -> Result<Page<OwnForumBan, ById>, RepositoryError> {
        self.0.snapshot(|conn| own::of_member(conn, (user, seen), now, page))
    }

    fn find(
        &self,
        forum: ForumId,
        user: UserId,
        now: Timestamp,
    ) -> Result<Option<Ban>, RepositoryError> {
        self.0.read(|conn| forum_ban(conn, user, forum, now))
    }

    fn ban(&self, ban: &NewForumBan) -> Result<ForumBanOutcome, RepositoryError> {
        self.0.write(|conn, events| write(conn, events, ban))
    }

    fn lift(
        &self,
        forum: ForumId,
        user: UserId,
        by: UserId,
        at: Timestamp,
    ) -> Result<(), RepositoryError> {
        self.0.write(|conn, events| {
            if locks::lock_forum_shared(conn, forum)? {
                // Appeals come before or after all of this.
                locks::lock_users(conn, &[by.0, user.0])?;
                lift(conn, events, forum, user, (by, at))?;
            }
            Ok(())
        })
    }
}

#[derive(Queryable)]
struct Row {
    user: i64,
    ban: StoredBan,
    by: i64,
    at: i64,
}

/// The columns of a [`Row`].
const ROW: (
    forum_bans::user_id,
    (forum_bans::banned_until, forum_bans::reason),
    forum_bans::by_id,
    forum_bans::at,
) = (
    forum_bans::user_id,
    (forum_bans::banned_until, forum_bans::reason),
    forum_bans::by_id,
    forum_bans::at,
);

fn list(
    conn: &mut DbConnection,
    forum: ForumId,
    now: Timestamp,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<ForumBan, ByTime>> {
    let (at, id) =
        page.after.map_or((i64::MAX, i64::MAX), |ByTime { at, id }| (at.unix_millis(), id));
    let key = (at.into_sql::<BigInt>(), id.into_sql::<BigInt>());
    let query = forum_bans::table
        .filter(forum_bans::forum_id.eq(forum.0))
        .filter(forum_bans::banned_until.gt(now.unix_millis()))
        .filter(below((forum_bans::at, forum_bans::user_id), key))
        .order((forum_bans::at.desc(), forum_bans::user_id.desc()))
        .select(ROW);
    let rows: Vec<Row> = literal_limit(page.limit.fetch_size(), query).load(conn)?;
    let position = |row: &Row| ByTime { at: Timestamp::from_unix_millis(row.at), id: row.user };
    let Page { items, next } = Page::cut(rows, page.limit, position);
    Ok(Page { items: with_people(conn, items)?, next })
}

fn with_people(conn: &mut DbConnection, rows: Vec<Row>) -> QueryResult<Vec<ForumBan>> {
    let people = profiles(conn, rows.iter().flat_map(|row| [row.user, row.by]))?;
    let person = |id| people.get(&UserId(id)).cloned();
    let ban = |row: Row| {
        let at = Timestamp::from_unix_millis(row.at);
        Some(ForumBan { user: person(row.user)?, ban: row.ban.ban()?, by: person(row.by)?, at })
    };
    Ok(rows.into_iter().filter_map(ban).collect())
}

fn write(
    conn: &mut DbConnection,
    events: &mut Events,
    new: &NewForumBan,
) -> QueryResult<ForumBanOutcome> {
    let NewForumBan { forum, user, until, ref reason, by, at } = *new;
    // Writes that began before are finished, later ones see the ban.
    if !locks::lock_for_ban(conn, forum)? {
        return Ok(ForumBanOutcome::NoForum);
    }
    // Promotions come before or after all of this.
    locks::lock_users(conn, &[by.0, user.0])?;
    if !select(exists(users::table.find(user.0))).get_result(conn)? {
        return Ok(ForumBanOutcome::NoUser);
    }
    if may_moderate(conn, user, forum)? {
        return Ok(ForumBanOutcome::Moderates);
    }
    let ban = Ban { until, reason: reason.as_ref().map(|reason| reason.as_str().to_owned()) };
    let before = forum_ban(conn, user, forum, at)?;
    if !before.is_some_and(|before| before.is_repeated_by(&ban)) {
        store(conn, (forum, user), ban, (by, at), false)?;
        moderation_log::record_act(
            events,
            Event::MemberBannedFromForum { forum, user, by },
            reason.as_ref(),
            at,
        );
    }
    let row: Row = forum_bans::table.find((forum.0, user.0)).select(ROW).first(conn)?;
    let ban = with_people(conn, vec![row])?.pop();
    Ok(ban.map_or(ForumBanOutcome::NoUser, |ban| ForumBanOutcome::Banned(Box::new(ban))))
}

fn store(
    conn: &mut DbConnection,
    (forum, user): (ForumId, UserId),
    ban: Ban,
    (by, at): (UserId, Timestamp),
    is_appealed: bool,
) -> QueryResult<()> {
    let stored = (
        forum_bans::banned_until.eq(stored_end(ban.until)),
        forum_bans::reason.eq(ban.reason),
        forum_bans::by_id.eq(by.0),
        forum_bans::at.eq(at.unix_millis()),
        forum_bans::appealed.eq(is_appealed),
    );
    let key = (forum_bans::forum_id.eq(forum.0), forum_bans::user_id.eq(user.0));
    on_backend!(conn, conn => diesel::insert_into(forum_bans::table)
        .values((key, stored.clone()))
        .on_conflict((forum_bans::forum_id, forum_bans::user_id))
        .do_update()
        .set(stored)
        .execute(conn))?;
    Ok(())
}

/// Brings a lifted ban back, whose appeal waits. Returns false if the member moderates the forum. The caller has locked
/// both.
pub(crate) fn ban_again(
    conn: &mut DbConnection,
    events: &mut Events,
    (forum, user): (ForumId, UserId),
    ban: Ban,
    (by, at): (UserId, Timestamp),
) -> QueryResult<bool> {
    if may_moderate(conn, user, forum)? {
        return Ok(false);
    }
    let reason = ban.reason.as_deref().and_then(|reason| Reason::parse(reason).ok());
    store(conn, (forum, user), ban, (by, at), true)?;
    let event = Event::MemberBannedFromForum { forum, user, by };
    moderation_log::record_act(events, event, reason.as_ref(), at);
    Ok(true)
}

/// Lifts the active ban and resolves the waiting appeal. The caller has locked the forum and the member.
pub(crate) fn lift(
    conn: &mut DbConnection,
    events: &mut Events,
    forum: ForumId,
    user: UserId,
    (by, at): (UserId, Timestamp),
) -> QueryResult<()> {
    let holds = forum_bans::table
        .find((forum.0, user.0))
        .filter(forum_bans::banned_until.gt(at.unix_millis()));
    let lifted: Option<(i64, Option<String>, bool)> = diesel::delete(holds)
        .returning((forum_bans::banned_until, forum_bans::reason, forum_bans::appealed))
        .get_result(conn)
        .optional()?;
    if let Some((until, reason, is_appealed)) = lifted {
        let act = Act { by: Some(by), reason: None, at };
        resolve_waiting(conn, events, user, Some(forum), &act)?;
        if is_appealed {
            keep_lifted_ban(conn, user, Some(forum), (until, reason))?;
        }
        moderation_log::record_act(
            events,
            Event::MemberUnbannedFromForum { forum, user, by },
            None,
            at,
        );
    }
    Ok(())
}
