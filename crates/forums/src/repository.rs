use kernel::{
    ByName, ByNameAndId, ByScore, ByTier, ByTime, ForumId, Page, PageRequest, RepositoryError,
    Timestamp, UserId,
};

use crate::{Description, Forum, NewForum, ReadContext, Topic};

/// What became of a forum that should be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    Saved(Forum),
    /// Another forum has the topic, without regard to case; nothing changed.
    TopicTaken,
    /// The forum to change is gone; nothing changed.
    NotFound,
}

/// Where forums are kept.
#[cfg_attr(test, mockall::automock)]
pub trait ForumRepository: Send + Sync {
    /// Stores the forum and makes its author its first moderator.
    fn insert(&self, forum: &NewForum) -> Result<SaveOutcome, RepositoryError>;

    /// Gives a forum another topic and description.
    fn update(
        &self,
        id: ForumId,
        topic: &Topic,
        description: &Description,
        context: ReadContext,
    ) -> Result<SaveOutcome, RepositoryError>;

    /// Deletes a forum with all that is in it; whoever moderated no other one is a plain user
    /// again. False if there is none.
    fn delete(&self, id: ForumId) -> Result<bool, RepositoryError>;

    fn find(&self, id: ForumId, context: ReadContext) -> Result<Option<Forum>, RepositoryError>;

    /// All forums, newest first.
    fn newest(
        &self,
        context: ReadContext,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, RepositoryError>;

    /// All forums, the most active first; of equally active ones that with the highest id.
    fn most_active(
        &self,
        context: ReadContext,
        page: &PageRequest<ByScore>,
    ) -> Result<Page<Forum, ByScore>, RepositoryError>;

    /// All forums in the order of the normalized words of their topics, then by rising id.
    fn by_name(
        &self,
        context: ReadContext,
        page: &PageRequest<ByNameAndId>,
    ) -> Result<Page<Forum, ByNameAndId>, RepositoryError>;

    /// Forums whose [`Topic::key`] starts with `key`, ordered by it: an equal one comes first.
    fn with_topic(
        &self,
        context: ReadContext,
        key: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Forum, ByName>, RepositoryError>;

    /// Forums in which all words of `term` are found: first those whose topic it is, then those
    /// with all words in the topic, then those with all words in topic and description; the newest
    /// first in each tier. A term without words finds nothing.
    fn search(
        &self,
        context: ReadContext,
        term: &str,
        page: &PageRequest<ByTier>,
    ) -> Result<Page<Forum, ByTier>, RepositoryError>;

    /// The forums that `user` marked, the latest mark first.
    fn favorites(
        &self,
        user: UserId,
        now: Timestamp,
        page: &PageRequest<ByTime>,
    ) -> Result<Page<Forum, ByTime>, RepositoryError>;

    /// Those of these forums that `user` marked, in no order.
    fn favorites_among(
        &self,
        user: UserId,
        forums: &[ForumId],
    ) -> Result<Vec<ForumId>, RepositoryError>;

    /// Marks a forum; a mark that is there stays as it is. False if there is no such forum.
    fn add_favorite(
        &self,
        user: UserId,
        forum: ForumId,
        at: Timestamp,
    ) -> Result<bool, RepositoryError>;

    /// Takes a mark away, if there is one. False if there is no such forum.
    fn remove_favorite(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError>;
}
