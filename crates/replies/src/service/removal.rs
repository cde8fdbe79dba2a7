use kernel::{
    Act, Actor, ById, Page, PageRequest, Reader, Reason, RemovalRetention, ReplyId, Revision,
    UserId,
};

use super::{Replies, found};
use crate::{Reply, ReplyError, ReplyLocation};

/// Proof that the actor may remove the reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removable {
    pub(super) reply: ReplyId,
    pub(super) actor: UserId,
}

/// Proof that the reply is removed and that the actor moderates its forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removed {
    pub(super) reply: ReplyId,
    pub(super) actor: UserId,
}

/// Removing and restoring.
impl Replies {
    /// Checks that the actor is the author, a moderator of the forum or an admin.
    pub fn authorize_remove(
        &self,
        place: &ReplyLocation,
        actor: &Actor,
    ) -> Result<Removable, ReplyError> {
        if actor.id != place.author && !self.moderators.may_moderate(actor, place.forum)? {
            return Err(ReplyError::MayNotRemove);
        }
        Ok(Removable { reply: place.reply, actor: actor.id })
    }

    /// Removes a reply: its author wipes the text, others hide it, and in a locked post everybody does. The reason counts where others do it.
    pub fn remove(
        &self,
        Removable { reply, actor }: Removable,
        reason: Option<Reason>,
    ) -> Result<(), ReplyError> {
        let act = Act { by: Some(actor), reason, at: self.clock.now() };
        found(self.repository.remove(reply, &act)?, ReplyError::NotFound)
    }

    /// Removes a reply of the actor that others don't see: one that is held, or under a removed post.
    pub fn remove_unseen(&self, id: ReplyId, actor: &Actor) -> Result<(), ReplyError> {
        match self.authorize_withdraw(id, actor) {
            Err(ReplyError::NotFound) => {
                let act = Act { by: Some(actor.id), reason: None, at: self.clock.now() };
                found(
                    self.repository.remove_under_removed(id, actor.into(), &act)?,
                    ReplyError::NotFound,
                )
            }
            withdrawable => self.withdraw(withdrawable?),
        }
    }

    /// Checks that the reply is removed and its text kept, and that the actor moderates its forum or is an admin. Others
    /// don't find it. The error for a shown reply says whether the actor could have restored it.
    pub fn authorize_restore(&self, id: ReplyId, actor: &Actor) -> Result<Removed, ReplyError> {
        match self.removed(id, actor) {
            Err(ReplyError::NotFound) => {
                self.require_shown(id, actor.into())?;
                let forum = self.find(id, actor.into())?.forum;
                let may = self.moderators.may_moderate(actor, forum)?;
                Err(if may { ReplyError::NotRemoved } else { ReplyError::NotAModerator })
            }
            removed => removed,
        }
    }

    /// Checks that the reader may read the reply and that it is not removed.
    pub fn require_shown(&self, id: ReplyId, reader: Reader) -> Result<(), ReplyError> {
        found(self.get(id, reader)?.content.is_some(), ReplyError::NotFound)
    }

    /// Like [`Self::authorize_restore`], for reading: every refusal is `NotFound`.
    pub fn removed(&self, id: ReplyId, actor: &Actor) -> Result<Removed, ReplyError> {
        let retention = RemovalRetention::at(self.clock.now());
        match self.repository.find_removed(id, retention)? {
            Some(forum) if self.moderators.may_moderate(actor, forum)? => {
                Ok(Removed { reply: id, actor: actor.id })
            }
            Some(_) | None => Err(ReplyError::NotFound),
        }
    }

    /// Returns the versions of a removed reply, the newest first.
    pub fn removed_revisions(
        &self,
        Removed { reply, .. }: Removed,
        page: &PageRequest<ById>,
    ) -> Result<Page<Revision, ById>, ReplyError> {
        self.repository.removed_revisions(reply, page)?.ok_or(ReplyError::NotFound)
    }

    /// Restores the text of a removed reply.
    pub fn restore(
        &self,
        Removed { reply, actor }: Removed,
        reason: Option<Reason>,
    ) -> Result<Reply, ReplyError> {
        let at = self.clock.now();
        let act = Act { by: Some(actor), reason, at };
        let restored = self.repository.restore(reply, &act, RemovalRetention::at(at))?;
        restored.ok_or(ReplyError::NotRemoved)
    }

    /// Wipes all hidden texts that are kept no longer. Returns their number.
    pub fn wipe_removed(&self) -> Result<usize, ReplyError> {
        let (mut all, retention) = (0, RemovalRetention::at(self.clock.now()));
        loop {
            match self.repository.wipe_removed(retention)? {
                0 => return Ok(all),
                some => all += some,
            }
        }
    }
}
