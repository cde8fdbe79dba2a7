use kernel::{RepositoryError, Timestamp, UserId};

use crate::Password;

/// Turns passwords into what may be stored. Slow by intent: call it where waiting blocks nobody.
#[cfg_attr(test, mockall::automock)]
pub trait PasswordHasher: Send + Sync {
    /// # Errors
    /// When the machine gives no randomness.
    fn hash(&self, password: &Password) -> Result<String, RepositoryError>;

    /// Whether `password` is the one that `hash` was made of. Takes the same time for every hash;
    /// a longer password than [`Password::MAX_BYTES`] is never right.
    fn verify(&self, password: &str, hash: &str) -> bool;

    /// A hash, as costly as any, that no password fits.
    fn unfitting(&self) -> String;
}

/// What a token stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    pub user: UserId,
    /// [`crate::Account::session_version`] when the token was issued.
    pub version: i32,
}

/// Issues tokens and reads them.
#[cfg_attr(test, mockall::automock)]
pub trait Tokens: Send + Sync {
    /// # Errors
    /// When the token cannot be signed.
    fn issue(&self, session: &Session, now: Timestamp) -> Result<String, RepositoryError>;

    /// What the token stands for; none if it was not issued here, was changed or has expired.
    fn read(&self, token: &str, now: Timestamp) -> Option<Session>;
}
