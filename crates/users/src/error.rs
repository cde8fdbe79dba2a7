use kernel::{Banned, RepositoryError};

use crate::{MAX_API_TOKENS, MAX_PASSKEYS, TooManyAttempts, throttle::ThrottleError};

/// The password is valid but too common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("This password is too common. Choose another one.")]
pub struct CommonPassword;

/// A code of a second step that does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongCode {
    #[error("This code is wrong. Type the six digits that the app shows now, or a recovery code.")]
    Unknown,
    #[error("This code was used already. Wait for the next one.")]
    UsedBefore,
}

/// An error of a use case of accounts.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    #[error("There is no such user.")]
    NotFound,
    #[error("This session is over already.")]
    NoSession,
    #[error("Only the owner of an account may see or change it.")]
    NotTheOwner,
    #[error("User already exists")]
    UsernameTaken,
    #[error("The current password is wrong.")]
    WrongPassword,
    /// The account has no password, and its holder signed in longer than ten minutes ago.
    #[error("Please sign in again, then do this within ten minutes.")]
    SignInAgain,
    #[error("There is no such sign-in.")]
    NoIdentity,
    #[error("There is such a sign-in already. Remove it first.")]
    IdentityExists,
    #[error("You could not sign in any more. Set a password or connect another sign-in first.")]
    LastSignIn,
    #[error("This sign-in does not answer. Please try again later.")]
    ProviderUnavailable,
    #[error("This took too long. Please start again from the sign-in.")]
    RegistrationEnded,
    #[error("The second step is on already.")]
    SecondStepActive,
    #[error("Begin to set up the second step again: nothing was begun in the last hour.")]
    NoSecondStepBegun,
    #[error("The second step is off already.")]
    NoSecondStep,
    #[error("This code is wrong. Type the six digits that the app shows now.")]
    InvalidFirstCode,
    #[error(transparent)]
    WrongCode(#[from] WrongCode),
    #[error(
        "Set up a second step first: this site asks for one. You find it in your security settings."
    )]
    SecondStepNeeded,
    /// No browser makes passkeys for the address of the request.
    #[error(
        "Passkeys do not work at this address. Ask those who run the forum to set its public address."
    )]
    PasskeysImpossible,
    #[error(
        "This passkey was not accepted, or adding it took longer than five minutes. Please add it again."
    )]
    PasskeyRefused,
    #[error("This passkey belongs to an account already. Make another one.")]
    PasskeyKnown,
    #[error("You have {MAX_PASSKEYS} passkeys. Remove one before adding another.")]
    TooManyPasskeys,
    #[error("This passkey is gone already.")]
    NoPasskey,
    #[error("You have {MAX_API_TOKENS} tokens. Revoke one before making another.")]
    TooManyApiTokens,
    #[error("This token is revoked already.")]
    NoApiToken,
    #[error("You got five e-mails to confirm an address within a day. Please try again later.")]
    TooManyConfirmations { wait_seconds: u64 },
    /// It expired, was used, or never was.
    #[error("This link does not work any more. Please ask for a new one.")]
    LinkEnded,
    #[error("You are the last admin. Make somebody else an admin first.")]
    LastAdmin,
    /// The account was deleted, or its password changed since the token was issued.
    #[error("Please sign in again.")]
    SessionEnded,
    #[error(transparent)]
    CommonPassword(#[from] CommonPassword),
    #[error(transparent)]
    TooMany(#[from] TooManyAttempts),
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}

/// An error of a login.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// Wrong name or wrong password: the message does not tell which.
    #[error("Invalid username and password!")]
    Invalid,
    /// Wrong name or wrong code: the message does not tell which.
    #[error("This recovery code is invalid or already used.")]
    InvalidCode,
    /// The password is right, but the account has a second step.
    #[error("Type the code of your app to sign in.")]
    SecondStepRequired {
        /// The text of a [`crate::SignInTicket`].
        ticket: String,
    },
    #[error(transparent)]
    WrongCode(#[from] WrongCode),
    /// No browser makes passkeys for the address of the request.
    #[error("Passkeys do not work at this address. Sign in with your password.")]
    PasskeysImpossible,
    /// Wrong for whichever reason: the message does not tell.
    #[error("This passkey was not accepted. Try again, or sign in with your password.")]
    WrongPasskey,
    /// The ticket expired, was used, or has no tries left.
    #[error("Please start again with your name and password.")]
    TicketEnded,
    /// The ticket of a sign-in at a provider expired, was used, or belongs to another browser.
    #[error("This sign-in has ended. Please start it again.")]
    SignInEnded,
    #[error("{banned}")]
    Banned {
        banned: Banned,
        /// Allows to appeal, for [`crate::AppealPass::LIFETIME`].
        appeal_token: String,
    },
    #[error(transparent)]
    CommonPassword(#[from] CommonPassword),
    #[error(transparent)]
    TooMany(#[from] TooManyAttempts),
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}

impl From<ThrottleError> for UserError {
    fn from(stopped: ThrottleError) -> Self {
        match stopped {
            ThrottleError::TooMany(too_many) => too_many.into(),
            ThrottleError::Repository(error) => error.into(),
        }
    }
}

impl From<ThrottleError> for LoginError {
    fn from(stopped: ThrottleError) -> Self {
        match stopped {
            ThrottleError::TooMany(too_many) => too_many.into(),
            ThrottleError::Repository(error) => error.into(),
        }
    }
}
