use kernel::{
    ByScore, ByTime, Page, PageRequest, PostId, RepositoryError, Tally, UserId, Vote, VoteCommand,
};

use crate::{NewPost, Post, PostContent, Selection};

/// Where posts are kept. `viewer` is who asks: it decides whose vote [`Post::tally`] names and nothing else.
#[cfg_attr(test, mockall::automock)]
pub trait PostRepository: Send + Sync {
    /// Stores the post and counts it in the activity of its forum. None if there is no such forum.
    fn insert(&self, post: &NewPost) -> Result<Option<Post>, RepositoryError>;

    /// Gives a post another content and marks it as edited. None if there is no such post.
    fn update(
        &self,
        id: PostId,
        content: &PostContent,
        viewer: UserId,
    ) -> Result<Option<Post>, RepositoryError>;

    /// Deletes a post with its replies and votes, and takes it and its replies out of the activity
    /// of its forum. False if there is none.
    fn delete(&self, id: PostId) -> Result<bool, RepositoryError>;

    fn find(&self, id: PostId, viewer: Option<UserId>) -> Result<Option<Post>, RepositoryError>;

    /// Does what `command` says to the voter's vote and answers how the votes stand then. None if there
    /// is no such post.
    fn vote(
        &self,
        id: PostId,
        voter: UserId,
        command: VoteCommand,
    ) -> Result<Option<Tally>, RepositoryError>;

    /// How somebody votes on those of these that they vote on, in no order.
    fn votes_of(
        &self,
        voter: UserId,
        posts: &[PostId],
    ) -> Result<Vec<(PostId, Vote)>, RepositoryError>;

    /// The posts of a selection, newest first.
    fn newest(
        &self,
        viewer: Option<UserId>,
        selection: &Selection,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Post, ByTime>, RepositoryError>;

    /// The posts of a selection, the highest score first, then the newest. With a keyword, of the
    /// newest 5,000 in which it is found.
    fn most_popular(
        &self,
        viewer: Option<UserId>,
        selection: &Selection,
        page: &PageRequest<ByScore>,
    ) -> Result<Page<Post, ByScore>, RepositoryError>;
}
