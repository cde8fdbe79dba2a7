//! The rows of accounts.

use ::users::{Account, Credentials, NewAccount};
use database::{DbConnection, Events, schema::users};
use diesel::{
    dsl::{exists, select},
    prelude::*,
    result::{DatabaseErrorKind, Error as DieselError},
};
use kernel::{Event, Role, Timestamp, UserId};

use super::former_names;
use crate::{
    bans::{BAN, StoredBan},
    images::references::{self, Referrer},
    recovery_codes, roles, usernames,
};

/// An account, by the columns of [`ACCOUNT`].
#[derive(Queryable)]
pub(super) struct AccountRow {
    id: i64,
    username: String,
    image: String,
    role: i16,
    ban: StoredBan,
    session_version: i32,
    created_at: i64,
}

type AccountColumns = (
    users::id,
    users::username,
    users::image,
    users::role,
    (users::banned_until, users::ban_reason),
    users::session_version,
    users::created_at,
);

pub(super) const ACCOUNT: AccountColumns = (
    users::id,
    users::username,
    users::image,
    users::role,
    BAN,
    users::session_version,
    users::created_at,
);

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        Self {
            id: UserId(row.id),
            username: row.username,
            image: row.image,
            role: roles::from_stored(row.role),
            ban: row.ban.ban(),
            session_version: row.session_version,
            created_at: Timestamp::from_unix_millis(row.created_at),
        }
    }
}

/// Fails as a duplicate does where somebody has or had the name.
pub(super) fn insert(
    conn: &mut DbConnection,
    events: &mut Events,
    account: &NewAccount,
    role: Role,
) -> QueryResult<Account> {
    let row: AccountRow = diesel::insert_into(users::table)
        .values((
            users::username.eq(account.username.as_str()),
            users::username_key.eq(account.username.key()),
            users::password_hash.eq(&account.password_hash),
            users::image.eq(account.image.as_str()),
            users::role.eq(roles::stored(role)),
            users::session_version.eq(0),
            users::created_at.eq(account.created_at.unix_millis()),
        ))
        .returning(ACCOUNT)
        .get_result(conn)?;
    // Only now: a deletion of the name's owner that was under way is over.
    if former_names::is_reserved(conn, &account.username)? {
        let message = Box::new("a former name".to_owned());
        return Err(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, message));
    }
    usernames::insert(conn, row.id, &account.username)?;
    recovery_codes::insert(conn, row.id, &account.code_digests)?;
    references::insert(conn, Referrer::User(row.id), &[account.image.as_str()])?;
    events.record(Event::AccountCreated { user: UserId(row.id) });
    Ok(row.into())
}

pub(super) fn has_admin(conn: &mut DbConnection) -> QueryResult<bool> {
    let admins = users::table.filter(users::role.eq(roles::stored(Role::Admin)));
    select(exists(admins)).get_result(conn)
}

pub(super) fn credentials((row, password_hash): (AccountRow, String)) -> Credentials {
    Credentials { account: row.into(), password_hash }
}
