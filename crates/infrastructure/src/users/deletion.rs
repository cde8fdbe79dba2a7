//! Deletes an account and what refers to it.

use ::users::{DELETED_USER, DELETED_USER_IMAGE, DeleteOutcome, ThrottleKey};
use database::{
    DbConnection, Events,
    locks::{self, AdvisoryLock},
    on_backend,
    schema::{removed_replies, stored_posts, stored_replies, users},
};
use diesel::{
    dsl::{exists, max, select},
    prelude::*,
};
use kernel::{Event, PostId, Role, Timestamp, UserId};

use super::{former_names, vote_withdrawal::take_back_all};
use crate::{
    bans::NO_END,
    images::references,
    login_failures,
    member_data::{self, DELETED_USER_ID},
    moderation::admins::is_last_admin,
    replies::removal::wipe,
    roles,
    undecided_reports::{close_held_under, delete_appeals, delete_held, resolve_of_messages},
};

/// Returns why the account cannot be deleted, as far as that shows without a lock.
pub(super) fn refusal(
    conn: &mut DbConnection,
    id: UserId,
    hash: &str,
    now: Timestamp,
) -> QueryResult<Option<DeleteOutcome>> {
    let account = users::table.find(id.0).filter(users::password_hash.eq(hash));
    if !select(exists(account)).get_result::<bool>(conn)? {
        return Ok(Some(DeleteOutcome::PasswordChanged));
    }
    Ok(is_last_admin(conn, id, now)?.then_some(DeleteOutcome::LastAdmin))
}

/// Returns `None` if another transaction holds a lock; the caller has to retry.
pub(super) fn delete(
    conn: &mut DbConnection,
    events: &mut Events,
    id: UserId,
    hash: &str,
    now: Timestamp,
) -> QueryResult<Option<DeleteOutcome>> {
    locks::allow_long_statement(conn)?;
    AdvisoryLock::Notifications.lock(conn)?;
    AdvisoryLock::Admins.lock(conn)?;
    locks::lock_authored_content(conn, id.0)?;
    // Concurrent writes of this user are finished, or will find no user.
    if !locks::lock_user_for_delete(conn, id.0)? || !locks::lock_late_content(conn, id.0)? {
        return Ok(None);
    }
    if let Some(refused) = refusal(conn, id, hash, now)? {
        return Ok(Some(refused));
    }
    // Nearly every response shows usernames.
    events.record(Event::AccountDeleted { user: id });
    reserve_name(conn, id)?;
    take_back_all(conn, events, id)?;
    delete_held(conn, id)?;
    wipe_hidden(conn, events, id.0)?;
    resolve_of_messages(conn, events, id, now)?;
    insert_deleted_user(conn)?;
    release_texts(conn, id.0)?;
    delete_appeals(conn, id)?;
    member_data::release(conn, id.0)?;
    references::delete_avatar(conn, id.0)?;
    diesel::delete(users::table.find(id.0)).execute(conn)?;
    Ok(Some(DeleteOutcome::Deleted))
}

/// Keeps the name from being registered again, and forgets the failed sign-ins with it.
fn reserve_name(conn: &mut DbConnection, id: UserId) -> QueryResult<()> {
    let name: String = users::table.find(id.0).select(users::username).first(conn)?;
    former_names::reserve(conn, &name)?;
    login_failures::forget(conn, &ThrottleKey::all_of(&name, id))?;
    Ok(())
}

/// Nobody can restore what moderators removed of this user.
fn wipe_hidden(conn: &mut DbConnection, events: &mut Events, user: i64) -> QueryResult<()> {
    let hidden = || {
        stored_posts::table
            .filter(stored_posts::author_id.eq(user).and(stored_posts::hidden_at.is_not_null()))
    };
    for post in hidden().select(stored_posts::id).load(conn)? {
        close_held_under(conn, events, PostId(post))?;
    }
    diesel::delete(hidden()).execute(conn)?;
    let replies: Vec<i64> = removed_replies::table
        .inner_join(stored_replies::table)
        .filter(stored_replies::author_id.eq(user))
        .order(stored_replies::id)
        .select(stored_replies::id)
        .load(conn)?;
    wipe(conn, &replies, Timestamp::from_unix_millis(i64::MAX))
}

/// Hands the texts to nobody, under a number that they share, so that moderators find all of them.
///
/// SQLite finds the last number in an index, which has no rows without one, only if they are filtered out.
fn release_texts(conn: &mut DbConnection, user: i64) -> QueryResult<()> {
    let posts = stored_posts::table.filter(stored_posts::former_author.is_not_null());
    let of_posts: Option<i64> = posts.select(max(stored_posts::former_author)).first(conn)?;
    let replies = stored_replies::table.filter(stored_replies::former_author.is_not_null());
    let of_replies: Option<i64> = replies.select(max(stored_replies::former_author)).first(conn)?;
    let number = of_posts.max(of_replies).unwrap_or(0) + 1;
    diesel::update(stored_posts::table.filter(stored_posts::author_id.eq(user)))
        .set((stored_posts::author_id.eq(DELETED_USER_ID), stored_posts::former_author.eq(number)))
        .execute(conn)?;
    diesel::update(stored_replies::table.filter(stored_replies::author_id.eq(user)))
        .set((
            stored_replies::author_id.eq(DELETED_USER_ID),
            stored_replies::former_author.eq(number),
        ))
        .execute(conn)?;
    Ok(())
}

/// Stores the author of what deleted accounts wrote, if it is not there yet.
pub(crate) fn insert_deleted_user(conn: &mut DbConnection) -> QueryResult<()> {
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
