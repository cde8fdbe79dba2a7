use std::sync::Arc;

use kernel::{Actor, ById, ByName, ForumId, Moderators, Page, PageRequest, UserId};

use crate::{
    AccessOf, Administrator, Changed, KnownForum, KnownUser, Moderated, ModerationError,
    ModerationRepository, Person, Removed, Standing,
};

/// The use cases of moderation.
pub struct Moderation {
    repository: Arc<dyn ModerationRepository>,
    moderators: Arc<dyn Moderators>,
}

/// The steps that come before a use case.
impl Moderation {
    pub fn new(repository: Arc<dyn ModerationRepository>, moderators: Arc<dyn Moderators>) -> Self {
        Self { repository, moderators }
    }

    pub fn forum(&self, id: ForumId) -> Result<KnownForum, ModerationError> {
        if self.repository.is_forum(id)? {
            Ok(KnownForum(id))
        } else {
            Err(ModerationError::NoSuchForum)
        }
    }

    pub fn user(&self, id: UserId) -> Result<KnownUser, ModerationError> {
        if self.repository.is_user(id)? {
            Ok(KnownUser(id))
        } else {
            Err(ModerationError::NoSuchUser)
        }
    }

    /// Lets moderators of the forum and admins through.
    pub fn moderated(
        &self,
        KnownForum(forum): KnownForum,
        actor: &Actor,
    ) -> Result<Moderated, ModerationError> {
        if !self.moderators.may_moderate(actor, forum)? {
            return Err(ModerationError::NotAModerator);
        }
        Ok(Moderated { forum, by_admin: actor.is_admin() })
    }
}

/// The moderators of forums.
impl Moderation {
    pub fn moderators(
        &self,
        KnownForum(forum): KnownForum,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Person, ByName>, ModerationError> {
        Ok(self.repository.moderators(forum, page)?)
    }

    /// Whoever may be promoted; a blank keyword is in every name.
    pub fn promotable(
        &self,
        Moderated { forum, .. }: Moderated,
        keyword: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Person, ByName>, ModerationError> {
        Ok(self.repository.promotable(forum, keyword.trim(), page)?)
    }

    pub fn access(
        &self,
        AccessOf(user): AccessOf,
        page: &PageRequest<ById>,
    ) -> Result<Page<ForumId, ById>, ModerationError> {
        Ok(self.repository.access(user, page)?)
    }

    /// Makes whoever has the name a moderator of the forum.
    pub fn promote(
        &self,
        Moderated { forum, .. }: Moderated,
        username: &str,
    ) -> Result<Person, ModerationError> {
        let found = self.named(username)?;
        if found.banned {
            return Err(ModerationError::Banned);
        }
        if !self.repository.add_moderator(forum, found.person.id)? {
            return Err(ModerationError::NoSuchForum);
        }
        Ok(found.person)
    }

    /// Makes somebody a moderator of the forum no more.
    pub fn remove(
        &self,
        Moderated { forum, by_admin }: Moderated,
        KnownUser(user): KnownUser,
    ) -> Result<(), ModerationError> {
        match self.repository.remove_moderator(forum, user, by_admin)? {
            Removed::Done => Ok(()),
            Removed::Last => Err(ModerationError::LastModerator),
        }
    }
}

/// What admins do.
impl Moderation {
    /// Everybody who is not an admin; a blank keyword is in every name.
    pub fn people(
        &self,
        _: Administrator,
        keyword: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Standing, ByName>, ModerationError> {
        Ok(self.repository.all_but_admins(keyword.trim(), page)?)
    }

    pub fn promote_to_admin(
        &self,
        _: Administrator,
        KnownUser(user): KnownUser,
    ) -> Result<Standing, ModerationError> {
        changed(self.repository.make_admin(user)?)
    }

    pub fn ban(
        &self,
        Administrator(admin): Administrator,
        KnownUser(user): KnownUser,
    ) -> Result<Standing, ModerationError> {
        if user == admin {
            return Err(ModerationError::Oneself);
        }
        changed(self.repository.ban(user)?)
    }

    pub fn unban(
        &self,
        _: Administrator,
        KnownUser(user): KnownUser,
    ) -> Result<Standing, ModerationError> {
        changed(self.repository.unban(user)?)
    }
}

/// What whoever runs the forum does, with nobody signed in.
impl Moderation {
    pub fn make_admin(&self, username: &str) -> Result<Standing, ModerationError> {
        changed(self.repository.make_admin(self.named(username)?.person.id)?)
    }

    /// Makes an admin a moderator, if one of any forum, or else a plain user.
    pub fn demote(&self, username: &str) -> Result<Standing, ModerationError> {
        changed(self.repository.demote(self.named(username)?.person.id)?)
    }

    pub fn ban_by_name(&self, username: &str) -> Result<Standing, ModerationError> {
        changed(self.repository.ban(self.named(username)?.person.id)?)
    }

    pub fn unban_by_name(&self, username: &str) -> Result<Standing, ModerationError> {
        changed(self.repository.unban(self.named(username)?.person.id)?)
    }

    fn named(&self, username: &str) -> Result<Standing, ModerationError> {
        self.repository
            .find_by_name(username)?
            .ok_or_else(|| ModerationError::NobodyNamed(username.to_owned()))
    }
}

fn changed(changed: Changed) -> Result<Standing, ModerationError> {
    match changed {
        Changed::Done(standing) => Ok(standing),
        Changed::LastAdmin => Err(ModerationError::LastAdmin),
        Changed::Banned => Err(ModerationError::Banned),
        Changed::Gone => Err(ModerationError::NoSuchUser),
    }
}

#[cfg(test)]
mod tests;
