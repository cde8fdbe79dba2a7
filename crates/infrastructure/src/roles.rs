use ::moderation::role_after_removal;
use database::{
    DbConnection, locks,
    schema::{forum_moderators, users},
};
use diesel::{
    dsl::{exists, sql},
    expression::SqlLiteral,
    prelude::*,
    sql_types::Bool,
};
use kernel::Role;

/// The stored form of a role.
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

/// The condition of the index of admins, `users_admins`, as a literal: with a parameter no plan uses it.
pub(crate) fn is_admin() -> SqlLiteral<Bool> {
    sql("users.role = 2")
}

/// Applies [`role_after_removal`] to these users.
pub(crate) fn demote_without_forums(conn: &mut DbConnection, users: &[i64]) -> QueryResult<()> {
    // Waits for concurrent promotions, so that the forums read next include theirs.
    locks::lock_users(conn, users)?;
    let moderates = exists(forum_moderators::table.filter(forum_moderators::user_id.eq(users::id)));
    let read: Vec<(i64, i16, bool)> = users::table
        .filter(users::id.eq_any(users))
        .select((users::id, users::role, moderates))
        .load(conn)?;
    for (id, role, moderates) in read {
        let after = stored(role_after_removal(from_stored(role), moderates));
        if after != role {
            diesel::update(users::table.find(id)).set(users::role.eq(after)).execute(conn)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use diesel::{debug_query, sqlite::Sqlite};

    use super::*;

    #[test]
    fn condition_of_the_index_names_the_stored_role_of_admins() {
        let query = users::table.filter(is_admin()).select(users::id);
        let sql = debug_query::<Sqlite, _>(&query).to_string();
        assert!(sql.contains(&format!("users.role = {}", stored(Role::Admin))), "{sql}");
    }
}
