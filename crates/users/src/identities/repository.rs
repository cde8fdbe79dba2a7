use kernel::{RepositoryError, Timestamp, UserId};

use super::{
    Identity, LinkedIdentity, LinkingSession, ProviderId, ProviderRequest, ProviderTicket,
    WorkingWays,
};
use crate::{Account, NewAccount, Username};

/// The outcome of linking an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkOutcome {
    /// It is linked, or was before.
    Linked,
    /// Another account has it; nothing changed.
    Taken,
    /// The account has another identity of the provider; nothing changed.
    HasOther,
    /// The session that asked ended, or its member is banned; nothing changed.
    Ended,
}

/// The outcome of removing an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnlinkOutcome {
    Removed,
    /// The account has none of the provider.
    None,
    /// The account could not sign in any more; nothing changed.
    LastSignIn,
}

/// The outcome of registering with an identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegisterOutcome {
    Registered(Account),
    /// Somebody has or had the name; nothing changed, and the ticket stays.
    NameTaken,
    /// The ticket ended, or the identity has an account; nothing changed.
    Ended,
}

/// Stores identities, what is under way at providers, and the tickets of what came back.
#[cfg_attr(test, mockall::automock)]
pub trait IdentityRepository: Send + Sync {
    /// Stores a request under the digest of its `state`. Of those to sign in, [`crate::MAX_BEGUN`] stay, and
    /// [`crate::MAX_BEGUN_OF_NETWORK`] of the same network. Deletes those that expired at `now`.
    fn open_request(
        &self,
        digest: &str,
        request: &ProviderRequest,
        now: Timestamp,
    ) -> Result<(), RepositoryError>;

    /// Takes a request of this browser that is valid at `now`: of concurrent calls one gets it.
    fn take_request<'a>(
        &self,
        digest: &'a str,
        browser: &'a str,
        now: Timestamp,
    ) -> Result<Option<ProviderRequest>, RepositoryError>;

    /// Stores a ticket under the digest of its text. Deletes those that expired at `now`.
    fn open_ticket(
        &self,
        digest: &str,
        ticket: &ProviderTicket,
        now: Timestamp,
    ) -> Result<(), RepositoryError>;

    /// Takes a ticket of this browser that is valid at `now`: of concurrent calls one gets it.
    fn take_ticket<'a>(
        &self,
        digest: &'a str,
        browser: &'a str,
        now: Timestamp,
    ) -> Result<Option<ProviderTicket>, RepositoryError>;

    /// Returns the account of an identity.
    fn find(&self, identity: &Identity) -> Result<Option<Account>, RepositoryError>;

    /// Returns the first of these names that nobody has or had.
    fn first_free(&self, names: &[Username]) -> Result<Option<Username>, RepositoryError>;

    /// Stores a plain user with the identity of a ticket of this browser, valid at the creation of the account, and uses
    /// the ticket up.
    fn register<'a>(
        &self,
        digest: &'a str,
        browser: &'a str,
        account: &NewAccount,
    ) -> Result<RegisterOutcome, RepositoryError>;

    /// Returns the identities of an account, by the ids of their providers.
    fn list(&self, user: UserId) -> Result<Vec<LinkedIdentity>, RepositoryError>;

    /// Links an identity and notifies the member, if the session is open at `now` and its member not banned.
    fn link(
        &self,
        session: &LinkingSession,
        identity: &Identity,
        now: Timestamp,
    ) -> Result<LinkOutcome, RepositoryError>;

    /// Removes the identity of this provider and notifies the member, if the account keeps a way to sign in that works.
    fn unlink(
        &self,
        user: UserId,
        provider: &ProviderId,
        working: &WorkingWays,
        now: Timestamp,
    ) -> Result<UnlinkOutcome, RepositoryError>;
}
