use ::moderation::{AccountStatus, ChangeOutcome};
use diesel::{
    dsl::{case_when, exists},
    prelude::*,
    sql_types::{Bool, SmallInt},
};
use kernel::{Role, UserId};

use crate::{
    connection::{Db, DbConnection},
    locks,
    moderation::row::{ACCOUNT_STATUS, AccountStatusRow},
    roles,
    schema::{forum_moderators, users},
};

const ADMIN: i16 = roles::stored(Role::Admin);

pub(super) fn make(conn: &mut DbConnection, user: UserId) -> QueryResult<ChangeOutcome> {
    let search_promotable = users::table.find(user.0).filter(users::banned.eq(false));
    diesel::update(search_promotable).set(users::role.eq(ADMIN)).execute(conn)?;
    changed(conn, user, |status| {
        if status.banned { ChangeOutcome::Banned } else { ChangeOutcome::Changed(status) }
    })
}

pub(super) fn demote(conn: &mut DbConnection, user: UserId) -> QueryResult<ChangeOutcome> {
    locks::admins(conn)?;
    locks::users(conn, &[user.0])?;
    let moderates = exists(forum_moderators::table.filter(forum_moderators::user_id.eq(user.0)));
    let role = case_when(moderates, roles::stored(Role::Moderator).into_sql::<SmallInt>())
        .otherwise(roles::stored(Role::User).into_sql::<SmallInt>());
    let admin =
        users::table.find(user.0).filter(users::role.eq(ADMIN)).filter(not_last_admin(user));
    diesel::update(admin).set(users::role.eq(role)).execute(conn)?;
    changed(conn, user, |status| {
        if status.role == Role::Admin {
            ChangeOutcome::LastAdmin
        } else {
            ChangeOutcome::Changed(status)
        }
    })
}

pub(super) fn ban(conn: &mut DbConnection, user: UserId) -> QueryResult<ChangeOutcome> {
    locks::admins(conn)?;
    diesel::update(users::table.find(user.0).filter(not_last_admin(user)))
        .set(users::banned.eq(true))
        .execute(conn)?;
    changed(conn, user, |status| {
        if status.banned { ChangeOutcome::Changed(status) } else { ChangeOutcome::LastAdmin }
    })
}

/// Whether an admin who is not banned remains when `user` is none. True only as long as
/// [`locks::admins`] is held.
pub(crate) fn not_last_admin(
    user: UserId,
) -> Box<dyn BoxableExpression<users::table, Db, SqlType = Bool>> {
    let others = diesel::alias!(users as others);
    let remaining = others
        .filter(others.field(users::role).eq(ADMIN))
        .filter(others.field(users::banned).eq(false))
        .filter(others.field(users::id).ne(user.0));
    Box::new(users::role.ne(ADMIN).or(users::banned).or(exists(remaining)))
}

/// Reads what the change left, and lets `outcome` tell what that means.
fn changed(
    conn: &mut DbConnection,
    user: UserId,
    outcome: impl FnOnce(AccountStatus) -> ChangeOutcome,
) -> QueryResult<ChangeOutcome> {
    let row: Option<AccountStatusRow> =
        users::table.find(user.0).select(ACCOUNT_STATUS).first(conn).optional()?;
    Ok(row.map_or(ChangeOutcome::NotFound, |row| outcome(row.into())))
}
