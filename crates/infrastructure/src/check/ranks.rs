//! What posts and replies are ranked by, which only Rust can check.

use ::posts::hot;
use ::replies::confidence;
use diesel::prelude::*;
use kernel::Timestamp;

use super::{
    Finding,
    texts::{PAGE, finding, walk},
};
use crate::{
    connection::DbConnection,
    schema::{posts, replies},
};

pub(super) fn posts(conn: &mut DbConnection) -> QueryResult<Vec<Finding>> {
    let page = |after| {
        posts::table
            .filter(posts::id.gt(after))
            .order(posts::id)
            .limit(PAGE)
            .select((posts::id, posts::score, posts::created_at, posts::hot))
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
        replies::table
            .filter(replies::id.gt(after))
            .order(replies::id)
            .limit(PAGE)
            .select((replies::id, replies::upvotes, replies::downvotes, replies::best))
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
