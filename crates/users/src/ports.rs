use std::{sync::Arc, time::Duration};

use kernel::{Clock, RepositoryError, SessionId, Timestamp, UserId};

use crate::{
    ApiGrant, ApiTokenRepository, ApiTokenTexts, EmailRepository, ExportRepository, Failures,
    IdentityProviders, IdentityRepository, PasskeyCeremonies, PasskeyRepository, Password,
    RecoveryCode, SecondStepRepository, SessionRepository, ShownSecret, Success, ThrottleKey,
    TotpSecret, UserRepository,
};

/// The ports of the account use cases.
#[derive(Clone)]
pub struct UserPorts {
    pub repository: Arc<dyn UserRepository>,
    pub sessions: Arc<dyn SessionRepository>,
    pub api_tokens: Arc<dyn ApiTokenRepository>,
    pub api_token_texts: Arc<dyn ApiTokenTexts>,
    pub emails: Arc<dyn EmailRepository>,
    pub exports: Arc<dyn ExportRepository>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub tokens: Arc<dyn Tokens>,
    pub common_passwords: Arc<dyn CommonPasswords>,
    pub recovery_codes: Arc<dyn RecoveryCodes>,
    pub second_steps: Arc<dyn SecondStepRepository>,
    pub totp: Arc<dyn Totp>,
    pub ticket_texts: Arc<dyn TicketTexts>,
    pub passkeys: Arc<dyn PasskeyRepository>,
    pub ceremonies: Arc<dyn PasskeyCeremonies>,
    pub identities: Arc<dyn IdentityRepository>,
    pub providers: Arc<dyn IdentityProviders>,
    pub clock: Arc<dyn Clock>,
}

/// Hashes passwords. Slow by design: call it on the hashing pool.
#[cfg_attr(test, mockall::automock)]
pub trait PasswordHasher: Send + Sync {
    /// # Errors
    /// When the machine gives no randomness.
    fn hash(&self, password: &Password) -> Result<String, RepositoryError>;

    /// Returns whether `password` matches `hash`. Takes the same time for every own hash; a password longer
    /// than [`Password::MAX_BYTES`] matches those of other systems alone.
    fn verify(&self, password: &str, hash: &str) -> bool;

    /// Returns the hash to store instead of one that `password` matches, if that is of another system or of a lower cost,
    /// and the password not longer than [`Password::MAX_BYTES`].
    ///
    /// # Errors
    /// When the machine gives no randomness.
    fn renewed(&self, password: &str, hash: &str) -> Result<Option<String>, RepositoryError>;

    /// Returns a hash of the usual cost that no password matches.
    fn dummy_hash(&self) -> String;
}

/// Whom a token represents: a session, or an API token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    pub user: UserId,
    pub id: SessionId,
    /// The [`crate::Account::session_version`] when the token was issued. Not looked at for an API token.
    pub version: i32,
    /// In whole seconds.
    pub issued_at: Timestamp,
    /// What an API token permits; `None` for a session, which permits all.
    pub api: Option<ApiGrant>,
}

/// Allows a banned member to appeal, and to take along or delete what is their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppealPass {
    pub user: UserId,
    /// In whole seconds.
    pub issued_at: Timestamp,
}

impl AppealPass {
    /// How long it is valid.
    pub const LIFETIME: Duration = Duration::from_mins(30);
}

/// Issues tokens and reads them.
#[cfg_attr(test, mockall::automock)]
pub trait Tokens: Send + Sync {
    /// # Errors
    /// When the token cannot be signed.
    fn issue(&self, session: &Session) -> Result<String, RepositoryError>;

    /// Returns how long a session's token is valid.
    fn lifetime(&self) -> Duration;

    /// Returns the session of a token; `None` if it is forged, changed or expired.
    fn read(&self, token: &str, now: Timestamp) -> Option<Session>;

    /// Returns a token of another kind: nobody can sign in with it.
    ///
    /// # Errors
    /// When the token cannot be signed.
    fn issue_appeal(&self, pass: &AppealPass) -> Result<String, RepositoryError>;

    /// Reads a token of [`Self::issue_appeal`]; `None` for any other, and [`AppealPass::LIFETIME`] after its issue.
    fn read_appeal(&self, token: &str, now: Timestamp) -> Option<AppealPass>;

    /// Returns when a token expires; `None` if it is forged or changed.
    fn expiry(&self, token: &str) -> Option<Timestamp>;
}

/// Knows common passwords.
#[cfg_attr(test, mockall::automock)]
pub trait CommonPasswords: Send + Sync {
    /// Returns whether `password` is common, regardless of case.
    fn contains(&self, password: &Password) -> bool;
}

/// Generates recovery codes and hashes them.
#[cfg_attr(test, mockall::automock)]
pub trait RecoveryCodes: Send + Sync {
    /// Returns an unpredictable code.
    fn generate(&self) -> RecoveryCode;

    /// Returns the hash that is stored. A fast hash suffices: a code has too much entropy to be
    /// guessed.
    fn digest(&self, code: &RecoveryCode) -> String;
}

/// Time-based one-time passwords as apps make them: RFC 6238 with SHA-1, 6 digits and steps of 30 seconds.
#[cfg_attr(test, mockall::automock)]
pub trait Totp: Send + Sync {
    /// Returns an unpredictable secret.
    fn generate(&self) -> TotpSecret;

    /// Returns the step of which `code` is: that of `now` or one beside it, for clocks that differ. `None` for another
    /// code.
    fn step_of(&self, secret: &TotpSecret, code: &str, now: Timestamp) -> Option<i64>;

    /// Returns the secret as an app takes it, which shows the issuer and the account.
    ///
    /// # Errors
    /// When the names make no address.
    fn shown(
        &self,
        secret: &TotpSecret,
        issuer: &str,
        account: &str,
    ) -> Result<ShownSecret, RepositoryError>;
}

/// Generates the texts of tickets and hashes them.
#[cfg_attr(test, mockall::automock)]
pub trait TicketTexts: Send + Sync {
    /// Returns an unpredictable text.
    fn generate(&self) -> String;

    /// Returns the hash that is stored.
    fn digest(&self, text: &str) -> String;
}

/// Stores failed login attempts for all server processes.
#[cfg_attr(test, mockall::automock)]
pub trait LoginFailures: Send + Sync {
    /// Returns the latest end of the locks of these keys that are active at `now`: those that end
    /// within [`Failures::LONGEST_WAIT`].
    fn locked_until(
        &self,
        keys: &[ThrottleKey],
        now: Timestamp,
    ) -> Result<Option<Timestamp>, RepositoryError>;

    /// Counts a failure of each key at `now` by [`Failures::after_failure`], unless one is locked.
    /// Concurrent calls see each other's counts. Deletes failures older than
    /// [`Failures::RETENTION`].
    fn count(&self, keys: &[ThrottleKey], now: Timestamp) -> Result<CountOutcome, RepositoryError>;

    /// Stores what [`CountedFailure::after_success`] leaves of each.
    fn undo(&self, counts: &[CountedFailure], success: Success) -> Result<(), RepositoryError>;

    /// Deletes failures and locks of these keys. Returns whether there were any.
    fn forget(&self, keys: &[ThrottleKey]) -> Result<bool, RepositoryError>;
}

/// The outcome of counting failures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountOutcome {
    Done(Vec<CountedFailure>),
    /// One key is locked until then; nothing was counted.
    Locked(Timestamp),
}

/// A counted failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedFailure {
    pub key: ThrottleKey,
    pub before: Option<Failures>,
    pub after: Failures,
}
