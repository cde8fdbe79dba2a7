use std::sync::Arc;

use kernel::{Actor, Clock, Moderators, Page, PostId, ReplyId, Tally, UserId, Vote, VoteAct};

use crate::{
    Branch, Description, Inserted, NewReply, Part, Place, Position, Reply, ReplyError,
    ReplyRepository, Voted, tree::branches,
};

/// How many replies one answer holds at most.
pub const MOST_SHOWN: usize = 1_000;

/// The use cases of replies.
pub struct Replies {
    repository: Arc<dyn ReplyRepository>,
    moderators: Arc<dyn Moderators>,
    clock: Arc<dyn Clock>,
}

/// A reply that the actor was found to be allowed to remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removable(ReplyId);

impl Replies {
    pub fn new(
        repository: Arc<dyn ReplyRepository>,
        moderators: Arc<dyn Moderators>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, moderators, clock }
    }

    /// Lets through what is a post.
    pub fn answerable(&self, post: PostId) -> Result<(), ReplyError> {
        found(self.repository.has_post(post)?, ReplyError::NoSuchPost)
    }

    pub fn create(
        &self,
        actor: &Actor,
        post: PostId,
        responds_to: Option<ReplyId>,
        description: Description,
    ) -> Result<Reply, ReplyError> {
        let created_at = self.clock.now();
        let reply = NewReply { post, responds_to, description, author: actor.id, created_at };
        match self.repository.insert(&reply)? {
            Inserted::Done(reply) => Ok(reply),
            Inserted::NoSuchPost => Err(ReplyError::NoSuchPost),
            Inserted::Refused(refusal) => Err(ReplyError::Refused(refusal)),
        }
    }

    pub fn thread(
        &self,
        post: PostId,
        viewer: Option<UserId>,
        part: Part,
    ) -> Result<Page<Branch, Position>, ReplyError> {
        let Page { items, next } = self
            .repository
            .thread(post, viewer, part, MOST_SHOWN)?
            .ok_or(ReplyError::NoSuchPost)?;
        Ok(Page { items: branches(items, None, part.sort()), next })
    }

    /// A reply with what stands under it, and where more of its own answers start behind.
    pub fn subtree(
        &self,
        id: ReplyId,
        viewer: Option<UserId>,
        part: Part,
    ) -> Result<(Branch, Option<Position>), ReplyError> {
        let (reply, Page { items, next }) =
            self.repository.subtree(id, viewer, part, MOST_SHOWN)?.ok_or(ReplyError::NotFound)?;
        let answers = branches(items, Some(id), part.sort());
        Ok((Branch::new(reply, answers), next))
    }

    pub fn find(&self, id: ReplyId) -> Result<Place, ReplyError> {
        self.repository.find(id)?.ok_or(ReplyError::NotFound)
    }

    /// Lets the author through, moderators of the forum and admins.
    pub fn removable(&self, place: &Place, actor: &Actor) -> Result<Removable, ReplyError> {
        if actor.id != place.author && !self.moderators.may_moderate(actor, place.forum)? {
            return Err(ReplyError::MayNotRemove);
        }
        Ok(Removable(place.reply))
    }

    pub fn remove(&self, Removable(id): Removable) -> Result<(), ReplyError> {
        found(self.repository.remove(id)?, ReplyError::NotFound)
    }

    /// How somebody votes on those of these that they vote on, in no order.
    pub fn votes_of(
        &self,
        voter: UserId,
        replies: &[ReplyId],
    ) -> Result<Vec<(ReplyId, Vote)>, ReplyError> {
        Ok(self.repository.votes_of(voter, replies)?)
    }

    pub fn vote(&self, id: ReplyId, actor: &Actor, act: VoteAct) -> Result<Tally, ReplyError> {
        match self.repository.vote(id, actor.id, act)? {
            Voted::Done(tally) => Ok(tally),
            Voted::Removed => Err(ReplyError::Removed),
            Voted::Gone => Err(ReplyError::NotFound),
        }
    }
}

fn found(found: bool, otherwise: ReplyError) -> Result<(), ReplyError> {
    if found { Ok(()) } else { Err(otherwise) }
}

#[cfg(test)]
mod tests;
