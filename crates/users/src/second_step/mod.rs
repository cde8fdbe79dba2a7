//! The second step of a sign-in: a code of an app (TOTP, RFC 6238) or a recovery code, after the password.

mod removals;
mod repository;

use std::time::Duration;

use kernel::{Timestamp, UserId};

#[cfg(test)]
pub(crate) use self::repository::MockSecondStepRepository;
pub use self::{
    removals::SecondStepRemovals,
    repository::{BeginOutcome, SecondStepRepository},
};
use crate::SignInMethod;

/// How long a begun set-up waits for its first code.
pub(crate) const BEGUN_LIFETIME: Duration = Duration::from_hours(1);

/// What app and server share: 160 random bits, as RFC 4226 recommends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TotpSecret(pub [u8; 20]);

/// Hides the secret from logs.
impl std::fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TotpSecret(…)")
    }
}

/// A secret as an app takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownSecret {
    /// In Base32, to be typed.
    pub secret: String,
    /// `otpauth://totp/…`, to be scanned.
    pub uri: String,
}

/// The stored second step of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondStep {
    pub secret: TotpSecret,
    pub begun_at: Timestamp,
    /// `None` until its first code came.
    pub active_since: Option<Timestamp>,
    /// The latest step of a code that was used: no code of it or of an earlier one counts again.
    pub last_step: i64,
}

impl SecondStep {
    /// Returns whether the first code may still come at `now`.
    #[must_use]
    pub fn is_begun(&self, now: Timestamp) -> bool {
        self.active_since.is_none() && now < self.begun_at.after(BEGUN_LIFETIME)
    }
}

/// Proof of the first step. It has a random text, of which only a digest is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInTicket {
    pub user: UserId,
    /// The [`crate::Account::session_version`] at the first step.
    pub version: i32,
    /// How the first step was made.
    pub method: SignInMethod,
    pub expires_at: Timestamp,
}

impl SignInTicket {
    pub const LIFETIME: Duration = Duration::from_mins(5);
    /// How many codes may be tried with it.
    pub const TRIES: i16 = 5;
}
