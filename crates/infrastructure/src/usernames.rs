//! Finds members by any part of their names, in the order of the names.
//!
//! `username_parts` holds all parts of up to three characters of each name, the empty one too, with the
//! names in order: a page of users is a page of its key. A longer text is filtered among the names with
//! its first three characters.
//!
//! PostgreSQL plans once for all parts. Fixed statistics (`n_distinct`) say that each part is in all
//! names, or it would find and sort all names before it returns the first ten.

use std::collections::BTreeSet;

use ::users::Username;
use database::{
    DbConnection, on_backend,
    schema::{username_parts, users},
};
use diesel::{
    dsl::{Escape, Like},
    prelude::*,
    sql_types::Bool,
};
use kernel::{ByName, PageRequest};

#[diesel::declare_sql_function]
extern "SQL" {
    /// A condition that PostgreSQL takes to be met by half of the rows. Of an unknown pattern it guesses one in
    /// two hundred, for which it would rather find and sort all names with a part than walk to the first few.
    fn coalesce(condition: Bool, otherwise: Bool) -> Bool;
}

/// The maximum length of a part, in characters.
const LONGEST: usize = 3;

/// Returns the stored parts of a key, which is ASCII.
pub(crate) fn parts(key: &str) -> BTreeSet<&str> {
    let starts = 0..=key.len();
    let at = |start| (0..=LONGEST).filter_map(move |length| key.get(start..start + length));
    starts.flat_map(at).collect()
}

/// Selects users whose name contains `part`, by name, from the start of the page.
#[diesel::dsl::auto_type]
pub(crate) fn named<'a>(part: &'a str, page: &'a PageRequest<ByName>) -> _ {
    let key: String = Username::key_of(part);
    let beginning: String = key.chars().take(LONGEST).collect();
    let pattern: String = format!("%{}%", key.replace('_', "\\_"));
    let contains: Escape<Like<username_parts::username_key, String>> =
        username_parts::username_key.like(pattern).escape('\\');
    let no: bool = false;
    let after: &'a str = page.after.as_ref().map_or("", |ByName(after)| after.as_str());
    username_parts::table
        .inner_join(users::table)
        .filter(username_parts::part.eq(beginning))
        .filter(username_parts::username_key.gt(after))
        .filter(coalesce(contains, no))
        .order(username_parts::username_key)
}

/// Stores the parts of a new user's name.
pub(crate) fn insert(conn: &mut DbConnection, user: i64, name: &Username) -> QueryResult<()> {
    let key = name.key();
    let row = |part| {
        (
            username_parts::part.eq(part),
            username_parts::username_key.eq(key.as_str()),
            username_parts::user_id.eq(user),
        )
    };
    let rows: Vec<_> = parts(&key).into_iter().map(row).collect();
    on_backend!(conn, conn => diesel::insert_into(username_parts::table).values(rows).execute(conn))?;
    Ok(())
}
