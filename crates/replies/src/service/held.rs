//! Held replies, which wait for approval.

use kernel::{
    Actor, ById, LinkingText, Page, PageRequest, PostId, ReplyId, Timestamp, WritingRules,
};

use super::Replies;
use crate::{Description, HeldReply, Reply, ReplyError};

/// Proof that the reply is held and that the actor wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawable {
    reply: ReplyId,
}

impl Replies {
    /// Returns a held reply to its author and to those who may approve it. Others don't find it.
    pub fn held(&self, id: ReplyId, actor: &Actor) -> Result<Reply, ReplyError> {
        Ok(self.find_held(id, actor)?.reply)
    }

    /// Returns the actor's own held replies to a post, the oldest first.
    pub fn held_in(
        &self,
        post: PostId,
        actor: &Actor,
        page: &PageRequest<ById>,
    ) -> Result<Page<Reply, ById>, ReplyError> {
        Ok(self.repository.held_in(post, actor.id, page)?)
    }

    /// Checks that the reply is held and that the actor wrote it. Moderators decide its report instead.
    pub fn authorize_withdraw(
        &self,
        id: ReplyId,
        actor: &Actor,
    ) -> Result<Withdrawable, ReplyError> {
        let held = self.find_held(id, actor)?;
        if held.author == actor.id { Ok(Withdrawable { reply: id }) } else { Err(ReplyError::Held) }
    }

    /// Wipes a held reply.
    pub fn withdraw(&self, Withdrawable { reply }: Withdrawable) -> Result<(), ReplyError> {
        super::found(self.repository.withdraw(reply)?, ReplyError::NotFound)
    }

    fn find_held(&self, id: ReplyId, actor: &Actor) -> Result<HeldReply, ReplyError> {
        let held = self.repository.find_held(id)?.ok_or(ReplyError::NotFound)?;
        let may_see = (held.author == actor.id
            && self.readers.exists_for(actor.into(), held.forum)?)
            || self.moderators.may_moderate(actor, held.forum)?;
        if may_see { Ok(held) } else { Err(ReplyError::NotFound) }
    }

    /// Returns whether a new reply of the actor is held.
    pub(super) fn needs_approval(
        &self,
        rules: Option<&WritingRules>,
        actor: &Actor,
        now: Timestamp,
        description: &Description,
    ) -> Result<bool, ReplyError> {
        let is_checked = self.writing.holds_links(rules, actor, now)?;
        Ok(is_checked && self.writing.has_links(linking(description.as_str())))
    }

    /// Checks that an edit by the actor adds no link for which a new reply would be held. A removed reply takes no edit.
    pub(super) fn check_added_links(
        &self,
        rules: Option<&WritingRules>,
        actor: &Actor,
        now: Timestamp,
        (reply, description): (ReplyId, &Description),
    ) -> Result<(), ReplyError> {
        if !self.writing.holds_links(rules, actor, now)? {
            return Ok(());
        }
        let Some(stored) = self.get(reply, actor.into())?.content else { return Ok(()) };
        let before = linking(&stored.description);
        Ok(self.writing.check_added_links(before, linking(description.as_str()))?)
    }
}

fn linking(description: &str) -> LinkingText<'_> {
    LinkingText { title: None, description, image: None }
}
