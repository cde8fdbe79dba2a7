use diesel::{
    dsl::{exists, not},
    prelude::*,
};
use kernel::Role;

use crate::{
    connection::DbConnection,
    locks,
    schema::{forum_moderators, users},
};

/// A role as it is stored.
pub(crate) const fn stored(role: Role) -> i16 {
    match role {
        Role::User => 0,
        Role::Moderator => 1,
        Role::Admin => 2,
    }
}

/// The stored role; a number that none has reads as the least.
pub(crate) const fn from_stored(role: i16) -> Role {
    match role {
        2 => Role::Admin,
        1 => Role::Moderator,
        _ => Role::User,
    }
}

/// Makes those of `users` who have the role of a moderator, but no forum left to moderate, plain users.
pub(crate) fn demote_without_forums(conn: &mut DbConnection, users: &[i64]) -> QueryResult<usize> {
    // A promotion that is under way is over before it is asked who has a forum left.
    locks::users(conn, users)?;
    let has_forum = exists(forum_moderators::table.filter(forum_moderators::user_id.eq(users::id)));
    let without_forum = users::table
        .filter(users::id.eq_any(users))
        .filter(users::role.eq(stored(Role::Moderator)))
        .filter(not(has_forum));
    diesel::update(without_forum).set(users::role.eq(stored(Role::User))).execute(conn)
}
