use kernel::RepositoryError;

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
    Repository(#[from] RepositoryError),
}

/// Why somebody was not signed in.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// Whether it is the name or the password is told to nobody.
    #[error("Invalid username and password!")]
    Invalid,
    #[error("You have been banned.")]
    Banned,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
