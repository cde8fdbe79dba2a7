use kernel::{Banned, RepositoryError};

use crate::{TooManyAttempts, throttle::ThrottleError};

/// The password is valid but too common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("This password is too common. Choose another one.")]
pub struct CommonPassword;

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
