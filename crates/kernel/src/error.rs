use std::error::Error;

/// A technical failure of a port.
///
/// Its source is for the log; users only learn that it happened and whether to retry.
#[derive(Debug, thiserror::Error)]
pub enum RepositoryError {
    /// The database is unreachable or too busy; a retry may succeed.
    #[error("the database cannot be reached")]
    Unavailable(#[source] Box<dyn Error + Send + Sync>),
    /// The disk is full; reads still work.
    #[error("the database has no room left")]
    Full(#[source] Box<dyn Error + Send + Sync>),
    /// A row that the write refers to was deleted concurrently; nothing was stored.
    #[error("what this refers to has gone")]
    Gone(#[source] Box<dyn Error + Send + Sync>),
    /// An unexpected error.
    #[error("the database refused")]
    Failed(#[source] Box<dyn Error + Send + Sync>),
}
