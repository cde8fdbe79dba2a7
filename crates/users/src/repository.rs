use kernel::{
    ByName, ImageUrl, Language, Page, PageRequest, Reader, RepositoryError, Timestamp, UserId,
};

use crate::{
    About, Account, Credentials, KeptSession, NewAccount, Profile, PublicProfile, RecoveryOutcome,
};

/// The outcome of deleting an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeleteOutcome {
    Deleted,
    /// The account is the last active admin; nothing changed.
    LastAdmin,
    /// Its password changed, or it is already deleted; nothing changed.
    PasswordChanged,
}

/// The outcome of creating the first admin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstAdminOutcome {
    Created(Account),
    /// There is an admin already; nothing changed.
    AdminExists,
    /// Somebody who is not an admin has the name; nothing changed.
    NameTaken,
}

/// Stores accounts. A `key` is a [`crate::Username::key`].
#[cfg_attr(test, mockall::automock)]
pub trait UserRepository: Send + Sync {
    /// Stores a plain user; returns `None` if the name is taken, regardless of case.
    fn insert(&self, account: &NewAccount) -> Result<Option<Account>, RepositoryError>;

    /// Stores an admin unless there is one, banned or not. Of concurrent calls one succeeds.
    fn insert_first_admin(
        &self,
        account: &NewAccount,
    ) -> Result<FirstAdminOutcome, RepositoryError>;

    /// Returns whether there is an admin, banned or not.
    fn has_admin(&self) -> Result<bool, RepositoryError>;

    fn find(&self, id: UserId) -> Result<Option<Account>, RepositoryError>;

    fn credentials(&self, id: UserId) -> Result<Option<Credentials>, RepositoryError>;

    fn credentials_by_name(&self, key: &str) -> Result<Option<Credentials>, RepositoryError>;

    /// Returns `None` if there is no such account.
    fn set_image(&self, id: UserId, image: &ImageUrl) -> Result<Option<Account>, RepositoryError>;

    /// Returns a profile as `reader` sees it.
    fn public_profile(
        &self,
        key: &str,
        reader: Reader,
    ) -> Result<Option<PublicProfile>, RepositoryError>;

    /// Stores the text of the profile, `None` for no text. Returns `None` if there is no such account.
    fn set_about(
        &self,
        id: UserId,
        about: Option<About>,
    ) -> Result<Option<PublicProfile>, RepositoryError>;

    /// Returns the language that the account chose.
    fn language(&self, id: UserId) -> Result<Option<Language>, RepositoryError>;

    /// Returns false if there is no such account.
    fn set_language(&self, id: UserId, language: Language) -> Result<bool, RepositoryError>;

    /// Stores a new password if `old_hash` is still stored, raises [`Account::session_version`], which ends every token,
    /// ends all sessions but one and notifies the member. Returns `None` otherwise, and if that is not open.
    fn set_password<'a>(
        &self,
        id: UserId,
        old_hash: &'a str,
        new_hash: &'a str,
        kept: &KeptSession,
    ) -> Result<Option<Account>, RepositoryError>;

    /// Stores another hash of the same password if `old_hash` is still stored. Ends nothing and tells nobody.
    fn renew_hash<'a>(
        &self,
        id: UserId,
        old_hash: &'a str,
        new_hash: &'a str,
    ) -> Result<(), RepositoryError>;

    /// Like [`Self::set_password`] at `now`, and ends all sessions and deletes all recovery codes and identities in the same
    /// transaction.
    fn reset_password<'a>(
        &self,
        id: UserId,
        old_hash: &'a str,
        new_hash: &'a str,
        now: Timestamp,
    ) -> Result<Option<Account>, RepositoryError>;

    /// Deletes the account at `now` if `hash` is still stored, with its votes, which are uncounted, its messages
    /// and contacts on both sides, its favorites and its roles. Its forums, posts and replies stay under
    /// [`crate::DELETED_USER`].
    fn delete(
        &self,
        id: UserId,
        hash: &str,
        now: Timestamp,
    ) -> Result<DeleteOutcome, RepositoryError>;

    /// Replaces all digests of recovery codes and notifies the member, if `hash` is still stored. Returns false otherwise.
    fn set_recovery_codes<'a>(
        &self,
        id: UserId,
        hash: &'a str,
        digests: &'a [String],
        now: Timestamp,
    ) -> Result<bool, RepositoryError>;

    /// Uses up the recovery code with this digest, stores a new password and ends all sessions, unless
    /// the account is banned at `now`. Of concurrent calls with one code, one succeeds.
    fn recover<'a>(
        &self,
        key: &'a str,
        digest: &'a str,
        new_hash: &'a str,
        now: Timestamp,
    ) -> Result<RecoveryOutcome, RepositoryError>;

    /// Returns all users but `except` whose key contains `part`, by name.
    fn search_users(
        &self,
        except: UserId,
        part: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, RepositoryError>;
}
