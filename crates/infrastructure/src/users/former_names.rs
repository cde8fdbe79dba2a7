//! The names of deleted accounts stay reserved, so that nobody is mistaken for a former member.

use ::users::Username;
use database::{DbConnection, on_backend, schema::former_names};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};
use sha2::{Digest, Sha256};

/// Reserves the name of an account that is being deleted.
pub(super) fn reserve(conn: &mut DbConnection, username: &str) -> QueryResult<()> {
    let row = former_names::name_hash.eq(hash(username));
    on_backend!(conn, conn => diesel::insert_into(former_names::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(conn))?;
    Ok(())
}

/// Returns whether a deleted account had this name, regardless of case.
pub(super) fn is_reserved(conn: &mut DbConnection, name: &Username) -> QueryResult<bool> {
    let row = former_names::table.find(hash(name.as_str()));
    select(exists(row)).get_result(conn)
}

/// Only who knows a name can find it among the hashes.
pub(crate) fn hash(username: &str) -> String {
    hex::encode(Sha256::digest(format!("former name {}", Username::key_of(username))))
}
