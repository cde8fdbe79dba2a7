use kernel::{RepositoryError, SessionId, Timestamp, UserId};

use super::{ApiToken, NewApiToken};
use crate::{Admission, Session};

/// The outcome of adding an API token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddApiTokenOutcome {
    Added(ApiToken),
    /// The account has [`super::MAX_API_TOKENS`]; nothing changed.
    TooMany,
}

/// Stores API tokens.
#[cfg_attr(test, mockall::automock)]
pub trait ApiTokenRepository: Send + Sync {
    /// Returns the tokens of an account that are valid at `now`, the newest first.
    fn list(&self, user: UserId, now: Timestamp) -> Result<Vec<ApiToken>, RepositoryError>;

    /// Stores a token and notifies the member.
    fn add(&self, token: &NewApiToken) -> Result<AddApiTokenOutcome, RepositoryError>;

    /// Removes a token and notifies the member. Returns false if the account has no such token.
    fn remove(
        &self,
        user: UserId,
        token: SessionId,
        now: Timestamp,
    ) -> Result<bool, RepositoryError>;

    /// Returns the token with this digest. What it returns never changes while the token is stored.
    fn find(&self, digest: &str) -> Result<Option<Session>, RepositoryError>;

    /// Returns the account of a token and what decides whether it is admitted; `None` if there is no such account or token.
    fn admission(
        &self,
        user: UserId,
        token: SessionId,
    ) -> Result<Option<Admission>, RepositoryError>;

    /// Returns the admissions of those of these tokens that are stored.
    fn admissions(
        &self,
        tokens: &[SessionId],
    ) -> Result<Vec<(SessionId, Admission)>, RepositoryError>;

    /// Stores that a token was used, unless a later use is stored.
    fn mark_used(&self, token: SessionId, at: Timestamp) -> Result<(), RepositoryError>;

    /// Deletes tokens that are expired at `now`. Returns how many.
    fn delete_expired(&self, now: Timestamp) -> Result<usize, RepositoryError>;
}
