use kernel::{
    Act, ByName, ByNameAndId, ByScore, ByTier, ByTime, ForumId, Page, PageRequest, RepositoryError,
    Timestamp, UserId,
};

use crate::{Description, Forum, NewForum, NewRules, Rules, Topic};

/// The outcome of storing a forum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    Saved(Forum),
    /// Another forum has the topic, regardless of case, or one that looks like it; nothing changed.
    TopicTaken,
    /// There is no such forum.
    NotFound,
}

/// Stores forums. `now` decides [`Forum::activity`].
#[cfg_attr(test, mockall::automock)]
pub trait ForumRepository: Send + Sync {
    /// Stores the forum and makes its author its first moderator.
    fn insert(&self, forum: &NewForum) -> Result<SaveOutcome, RepositoryError>;

    /// Changes topic and description of a forum.
    fn update(
        &self,
        id: ForumId,
        topic: &Topic,
        description: &Description,
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

    /// Returns the ids of forums in this range.
    fn ids(&self, first: ForumId, last: ForumId) -> Result<Vec<ForumId>, RepositoryError>;

    /// Returns the highest id of a forum.
    fn last_id(&self) -> Result<Option<ForumId>, RepositoryError>;

    /// Returns all forums, newest first.
    fn newest(
        &self,
        now: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, RepositoryError>;

    /// Returns all forums, the most active first; ties by falling id.
    fn most_active(
        &self,
        now: Timestamp,
        page: &PageRequest<ByScore>,
    ) -> Result<Page<Forum, ByScore>, RepositoryError>;

    /// Returns all forums by the normalized words of their topics, then by rising id.
    fn by_name(
        &self,
        now: Timestamp,
        page: &PageRequest<ByNameAndId>,
    ) -> Result<Page<Forum, ByNameAndId>, RepositoryError>;

    /// Returns forums whose [`Topic::key`] starts with `key`, ordered by key: an equal one comes first.
    fn with_topic(
        &self,
        now: Timestamp,
        key: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Forum, ByName>, RepositoryError>;

    /// Returns forums that match all words of `term`: first those whose topic equals it, then those
    /// with all words in the topic, then those with all words in topic and description; the newest
    /// first in each tier. A term without words finds nothing.
    fn search(
        &self,
        now: Timestamp,
        term: &str,
        page: &PageRequest<ByTier>,
    ) -> Result<Page<Forum, ByTier>, RepositoryError>;

    /// Returns the favorite forums of `user`, the latest favorite first.
    fn favorites(
        &self,
        user: UserId,
        now: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, RepositoryError>;

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
