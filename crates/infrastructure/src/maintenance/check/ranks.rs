//! The ranks of posts and replies, which only Rust can compute.

use ::posts::hot;
use ::replies::confidence;
use database::{
    DbConnection,
    schema::{stored_posts, stored_replies},
};
use diesel::prelude::*;
use kernel::Timestamp;

use super::{
    Finding,
    texts::{PAGE, finding, walk},
};

pub(super) fn posts(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let page = |after| {
        stored_posts::table
            .filter(stored_posts::id.gt(after))
            .order(stored_posts::id)
            .limit(PAGE)
            .select((
                stored_posts::id,
                stored_posts::score,
                stored_posts::created_at,
                stored_posts::hot,
            ))
            .load::<(i64, i64, i64, i64)>(conn)
    };
    let look = |&(id, score, created_at, stored): &(i64, i64, i64, i64)| {
        let wanted = hot(score, Timestamp::from_unix_millis(created_at));
        wrong("posts", id, ("hot", stored, wanted))
    };
    walk(page, |row| row.0, look)
}

pub(super) fn replies(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let page = |after| {
        stored_replies::table
            .filter(stored_replies::id.gt(after))
            .order(stored_replies::id)
            .limit(PAGE)
            .select((
                stored_replies::id,
                stored_replies::upvotes,
                stored_replies::downvotes,
                stored_replies::best,
            ))
            .load::<(i64, i64, i64, i64)>(conn)
    };
    let look = |&(id, upvotes, downvotes, stored): &(i64, i64, i64, i64)| {
        wrong("replies", id, ("best", stored, -confidence(upvotes, downvotes)))
    };
    walk(page, |row| row.0, look)
}

fn wrong(table: &str, id: i64, (column, stored, wanted): (&str, i64, i64)) -> Vec<Finding> {
    let problem = || format!("{column} is {stored}, but its votes make {wanted}");
    if stored == wanted { vec![] } else { vec![finding(table, id, &problem())] }
}
