//! The ways in which an account can sign in. The last one stays.

use ::users::{NO_PASSWORD, ProviderId};
use database::{
    DbConnection,
    schema::{identities, passkeys, users},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{PasskeyId, UserId};

/// Returns whether an account, which the caller holds, could sign in by a password, at one of these providers, or by a
/// passkey but `removed`.
pub(super) fn has_any<'a>(
    conn: &mut DbConnection,
    user: UserId,
    providers: impl Iterator<Item = &'a ProviderId>,
    removed: Option<PasskeyId>,
) -> QueryResult<bool> {
    let with_password = users::table.find(user.0).filter(users::password_hash.ne(NO_PASSWORD));
    let at_provider = identities::table
        .filter(identities::user_id.eq(user.0))
        .filter(identities::provider.eq_any(providers.map(ProviderId::as_str).collect::<Vec<_>>()));
    // No passkey has the number 0.
    let by_passkey = passkeys::table
        .filter(passkeys::user_id.eq(user.0).and(passkeys::id.ne(removed.map_or(0, |id| id.0))));
    diesel::select(exists(with_password).or(exists(at_provider)).or(exists(by_passkey)))
        .get_result(conn)
}
