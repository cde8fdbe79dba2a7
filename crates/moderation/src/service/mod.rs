use std::sync::Arc;

use kernel::{
    Act, Actor, ById, ByName, Clock, ForumId, ForumReaders, Moderators, Page, PageRequest, Reader,
    Reason, UserId,
};

use crate::{
    AccountStatus, AddOutcome, Administrator, BanDays, Candidates, ChangeOutcome, ExistingForum,
    ExistingUser, ModeratedForum, ModerationError, ModerationRepository, Profile,
    ReadableAccessList, RemoveOutcome,
};

/// The use cases of moderation.
pub struct Moderation {
    repository: Arc<dyn ModerationRepository>,
    readers: Arc<dyn ForumReaders>,
    moderators: Arc<dyn Moderators>,
    clock: Arc<dyn Clock>,
}

/// Lookups and permission checks.
impl Moderation {
    pub fn new(
        repository: Arc<dyn ModerationRepository>,
        readers: Arc<dyn ForumReaders>,
        moderators: Arc<dyn Moderators>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, readers, moderators, clock }
    }

    /// What somebody, or without one an operator, does now.
    fn act(&self, by: Option<UserId>) -> Act {
        Act { by, reason: None, at: self.clock.now() }
    }

    /// Looks up a forum that the reader may read.
    pub fn forum(&self, id: ForumId, reader: Reader) -> Result<ExistingForum, ModerationError> {
        if self.readers.exists_for(reader, id)? {
            Ok(ExistingForum(id))
        } else {
            Err(ModerationError::NoSuchForum)
        }
    }

    pub fn user(&self, id: UserId) -> Result<ExistingUser, ModerationError> {
        if self.repository.is_user(id)? {
            Ok(ExistingUser(id))
        } else {
            Err(ModerationError::NoSuchUser)
        }
    }

    /// Checks that the actor moderates the forum or is an admin.
    pub fn authorize_moderator(
        &self,
        ExistingForum(forum): ExistingForum,
        actor: &Actor,
    ) -> Result<ModeratedForum, ModerationError> {
        if !self.moderators.may_moderate(actor, forum)? {
            return Err(ModerationError::NotAModerator);
        }
        Ok(ModeratedForum { forum, actor: actor.id, by_admin: actor.is_admin() })
    }
}

/// Use cases about moderators of forums.
impl Moderation {
    pub fn moderators(
        &self,
        ExistingForum(forum): ExistingForum,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, ModerationError> {
        Ok(self.repository.moderators(forum, page)?)
    }

    /// Returns users who can be promoted or banned; a blank keyword matches every name.
    pub fn search_candidates(
        &self,
        ModeratedForum { forum, .. }: ModeratedForum,
        candidates: Candidates,
        keyword: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, ModerationError> {
        let (keyword, now) = (keyword.trim(), self.clock.now());
        Ok(self.repository.search_candidates(forum, candidates, keyword, now, page)?)
    }

    pub fn access(
        &self,
        ReadableAccessList(user): ReadableAccessList,
        page: &PageRequest<ById>,
    ) -> Result<Page<ForumId, ById>, ModerationError> {
        Ok(self.repository.access(user, page)?)
    }

    /// Makes the user with this name a moderator of the forum.
    pub fn promote(
        &self,
        ModeratedForum { forum, actor, .. }: ModeratedForum,
        username: &str,
    ) -> Result<Profile, ModerationError> {
        let found = self.find_by_name(username)?;
        if found.ban.is_some() {
            return Err(ModerationError::Banned);
        }
        match self.repository.add_moderator(forum, found.profile.id, &self.act(Some(actor)))? {
            AddOutcome::Added => Ok(found.profile),
            AddOutcome::Banned => Err(ModerationError::Banned),
            AddOutcome::NoForum => Err(ModerationError::NoSuchForum),
        }
    }

    /// Removes a moderator of the forum.
    pub fn remove(
        &self,
        ModeratedForum { forum, actor, by_admin }: ModeratedForum,
        ExistingUser(user): ExistingUser,
    ) -> Result<(), ModerationError> {
        let act = self.act(Some(actor));
        match self.repository.remove_moderator(forum, user, by_admin, &act)? {
            RemoveOutcome::Removed => Ok(()),
            RemoveOutcome::LastModerator => Err(ModerationError::LastModerator),
        }
    }
}

/// Use cases for admins.
impl Moderation {
    /// Returns users who are not active admins; a blank keyword matches every name.
    pub fn search_users(
        &self,
        _: Administrator,
        keyword: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<AccountStatus, ByName>, ModerationError> {
        Ok(self.repository.search_non_admins(keyword.trim(), self.clock.now(), page)?)
    }

    /// Returns active admins; a blank keyword matches every name.
    pub fn search_admins(
        &self,
        _: Administrator,
        keyword: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<AccountStatus, ByName>, ModerationError> {
        Ok(self.repository.search_admins(keyword.trim(), self.clock.now(), page)?)
    }

    /// Returns the account with this name, in any case.
    pub fn account(
        &self,
        _: Administrator,
        username: &str,
    ) -> Result<Option<AccountStatus>, ModerationError> {
        Ok(self.repository.find_by_name(username, self.clock.now())?)
    }

    pub fn promote_to_admin(
        &self,
        Administrator(admin): Administrator,
        ExistingUser(user): ExistingUser,
    ) -> Result<AccountStatus, ModerationError> {
        changed(self.repository.make_admin(user, &self.act(Some(admin)))?)
    }

    /// Demotes an admin to moderator, or to plain user without a forum.
    pub fn demote_admin(
        &self,
        Administrator(admin): Administrator,
        ExistingUser(user): ExistingUser,
    ) -> Result<AccountStatus, ModerationError> {
        changed(self.repository.demote(user, &self.act(Some(admin)))?)
    }

    /// Bans for these days, or without them for good. Replaces another ban; repeating it changes nothing.
    pub fn ban(
        &self,
        Administrator(admin): Administrator,
        ExistingUser(user): ExistingUser,
        days: Option<BanDays>,
        reason: Option<Reason>,
    ) -> Result<AccountStatus, ModerationError> {
        if user == admin {
            return Err(ModerationError::BanSelf);
        }
        let act = Act { reason, ..self.act(Some(admin)) };
        let until = days.map(|days| act.at.after(days.span()));
        changed(self.repository.ban(user, until, &act)?)
    }

    pub fn unban(
        &self,
        Administrator(admin): Administrator,
        ExistingUser(user): ExistingUser,
    ) -> Result<AccountStatus, ModerationError> {
        changed(self.repository.unban(user, &self.act(Some(admin)))?)
    }
}

/// Use cases for operators, without a login.
impl Moderation {
    pub fn make_admin(&self, username: &str) -> Result<AccountStatus, ModerationError> {
        let user = self.find_by_name(username)?.profile.id;
        changed(self.repository.make_admin(user, &self.act(None))?)
    }

    /// Demotes an admin to moderator, or to plain user without a forum.
    pub fn demote(&self, username: &str) -> Result<AccountStatus, ModerationError> {
        let user = self.find_by_name(username)?.profile.id;
        changed(self.repository.demote(user, &self.act(None))?)
    }

    /// Bans for these days, or without them for good.
    pub fn ban_by_name(
        &self,
        username: &str,
        days: Option<BanDays>,
        reason: Option<Reason>,
    ) -> Result<AccountStatus, ModerationError> {
        let user = self.find_by_name(username)?.profile.id;
        let act = Act { reason, ..self.act(None) };
        let until = days.map(|days| act.at.after(days.span()));
        changed(self.repository.ban(user, until, &act)?)
    }

    pub fn unban_by_name(&self, username: &str) -> Result<AccountStatus, ModerationError> {
        let user = self.find_by_name(username)?.profile.id;
        changed(self.repository.unban(user, &self.act(None))?)
    }

    fn find_by_name(&self, username: &str) -> Result<AccountStatus, ModerationError> {
        self.repository
            .find_by_name(username, self.clock.now())?
            .ok_or_else(|| ModerationError::UnknownUsername(username.to_owned()))
    }
}

fn changed(changed: ChangeOutcome) -> Result<AccountStatus, ModerationError> {
    match changed {
        ChangeOutcome::Changed(status) => Ok(status),
        ChangeOutcome::LastAdmin => Err(ModerationError::LastAdmin),
        ChangeOutcome::Banned => Err(ModerationError::Banned),
        ChangeOutcome::NotFound => Err(ModerationError::NoSuchUser),
    }
}

#[cfg(test)]
mod tests;
