use kernel::RepositoryError;

use crate::{TooManyAttempts, throttle::ThrottleError};

/// Why a password was refused that fits the rules of [`crate::Password`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Many people use this password, so it is guessed first. Please choose another one.")]
pub struct CommonPassword;

/// Why a use case of accounts ended without what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    #[error("There is no such user.")]
    NotFound,
    #[error("Only the owner of an account may see or change it.")]
    NotTheOwner,
    #[error("User already exists")]
    UsernameTaken,
    #[error("The current password is wrong.")]
    WrongPassword,
    #[error("You are the last admin. Make somebody else an admin first.")]
    LastAdmin,
    /// The token's account is gone, or its password changed since.
    #[error("Please sign in again.")]
    SessionEnded,
    #[error(transparent)]
    CommonPassword(#[from] CommonPassword),
    #[error(transparent)]
    TooMany(#[from] TooManyAttempts),
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}

/// Why somebody was not signed in.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// Whether it is the name or the password is told to nobody.
    #[error("Invalid username and password!")]
    Invalid,
    /// Whether it is the name or the code is told to nobody.
    #[error("This is no recovery code of this user, or it was used before.")]
    InvalidCode,
    #[error("You have been banned.")]
    Banned,
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
