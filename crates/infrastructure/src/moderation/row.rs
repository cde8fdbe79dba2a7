use ::moderation::{Person, Standing};
use diesel::prelude::*;
use kernel::UserId;

use crate::{roles, schema::users};

#[derive(Queryable)]
pub(super) struct PersonRow {
    id: i64,
    username: String,
    image: String,
}

/// The columns of a [`PersonRow`].
pub(super) const PERSON: (users::id, users::username, users::image) =
    (users::id, users::username, users::image);

impl From<PersonRow> for Person {
    fn from(row: PersonRow) -> Self {
        Self { id: UserId(row.id), username: row.username, image: row.image }
    }
}

#[derive(Queryable)]
pub(super) struct StandingRow {
    person: PersonRow,
    role: i16,
    banned: bool,
}

/// The columns of a [`StandingRow`].
pub(super) const STANDING: (
    (users::id, users::username, users::image),
    users::role,
    users::banned,
) = (PERSON, users::role, users::banned);

impl From<StandingRow> for Standing {
    fn from(row: StandingRow) -> Self {
        Self { person: row.person.into(), role: roles::from_stored(row.role), banned: row.banned }
    }
}
