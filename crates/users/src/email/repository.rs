use kernel::{Language, RepositoryError, Timestamp, UserId};

use super::{Email, EmailAddress, NewLink};

/// The outcome of beginning to confirm an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BeginEmailOutcome {
    Begun(Email),
    /// The account got [`super::MAX_CONFIRMATIONS`] within a day, the first of them at this time; nothing changed.
    TooMany {
        first: Timestamp,
    },
    /// The password changed; nothing else did.
    PasswordChanged,
}

/// Stores addresses, the digests of links, and the mails that are to be sent.
#[cfg_attr(test, mockall::automock)]
pub trait EmailRepository: Send + Sync {
    fn find(&self, user: UserId) -> Result<Email, RepositoryError>;

    /// Stores an address that waits, in the place of another that did, and the mail that asks to confirm it, if `hash` is
    /// still the hash of the password. An account that chose no language gets this one. Deletes links that ended a day
    /// before `now`.
    fn begin(
        &self,
        user: UserId,
        hash: &str,
        address: &EmailAddress,
        link: &NewLink,
        language: Option<Language>,
        now: Timestamp,
    ) -> Result<BeginEmailOutcome, RepositoryError>;

    /// Deletes the addresses of an account, ends its links and stores a mail to the one that was confirmed.
    fn remove(&self, user: UserId, now: Timestamp) -> Result<(), RepositoryError>;

    /// Confirms the address of the link with this digest, ends all links of the account and stores a mail to the address
    /// that it replaces. Of concurrent calls one confirms it, the others return `None`.
    fn confirm(&self, digest: &str, now: Timestamp) -> Result<Option<String>, RepositoryError>;

    /// Stores that somebody who gave this username or address forgot the password. What follows is the same work whether
    /// or not anybody has it.
    fn request_reset(&self, name: &str, now: Timestamp) -> Result<(), RepositoryError>;

    /// Returns whether a link to a new password is open.
    fn may_reset(&self, digest: &str, now: Timestamp) -> Result<bool, RepositoryError>;

    /// Stores a new password by the link with this digest, ends all sessions of the account and all links, and notifies the
    /// member. Of concurrent calls one sets it, the others return false.
    fn reset<'a>(
        &self,
        digest: &'a str,
        new_hash: &'a str,
        now: Timestamp,
    ) -> Result<bool, RepositoryError>;
}
