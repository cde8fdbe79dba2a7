use std::error::Error;

/// A failure of a port that no rule of the domain explains.
///
/// Its causes are for the log; users are told only that it happened and whether to try again.
#[derive(Debug, thiserror::Error)]
pub enum RepositoryError {
    /// What is behind the port cannot be reached, or is too busy, now; the same call may go through later.
    #[error("the database cannot be reached")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// It has no room left for what should be stored; reading goes on.
    #[error("the database has no room left")]
    Full(#[source] Box<dyn Error + Send + Sync>),
    /// What the change refers to went away while it was made; nothing was stored.
    #[error("what this refers to has gone")]
    Gone(#[source] Box<dyn Error + Send + Sync>),
    /// It answered, with something that should not happen.
    #[error("the database refused")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
}
