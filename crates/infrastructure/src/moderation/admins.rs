use ::moderation::{AccountStatus, ChangeOutcome, role_after_demotion};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};
use kernel::{Act, Event, Role, UserId};

use crate::{
    advisory_lock::AdvisoryLock,
    connection::DbConnection,
    database::Events,
    locks,
    moderation::row::{ACCOUNT_STATUS, AccountStatusRow},
    roles,
    schema::{forum_moderators, users},
};

const ADMIN: i16 = roles::stored(Role::Admin);

pub(super) fn make(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    act: &Act,
) -> QueryResult<ChangeOutcome> {
    let promotable =
        users::table.find(user.0).filter(users::banned.eq(false).and(users::role.ne(ADMIN)));
    if diesel::update(promotable).set(users::role.eq(ADMIN)).execute(conn)? > 0 {
        events.record_act(Event::MemberPromoted { user, by: act.by }, act.reason.as_ref(), act.at);
    }
    changed(conn, user, |status| {
        if status.banned { ChangeOutcome::Banned } else { ChangeOutcome::Changed(status) }
    })
}

pub(super) fn demote(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    act: &Act,
) -> QueryResult<ChangeOutcome> {
    AdvisoryLock::Admins.lock(conn)?;
    locks::users(conn, &[user.0])?;
    if is_last_admin(conn, user)? {
        return Ok(ChangeOutcome::LastAdmin);
    }
    let moderates = forum_moderators::table.filter(forum_moderators::user_id.eq(user.0));
    let role = role_after_demotion(select(exists(moderates)).get_result(conn)?);
    let admin = users::table.find(user.0).filter(users::role.eq(ADMIN));
    if diesel::update(admin).set(users::role.eq(roles::stored(role))).execute(conn)? > 0 {
        events.record_act(Event::MemberDemoted { user, by: act.by }, act.reason.as_ref(), act.at);
    }
    changed(conn, user, ChangeOutcome::Changed)
}

pub(super) fn ban(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    act: &Act,
) -> QueryResult<ChangeOutcome> {
    AdvisoryLock::Admins.lock(conn)?;
    locks::users(conn, &[user.0])?;
    if is_last_admin(conn, user)? {
        return Ok(ChangeOutcome::LastAdmin);
    }
    let member = users::table.find(user.0).filter(users::banned.eq(false));
    if diesel::update(member).set(users::banned.eq(true)).execute(conn)? > 0 {
        events.record_act(Event::MemberBanned { user, by: act.by }, act.reason.as_ref(), act.at);
    }
    changed(conn, user, ChangeOutcome::Changed)
}

/// Applies [`moderation::is_last_admin`]; the answer holds while [`AdvisoryLock::Admins`] and the user are locked.
pub(crate) fn is_last_admin(conn: &mut DbConnection, user: UserId) -> QueryResult<bool> {
    let found: Option<(i16, bool)> =
        users::table.find(user.0).select((users::role, users::banned)).first(conn).optional()?;
    let others = users::table
        .filter(users::role.eq(ADMIN))
        .filter(users::banned.eq(false))
        .filter(users::id.ne(user.0));
    let others = select(exists(others)).get_result(conn)?;
    Ok(found.is_some_and(|(role, banned)| {
        ::moderation::is_last_admin(roles::from_stored(role), banned, others)
    }))
}

pub(super) fn unban(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    act: &Act,
) -> QueryResult<ChangeOutcome> {
    let member = users::table.find(user.0).filter(users::banned.eq(true));
    if diesel::update(member).set(users::banned.eq(false)).execute(conn)? > 0 {
        events.record_act(Event::MemberUnbanned { user, by: act.by }, act.reason.as_ref(), act.at);
    }
    changed(conn, user, ChangeOutcome::Changed)
}

/// Reads the account after the change and returns `outcome` of it.
fn changed(
    conn: &mut DbConnection,
    user: UserId,
    outcome: impl FnOnce(AccountStatus) -> ChangeOutcome,
) -> QueryResult<ChangeOutcome> {
    let row: Option<AccountStatusRow> =
        users::table.find(user.0).select(ACCOUNT_STATUS).first(conn).optional()?;
    Ok(row.map_or(ChangeOutcome::NotFound, |row| outcome(row.into())))
}
