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

/// The precision of [`OpenSession::last_used_at`].
pub const USE_PRECISION: Duration = Duration::from_mins(5);

/// The most open sessions of an account.
pub const MAX_SESSIONS: usize = 100;

/// How somebody signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInMethod {
    Password,
    RecoveryCode,
    /// At a provider of OpenID Connect.
    Oidc,
}

/// A session that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    pub user: UserId,
    /// The [`crate::Account::session_version`] when the account proved who they are.
    pub version: i32,
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

/// Returns the session of tokens that name none: those from before sessions were stored. Other sessions have random ids.
#[must_use]
pub fn session_of_early_tokens(user: UserId) -> SessionId {
    SessionId(user.0)
}
