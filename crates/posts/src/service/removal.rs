use kernel::{
    Act, Actor, ById, Page, PageRequest, PostId, Reason, RemovalRetention, Revision, UserId,
};

use super::Posts;
use crate::{Post, PostError};

/// Proof that the actor may delete the post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deletable {
    pub(super) post: PostId,
    pub(super) actor: UserId,
}

/// Proof that the post is removed and that the actor moderates its forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removed {
    pub(super) post: PostId,
    pub(super) actor: UserId,
}

/// Removing and restoring.
impl Posts {
    /// Checks that the actor is the author, a moderator of the forum or an admin.
    pub fn authorize_delete(&self, post: &Post, actor: &Actor) -> Result<Deletable, PostError> {
        if post.author != actor.id && !self.moderators.may_moderate(actor, post.forum)? {
            return Err(PostError::MayNotDelete);
        }
        Ok(Deletable { post: post.id, actor: actor.id })
    }

    /// Deletes a post: its author wipes it, others hide it, and a locked one everybody hides. The reason counts where others do it.
    pub fn delete(
        &self,
        Deletable { post, actor }: Deletable,
        reason: Option<Reason>,
    ) -> Result<(), PostError> {
        let act = Act { by: Some(actor), reason, at: self.clock.now() };
        if self.repository.delete(post, &act)? { Ok(()) } else { Err(PostError::NotFound) }
    }

    /// Deletes a post of the actor that others don't see: held or removed. What is deleted cannot be restored.
    pub fn delete_unseen(&self, id: PostId, actor: &Actor) -> Result<(), PostError> {
        match self.authorize_withdraw(id, actor) {
            Err(PostError::NotFound) => {
                let act = Act { by: Some(actor.id), reason: None, at: self.clock.now() };
                let deleted = self.repository.delete_removed(id, actor.into(), &act)?;
                if deleted { Ok(()) } else { Err(PostError::NotFound) }
            }
            withdrawable => self.withdraw(withdrawable?),
        }
    }

    /// Checks that the post is removed and kept, and that the actor moderates its forum or is an admin. Others don't find
    /// it. The error for a shown post says whether the actor could have restored it.
    pub fn authorize_restore(&self, id: PostId, actor: &Actor) -> Result<Removed, PostError> {
        match self.removed(id, actor) {
            Err(PostError::NotFound) => {
                let post = self.get(id, actor.into())?;
                let may = self.moderators.may_moderate(actor, post.forum)?;
                Err(if may { PostError::NotRemoved } else { PostError::NotAModerator })
            }
            removed => removed,
        }
    }

    /// Like [`Self::authorize_restore`], for reading: every refusal is `NotFound`.
    pub fn removed(&self, id: PostId, actor: &Actor) -> Result<Removed, PostError> {
        let retention = RemovalRetention::at(self.clock.now());
        match self.repository.find_removed(id, retention)? {
            Some(forum) if self.moderators.may_moderate(actor, forum)? => {
                Ok(Removed { post: id, actor: actor.id })
            }
            Some(_) | None => Err(PostError::NotFound),
        }
    }

    /// Returns the versions of a removed post, the newest first.
    pub fn removed_revisions(
        &self,
        Removed { post, .. }: Removed,
        page: &PageRequest<ById>,
    ) -> Result<Page<Revision, ById>, PostError> {
        self.repository.removed_revisions(post, page)?.ok_or(PostError::NotFound)
    }

    /// Shows a removed post again, with its replies.
    pub fn restore(
        &self,
        Removed { post, actor }: Removed,
        reason: Option<Reason>,
    ) -> Result<Post, PostError> {
        let at = self.clock.now();
        let act = Act { by: Some(actor), reason, at };
        let restored = self.repository.restore(post, &act, RemovalRetention::at(at))?;
        Ok(restored.ok_or(PostError::NotRemoved)?.at(at))
    }

    /// Wipes all removed posts that are kept no longer. Returns their number.
    pub fn wipe_removed(&self) -> Result<usize, PostError> {
        let (mut all, retention) = (0, RemovalRetention::at(self.clock.now()));
        loop {
            match self.repository.wipe_removed(retention)? {
                0 => return Ok(all),
                some => all += some,
            }
        }
    }
}
