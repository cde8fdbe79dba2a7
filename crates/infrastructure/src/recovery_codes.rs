//! The recovery codes that each account has left, known by their digests.
//!
//! They change under the lock of the account's row ([`database::locks::users`]), so that of two who
//! come with one code the second finds it gone.

use database::{DbConnection, schema::recovery_codes};
use diesel::{dsl::exists, prelude::*};

pub(crate) fn insert(conn: &mut DbConnection, user: i64, digests: &[String]) -> QueryResult<()> {
    for digest in digests {
        diesel::insert_into(recovery_codes::table)
            .values((recovery_codes::user_id.eq(user), recovery_codes::digest.eq(digest)))
            .execute(conn)?;
    }
    Ok(())
}

/// The database compares digests, which a guesser cannot steer towards a stored one, so the timing reveals
/// nothing.
pub(crate) fn has(conn: &mut DbConnection, user: i64, digest: &str) -> QueryResult<bool> {
    diesel::select(exists(recovery_codes::table.find((user, digest)))).get_result(conn)
}

pub(crate) fn delete(conn: &mut DbConnection, user: i64, digest: &str) -> QueryResult<()> {
    diesel::delete(recovery_codes::table.find((user, digest))).execute(conn)?;
    Ok(())
}

pub(crate) fn delete_all(conn: &mut DbConnection, user: i64) -> QueryResult<()> {
    let of_user = recovery_codes::table.filter(recovery_codes::user_id.eq(user));
    diesel::delete(of_user).execute(conn)?;
    Ok(())
}
