//! Invitations to register and, with a forum, to a private one, by the digests of their codes.

use database::{
    DbConnection, Events, locks, on_backend,
    schema::{invites, users},
    sql::literal_limit,
};
use diesel::prelude::*;
use kernel::{Act, ById, Event, ForumId, InviteId, MadeInvite, Page, PageRequest, Timestamp};

use crate::moderation_log;

/// Stores an invitation.
pub(crate) fn insert(
    conn: &mut DbConnection,
    (digest, forum): (&str, Option<ForumId>),
    until: Timestamp,
    act: &Act,
) -> QueryResult<()> {
    let by = act.by.map(|by| by.0);
    locks::lock_users_shared(conn, by.as_slice())?;
    let invite = (
        invites::digest.eq(digest),
        invites::forum_id.eq(forum.map(|forum| forum.0)),
        invites::by_id.eq(by),
        invites::expires_at.eq(until.unix_millis()),
    );
    diesel::insert_into(invites::table).values(invite).execute(conn)?;
    Ok(())
}

/// Returns those that serve at `now`, the newest first.
pub(crate) fn list(
    conn: &mut DbConnection,
    forum: Option<ForumId>,
    now: Timestamp,
    page: &PageRequest<ById>,
) -> QueryResult<Page<MadeInvite, ById>> {
    let ById(before) = page.after.unwrap_or(ById(i64::MAX));
    let query = invites::table
        .left_join(users::table.on(users::id.nullable().eq(invites::by_id)))
        .filter(invites::id.lt(before).and(invites::expires_at.gt(now.unix_millis())))
        .order(invites::id.desc())
        .select((invites::id, users::username.nullable(), invites::expires_at))
        .into_boxed();
    let query = match forum {
        Some(forum) => query.filter(invites::forum_id.eq(forum.0)),
        None => query.filter(invites::forum_id.is_null()),
    };
    let rows: Vec<(i64, Option<String>, i64)> =
        literal_limit(page.limit.fetch_size(), query).load(conn)?;
    let page = Page::cut(rows, page.limit, |(id, _, _)| ById(*id));
    Ok(page.map(|(id, by, until)| {
        let until = Timestamp::from_unix_millis(until);
        MadeInvite { id: InviteId(id), by, until }
    }))
}

/// Ends one. Returns whether it was there.
pub(crate) fn revoke(
    conn: &mut DbConnection,
    events: &mut Events,
    (id, forum): (InviteId, Option<ForumId>),
    act: &Act,
) -> QueryResult<bool> {
    let invite = invites::table.find(id.0);
    let revoked = if let Some(forum) = forum {
        let of_forum = invite.filter(invites::forum_id.eq(forum.0));
        on_backend!(conn, conn => diesel::delete(of_forum).execute(conn))?
    } else {
        let to_register = invite.filter(invites::forum_id.is_null());
        on_backend!(conn, conn => diesel::delete(to_register).execute(conn))?
    };
    if let (true, Some(by)) = (revoked > 0, act.by) {
        let event = Event::InviteRevoked { forum, by };
        moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
    }
    Ok(revoked > 0)
}
