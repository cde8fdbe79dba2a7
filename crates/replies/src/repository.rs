use kernel::{
    Act, Ban, ById, ForumId, HideOutcome, Page, PageRequest, PostId, Reader, RemovalRetention,
    ReplyId, RepositoryError, Revision, Tally, Timestamp, UserId, VoteCommand,
};

use crate::{
    AuthoredReply, Description, HeldReply, NewReply, Position, Refusal, Reply, ReplyLocation,
    ReplyState, ThreadRequest,
};

/// A flat page of a thread, before it becomes a tree.
pub type ReplyPage = Page<Reply, Position>;

/// The outcome of storing a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InsertOutcome {
    Inserted(Reply),
    NoSuchPost,
    /// The post is locked, and the author does not moderate its forum.
    PostLocked,
    /// The author is banned from the forum.
    Banned(Ban),
    /// Its parent takes no answers.
    Refused(Refusal),
}

/// The outcome of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditOutcome {
    Edited(Reply),
    /// The reply is removed; nothing changed.
    ReplyRemoved,
    /// The post is locked, and the author does not moderate its forum; nothing changed.
    PostLocked,
    /// The author is banned from the forum; nothing changed.
    Banned(Ban),
    /// There is no such reply.
    NotFound,
}

/// The outcome of a vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VoteOutcome {
    /// The new tally.
    Counted(Tally),
    /// The reply is removed; nothing changed.
    ReplyRemoved,
    /// The post is locked, and the user does not moderate its forum; nothing changed.
    PostLocked,
    /// The user is banned from the forum; nothing changed.
    Banned(Ban),
    /// There is no such reply.
    NotFound,
}

/// Stores replies. Where a method takes a `reader`, what is in forums that they may not read is missing.
#[cfg_attr(test, mockall::automock)]
pub trait ReplyRepository: Send + Sync {
    fn has_post(&self, post: PostId, reader: Reader) -> Result<bool, RepositoryError>;

    fn find(&self, id: ReplyId, reader: Reader) -> Result<Option<ReplyLocation>, RepositoryError>;

    /// Returns a reply, removed or not.
    fn get(&self, id: ReplyId, reader: Reader) -> Result<Option<Reply>, RepositoryError>;

    /// Stores the reply, where its author may read the post, at the depth given by [`crate::Parent::child_depth`] and
    /// counts it in its parent, its post and the activity of its forum.
    fn insert(&self, reply: &NewReply) -> Result<InsertOutcome, RepositoryError>;

    /// Stores the reply hidden, under the conditions of [`Self::insert`], and opens a report for its
    /// approval.
    fn hold(&self, reply: &NewReply) -> Result<InsertOutcome, RepositoryError>;

    /// Returns a held reply. Its post may be removed.
    fn find_held(&self, id: ReplyId) -> Result<Option<HeldReply>, RepositoryError>;

    /// Returns the replies of an author to a post that wait for approval, the oldest first.
    fn held_in(
        &self,
        post: PostId,
        author: UserId,
        page: &PageRequest<ById>,
    ) -> Result<Page<Reply, ById>, RepositoryError>;

    /// Wipes a held reply and its report. Returns false if the reply is not held.
    fn withdraw(&self, id: ReplyId) -> Result<bool, RepositoryError>;

    /// Replaces the text of a reply, where the editor may read it, and marks it as edited. Another text is a new version where
    /// [`Revision::is_new_version`] says so.
    fn update(
        &self,
        id: ReplyId,
        description: &Description,
        editor: UserId,
        at: Timestamp,
    ) -> Result<EditOutcome, RepositoryError>;

    /// Returns the versions of a reply, the present one included, the newest first; `None` if there is no such reply
    /// or it is removed.
    fn revisions(
        &self,
        id: ReplyId,
        with_hidden: bool,
        page: &PageRequest<ById>,
    ) -> Result<Option<Page<Revision, ById>>, RepositoryError>;

    /// Hides an earlier version of a reply that is shown.
    fn hide_revision(
        &self,
        id: ReplyId,
        version: i32,
        act: &Act,
    ) -> Result<HideOutcome, RepositoryError>;

    /// Takes the text and the versions of a reply away and uncounts it in its post and the activity of its forum; a
    /// removed reply stays removed, and leaves nothing to restore if its author removes it. Where [`Act::hides`] says so, they are hidden and can be restored; otherwise they
    /// are wiped. Returns false if there is no such reply.
    fn remove(&self, id: ReplyId, act: &Act) -> Result<bool, RepositoryError>;

    /// Like [`Self::remove`], for a reply of `act.by` under a removed post. Returns false if the member wrote no such
    /// reply.
    fn remove_under_removed(
        &self,
        id: ReplyId,
        reader: Reader,
        act: &Act,
    ) -> Result<bool, RepositoryError>;

    /// Returns the forum of a removed reply whose text is hidden and kept yet.
    fn find_removed(
        &self,
        id: ReplyId,
        retention: RemovalRetention,
    ) -> Result<Option<ForumId>, RepositoryError>;

    /// Like [`Self::revisions`], for a removed reply whose text is hidden.
    fn removed_revisions(
        &self,
        id: ReplyId,
        page: &PageRequest<ById>,
    ) -> Result<Option<Page<Revision, ById>>, RepositoryError>;

    /// Gives a removed reply its text back, if that is kept yet. Returns `None` if there is no such reply.
    fn restore(
        &self,
        id: ReplyId,
        act: &Act,
        retention: RemovalRetention,
    ) -> Result<Option<Reply>, RepositoryError>;

    /// Wipes some of the hidden texts that are kept no longer. Returns how many.
    fn wipe_removed(&self, retention: RemovalRetention) -> Result<usize, RepositoryError>;

    /// Applies `command` to the user's vote, where the user may read the reply, and updates the counters. Bans from the
    /// forum that are over at `now` don't count.
    fn vote(
        &self,
        id: ReplyId,
        user: UserId,
        command: VoteCommand,
        now: Timestamp,
    ) -> Result<VoteOutcome, RepositoryError>;

    /// Returns what those of these replies that the reader voted on or saved are to the reader, unordered.
    fn states(
        &self,
        reader: UserId,
        replies: &[ReplyId],
    ) -> Result<Vec<ReplyState>, RepositoryError>;

    /// Returns the replies of an author that are not removed, newest first.
    fn by_author(
        &self,
        author: UserId,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<AuthoredReply, ById>, RepositoryError>;

    /// Returns at most `limit` replies of a post, taken breadth first in the requested order, in any
    /// sequence; `None` if there is no such post.
    fn thread(
        &self,
        post: PostId,
        reader: Reader,
        request: ThreadRequest,
        limit: usize,
    ) -> Result<Option<ReplyPage>, RepositoryError>;

    /// Returns a reply and its ancestors, at most `limit` together, each after its parent; none if there is no such
    /// reply.
    fn lineage(&self, id: ReplyId, limit: usize) -> Result<Vec<Reply>, RepositoryError>;

    /// Returns a reply and at most `limit` of its descendants, taken as in [`Self::thread`] with its
    /// own answers as the top level; `None` if there is no such reply.
    fn subtree(
        &self,
        id: ReplyId,
        reader: Reader,
        request: ThreadRequest,
        limit: usize,
    ) -> Result<Option<(Reply, ReplyPage)>, RepositoryError>;
}
