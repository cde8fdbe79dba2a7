//! What a sign-in opens, and a sign-out ends. A token represents a session.

mod device;
mod repository;

use std::time::Duration;

use kernel::{SecondStepPolicy, SessionId, Timestamp, UserId};

#[cfg(test)]
pub(crate) use self::repository::MockSessionRepository;
pub use self::{
    device::Device,
    repository::{KeptSession, SessionRepository},
};
use crate::Account;

/// The precision of [`OpenSession::last_used_at`].
pub const USE_PRECISION: Duration = Duration::from_mins(5);

/// The most open sessions of an account.
pub const MAX_SESSIONS: usize = 100;

/// How somebody signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInMethod {
    Password,
    RecoveryCode,
    Passkey,
    /// At a provider of OpenID Connect.
    Oidc,
}

/// The account of an open session, and what decides whether it may do more than visitors do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    pub account: Account,
    /// Who needs a second step.
    pub policy: SecondStepPolicy,
    /// Whether the account has one in force.
    pub has_second_step: bool,
    /// How the session was opened.
    pub method: SignInMethod,
}

impl Admission {
    /// Returns whether the account needs a second step and has none. A passkey stands for both steps.
    #[must_use]
    pub fn lacks_second_step(&self) -> bool {
        self.policy.includes(self.account.role)
            && !self.has_second_step
            && self.method != SignInMethod::Passkey
    }
}

/// Why an open or ended session permits no more than visitors may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionRefusal {
    Ended,
    /// The site asks for a second step, which the account lacks.
    SecondStepNeeded,
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
