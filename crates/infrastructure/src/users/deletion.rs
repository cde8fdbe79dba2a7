//! Deletes an account and what refers to it.

use ::users::{DELETED_USER, DELETED_USER_IMAGE, DeleteOutcome, ThrottleKey};
use database::{
    DbConnection, Events,
    locks::{self, AdvisoryLock},
    on_backend,
    schema::{post_votes, removed_replies, reply_votes, stored_posts, stored_replies, users},
};
use diesel::{
    dsl::{exists, select},
    prelude::*,
};
use kernel::{Event, Role, Timestamp, UserId};

use crate::{
    author_counts::{self, OF_VOTER},
    bans::NO_END,
    images::references,
    login_failures,
    member_data::{self, DELETED_USER_ID},
    moderation::admins::is_last_admin,
    ranks::{self, Ranked},
    replies::removal::wipe,
    roles,
    undecided_reports::{delete_appeals, delete_held},
};

/// Returns `None` if another transaction holds a lock; the caller has to retry.
pub(super) fn delete(
    conn: &mut DbConnection,
    events: &mut Events,
    id: UserId,
    hash: &str,
    now: Timestamp,
) -> QueryResult<Option<DeleteOutcome>> {
    let account = users::table.find(id.0).filter(users::password_hash.eq(hash));
    let is_there = select(exists(account));
    locks::allow_long_statement(conn)?;
    AdvisoryLock::Notifications.lock(conn)?;
    AdvisoryLock::Admins.lock(conn)?;
    locks::lock_authored_content(conn, id.0)?;
    if !is_there.get_result::<bool>(conn)? {
        return Ok(Some(DeleteOutcome::PasswordChanged));
    }
    // Concurrent writes of this user are finished, or will find no user.
    if !locks::lock_user_for_delete(conn, id.0)? || !locks::lock_late_content(conn, id.0)? {
        return Ok(None);
    }
    if !is_there.get_result::<bool>(conn)? {
        return Ok(Some(DeleteOutcome::PasswordChanged));
    }
    if is_last_admin(conn, id, now)? {
        return Ok(Some(DeleteOutcome::LastAdmin));
    }
    // Nearly every response shows usernames.
    events.record(Event::AccountDeleted { user: id });
    forget_failures(conn, id)?;
    author_counts::subtract(conn, &OF_VOTER, id.0)?;
    uncount_votes(conn, id.0)?;
    delete_held(conn, id)?;
    wipe_hidden(conn, id.0)?;
    insert_deleted_user(conn)?;
    delete_appeals(conn, id)?;
    member_data::release(conn, id.0)?;
    references::delete_avatar(conn, id.0)?;
    diesel::delete(users::table.find(id.0)).execute(conn)?;
    Ok(Some(DeleteOutcome::Deleted))
}

/// The next owner of the name starts without failures.
fn forget_failures(conn: &mut DbConnection, id: UserId) -> QueryResult<()> {
    let name: String = users::table.find(id.0).select(users::username).first(conn)?;
    login_failures::forget(conn, &ThrottleKey::all_of(&name, id))?;
    Ok(())
}

/// Lowers the counters by the user's votes.
fn uncount_votes(conn: &mut DbConnection, user: i64) -> QueryResult<()> {
    let voted = |vote: i16| {
        post_votes::table
            .filter(post_votes::user_id.eq(user).and(post_votes::vote.eq(vote)))
            .select(post_votes::post_id)
    };
    diesel::update(stored_posts::table.filter(stored_posts::id.eq_any(voted(1))))
        .set((
            stored_posts::upvotes.eq(stored_posts::upvotes - 1),
            stored_posts::score.eq(stored_posts::score - 1),
        ))
        .execute(conn)?;
    diesel::update(stored_posts::table.filter(stored_posts::id.eq_any(voted(-1))))
        .set((
            stored_posts::downvotes.eq(stored_posts::downvotes - 1),
            stored_posts::score.eq(stored_posts::score + 1),
        ))
        .execute(conn)?;
    let voted = |vote: i16| {
        reply_votes::table
            .filter(reply_votes::user_id.eq(user).and(reply_votes::vote.eq(vote)))
            .select(reply_votes::reply_id)
    };
    diesel::update(stored_replies::table.filter(stored_replies::id.eq_any(voted(1))))
        .set((
            stored_replies::upvotes.eq(stored_replies::upvotes - 1),
            stored_replies::score.eq(stored_replies::score - 1),
        ))
        .execute(conn)?;
    diesel::update(stored_replies::table.filter(stored_replies::id.eq_any(voted(-1))))
        .set((
            stored_replies::downvotes.eq(stored_replies::downvotes - 1),
            stored_replies::score.eq(stored_replies::score + 1),
        ))
        .execute(conn)?;
    ranks::refresh(
        conn,
        &Ranked {
            posts: &format!("id IN (SELECT post_id FROM post_votes WHERE user_id = {user})"),
            replies: &format!("id IN (SELECT reply_id FROM reply_votes WHERE user_id = {user})"),
        },
    )
}

/// Nobody can restore what moderators removed of this user.
fn wipe_hidden(conn: &mut DbConnection, user: i64) -> QueryResult<()> {
    let posts = stored_posts::table.filter(stored_posts::author_id.eq(user));
    diesel::delete(posts.filter(stored_posts::hidden_at.is_not_null())).execute(conn)?;
    let replies: Vec<i64> = removed_replies::table
        .inner_join(stored_replies::table)
        .filter(stored_replies::author_id.eq(user))
        .order(stored_replies::id)
        .select(stored_replies::id)
        .load(conn)?;
    wipe(conn, &replies, Timestamp::from_unix_millis(i64::MAX))
}

fn insert_deleted_user(conn: &mut DbConnection) -> QueryResult<()> {
    let deleted_user = (
        users::id.eq(DELETED_USER_ID),
        users::username.eq(DELETED_USER),
        users::username_key.eq(DELETED_USER),
        // No password matches it.
        users::password_hash.eq(""),
        users::image.eq(DELETED_USER_IMAGE),
        users::role.eq(roles::stored(Role::User)),
        users::banned_until.eq(NO_END),
        users::session_version.eq(0),
        users::created_at.eq(0_i64),
    );
    on_backend!(conn, conn => diesel::insert_into(users::table)
        .values(deleted_user)
        .on_conflict_do_nothing()
        .execute(conn))?;
    Ok(())
}
