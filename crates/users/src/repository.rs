use kernel::{ByName, ImageUrl, Page, PageRequest, RepositoryError, UserId};

use crate::{Account, Credentials, NewAccount, Profile, RecoveryOutcome};

/// What became of an account that should go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeleteOutcome {
    Deleted,
    /// The account is the last admin's who is not banned; nothing changed.
    LastAdmin,
    /// Its password is another one by now, or it is gone already; nothing changed.
    PasswordChanged,
}

/// Where accounts are kept. A `key` is a [`crate::Username::key`].
#[cfg_attr(test, mockall::automock)]
pub trait UserRepository: Send + Sync {
    /// Stores a plain user; `None` if the name is taken, without regard to case.
    fn insert(&self, account: &NewAccount) -> Result<Option<Account>, RepositoryError>;

    fn find(&self, id: UserId) -> Result<Option<Account>, RepositoryError>;

    fn credentials(&self, id: UserId) -> Result<Option<Credentials>, RepositoryError>;

    fn credentials_by_name(&self, key: &str) -> Result<Option<Credentials>, RepositoryError>;

    /// `None` if there is no such account.
    fn set_image(&self, id: UserId, image: &ImageUrl) -> Result<Option<Account>, RepositoryError>;

    /// Stores another password if `old_hash` is still the one stored, and raises
    /// [`Account::session_version`], which ends every token. `None` if it is not.
    fn set_password<'a>(
        &self,
        id: UserId,
        old_hash: &'a str,
        new_hash: &'a str,
    ) -> Result<Option<Account>, RepositoryError>;

    /// Takes the account away for good, if `hash` is still the one stored: with it go its votes,
    /// which count no more, its messages and contacts on both sides, its favorites and its rights.
    /// Its forums, posts and replies stay, and name [`crate::DELETED_USER`].
    fn delete(&self, id: UserId, hash: &str) -> Result<DeleteOutcome, RepositoryError>;

    /// Raises [`Account::session_version`], which ends every token. `None` if there is no such account.
    fn end_sessions(&self, id: UserId) -> Result<Option<Account>, RepositoryError>;

    /// Stores these digests of recovery codes in the place of all others, if `hash` is still the
    /// password's. False if it is not.
    fn set_recovery_codes<'a>(
        &self,
        id: UserId,
        hash: &'a str,
        digests: &'a [String],
    ) -> Result<bool, RepositoryError>;

    /// Uses the recovery code of this digest up, if whoever has the name has it and is not banned,
    /// and with it stores another password and ends every token. Of those who come with one code at
    /// once, one finds it.
    fn recover<'a>(
        &self,
        key: &'a str,
        digest: &'a str,
        new_hash: &'a str,
    ) -> Result<RecoveryOutcome, RepositoryError>;

    /// Everybody but `except` whose key contains `part`, by name.
    fn search_users(
        &self,
        except: UserId,
        part: &str,
        page: &PageRequest<ByName>,
    ) -> Result<Page<Profile, ByName>, RepositoryError>;
}
