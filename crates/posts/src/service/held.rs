//! Held posts, which wait for approval.

use kernel::{Actor, ById, LinkingText, Page, PageRequest, PostId, Timestamp, WritingRules};

use super::Posts;
use crate::{Post, PostContent, PostError};

/// Proof that the post is held and that the actor wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawable {
    post: PostId,
}

impl Posts {
    /// Returns a held post to its author and to those who may approve it. Others don't find it.
    pub fn held(&self, id: PostId, actor: &Actor) -> Result<Post, PostError> {
        let post = self.repository.find_held(id)?.ok_or(PostError::NotFound)?;
        let may_see = (post.author == actor.id
            && self.readers.may_read(actor.into(), post.forum, post.forum_visibility)?)
            || self.moderators.may_moderate(actor, post.forum)?;
        if may_see { Ok(post) } else { Err(PostError::NotFound) }
    }

    /// Returns the actor's own held posts, the newest first.
    pub fn own_held(
        &self,
        actor: &Actor,
        page: &PageRequest<ById>,
    ) -> Result<Page<Post, ById>, PostError> {
        Ok(self.repository.held_of(actor.id, actor.into(), page)?)
    }

    /// Checks that the post is held and that the actor wrote it. Moderators decide its report instead.
    pub fn authorize_withdraw(&self, id: PostId, actor: &Actor) -> Result<Withdrawable, PostError> {
        let post = self.held(id, actor)?;
        if post.author == actor.id { Ok(Withdrawable { post: id }) } else { Err(PostError::Held) }
    }

    /// Wipes a held post.
    pub fn withdraw(&self, Withdrawable { post }: Withdrawable) -> Result<(), PostError> {
        if self.repository.withdraw(post)? { Ok(()) } else { Err(PostError::NotFound) }
    }

    /// Returns whether a new post of the actor is held.
    pub(super) fn needs_approval(
        &self,
        rules: Option<&WritingRules>,
        actor: &Actor,
        now: Timestamp,
        content: &PostContent,
    ) -> Result<bool, PostError> {
        Ok(self.writing.holds_links(rules, actor, now)? && self.writing.has_links(linking(content)))
    }

    /// Checks that an edit by the actor adds no link for which a new post would be held.
    pub(super) fn check_added_links(
        &self,
        rules: Option<&WritingRules>,
        actor: &Actor,
        now: Timestamp,
        (post, content): (PostId, &PostContent),
    ) -> Result<(), PostError> {
        if !self.writing.holds_links(rules, actor, now)? {
            return Ok(());
        }
        let stored = self.repository.find(post)?.ok_or(PostError::NotFound)?;
        let before = LinkingText {
            title: Some(&stored.title),
            description: &stored.description,
            image: stored.image.as_deref(),
        };
        Ok(self.writing.check_added_links(before, linking(content))?)
    }
}

fn linking(content: &PostContent) -> LinkingText<'_> {
    LinkingText {
        title: Some(content.title.as_str()),
        description: content.description.as_str(),
        image: content.image.as_ref().map(kernel::ImageUrl::as_str),
    }
}
