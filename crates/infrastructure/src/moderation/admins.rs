use ::moderation::{Changed, Standing};
use diesel::{
    dsl::{case_when, exists},
    prelude::*,
    sql_types::{Bool, SmallInt},
};
use kernel::{Role, UserId};

use crate::{
    connection::{Db, DbConnection},
    locks,
    moderation::row::{STANDING, StandingRow},
    roles,
    schema::{forum_moderators, users},
};

const ADMIN: i16 = roles::stored(Role::Admin);

pub(super) fn make(conn: &mut DbConnection, user: UserId) -> QueryResult<Changed> {
    let promotable = users::table.find(user.0).filter(users::banned.eq(false));
    diesel::update(promotable).set(users::role.eq(ADMIN)).execute(conn)?;
    changed(
        conn,
        user,
        |standing| {
            if standing.banned { Changed::Banned } else { Changed::Done(standing) }
        },
    )
}

pub(super) fn demote(conn: &mut DbConnection, user: UserId) -> QueryResult<Changed> {
    locks::admins(conn)?;
    locks::users(conn, &[user.0])?;
    let moderates = exists(forum_moderators::table.filter(forum_moderators::user_id.eq(user.0)));
    let role = case_when(moderates, roles::stored(Role::Moderator).into_sql::<SmallInt>())
        .otherwise(roles::stored(Role::User).into_sql::<SmallInt>());
    let admin = users::table.find(user.0).filter(users::role.eq(ADMIN)).filter(dispensable(user));
    diesel::update(admin).set(users::role.eq(role)).execute(conn)?;
    changed(conn, user, |standing| {
        if standing.role == Role::Admin { Changed::LastAdmin } else { Changed::Done(standing) }
    })
}

pub(super) fn ban(conn: &mut DbConnection, user: UserId) -> QueryResult<Changed> {
    locks::admins(conn)?;
    diesel::update(users::table.find(user.0).filter(dispensable(user)))
        .set(users::banned.eq(true))
        .execute(conn)?;
    changed(
        conn,
        user,
        |standing| {
            if standing.banned { Changed::Done(standing) } else { Changed::LastAdmin }
        },
    )
}

/// Whether an admin who is not banned remains when `user` is none. True only as long as
/// [`locks::admins`] is held.
pub(crate) fn dispensable(
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
    outcome: impl FnOnce(Standing) -> Changed,
) -> QueryResult<Changed> {
    let row: Option<StandingRow> =
        users::table.find(user.0).select(STANDING).first(conn).optional()?;
    Ok(row.map_or(Changed::Gone, |row| outcome(row.into())))
}
