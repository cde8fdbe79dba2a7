use kernel::{ById, ByName, ForumId, Page, PageRequest, RepositoryError, UserId};

use crate::{AccountStatus, ChangeOutcome, Profile, RemoveOutcome};

/// Where access lists, roles and bans are kept. A `part` of a name is found anywhere in it, without
/// regard to case; an empty one is in every name.
#[cfg_attr(test, mockall::automock)]
pub trait ModerationRepository: Send + Sync {
    fn is_forum(&self, id: ForumId) -> Result<bool, RepositoryError>;

    fn is_user(&self, id: UserId) -> Result<bool, RepositoryError>;

    /// Whoever has the name, without regard to case.
    fn find_by_name(&self, username: &str) -> Result<Option<AccountStatus>, RepositoryError>;

    /// The moderators of a forum, by name.
    fn moderators(
        &self,
        forum: ForumId,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, RepositoryError>;

    /// Everybody who neither moderates the forum nor is banned, by name.
    fn search_promotable(
        &self,
        forum: ForumId,
        part: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, RepositoryError>;

    /// The forums that `user` moderates, by id.
    fn access(
        &self,
        user: UserId,
        page: &PageRequest<ById>,
    ) -> Result<Page<ForumId, ById>, RepositoryError>;

    /// Everybody who is not an admin, by name. A banned admin is none for now, and is told.
    fn search_non_admins(
        &self,
        part: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<AccountStatus, ByName>, RepositoryError>;

    /// Puts `user` into the access list of a forum and makes a plain user a moderator. False if the
    /// forum is gone.
    fn add_moderator(&self, forum: ForumId, user: UserId) -> Result<bool, RepositoryError>;

    /// Takes `user` from the access list of a forum; whoever moderates no other one is a plain user
    /// again. The last of the list stays in it unless `may_remove_last`.
    fn remove_moderator(
        &self,
        forum: ForumId,
        user: UserId,
        may_remove_last: bool,
    ) -> Result<RemoveOutcome, RepositoryError>;

    /// Makes `user` an admin, unless banned.
    fn make_admin(&self, user: UserId) -> Result<ChangeOutcome, RepositoryError>;

    /// Makes an admin a moderator, if one of any forum, or else a plain user; the last admin who is
    /// not banned stays one.
    fn demote(&self, user: UserId) -> Result<ChangeOutcome, RepositoryError>;

    /// Bans `user`, unless that is the last admin who is not banned.
    fn ban(&self, user: UserId) -> Result<ChangeOutcome, RepositoryError>;

    fn unban(&self, user: UserId) -> Result<ChangeOutcome, RepositoryError>;
}
