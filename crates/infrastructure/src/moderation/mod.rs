pub(crate) mod admins;
pub(crate) mod forum_bans;
mod forum_members;
mod lists;
mod row;

use ::moderation::{
    AccountStatus, AddOutcome, Candidates, ChangeOutcome, ModerationRepository, Profile,
    RemoveOutcome, may_remove_moderator, role_after_promotion,
};
use ::users::Username;
use database::{
    Database, DbConnection, locks, on_backend,
    schema::{forum_moderators, users},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{
    Act, ById, ByName, Event, ForumId, Moderators, Page, PageRequest, RepositoryError, Role,
    Timestamp, UserId,
};

pub use self::{forum_bans::DbForumBans, forum_members::DbForumMembers};
use crate::{
    bans::{BAN, StoredBan, forum_ban},
    moderation::row::{ACCOUNT_STATUS, AccountStatusRow},
    moderation_log, roles,
};

/// Access lists, roles and bans in the database.
pub struct DbModeration(pub Database);

/// The access lists in the database, as other domains need them.
pub struct DbModerators(pub Database);

impl Moderators for DbModerators {
    fn moderates(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError> {
        let entry = forum_moderators::table.find((forum.0, user.0));
        self.0.read(|conn| diesel::select(exists(entry)).get_result(conn))
    }
}

/// Returns whether a member is an admin or moderates the forum, within a transaction.
pub(crate) fn may_moderate(
    conn: &mut DbConnection,
    member: UserId,
    forum: ForumId,
) -> QueryResult<bool> {
    let role: Option<i16> =
        users::table.find(member.0).select(users::role).first(conn).optional()?;
    let Some(role) = role else { return Ok(false) };
    if roles::from_stored(role) == Role::Admin {
        return Ok(true);
    }
    let entry = forum_moderators::table.find((forum.0, member.0));
    diesel::select(exists(entry)).get_result(conn)
}

impl ModerationRepository for DbModeration {
    fn is_user(&self, id: UserId) -> Result<bool, RepositoryError> {
        self.0.read(|conn| diesel::select(exists(users::table.find(id.0))).get_result(conn))
    }

    fn find_by_name(
        &self,
        username: &str,
        now: Timestamp,
    ) -> Result<Option<AccountStatus>, RepositoryError> {
        // Names have no other characters, and PostgreSQL rejects a NUL.
        if !Username::could_contain(username) {
            return Ok(None);
        }
        let query = users::table
            .filter(users::username_key.eq(Username::key_of(username)))
            .select(ACCOUNT_STATUS);
        let row: Option<AccountStatusRow> = self.0.read(|conn| query.first(conn).optional())?;
        Ok(row.map(|row| row.at(now)))
    }

    fn moderators(
        &self,
        forum: ForumId,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, RepositoryError> {
        self.0.read(|conn| lists::moderators(conn, forum, page))
    }

    fn search_candidates(
        &self,
        forum: ForumId,
        candidates: Candidates,
        part: &str,
        now: Timestamp,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, RepositoryError> {
        if !Username::could_contain(part) {
            return Ok(Page { items: vec![], next: None });
        }
        self.0.read(|conn| lists::candidates(conn, forum, candidates, part, now, page))
    }

    fn access(
        &self,
        user: UserId,
        page: &PageRequest<ById>,
    ) -> Result<Page<ForumId, ById>, RepositoryError> {
        self.0.read(|conn| lists::access(conn, user, page))
    }

    fn search_non_admins(
        &self,
        part: &str,
        now: Timestamp,
        page: &PageRequest<ByName>,
    ) -> Result<Page<AccountStatus, ByName>, RepositoryError> {
        if !Username::could_contain(part) {
            return Ok(Page { items: vec![], next: None });
        }
        self.0.read(|conn| lists::search_non_admins(conn, part, now, page))
    }

    fn search_admins(
        &self,
        part: &str,
        now: Timestamp,
        page: &PageRequest<ByName>,
    ) -> Result<Page<AccountStatus, ByName>, RepositoryError> {
        if !Username::could_contain(part) {
            return Ok(Page { items: vec![], next: None });
        }
        self.0.read(|conn| lists::search_admins(conn, part, now, page))
    }

    fn add_moderator(
        &self,
        forum: ForumId,
        user: UserId,
        act: &Act,
    ) -> Result<AddOutcome, RepositoryError> {
        self.0.write(|conn, events| {
            if !locks::lock_forum_shared(conn, forum)? {
                return Ok(AddOutcome::NoForum);
            }
            // Lock even if the role stays: a concurrent demotion must see the new entry, and a
            // concurrent ban comes before or after all of this.
            locks::lock_users(conn, &[user.0])?;
            let (role, ban): (i16, StoredBan) =
                users::table.find(user.0).select((users::role, BAN)).first(conn)?;
            let is_banned = ban.at(act.at).is_some();
            if is_banned || forum_ban(conn, user, forum, act.at)?.is_some() {
                return Ok(AddOutcome::Banned);
            }
            let entry =
                (forum_moderators::forum_id.eq(forum.0), forum_moderators::user_id.eq(user.0));
            let added = on_backend!(conn, conn => diesel::insert_into(forum_moderators::table)
                .values(entry)
                .on_conflict_do_nothing()
                .execute(conn))?;
            if added > 0 {
                let event = Event::ModeratorAdded { forum, user, by: act.by };
                moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
            }
            let after = roles::stored(role_after_promotion(roles::from_stored(role)));
            if after != role {
                diesel::update(users::table.find(user.0))
                    .set(users::role.eq(after))
                    .execute(conn)?;
            }
            Ok(AddOutcome::Added)
        })
    }

    fn remove_moderator(
        &self,
        forum: ForumId,
        user: UserId,
        by_admin: bool,
        act: &Act,
    ) -> Result<RemoveOutcome, RepositoryError> {
        self.0.write(|conn, events| {
            locks::lock_moderators(conn, forum)?;
            // Two tell whether there is another one.
            let listed: Vec<i64> = forum_moderators::table
                .filter(forum_moderators::forum_id.eq(forum.0))
                .select(forum_moderators::user_id)
                .limit(2)
                .load(conn)?;
            let listed: Vec<UserId> = listed.into_iter().map(UserId).collect();
            if !may_remove_moderator(&listed, user, by_admin) {
                return Ok(RemoveOutcome::LastModerator);
            }
            let entry = forum_moderators::table.find((forum.0, user.0));
            if diesel::delete(entry).execute(conn)? > 0 {
                let event = Event::ModeratorRemoved { forum, user, by: act.by };
                moderation_log::record_act(events, event, act.reason.as_ref(), act.at);
            }
            roles::demote_without_forums(conn, &[user.0])?;
            Ok(RemoveOutcome::Removed)
        })
    }

    fn make_admin(&self, user: UserId, act: &Act) -> Result<ChangeOutcome, RepositoryError> {
        self.0.write(|conn, events| admins::make(conn, events, user, act))
    }

    fn demote(&self, user: UserId, act: &Act) -> Result<ChangeOutcome, RepositoryError> {
        self.0.write(|conn, events| admins::demote(conn, events, user, act))
    }

    fn ban(
        &self,
        user: UserId,
        until: Option<Timestamp>,
        act: &Act,
    ) -> Result<ChangeOutcome, RepositoryError> {
        self.0.write(|conn, events| admins::ban(conn, events, user, until, act))
    }

    fn unban(&self, user: UserId, act: &Act) -> Result<ChangeOutcome, RepositoryError> {
        self.0.write(|conn, events| admins::unban(conn, events, user, act))
    }
}
