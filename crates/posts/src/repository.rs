use kernel::{
    Act, Ban, ByActivity, ByHeat, ById, ByScore, ByTime, ForumId, HideOutcome, Page, PageRequest,
    PostId, Reader, RemovalRetention, RepositoryError, Revision, Tally, Timestamp, UserId,
    VoteCommand,
};

use crate::{LockReason, NewPost, Pin, Post, PostContent, Selection};

/// The outcome of storing a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InsertOutcome {
    Inserted(Box<Post>),
    NoSuchForum,
    /// The author is banned from the forum; nothing changed.
    Banned(Ban),
}

impl InsertOutcome {
    /// Returns the post, if it was stored.
    #[must_use]
    pub fn inserted(self) -> Option<Post> {
        match self {
            Self::Inserted(post) => Some(*post),
            Self::NoSuchForum | Self::Banned(_) => None,
        }
    }
}

/// The outcome of an edit or a vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteOutcome<T> {
    Done(T),
    /// The post is locked, and the member does not moderate its forum; nothing changed.
    Locked,
    /// The member is banned from its forum; nothing changed.
    Banned(Ban),
    /// There is no such post.
    NotFound,
}

impl<T> WriteOutcome<T> {
    /// Returns the result, if something was done.
    pub fn done(self) -> Option<T> {
        match self {
            Self::Done(result) => Some(result),
            Self::Locked | Self::Banned(_) | Self::NotFound => None,
        }
    }
}

/// A change of a post's lock by a moderator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockChange {
    pub post: PostId,
    pub locked: bool,
    pub reason: Option<LockReason>,
    pub by: UserId,
    pub at: Timestamp,
}

/// The outcome of pinning a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PinOutcome {
    Changed(Box<Post>),
    /// Its forum has [`crate::MAX_PINNED`] others; nothing changed.
    TooMany,
    /// There is no such post.
    NotFound,
}

/// Stores posts.
#[cfg_attr(test, mockall::automock)]
pub trait PostRepository: Send + Sync {
    /// Stores the post, where its author may read the forum, and counts it there.
    fn insert(&self, post: &NewPost) -> Result<InsertOutcome, RepositoryError>;

    /// Stores the post hidden, and opens a report for its approval.
    fn hold(&self, post: &NewPost) -> Result<InsertOutcome, RepositoryError>;

    /// Returns a held post.
    fn find_held(&self, id: PostId) -> Result<Option<Post>, RepositoryError>;

    /// Returns the held posts of an author that `reader` may read, the newest first.
    fn held_of(
        &self,
        author: UserId,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<Post, ById>, RepositoryError>;

    /// Wipes a held post and its report. Returns false if the post is not held.
    fn withdraw(&self, id: PostId) -> Result<bool, RepositoryError>;

    /// Replaces the content of a post, where the editor may read it, and marks it as edited. Another text is a new version where
    /// [`Revision::is_new_version`] says so.
    fn update(
        &self,
        id: PostId,
        content: &PostContent,
        editor: UserId,
        at: Timestamp,
    ) -> Result<WriteOutcome<Post>, RepositoryError>;

    /// Returns the versions of a post, the present one included, the newest first; `None` if there is no such post.
    fn revisions(
        &self,
        id: PostId,
        with_hidden: bool,
        page: &PageRequest<ById>,
    ) -> Result<Option<Page<Revision, ById>>, RepositoryError>;

    /// Hides an earlier version of a post that is shown.
    fn hide_revision(
        &self,
        id: PostId,
        version: i32,
        act: &Act,
    ) -> Result<HideOutcome, RepositoryError>;

    /// Removes a post with its replies, versions and votes and lowers the activity of its forum. Where
    /// [`Act::hides`] says so, it is hidden and can be restored; otherwise it is wiped. Returns false if there is no
    /// such post.
    fn delete(&self, id: PostId, act: &Act) -> Result<bool, RepositoryError>;

    /// Wipes a removed post of `act.by`, who reads as `reader`, with its replies. A locked one stays hidden. Returns false
    /// if the member wrote no such post, or may not read its forum.
    fn delete_removed(
        &self,
        id: PostId,
        reader: Reader,
        act: &Act,
    ) -> Result<bool, RepositoryError>;

    /// Returns the forum of a hidden post that is kept yet.
    fn find_removed(
        &self,
        id: PostId,
        retention: RemovalRetention,
    ) -> Result<Option<ForumId>, RepositoryError>;

    /// Like [`Self::revisions`], for a hidden post.
    fn removed_revisions(
        &self,
        id: PostId,
        page: &PageRequest<ById>,
    ) -> Result<Option<Page<Revision, ById>>, RepositoryError>;

    /// Shows a hidden post that is kept yet, with all that was under it. If its forum has [`crate::MAX_PINNED`]
    /// pinned posts by now, it is pinned no longer. Returns `None` if there is no such post.
    fn restore(
        &self,
        id: PostId,
        act: &Act,
        retention: RemovalRetention,
    ) -> Result<Option<Post>, RepositoryError>;

    /// Wipes some of the hidden posts that are kept no longer. Returns how many.
    fn wipe_removed(&self, retention: RemovalRetention) -> Result<usize, RepositoryError>;

    fn find(&self, id: PostId) -> Result<Option<Post>, RepositoryError>;

    /// Applies `command` to the voter's vote, where the voter may read the post, and returns the new tally. Bans from the forum that are over at `now`
    /// don't count.
    fn vote(
        &self,
        id: PostId,
        voter: UserId,
        command: VoteCommand,
        now: Timestamp,
    ) -> Result<WriteOutcome<Tally>, RepositoryError>;

    /// Locks or unlocks a post. Returns it; `None` if there is no such post.
    fn set_lock(&self, change: &LockChange) -> Result<Option<Post>, RepositoryError>;

    /// Pins a post, or unpins it without a pin. Pins that are over at `now` don't count.
    fn set_pin(
        &self,
        id: PostId,
        pin: Option<Pin>,
        by: UserId,
        now: Timestamp,
    ) -> Result<PinOutcome, RepositoryError>;

    /// Returns the pinned posts of a forum, the latest pinned first; none if `reader` may not read it.
    fn pinned(
        &self,
        forum: ForumId,
        reader: Reader,
        now: Timestamp,
    ) -> Result<Vec<Post>, RepositoryError>;

    /// Returns the posts of an author that `reader` may read, newest first.
    fn by_author(
        &self,
        author: UserId,
        reader: Reader,
        page: &PageRequest<ById>,
    ) -> Result<Page<Post, ById>, RepositoryError>;

    /// Returns the posts with an id of this range that visitors may read, and when each was active, by id.
    fn latest_activity(
        &self,
        first: PostId,
        last: PostId,
    ) -> Result<Vec<(PostId, Timestamp)>, RepositoryError>;

    /// Returns the highest id of a post that visitors may read.
    fn last_id(&self) -> Result<Option<PostId>, RepositoryError>;

    /// Returns the posts of the member's favorite and watched forums, without muted ones, newest first.
    fn following(
        &self,
        member: UserId,
        reader: Reader,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Post, ByTime>, RepositoryError>;

    /// Returns the posts of a selection, newest first.
    fn newest(
        &self,
        selection: &Selection,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Post, ByTime>, RepositoryError>;

    /// Returns the posts of all forums or of one, the hottest first. Ignores keyword and time.
    fn hottest(
        &self,
        selection: &Selection,
        page: &PageRequest<ByHeat>,
    ) -> Result<Page<Post, ByHeat>, RepositoryError>;

    /// Returns the posts of all forums or of one, that with the latest reply first; a post without one
    /// counts by its own time. Ignores keyword and time.
    fn latest_active(
        &self,
        selection: &Selection,
        page: &PageRequest<ByActivity>,
    ) -> Result<Page<Post, ByActivity>, RepositoryError>;

    /// Returns the posts of a selection, the highest score first, then the newest. With a keyword it
    /// ranks the newest 5,000 matches.
    fn most_popular(
        &self,
        selection: &Selection,
        page: &PageRequest<ByScore>,
    ) -> Result<Page<Post, ByScore>, RepositoryError>;
}
