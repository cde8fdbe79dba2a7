//! The ways in which an account can sign in. The last one stays.

use ::users::{NO_PASSWORD, ProviderId};
use database::{
    DbConnection,
    schema::{identities, users},
};
use diesel::{dsl::exists, prelude::*};
use kernel::UserId;

/// Returns whether an account, which the caller holds, could sign in by a password or at one of these providers.
pub(super) fn has_any<'a>(
    conn: &mut DbConnection,
    user: UserId,
    providers: impl Iterator<Item = &'a ProviderId>,
) -> QueryResult<bool> {
    let with_password = users::table.find(user.0).filter(users::password_hash.ne(NO_PASSWORD));
    let at_provider = identities::table
        .filter(identities::user_id.eq(user.0))
        .filter(identities::provider.eq_any(providers.map(ProviderId::as_str).collect::<Vec<_>>()));
    diesel::select(exists(with_password).or(exists(at_provider))).get_result(conn)
}
