use kernel::{Page, PostId, ReplyId, RepositoryError, Tally, UserId, Vote, VoteCommand};

use crate::{NewReply, Position, Refusal, Reply, ReplyLocation, ThreadRequest};

/// Replies of a thread that are no tree yet, and where more at its top start behind.
pub type ReplyPage = Page<Reply, Position>;

/// What became of a reply that should be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InsertOutcome {
    Inserted(Reply),
    NoSuchPost,
    /// What it answers does not take it.
    Refused(Refusal),
}

/// What became of a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoteOutcome {
    /// The votes as they stand now.
    Counted(Tally),
    /// The reply is removed; nothing changed.
    ReplyRemoved,
    /// There is no such reply.
    NotFound,
}

/// Where replies are kept. `viewer` is who asks: it decides [`Tally::own_vote`] and nothing else.
#[cfg_attr(test, mockall::automock)]
pub trait ReplyRepository: Send + Sync {
    fn has_post(&self, post: PostId) -> Result<bool, RepositoryError>;

    fn find(&self, id: ReplyId) -> Result<Option<ReplyLocation>, RepositoryError>;

    /// Stores the reply at the depth that [`crate::Parent::child_depth`] says, and counts it in
    /// what it answers, in its post and in its forum's day.
    fn insert(&self, reply: &NewReply) -> Result<InsertOutcome, RepositoryError>;

    /// Wipes what a reply said and counts it no more in its post and in its forum's day; one that is
    /// removed already stays as it is. False if there is none.
    fn remove(&self, id: ReplyId) -> Result<bool, RepositoryError>;

    /// Votes and counts the vote.
    fn vote(
        &self,
        id: ReplyId,
        user: UserId,
        command: VoteCommand,
    ) -> Result<VoteOutcome, RepositoryError>;

    /// How somebody votes on those of these that they vote on, in no order.
    fn votes_of(
        &self,
        voter: UserId,
        replies: &[ReplyId],
    ) -> Result<Vec<(ReplyId, Vote)>, RepositoryError>;

    /// At most `limit` replies of a post, taken breadth first by the part's order; they come in
    /// whatever order. None if there is no such post.
    fn thread(
        &self,
        post: PostId,
        viewer: Option<UserId>,
        request: ThreadRequest,
        limit: usize,
    ) -> Result<Option<ReplyPage>, RepositoryError>;

    /// A reply and at most `limit` of what stands under it, taken as in [`Self::thread`] with its
    /// own answers for the top. None if there is no such reply.
    fn subtree(
        &self,
        id: ReplyId,
        viewer: Option<UserId>,
        request: ThreadRequest,
        limit: usize,
    ) -> Result<Option<(Reply, ReplyPage)>, RepositoryError>;
}
