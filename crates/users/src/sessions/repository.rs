use kernel::{RepositoryError, SessionId, Timestamp, UserId};

use super::{Admission, NewSession, OpenSession};
use crate::Account;

/// The session that a change of all sessions of an account spares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptSession {
    pub id: SessionId,
    /// When it gets its new token.
    pub renewed_at: Timestamp,
    /// When that expires.
    pub ends_at: Timestamp,
}

/// Stores sessions.
#[cfg_attr(test, mockall::automock)]
pub trait SessionRepository: Send + Sync {
    /// Opening one more than [`super::MAX_SESSIONS`] ends the session of the account that was not used for the longest
    /// time.
    /// Returns `None` if the account is gone, or its sessions ended since it proved who they are.
    fn open(&self, session: &NewSession) -> Result<Option<SessionId>, RepositoryError>;

    /// Returns the account of a session; `None` if there is no such account or session.
    fn holder(&self, user: UserId, session: SessionId) -> Result<Option<Account>, RepositoryError>;

    /// Like [`Self::holder`], with what decides whether it is admitted.
    fn admission(
        &self,
        user: UserId,
        session: SessionId,
    ) -> Result<Option<Admission>, RepositoryError>;

    /// Returns the admissions of those of these sessions that are open.
    fn admissions(
        &self,
        sessions: &[SessionId],
    ) -> Result<Vec<(SessionId, Admission)>, RepositoryError>;

    /// Stores that a session was used, unless a later use is stored.
    fn mark_used(&self, session: SessionId, at: Timestamp) -> Result<(), RepositoryError>;

    /// Returns the sessions of an account that are open at `now`, the latest used first.
    fn list(&self, user: UserId, now: Timestamp) -> Result<Vec<OpenSession>, RepositoryError>;

    /// Ends a session. Returns false if the account has no such session.
    fn end(&self, user: UserId, session: SessionId) -> Result<bool, RepositoryError>;

    /// Ends all sessions of an account but one. Returns false, and ends none, if that is not open.
    fn end_others(&self, user: UserId, kept: &KeptSession) -> Result<bool, RepositoryError>;

    /// Like [`Self::end_others`], and raises [`Account::session_version`] if `version` is still stored, which ends every
    /// token. Returns `None` otherwise, and if the session is not open.
    fn end_tokens(
        &self,
        user: UserId,
        version: i32,
        kept: &KeptSession,
    ) -> Result<Option<Account>, RepositoryError>;

    /// Deletes sessions whose tokens are expired, and those of early tokens that were not used since `oldest`. Returns how
    /// many.
    fn delete_expired(&self, now: Timestamp, oldest: Timestamp) -> Result<usize, RepositoryError>;
}
