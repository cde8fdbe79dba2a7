//! E-mail addresses of accounts, and the links that mails carry. An account needs none.

mod address;
mod repository;
mod service;
mod unsubscribe;

use std::time::Duration;

#[cfg(test)]
pub(crate) use self::repository::MockEmailRepository;
pub use self::{
    address::{EmailAddress, EmailAddressError},
    repository::{BeginEmailOutcome, EmailRepository},
    service::{Emails, ForgottenAttempt},
    unsubscribe::{unsubscribe_token, unsubscriber},
};

/// How many mails to confirm an address an account gets within a day.
pub const MAX_CONFIRMATIONS: usize = 5;
/// How many links to a new password are open for an account.
pub const MAX_RESETS: usize = 5;
/// After this many mails in a row that it refused, an address gets none until it is confirmed again.
pub const MAX_REFUSALS: i32 = 3;

/// What a link in a mail is good for, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Confirms an address.
    Confirm,
    /// Sets a new password.
    Reset,
}

impl LinkPurpose {
    #[must_use]
    pub const fn lifetime(self) -> Duration {
        match self {
            Self::Confirm => Duration::from_hours(24),
            Self::Reset => Duration::from_hours(1),
        }
    }
}

/// The address of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Email {
    /// The address that mails go to.
    pub confirmed: Option<String>,
    /// The address that waits for its confirmation.
    pub pending: Option<String>,
    /// Whether the confirmed address refused [`MAX_REFUSALS`] mails and gets none any more.
    pub switched_off: bool,
}

/// A new link, as it is stored: neither part alone lets anybody in.
#[derive(Clone, PartialEq, Eq)]
pub struct NewLink {
    /// What [`LinkTokens::token`] makes the token of. It waits with the mail.
    pub seed: String,
    /// What the token is found by.
    pub digest: String,
}

/// Hides the seed from logs.
impl std::fmt::Debug for NewLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewLink").field("digest", &self.digest).finish_non_exhaustive()
    }
}

/// Makes the tokens of links. A token is nowhere stored: it takes the seed that waits with the mail and a key of the server
/// to make it, so a second try of a mail has the same link.
#[cfg_attr(test, mockall::automock)]
pub trait LinkTokens: Send + Sync {
    /// Returns an unpredictable link of 256 bits.
    fn generate(&self) -> NewLink;

    /// Returns the token of a seed.
    fn token(&self, seed: &str) -> String;

    /// Returns the hash that is stored.
    fn digest(&self, token: &str) -> String;
}

#[cfg(test)]
mod tests;
