//! The ways in which an account can sign in. The last one stays.

use ::users::{NO_PASSWORD, ProviderId, WorkingWays};
use database::{
    DbConnection,
    schema::{identities, passkeys, users},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{PasskeyId, UserId};

/// What is about to be removed.
#[derive(Clone, Copy)]
pub(super) enum Removed<'a> {
    Identity(&'a ProviderId),
    Passkey(PasskeyId),
}

/// Returns whether an account, which the caller holds, has another way to sign in that works.
pub(super) fn has_another(
    conn: &mut DbConnection,
    user: UserId,
    removed: Removed<'_>,
    working: &WorkingWays,
) -> QueryResult<bool> {
    let with_password = users::table.find(user.0).filter(users::password_hash.ne(NO_PASSWORD));
    if diesel::select(exists(with_password)).get_result(conn)? {
        return Ok(true);
    }
    if working.passkeys {
        let own = passkeys::table.filter(passkeys::user_id.eq(user.0)).select(passkeys::id);
        let ids: Vec<i64> = own.load(conn)?;
        if ids.iter().any(|id| !matches!(removed, Removed::Passkey(PasskeyId(of)) if of == *id)) {
            return Ok(true);
        }
    }
    let of_user = identities::table.filter(identities::user_id.eq(user.0));
    let linked: Vec<(String, String)> =
        of_user.select((identities::provider, identities::issuer)).load(conn)?;
    let stays =
        |provider: &str| !matches!(removed, Removed::Identity(of) if of.as_str() == provider);
    Ok(linked.iter().any(|(provider, issuer)| {
        let works = |(id, of): &(ProviderId, String)| id.as_str() == provider && of == issuer;
        stays(provider) && working.providers.iter().any(works)
    }))
}
