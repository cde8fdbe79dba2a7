use kernel::{PasskeyId, RepositoryError, Timestamp, UserId};

use super::{KnownPasskey, NewPasskey, Passkey, PasskeyChallenge, PasskeyKey};
use crate::{CredentialName, WorkingWays};

/// The outcome of adding a passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddPasskeyOutcome {
    Added(Passkey),
    /// The account has [`super::MAX_PASSKEYS`]; nothing changed.
    TooMany,
    /// An account has it already; nothing changed.
    Known,
}

/// The outcome of removing a passkey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovePasskeyOutcome {
    Removed,
    /// The account has no such passkey.
    NotFound,
    /// The account could not sign in without it; nothing changed.
    LastSignIn,
}

/// Stores passkeys and the challenges of their ceremonies.
#[cfg_attr(test, mockall::automock)]
pub trait PasskeyRepository: Send + Sync {
    /// Returns the passkeys of an account, the oldest first.
    fn list(&self, user: UserId) -> Result<Vec<Passkey>, RepositoryError>;

    /// Returns the keys of an account.
    fn keys(&self, user: UserId) -> Result<Vec<PasskeyKey>, RepositoryError>;

    fn find(&self, credential: &str) -> Result<Option<KnownPasskey>, RepositoryError>;

    /// Stores a passkey and notifies the member. Of concurrent calls with one credential, one adds it.
    fn add(&self, passkey: &NewPasskey) -> Result<AddPasskeyOutcome, RepositoryError>;

    /// Returns `None` if the account has no such passkey.
    fn rename(
        &self,
        user: UserId,
        id: PasskeyId,
        name: &CredentialName,
    ) -> Result<Option<Passkey>, RepositoryError>;

    /// Removes a passkey and notifies the member, if the account keeps a way to sign in that works.
    fn remove(
        &self,
        user: UserId,
        id: PasskeyId,
        working: &WorkingWays,
        now: Timestamp,
    ) -> Result<RemovePasskeyOutcome, RepositoryError>;

    /// Stores the use of a passkey at `now`, and what its public key becomes, if it is still `before`. Returns false
    /// otherwise: another use of it came first.
    fn mark_used<'a>(
        &self,
        id: PasskeyId,
        before: &'a str,
        after: &'a str,
        now: Timestamp,
    ) -> Result<bool, RepositoryError>;

    /// Stores a challenge. That of a member replaces an earlier one, and of those of sign-ins, [`crate::MAX_BEGUN`] stay and
    /// [`crate::MAX_BEGUN_OF_NETWORK`] of the same network. Deletes those that expired at `now`.
    fn open_challenge(
        &self,
        challenge: &PasskeyChallenge,
        now: Timestamp,
    ) -> Result<(), RepositoryError>;

    /// Ends a challenge and returns its state if it is one of this member, or of a sign-in, and valid at `now`. Of concurrent
    /// calls one gets it.
    fn take_challenge(
        &self,
        text: &str,
        user: Option<UserId>,
        now: Timestamp,
    ) -> Result<Option<String>, RepositoryError>;
}
