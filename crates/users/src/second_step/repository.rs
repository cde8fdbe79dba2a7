use kernel::{RepositoryError, Timestamp, UserId};

use super::{SecondStep, SignInTicket, TotpSecret};
use crate::Account;

/// The outcome of beginning to set up a second step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginOutcome {
    Begun,
    /// There is one in force; nothing changed.
    Active,
    /// The password changed; nothing else did.
    PasswordChanged,
}

/// Stores second steps and the tickets between the two steps.
#[cfg_attr(test, mockall::automock)]
pub trait SecondStepRepository: Send + Sync {
    fn find(&self, user: UserId) -> Result<Option<SecondStep>, RepositoryError>;

    /// Stores a secret that is not in force yet, in the place of one that was begun before, if `hash` is still the hash
    /// of the password.
    fn begin(
        &self,
        user: UserId,
        hash: &str,
        secret: TotpSecret,
        now: Timestamp,
    ) -> Result<BeginOutcome, RepositoryError>;

    /// Puts the begun `secret` in force, uses `step` up, replaces all recovery codes and notifies the member. Ends what
    /// was begun to add a passkey: it took no code. Returns false, and changes nothing, if another secret is begun or in force.
    fn activate(
        &self,
        user: UserId,
        secret: TotpSecret,
        step: i64,
        digests: &[String],
        now: Timestamp,
    ) -> Result<bool, RepositoryError>;

    /// Deletes secrets that were begun before and are not in force. Returns how many.
    fn delete_begun(&self, before: Timestamp) -> Result<usize, RepositoryError>;

    /// Removes the second step, ends all tickets of the account and notifies the member. Returns whether one was in force.
    fn remove(&self, user: UserId, now: Timestamp) -> Result<bool, RepositoryError>;

    /// Like [`Self::remove`], raises [`Account::session_version`] and ends all sessions. Returns `None`, and changes
    /// nothing, if no second step is in force.
    fn remove_and_end_sessions(
        &self,
        user: UserId,
        now: Timestamp,
    ) -> Result<Option<Account>, RepositoryError>;

    /// Uses a step up. Returns false if it or a later one was used before: of concurrent calls one succeeds.
    fn use_step(&self, user: UserId, step: i64) -> Result<bool, RepositoryError>;

    /// Uses a recovery code up. Returns false if the account has none with this digest: of concurrent calls one succeeds.
    fn use_recovery_code(&self, user: UserId, digest: &str) -> Result<bool, RepositoryError>;

    /// Stores a ticket under the digest of its text, with [`SignInTicket::TRIES`]. Deletes those that expired at `now`.
    fn open_ticket(
        &self,
        digest: &str,
        ticket: &SignInTicket,
        now: Timestamp,
    ) -> Result<(), RepositoryError>;

    /// Returns a ticket that is valid at `now` and has tries left.
    fn ticket(&self, digest: &str, now: Timestamp)
    -> Result<Option<SignInTicket>, RepositoryError>;

    /// Takes a try of a ticket. Returns false if none is left.
    fn take_try(&self, digest: &str) -> Result<bool, RepositoryError>;

    /// Ends a ticket. Returns false if it ended before: of concurrent calls one succeeds.
    fn end_ticket(&self, digest: &str) -> Result<bool, RepositoryError>;
}
