//! What a sign-in opens, and a sign-out ends. A token represents a session.

mod device;
mod repository;

use std::time::Duration;

use kernel::{SessionId, Timestamp, UserId};

#[cfg(test)]
pub(crate) use self::repository::MockSessionRepository;
pub use self::{
    device::Device,
    repository::{KeptSession, SessionRepository},
};
use crate::Account;

/// The precision of [`OpenSession::last_used_at`]: no request in it stores another time.
const USE_PRECISION: Duration = Duration::from_mins(5);

/// The most open sessions of an account.
pub const MAX_SESSIONS: usize = 100;

/// How somebody signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInMethod {
    Password,
    RecoveryCode,
}

/// A session that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    pub user: UserId,
    pub method: SignInMethod,
    pub device: Device,
    pub opened_at: Timestamp,
    /// When its token expires.
    pub ends_at: Timestamp,
}

/// An open session as its member sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    pub id: SessionId,
    pub method: SignInMethod,
    pub device: Device,
    pub opened_at: Timestamp,
    /// Exact to five minutes.
    pub last_used_at: Timestamp,
}

/// The account of an open session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionHolder {
    pub account: Account,
    /// As stored.
    pub last_used_at: Timestamp,
}

impl SessionHolder {
    /// Returns whether the session is to be marked as used at `now`.
    #[must_use]
    pub fn is_use_outdated(&self, now: Timestamp) -> bool {
        now.since(self.last_used_at) >= USE_PRECISION
    }
}

/// Returns the session of tokens that name none: those from before sessions were stored.
#[must_use]
pub fn session_of_early_tokens(user: UserId) -> SessionId {
    SessionId(-user.0)
}
