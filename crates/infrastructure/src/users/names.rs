//! Members in the order of their names, by any part of them.
//!
//! `username_parts` has the parts of up to three characters of each name, the empty one too, each with
//! the names that hold it in their order: a page of them is a page of its key. A longer text is looked
//! for among the names that hold its first three characters.
//!
//! PostgreSQL plans once for all parts. Fixed statistics (`n_distinct`) say that each part is in all
//! names, or it would find and sort all names before it returns the first ten.

use std::collections::BTreeSet;

use ::users::Username;
use diesel::{
    dsl::{Escape, Like},
    prelude::*,
    sql_types::Bool,
};
use kernel::{ByName, PageRequest};

use crate::{
    connection::{DbConnection, on_backend},
    schema::{username_parts, users},
};

#[diesel::declare_sql_function]
extern "SQL" {
    /// A condition that PostgreSQL takes to be met by half of the rows. Of an unknown pattern it guesses one in
    /// two hundred, for which it would rather find and sort all names with a part than walk to the first few.
    fn coalesce(condition: Bool, otherwise: Bool) -> Bool;
}

/// How many characters the longest part has.
const LONGEST: usize = 3;

/// The parts of a key that are stored. It is of ASCII alone.
pub(crate) fn parts(key: &str) -> BTreeSet<&str> {
    let starts = 0..=key.len();
    let at = |start| (0..=LONGEST).filter_map(move |length| key.get(start..start + length));
    starts.flat_map(at).collect()
}

/// Users whose name contains `part`, in the order of the names from that page on, but for its end.
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

/// Makes a new user known by the name.
pub(super) fn insert(conn: &mut DbConnection, user: i64, name: &Username) -> QueryResult<()> {
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
