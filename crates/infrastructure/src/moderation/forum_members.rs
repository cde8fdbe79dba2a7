//! The members of private forums, and invitations.

use ::moderation::forum_members::{
    AddMemberOutcome, ForumMember, ForumMemberRepository, Invitation, InviteOutcome, JoinOutcome,
    NewForumMember,
};
use database::{
    Database, DbConnection, Events, locks, on_backend,
    schema::{forum_members, forum_moderators, forums, invites as rows, users},
    sql::{keyset::below, literal_limit},
};
use diesel::{
    dsl::{exists, not},
    prelude::*,
    sql_types::BigInt,
};
use kernel::{
    Act, ById, ByTime, Event, ForumId, InviteId, MadeInvite, Page, PageRequest, RepositoryError,
    Timestamp, UserId, Visibility,
};

use super::row::profiles;
use crate::{
    bans::{BAN, StoredBan, forum_ban},
    invites, moderation_log, readers, texts,
};

/// The members of private forums in the database.
pub struct DbForumMembers(pub Database);

impl ForumMemberRepository for DbForumMembers {
    fn list(
        &self,
        forum: ForumId,
        page: &PageRequest<ByTime>,
    ) -> Result<Option<Page<ForumMember, ByTime>>, RepositoryError> {
        self.0.snapshot(|conn| match readers::visibility(conn, forum)? {
            Some(Visibility::Private) => list(conn, forum, page).map(Some),
            Some(Visibility::Public | Visibility::Members) | None => Ok(None),
        })
    }

    fn add(&self, member: &NewForumMember) -> Result<AddMemberOutcome, RepositoryError> {
        self.0.write(|conn, events| add(conn, events, member))
    }

    fn remove(&self, forum: ForumId, user: UserId, act: &Act) -> Result<(), RepositoryError> {
        self.0.write(|conn, events| {
            let entry = forum_members::table.find((forum.0, user.0));
            let removed = diesel::delete(entry).execute(conn)? > 0;
            if let (true, Some(by)) = (removed, act.by) {
                let event = Event::ForumMemberRemoved { forum, user, by };
                moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
            }
            Ok(())
        })
    }

    fn insert_invite(
        &self,
        digest: &str,
        forum: ForumId,
        until: Timestamp,
        act: &Act,
    ) -> Result<InviteOutcome, RepositoryError> {
        self.0.write(|conn, events| {
            match lock_visibility(conn, forum)? {
                None => return Ok(InviteOutcome::NoForum),
                Some(Visibility::Public | Visibility::Members) => {
                    return Ok(InviteOutcome::NotPrivate);
                }
                Some(Visibility::Private) => {}
            }
            invites::insert(conn, (digest, Some(forum)), until, act)?;
            if let Some(by) = act.by {
                let event = Event::ForumInviteCreated { forum, by };
                moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
            }
            Ok(InviteOutcome::Made)
        })
    }

    fn end_invites(&self, forum: ForumId, act: &Act) -> Result<(), RepositoryError> {
        self.0.write(|conn, events| {
            let all = rows::table.filter(rows::forum_id.eq(forum.0));
            let ended = diesel::delete(all).execute(conn)? > 0;
            if let (true, Some(by)) = (ended, act.by) {
                let event = Event::ForumInvitesEnded { forum, by };
                moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
            }
            Ok(())
        })
    }

    fn join(
        &self,
        digest: &str,
        user: UserId,
        at: Timestamp,
    ) -> Result<JoinOutcome, RepositoryError> {
        self.0.write(|conn, events| join(conn, events, digest, user, at))
    }

    fn invites(
        &self,
        forum: ForumId,
        now: Timestamp,
        page: &PageRequest<ById>,
    ) -> Result<Page<MadeInvite, ById>, RepositoryError> {
        self.0.read(|conn| invites::list(conn, Some(forum), now, page))
    }

    fn revoke_invite(
        &self,
        forum: ForumId,
        id: InviteId,
        act: &Act,
    ) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| invites::revoke(conn, events, (id, Some(forum)), act))
    }

    fn invitation(
        &self,
        digest: &str,
        now: Timestamp,
    ) -> Result<Option<Invitation>, RepositoryError> {
        self.0.snapshot(|conn| invitation(conn, digest, now))
    }
}

#[derive(Queryable)]
struct Row {
    user: i64,
    since: i64,
    by: i64,
}

/// The columns of a [`Row`].
const ROW: (forum_members::user_id, forum_members::since, forum_members::by_id) =
    (forum_members::user_id, forum_members::since, forum_members::by_id);

fn list(
    conn: &mut DbConnection,
    forum: ForumId,
    page: &PageRequest<ByTime>,
) -> QueryResult<Page<ForumMember, ByTime>> {
    let (at, id) =
        page.after.map_or((i64::MAX, i64::MAX), |ByTime { at, id }| (at.unix_millis(), id));
    let key = (at.into_sql::<BigInt>(), id.into_sql::<BigInt>());
    let moderates = forum_moderators::table.find((forum.0, forum_members::user_id));
    let query = forum_members::table
        .filter(forum_members::forum_id.eq(forum.0))
        .filter(not(exists(moderates)))
        .filter(below((forum_members::since, forum_members::user_id), key))
        .order((forum_members::since.desc(), forum_members::user_id.desc()))
        .select(ROW);
    let rows: Vec<Row> = literal_limit(page.limit.fetch_size(), query).load(conn)?;
    let position = |row: &Row| ByTime { at: Timestamp::from_unix_millis(row.since), id: row.user };
    let Page { items, next } = Page::cut(rows, page.limit, position);
    Ok(Page { items: with_people(conn, items)?, next })
}

fn with_people(conn: &mut DbConnection, rows: Vec<Row>) -> QueryResult<Vec<ForumMember>> {
    let people = profiles(conn, rows.iter().flat_map(|row| [row.user, row.by]))?;
    let person = |id| people.get(&UserId(id)).cloned();
    let member = |row: Row| {
        let since = Timestamp::from_unix_millis(row.since);
        Some(ForumMember { user: person(row.user)?, since, by: person(row.by)? })
    };
    Ok(rows.into_iter().filter_map(member).collect())
}

/// Returns who may read a forum, which no other transaction changes or deletes meanwhile.
fn lock_visibility(conn: &mut DbConnection, forum: ForumId) -> QueryResult<Option<Visibility>> {
    // Bans and changes of the visibility come before or after all of this.
    if !locks::lock_for_write(conn, forum)? {
        return Ok(None);
    }
    readers::visibility(conn, forum)
}

fn add(
    conn: &mut DbConnection,
    events: &mut Events,
    new: &NewForumMember,
) -> QueryResult<AddMemberOutcome> {
    match lock_visibility(conn, new.forum)? {
        None => return Ok(AddMemberOutcome::NoForum),
        Some(Visibility::Public | Visibility::Members) => return Ok(AddMemberOutcome::NotPrivate),
        Some(Visibility::Private) => {}
    }
    locks::lock_users(conn, &[new.by.0, new.user.0])?;
    let ban: Option<StoredBan> =
        users::table.find(new.user.0).select(BAN).first(conn).optional()?;
    let Some(ban) = ban else { return Ok(AddMemberOutcome::NoUser) };
    let is_banned = ban.at(new.since).is_some();
    if is_banned || forum_ban(conn, new.user, new.forum, new.since)?.is_some() {
        return Ok(AddMemberOutcome::Banned);
    }
    insert(conn, events, new)?;
    let row: Row = forum_members::table.find((new.forum.0, new.user.0)).select(ROW).first(conn)?;
    let member = with_people(conn, vec![row])?.pop();
    Ok(member.map_or(AddMemberOutcome::NoUser, |member| AddMemberOutcome::Added(Box::new(member))))
}

/// Stores an entry, unless there is one.
fn insert(conn: &mut DbConnection, events: &mut Events, new: &NewForumMember) -> QueryResult<()> {
    let NewForumMember { forum, user, by, since } = *new;
    let entry = (
        forum_members::forum_id.eq(forum.0),
        forum_members::user_id.eq(user.0),
        forum_members::since.eq(since.unix_millis()),
        forum_members::by_id.eq(by.0),
    );
    let added = on_backend!(conn, conn => diesel::insert_into(forum_members::table)
        .values(entry)
        .on_conflict_do_nothing()
        .execute(conn))?;
    if added > 0 {
        let event = Event::ForumMemberAdded { forum, user, by };
        moderation_log::record_act(events, event, None, since);
    }
    Ok(())
}

fn invitation(
    conn: &mut DbConnection,
    digest: &str,
    now: Timestamp,
) -> QueryResult<Option<Invitation>> {
    type Row = (i64, String, String, i32, String, Option<String>, i64);
    let invite = rows::table
        .inner_join(forums::table.on(forums::id.nullable().eq(rows::forum_id)))
        .left_join(users::table.on(users::id.nullable().eq(rows::by_id)))
        .filter(rows::digest.eq(digest).and(rows::expires_at.gt(now.unix_millis())))
        .filter(forums::visibility.eq(readers::stored(Visibility::Private)))
        .select((
            forums::id,
            forums::topic,
            forums::description,
            forums::renderer,
            forums::html,
            users::username.nullable(),
            rows::expires_at,
        ));
    let found: Option<Row> = invite.first(conn).optional()?;
    let Some((forum, topic, description, renderer, html, by, until)) = found else {
        return Ok(None);
    };
    let members: i64 =
        forum_members::table.filter(forum_members::forum_id.eq(forum)).count().get_result(conn)?;
    let description_html = texts::html(renderer, html, &description);
    let until = Timestamp::from_unix_millis(until);
    Ok(Some(Invitation { topic, description_html, members, by, until }))
}

fn join(
    conn: &mut DbConnection,
    events: &mut Events,
    digest: &str,
    user: UserId,
    at: Timestamp,
) -> QueryResult<JoinOutcome> {
    let invite = rows::table
        .filter(rows::digest.eq(digest).and(rows::expires_at.gt(at.unix_millis())))
        .filter(rows::forum_id.is_not_null())
        .select(rows::forum_id.assume_not_null());
    let forum: Option<i64> = invite.first(conn).optional()?;
    let Some(forum) = forum.map(ForumId) else { return Ok(JoinOutcome::NoInvite) };
    if lock_visibility(conn, forum)? != Some(Visibility::Private) {
        return Ok(JoinOutcome::NoInvite);
    }
    locks::lock_users(conn, &[user.0])?;
    // All invitations may have ended before the lock was taken.
    if invite.first::<i64>(conn).optional()?.is_none() {
        return Ok(JoinOutcome::NoInvite);
    }
    if let Some(ban) = forum_ban(conn, user, forum, at)? {
        return Ok(JoinOutcome::Banned(ban));
    }
    if !readers::belongs(conn, user, forum)? {
        insert(conn, events, &NewForumMember { forum, user, by: user, since: at })?;
    }
    Ok(JoinOutcome::Joined(forum))
}
