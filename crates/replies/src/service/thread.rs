//! Reading threads, and single replies with what stands above and below them.

use kernel::{Page, PostId, Reader, ReplyId};

use super::Replies;
use crate::{Position, Reply, ReplyError, ReplyNode, ThreadRequest, tree::build_tree};

/// The maximum number of replies in a response.
pub const MAX_REPLIES: usize = 1_000;

/// The maximum number of ancestors that come with a reply.
const MAX_ANCESTORS: usize = 3;

impl Replies {
    pub fn thread(
        &self,
        post: PostId,
        reader: Reader,
        request: ThreadRequest,
    ) -> Result<Page<ReplyNode, Position>, ReplyError> {
        let page = self.repository.thread(post, reader, request, MAX_REPLIES)?;
        let Page { items, next } = page.ok_or(ReplyError::NoSuchPost)?;
        Ok(Page { items: build_tree(items, None, request.sort()), next })
    }

    /// Returns a reply with its descendants, and the position after which more of its answers follow.
    pub fn subtree(
        &self,
        id: ReplyId,
        reader: Reader,
        request: ThreadRequest,
    ) -> Result<(ReplyNode, Option<Position>), ReplyError> {
        let branch = self.repository.subtree(id, reader, request, MAX_REPLIES)?;
        let (reply, Page { items, next }) = branch.ok_or(ReplyError::NotFound)?;
        let answers = build_tree(items, Some(id), request.sort());
        Ok((ReplyNode::new(reply, answers), next))
    }

    /// Returns the nearest ancestors of a reply, its parent last, without their answers.
    pub fn ancestors(&self, reply: &Reply) -> Result<Vec<ReplyNode>, ReplyError> {
        let Some(parent) = reply.responds_to else { return Ok(vec![]) };
        let ancestors = self.repository.lineage(parent, MAX_ANCESTORS)?;
        Ok(ancestors.into_iter().map(|reply| ReplyNode::new(reply, vec![])).collect())
    }
}
