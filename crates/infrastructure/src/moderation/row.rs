use ::moderation::{AccountStatus, Profile};
use diesel::prelude::*;
use kernel::UserId;

use crate::{roles, schema::users};

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
    banned: bool,
}

/// The columns of a [`AccountStatusRow`].
pub(super) const ACCOUNT_STATUS: (
    (users::id, users::username, users::image),
    users::role,
    users::banned,
) = (PROFILE, users::role, users::banned);

impl From<AccountStatusRow> for AccountStatus {
    fn from(row: AccountStatusRow) -> Self {
        Self { profile: row.profile.into(), role: roles::from_stored(row.role), banned: row.banned }
    }
}
