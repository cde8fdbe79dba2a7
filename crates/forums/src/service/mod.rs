use std::{sync::Arc, time::Duration};

use kernel::{
    Act, Actor, ByName, ByNameAndId, ByScore, ByTier, ByTime, Clock, ForumId, ForumReaders, Member,
    Moderators, Page, PageRequest, Reader, Reason, Role, UserId, Visibility,
};

use crate::{
    Description, Forum, ForumEdit, ForumError, ForumRepository, NewForum, NewRules, Readers, Rules,
    SaveOutcome, Topic,
};

/// The use cases of forums.
pub struct Forums {
    repository: Arc<dyn ForumRepository>,
    readers: Arc<dyn ForumReaders>,
    moderators: Arc<dyn Moderators>,
    clock: Arc<dyn Clock>,
}

/// Proof that the actor may edit the forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Editable {
    forum: ForumId,
    actor: UserId,
}

/// Proof that the actor may delete the forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletable {
    forum: ForumId,
    actor: UserId,
}

impl Forums {
    pub fn new(
        repository: Arc<dyn ForumRepository>,
        readers: Arc<dyn ForumReaders>,
        moderators: Arc<dyn Moderators>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, readers, moderators, clock }
    }

    pub fn create(
        &self,
        actor: &Actor,
        topic: Topic,
        description: Description,
        visibility: Visibility,
    ) -> Result<Forum, ForumError> {
        saved(self.repository.insert(&NewForum {
            topic,
            description,
            visibility,
            author: actor.id,
            created_at: self.clock.now(),
        })?)
    }

    /// Returns a forum that the reader may read.
    pub fn get(&self, id: ForumId, reader: Reader) -> Result<Forum, ForumError> {
        let forum = self.repository.find(id, self.clock.now())?.ok_or(ForumError::NotFound)?;
        if self.readers.may_read(reader, id, forum.visibility)? {
            Ok(forum)
        } else {
            Err(ForumError::NotFound)
        }
    }

    /// Returns what a member reads as. Who reads no closed forum reads as a visitor does, and who belongs to no private one
    /// as all such members do.
    pub fn reader(&self, member: &Member) -> Result<Reader, ForumError> {
        let closed = self.repository.reads_closed(member.id)?;
        Ok(match member.role {
            Role::Admin if closed.private => Reader::Admin,
            Role::User | Role::Moderator if closed.own => Reader::Insider(member.id),
            Role::Admin | Role::User | Role::Moderator if closed.for_members => Reader::Member,
            Role::Admin | Role::User | Role::Moderator => Reader::Visitor,
        })
    }

    /// Returns who of `users` may read a forum, and whether visitors may.
    pub fn readers_among(&self, forum: ForumId, users: &[UserId]) -> Result<Readers, ForumError> {
        Ok(self.repository.readers_among(forum, users)?)
    }

    /// Checks that the actor moderates the forum or is an admin.
    pub fn authorize_edit(&self, id: ForumId, actor: &Actor) -> Result<Editable, ForumError> {
        if !self.moderators.may_moderate(actor, id)? {
            return Err(ForumError::NotAModerator);
        }
        Ok(Editable { forum: id, actor: actor.id })
    }

    pub fn edit(
        &self,
        Editable { forum, actor }: Editable,
        edit: &ForumEdit,
    ) -> Result<Forum, ForumError> {
        let act = Act { by: Some(actor), reason: None, at: self.clock.now() };
        saved(self.repository.update(forum, edit, &act)?)
    }

    /// Returns the rules of a forum that the reader may read, to an actor who moderates it with their limits.
    pub fn rules(
        &self,
        id: ForumId,
        reader: Reader,
        actor: Option<&Actor>,
    ) -> Result<Rules, ForumError> {
        found(self.readers.exists_for(reader, id)?)?;
        let rules = self.repository.rules(id)?.ok_or(ForumError::NotFound)?;
        let moderates = match actor {
            Some(actor) => self.moderators.may_moderate(actor, id)?,
            None => false,
        };
        Ok(if moderates { rules } else { Rules { limits: None, ..rules } })
    }

    /// Replaces the rules of a forum.
    pub fn set_rules(
        &self,
        Editable { forum, actor }: Editable,
        rules: &NewRules,
    ) -> Result<Rules, ForumError> {
        let act = Act { by: Some(actor), reason: None, at: self.clock.now() };
        self.repository.set_rules(forum, rules, &act)?.ok_or(ForumError::NotFound)
    }

    /// Checks that the actor is an admin.
    pub fn authorize_delete(&self, id: ForumId, actor: &Actor) -> Result<Deletable, ForumError> {
        if !actor.is_admin() {
            return Err(ForumError::NotAnAdmin);
        }
        Ok(Deletable { forum: id, actor: actor.id })
    }

    /// Deletes a forum. The reason counts where somebody else than its author does it.
    pub fn delete(
        &self,
        Deletable { forum, actor }: Deletable,
        reason: Option<Reason>,
    ) -> Result<(), ForumError> {
        let act = Act { by: Some(actor), reason, at: self.clock.now() };
        found(self.repository.delete(forum, &act)?)
    }

    /// Returns the ids of forums in this range.
    pub fn ids(&self, first: ForumId, last: ForumId) -> Result<Vec<ForumId>, ForumError> {
        Ok(self.repository.ids(first, last)?)
    }

    /// Returns the highest id of a forum.
    pub fn last_id(&self) -> Result<Option<ForumId>, ForumError> {
        Ok(self.repository.last_id()?)
    }

    pub fn newest(
        &self,
        reader: Reader,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, ForumError> {
        Ok(self.repository.newest(reader, self.clock.now(), page)?)
    }

    pub fn most_active(
        &self,
        reader: Reader,
        page: &PageRequest<ByScore>,
    ) -> Result<Page<Forum, ByScore>, ForumError> {
        Ok(self.repository.most_active(reader, self.clock.now(), page)?)
    }

    pub fn by_name(
        &self,
        reader: Reader,
        page: &PageRequest<ByNameAndId>,
    ) -> Result<Page<Forum, ByNameAndId>, ForumError> {
        Ok(self.repository.by_name(reader, self.clock.now(), page)?)
    }

    pub fn with_topic(
        &self,
        reader: Reader,
        topic: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Forum, ByName>, ForumError> {
        Ok(self.repository.with_topic(reader, self.clock.now(), &Topic::key_of(topic), page)?)
    }

    pub fn search(
        &self,
        reader: Reader,
        term: &str,
        page: &PageRequest<ByTier>,
    ) -> Result<Page<Forum, ByTier>, ForumError> {
        Ok(self.repository.search(reader, self.clock.now(), term, page)?)
    }

    pub fn favorites(
        &self,
        actor: &Actor,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, ForumError> {
        Ok(self.repository.favorites(actor.id, actor.into(), self.clock.now(), page)?)
    }

    /// Returns the favorites of `user` among these forums.
    pub fn favorites_among(
        &self,
        user: UserId,
        forums: &[ForumId],
    ) -> Result<Vec<ForumId>, ForumError> {
        Ok(self.repository.favorites_among(user, forums)?)
    }

    pub fn add_favorite(&self, id: ForumId, actor: &Actor) -> Result<(), ForumError> {
        found(self.repository.add_favorite(actor.id, id, self.clock.now())?)
    }

    pub fn remove_favorite(&self, id: ForumId, actor: &Actor) -> Result<(), ForumError> {
        found(self.repository.remove_favorite(actor.id, id)?)
    }

    /// Returns how long activity counts stay valid without a write.
    #[must_use]
    pub fn activity_lifetime(&self) -> Duration {
        self.clock.now().until_next_day()
    }
}

fn found(found: bool) -> Result<(), ForumError> {
    if found { Ok(()) } else { Err(ForumError::NotFound) }
}

fn saved(saved: SaveOutcome) -> Result<Forum, ForumError> {
    match saved {
        SaveOutcome::Saved(forum) => Ok(forum),
        SaveOutcome::TopicTaken => Err(ForumError::TopicTaken),
        SaveOutcome::NotFound => Err(ForumError::NotFound),
    }
}

#[cfg(test)]
mod tests;
