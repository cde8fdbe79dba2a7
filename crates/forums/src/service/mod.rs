use std::{sync::Arc, time::Duration};

use kernel::{
    Act, Actor, ByName, ByNameAndId, ByScore, ByTier, ByTime, Clock, ForumId, Moderators, Page,
    PageRequest, Reason, UserId,
};

use crate::{
    Description, Forum, ForumError, ForumRepository, NewForum, NewRules, Rules, SaveOutcome, Topic,
};

/// The use cases of forums.
pub struct Forums {
    repository: Arc<dyn ForumRepository>,
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
        moderators: Arc<dyn Moderators>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, moderators, clock }
    }

    pub fn create(
        &self,
        actor: &Actor,
        topic: Topic,
        description: Description,
    ) -> Result<Forum, ForumError> {
        saved(self.repository.insert(&NewForum {
            topic,
            description,
            author: actor.id,
            created_at: self.clock.now(),
        })?)
    }

    pub fn get(&self, id: ForumId) -> Result<Forum, ForumError> {
        self.repository.find(id, self.clock.now())?.ok_or(ForumError::NotFound)
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
        topic: &Topic,
        description: &Description,
    ) -> Result<Forum, ForumError> {
        let act = Act { by: Some(actor), reason: None, at: self.clock.now() };
        saved(self.repository.update(forum, topic, description, &act)?)
    }

    /// Returns the rules of a forum, to those who moderate it with their limits.
    pub fn rules(&self, id: ForumId, reader: Option<&Actor>) -> Result<Rules, ForumError> {
        let rules = self.repository.rules(id)?.ok_or(ForumError::NotFound)?;
        let moderates = match reader {
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

    pub fn newest(&self, page: &PageRequest<ByTime>) -> Result<Page<Forum, ByTime>, ForumError> {
        Ok(self.repository.newest(self.clock.now(), page)?)
    }

    pub fn most_active(
        &self,
        page: &PageRequest<ByScore>,
    ) -> Result<Page<Forum, ByScore>, ForumError> {
        Ok(self.repository.most_active(self.clock.now(), page)?)
    }

    pub fn by_name(
        &self,
        page: &PageRequest<ByNameAndId>,
    ) -> Result<Page<Forum, ByNameAndId>, ForumError> {
        Ok(self.repository.by_name(self.clock.now(), page)?)
    }

    pub fn with_topic(
        &self,
        topic: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Forum, ByName>, ForumError> {
        Ok(self.repository.with_topic(self.clock.now(), &Topic::key_of(topic), page)?)
    }

    pub fn search(
        &self,
        term: &str,
        page: &PageRequest<ByTier>,
    ) -> Result<Page<Forum, ByTier>, ForumError> {
        Ok(self.repository.search(self.clock.now(), term, page)?)
    }

    pub fn favorites(
        &self,
        actor: &Actor,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, ForumError> {
        Ok(self.repository.favorites(actor.id, self.clock.now(), page)?)
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
