use kernel::{Act, ById, ByName, ForumId, Page, PageRequest, RepositoryError, Timestamp, UserId};

use crate::{AccountStatus, AddOutcome, Candidates, ChangeOutcome, Profile, RemoveOutcome};

/// Stores access lists, roles and bans. A `part` matches anywhere in a name, regardless of case; an
/// empty one matches every name.
#[cfg_attr(test, mockall::automock)]
pub trait ModerationRepository: Send + Sync {
    fn is_user(&self, id: UserId) -> Result<bool, RepositoryError>;

    /// Finds an account by name, regardless of case, as it is at `now`.
    fn find_by_name(
        &self,
        username: &str,
        now: Timestamp,
    ) -> Result<Option<AccountStatus>, RepositoryError>;

    /// Returns the moderators of a forum, by name.
    fn moderators(
        &self,
        forum: ForumId,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, RepositoryError>;

    /// Returns users who neither moderate the forum nor are banned at `now`, from it or from the site, by name.
    fn search_candidates(
        &self,
        forum: ForumId,
        candidates: Candidates,
        part: &str,
        now: Timestamp,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, RepositoryError>;

    /// Returns the forums that `user` moderates, by id.
    fn access(
        &self,
        user: UserId,
        page: &PageRequest<ById>,
    ) -> Result<Page<ForumId, ById>, RepositoryError>;

    /// Returns users who are not active admins at `now`, by name; banned admins are included.
    fn search_non_admins(
        &self,
        part: &str,
        now: Timestamp,
        page: &PageRequest<ByName>,
    ) -> Result<Page<AccountStatus, ByName>, RepositoryError>;

    /// Returns admins who are not banned at `now`, by name.
    fn search_admins(
        &self,
        part: &str,
        now: Timestamp,
        page: &PageRequest<ByName>,
    ) -> Result<Page<AccountStatus, ByName>, RepositoryError>;

    /// Adds `user` to the access list of a forum and makes a plain user a moderator, unless a
    /// concurrent change banned the user, from the forum or from the site.
    fn add_moderator(
        &self,
        forum: ForumId,
        user: UserId,
        act: &Act,
    ) -> Result<AddOutcome, RepositoryError>;

    /// Removes `user` from the access list of a forum, if [`crate::may_remove_moderator`] allows it, and
    /// demotes moderators without another forum to plain users.
    fn remove_moderator(
        &self,
        forum: ForumId,
        user: UserId,
        by_admin: bool,
        act: &Act,
    ) -> Result<RemoveOutcome, RepositoryError>;

    /// Makes `user` an admin, unless banned, from a forum or from the site.
    fn make_admin(&self, user: UserId, act: &Act) -> Result<ChangeOutcome, RepositoryError>;

    /// Demotes an admin to moderator, or to plain user without a forum. The last active admin stays one.
    fn demote(&self, user: UserId, act: &Act) -> Result<ChangeOutcome, RepositoryError>;

    /// Bans `user` until then, or without it for good, for the act's reason, unless it is the last active
    /// admin. Replaces another ban; a [`kernel::Ban::is_repeated_by`] changes and records nothing.
    fn ban(
        &self,
        user: UserId,
        until: Option<Timestamp>,
        act: &Act,
    ) -> Result<ChangeOutcome, RepositoryError>;

    fn unban(&self, user: UserId, act: &Act) -> Result<ChangeOutcome, RepositoryError>;
}
