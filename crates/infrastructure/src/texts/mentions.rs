use database::{
    DbConnection, on_backend,
    schema::{post_mentions, reply_mentions},
};
use diesel::prelude::*;
use kernel::{PostId, ReplyId, UserId};

/// Sets the mentioned members of a text to `$wanted`. Returns the newly mentioned ones.
macro_rules! set {
    ($conn:expr, $table:ident, $owner:ident, $id:expr, $wanted:expr) => {{
        let of_text = $table::table.filter($table::$owner.eq($id));
        let query = of_text.select($table::user_id).order($table::user_id);
        let before: Vec<i64> = on_backend!($conn, conn => query.load(conn))?;
        let wanted: Vec<i64> = $wanted.iter().map(|user: &UserId| user.0).collect();
        if before.iter().any(|user| !wanted.contains(user)) {
            let gone = of_text.filter($table::user_id.ne_all(wanted.clone()));
            on_backend!($conn, conn => diesel::delete(gone).execute(conn))?;
        }
        insert_new!($conn, $table, $owner, $id, &wanted, &before)
    }};
}

macro_rules! insert_new {
    ($conn:expr, $table:ident, $owner:ident, $id:expr, $wanted:expr, $before:expr) => {{
        let new: Vec<i64> =
            $wanted.iter().copied().filter(|user| !$before.contains(user)).collect();
        if !new.is_empty() {
            let rows: Vec<_> =
                new.iter().map(|user| ($table::$owner.eq($id), $table::user_id.eq(*user))).collect();
            let table = $table::table;
            on_backend!($conn, conn => diesel::insert_into(table)
                .values(rows)
                .on_conflict_do_nothing()
                .execute(conn))?;
        }
        Ok(new.into_iter().map(UserId).collect())
    }};
}

/// Stores the mentioned members of a post. Returns the newly mentioned ones.
pub(crate) fn set_post_mentions(
    conn: &mut DbConnection,
    post: PostId,
    mentions: &[UserId],
) -> QueryResult<Vec<UserId>> {
    set!(conn, post_mentions, post_id, post.0, mentions)
}

/// Stores the mentioned members of a reply. Returns the newly mentioned ones.
pub(crate) fn set_reply_mentions(
    conn: &mut DbConnection,
    reply: ReplyId,
    mentions: &[UserId],
) -> QueryResult<Vec<UserId>> {
    set!(conn, reply_mentions, reply_id, reply.0, mentions)
}
