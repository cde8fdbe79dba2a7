use ::moderation::{AccountStatus, ChangeOutcome, role_after_demotion};
use database::{
    DbConnection, Events,
    locks::{self, AdvisoryLock},
    schema::{forum_bans, forum_moderators, users},
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};
use kernel::{Act, Ban, Event, Reason, Role, Timestamp, UserId};

use crate::{
    bans::{BAN, NO_BAN, StoredBan, is_banned, is_not_banned, stored_end},
    moderation::row::{ACCOUNT_STATUS, AccountStatusRow},
    moderation_log, roles,
    undecided_reports::{keep_lifted_ban, resolve_waiting},
};

const ADMIN: i16 = roles::stored(Role::Admin);

pub(super) fn make(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    act: &Act,
) -> QueryResult<ChangeOutcome> {
    // Before the look at bans from forums: a ban from one locks the account, too.
    locks::lock_users(conn, &[user.0])?;
    if is_banned_from_any(conn, user, act.at)? {
        return Ok(ChangeOutcome::Banned);
    }
    let promotable =
        users::table.find(user.0).filter(is_not_banned(act.at).and(users::role.ne(ADMIN)));
    if diesel::update(promotable).set(users::role.eq(ADMIN)).execute(conn)? > 0 {
        moderation_log::record_act(
            events,
            Event::MemberPromoted { user, by: act.by },
            act.reason.as_ref(),
            act.at,
        );
    }
    changed(conn, user, act.at, |status| {
        if status.ban.is_some() { ChangeOutcome::Banned } else { ChangeOutcome::Changed(status) }
    })
}

fn is_banned_from_any(conn: &mut DbConnection, user: UserId, now: Timestamp) -> QueryResult<bool> {
    let bans = forum_bans::table
        .filter(forum_bans::user_id.eq(user.0))
        .filter(forum_bans::banned_until.gt(now.unix_millis()));
    select(exists(bans)).get_result(conn)
}

pub(super) fn demote(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    act: &Act,
) -> QueryResult<ChangeOutcome> {
    AdvisoryLock::Admins.lock(conn)?;
    locks::lock_users(conn, &[user.0])?;
    if is_last_admin(conn, user, act.at)? {
        return Ok(ChangeOutcome::LastAdmin);
    }
    let moderates = forum_moderators::table.filter(forum_moderators::user_id.eq(user.0));
    let role = role_after_demotion(select(exists(moderates)).get_result(conn)?);
    let admin = users::table.find(user.0).filter(users::role.eq(ADMIN));
    if diesel::update(admin).set(users::role.eq(roles::stored(role))).execute(conn)? > 0 {
        moderation_log::record_act(
            events,
            Event::MemberDemoted { user, by: act.by },
            act.reason.as_ref(),
            act.at,
        );
    }
    changed(conn, user, act.at, ChangeOutcome::Changed)
}

pub(super) fn ban(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    until: Option<Timestamp>,
    act: &Act,
) -> QueryResult<ChangeOutcome> {
    AdvisoryLock::Admins.lock(conn)?;
    locks::lock_users(conn, &[user.0])?;
    if is_last_admin(conn, user, act.at)? {
        return Ok(ChangeOutcome::LastAdmin);
    }
    let reason = act.reason.as_ref().map(|reason| reason.as_str().to_owned());
    let new = Ban { until, reason };
    let stored: Option<StoredBan> = users::table.find(user.0).select(BAN).first(conn).optional()?;
    let Some(stored) = stored else { return Ok(ChangeOutcome::NotFound) };
    if !stored.at(act.at).is_some_and(|ban| ban.is_repeated_by(&new)) {
        store(conn, user, new, false)?;
        moderation_log::record_act(
            events,
            Event::MemberBanned { user, by: act.by },
            act.reason.as_ref(),
            act.at,
        );
    }
    changed(conn, user, act.at, ChangeOutcome::Changed)
}

fn store(conn: &mut DbConnection, user: UserId, ban: Ban, is_appealed: bool) -> QueryResult<usize> {
    diesel::update(users::table.find(user.0))
        .set((
            users::banned_until.eq(stored_end(ban.until)),
            users::ban_reason.eq(ban.reason),
            users::ban_appealed.eq(is_appealed),
        ))
        .execute(conn)
}

/// Brings a lifted ban back, whose appeal waits. Returns false if it would ban the last admin. The caller has locked
/// [`AdvisoryLock::Admins`] and the user.
pub(crate) fn ban_again(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    ban: Ban,
    (by, at): (UserId, Timestamp),
) -> QueryResult<bool> {
    if is_last_admin(conn, user, at)? {
        return Ok(false);
    }
    let reason = ban.reason.as_deref().and_then(|reason| Reason::parse(reason).ok());
    store(conn, user, ban, true)?;
    let event = Event::MemberBanned { user, by: Some(by) };
    moderation_log::record_act(events, event, reason.as_ref(), at);
    Ok(true)
}

/// Applies [`moderation::is_last_admin`]; the answer holds while [`AdvisoryLock::Admins`] and the user are locked.
pub(crate) fn is_last_admin(
    conn: &mut DbConnection,
    user: UserId,
    now: Timestamp,
) -> QueryResult<bool> {
    let found: Option<(i16, StoredBan)> =
        users::table.find(user.0).select((users::role, BAN)).first(conn).optional()?;
    let others = users::table
        .filter(roles::is_admin())
        .filter(is_not_banned(now))
        .filter(users::id.ne(user.0));
    let others = select(exists(others)).get_result(conn)?;
    Ok(found.is_some_and(|(role, ban)| {
        let banned = ban.at(now).is_some();
        ::moderation::is_last_admin(roles::from_stored(role), banned, others)
    }))
}

/// Also resolves the waiting appeal.
pub(crate) fn unban(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    act: &Act,
) -> QueryResult<ChangeOutcome> {
    locks::lock_users(conn, &[user.0])?;
    let banned = || users::table.find(user.0).filter(is_banned(act.at));
    let lifted: Option<(i64, Option<String>, bool)> = banned()
        .select((users::banned_until, users::ban_reason, users::ban_appealed))
        .first(conn)
        .optional()?;
    let none = (
        users::banned_until.eq(NO_BAN),
        users::ban_reason.eq(None::<String>),
        users::ban_appealed.eq(false),
    );
    if let Some((until, reason, is_appealed)) = lifted {
        diesel::update(banned()).set(none).execute(conn)?;
        resolve_waiting(conn, events, user, None, act)?;
        if is_appealed {
            keep_lifted_ban(conn, user, None, (until, reason))?;
        }
        moderation_log::record_act(
            events,
            Event::MemberUnbanned { user, by: act.by },
            act.reason.as_ref(),
            act.at,
        );
    }
    changed(conn, user, act.at, ChangeOutcome::Changed)
}

/// Reads the account after a change at `now` and returns `outcome` of it.
fn changed(
    conn: &mut DbConnection,
    user: UserId,
    now: Timestamp,
    outcome: impl FnOnce(AccountStatus) -> ChangeOutcome,
) -> QueryResult<ChangeOutcome> {
    let row: Option<AccountStatusRow> =
        users::table.find(user.0).select(ACCOUNT_STATUS).first(conn).optional()?;
    Ok(row.map_or(ChangeOutcome::NotFound, |row| outcome(row.at(now))))
}
