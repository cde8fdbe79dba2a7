use kernel::{
    Act, ByName, ByNameAndId, ByScore, ByTier, ByTime, ForumId, Page, PageRequest, Reader,
    RepositoryError, Timestamp, UserId,
};

use crate::{Forum, ForumEdit, NewForum, NewRules, Rules};

/// The outcome of storing a forum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    Saved(Forum),
    /// Another forum has the topic, regardless of case, or one that looks like it; nothing changed.
    TopicTaken,
    /// There is no such forum.
    NotFound,
}

/// Whether there are closed forums that a user may read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClosedForums {
    /// A forum for members.
    pub for_members: bool,
    /// A private one that the user belongs to.
    pub own: bool,
    /// A private one, whoever belongs to it, or what is logged of a deleted one.
    pub private: bool,
}

/// Who of some users may read a forum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Readers {
    /// All, and visitors.
    Everybody,
    /// These alone.
    Only(Vec<UserId>),
}

/// Stores forums. `now` decides [`Forum::activity`].
#[cfg_attr(test, mockall::automock)]
pub trait ForumRepository: Send + Sync {
    /// Stores the forum and makes its author its first moderator.
    fn insert(&self, forum: &NewForum) -> Result<SaveOutcome, RepositoryError>;

    /// Changes a forum. Profiles count what is in public forums: another visibility changes the counts of its authors.
    fn update(
        &self,
        id: ForumId,
        edit: &ForumEdit,
        act: &Act,
    ) -> Result<SaveOutcome, RepositoryError>;

    /// Deletes a forum with its content and demotes moderators without another forum. Returns false if
    /// there is no such forum.
    fn delete(&self, id: ForumId, act: &Act) -> Result<bool, RepositoryError>;

    /// Returns the rules of a forum with their limits; `None` if there is no such forum.
    fn rules(&self, id: ForumId) -> Result<Option<Rules>, RepositoryError>;

    /// Replaces the rules of a forum. Returns them; `None` if there is no such forum.
    fn set_rules(
        &self,
        id: ForumId,
        rules: &NewRules,
        act: &Act,
    ) -> Result<Option<Rules>, RepositoryError>;

    fn find(&self, id: ForumId, now: Timestamp) -> Result<Option<Forum>, RepositoryError>;

    /// Returns the ids of forums in this range that visitors may read.
    fn ids(&self, first: ForumId, last: ForumId) -> Result<Vec<ForumId>, RepositoryError>;

    /// Returns the highest id of a forum that visitors may read.
    fn last_id(&self) -> Result<Option<ForumId>, RepositoryError>;

    /// Returns the forums that `reader` may read, newest first.
    fn newest(
        &self,
        reader: Reader,
        now: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, RepositoryError>;

    /// Returns the forums that `reader` may read, the most active first; ties by falling id.
    fn most_active(
        &self,
        reader: Reader,
        now: Timestamp,
        page: &PageRequest<ByScore>,
    ) -> Result<Page<Forum, ByScore>, RepositoryError>;

    /// Returns the forums that `reader` may read, by the normalized words of their topics, then by rising id.
    fn by_name(
        &self,
        reader: Reader,
        now: Timestamp,
        page: &PageRequest<ByNameAndId>,
    ) -> Result<Page<Forum, ByNameAndId>, RepositoryError>;

    /// Returns forums that `reader` may read whose [`crate::Topic::key`] starts with `key`, ordered by key: an equal one comes first.
    fn with_topic(
        &self,
        reader: Reader,
        now: Timestamp,
        key: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Forum, ByName>, RepositoryError>;

    /// Returns forums that `reader` may read and that match all words of `term`: first those whose topic equals it, then those
    /// with all words in the topic, then those with all words in topic and description; the newest
    /// first in each tier. A term without words finds nothing.
    fn search(
        &self,
        reader: Reader,
        now: Timestamp,
        term: &str,
        page: &PageRequest<ByTier>,
    ) -> Result<Page<Forum, ByTier>, RepositoryError>;

    /// Returns the favorite forums of `user` that `reader` may read, the latest favorite first.
    fn favorites(
        &self,
        user: UserId,
        reader: Reader,
        now: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, RepositoryError>;

    /// Returns which closed forums `user` may read, besides those that everybody may.
    fn reads_closed(&self, user: UserId) -> Result<ClosedForums, RepositoryError>;

    /// Returns who of `users` may read a forum, and whether visitors may; nobody reads one that is not there.
    fn readers_among(&self, forum: ForumId, users: &[UserId]) -> Result<Readers, RepositoryError>;

    /// Returns the favorites of `user` among these forums, unordered.
    fn favorites_among(
        &self,
        user: UserId,
        forums: &[ForumId],
    ) -> Result<Vec<ForumId>, RepositoryError>;

    /// Marks a forum; an existing favorite keeps its time. Returns false if there is no such forum.
    fn add_favorite(
        &self,
        user: UserId,
        forum: ForumId,
        at: Timestamp,
    ) -> Result<bool, RepositoryError>;

    /// Removes a favorite, if there is one. Returns false if there is no such forum.
    fn remove_favorite(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError>;
}
