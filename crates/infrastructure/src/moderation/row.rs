use ::moderation::{AccountStatus, Profile};
use database::schema::users;
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
            banned: self.ban.at(now).is_some(),
        }
    }
}
