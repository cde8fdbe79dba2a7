use std::collections::HashMap;

use ::moderation::{AccountStatus, Profile};
use database::{DbConnection, schema::users, sql::padded_in};
use diesel::prelude::*;
use kernel::{Timestamp, UserId};

use crate::{
    bans::{BAN, StoredBan},
    roles,
};

#[derive(Queryable)]
pub(super) struct ProfileRow {
    id: i64,
    username: String,
    image: String,
}

/// The columns of a [`ProfileRow`].
pub(super) const PROFILE: (users::id, users::username, users::image) =
    (users::id, users::username, users::image);

impl From<ProfileRow> for Profile {
    fn from(row: ProfileRow) -> Self {
        Self { id: UserId(row.id), username: row.username, image: row.image }
    }
}

/// Returns the accounts with these ids.
pub(super) fn profiles(
    conn: &mut DbConnection,
    ids: impl IntoIterator<Item = i64>,
) -> QueryResult<HashMap<UserId, Profile>> {
    let ids: Vec<i64> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<ProfileRow> =
        users::table.filter(padded_in(users::id, ids)).select(PROFILE).load(conn)?;
    Ok(rows.into_iter().map(Profile::from).map(|person| (person.id, person)).collect())
}

#[derive(Queryable)]
pub(super) struct AccountStatusRow {
    profile: ProfileRow,
    role: i16,
    ban: StoredBan,
}

/// The columns of a [`AccountStatusRow`].
pub(super) const ACCOUNT_STATUS: (
    (users::id, users::username, users::image),
    users::role,
    (users::banned_until, users::ban_reason),
) = (PROFILE, users::role, BAN);

impl AccountStatusRow {
    /// Returns the account as it is at `now`.
    pub(super) fn at(self, now: Timestamp) -> AccountStatus {
        AccountStatus {
            profile: self.profile.into(),
            role: roles::from_stored(self.role),
            ban: self.ban.at(now),
        }
    }
}
