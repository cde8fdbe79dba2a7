use std::sync::Arc;

use kernel::{Clock, RepositoryError, Timestamp, UserId};

use crate::{ExportRepository, Failures, Password, RecoveryCode, ThrottleKey, UserRepository};

/// What accounts ask of the world around them.
#[derive(Clone)]
pub struct UserPorts {
    pub repository: Arc<dyn UserRepository>,
    pub exports: Arc<dyn ExportRepository>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub tokens: Arc<dyn Tokens>,
    pub common_passwords: Arc<dyn CommonPasswords>,
    pub recovery_codes: Arc<dyn RecoveryCodes>,
    pub clock: Arc<dyn Clock>,
}

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
    fn dummy_hash(&self) -> String;
}

/// What a token stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    pub user: UserId,
    /// [`crate::Account::session_version`] when the token was issued.
    pub version: i32,
    /// In whole seconds.
    pub issued_at: Timestamp,
}

/// Issues tokens and reads them.
#[cfg_attr(test, mockall::automock)]
pub trait Tokens: Send + Sync {
    /// # Errors
    /// When the token cannot be signed.
    fn issue(&self, session: &Session) -> Result<String, RepositoryError>;

    /// What the token stands for; none if it was not issued here, was changed or has expired.
    fn read(&self, token: &str, now: Timestamp) -> Option<Session>;
}

/// The passwords that are guessed first.
#[cfg_attr(test, mockall::automock)]
pub trait CommonPasswords: Send + Sync {
    /// Whether `password` is one of them, in whatever case.
    fn contains(&self, password: &Password) -> bool;
}

/// Draws recovery codes, and turns them into what may be stored.
#[cfg_attr(test, mockall::automock)]
pub trait RecoveryCodes: Send + Sync {
    /// A code that nobody can foresee.
    fn generate(&self) -> RecoveryCode;

    /// What the code is known by. One way, and quick: a code holds too much chance to be found by
    /// trying, so it needs no slow hash.
    fn digest(&self, code: &RecoveryCode) -> String;
}

/// Failed trials at signing in, where all copies of the server see them.
#[cfg_attr(test, mockall::automock)]
pub trait LoginFailures: Send + Sync {
    /// The end of the longest lock of these that is not over at `now`.
    fn locked_until(
        &self,
        keys: &[ThrottleKey],
        now: Timestamp,
    ) -> Result<Option<Timestamp>, RepositoryError>;

    /// Unless one of them is locked, counts a failure at `now` of each by [`Failures::after_failure`].
    /// Of those that come at once, each sees what the one before it counted. Forgets what is older
    /// than [`Failures::RETENTION`].
    fn count(&self, keys: &[ThrottleKey], now: Timestamp) -> Result<CountOutcome, RepositoryError>;

    /// Keeps what [`CountedFailure::after_success`] leaves of each.
    fn undo(&self, counts: &[CountedFailure]) -> Result<(), RepositoryError>;

    /// Forgets all that is known of these, locks as well. Whether there was anything.
    fn forget(&self, keys: &[ThrottleKey]) -> Result<bool, RepositoryError>;
}

/// What became of counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountOutcome {
    Done(Vec<CountedFailure>),
    /// One of them is locked until then, and nothing was counted.
    Locked(Timestamp),
}

/// A failure that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedFailure {
    pub key: ThrottleKey,
    pub before: Option<Failures>,
    pub after: Failures,
}
