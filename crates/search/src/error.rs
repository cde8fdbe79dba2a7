use kernel::RepositoryError;

/// An error of a search.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    #[error("There is nothing to search for: give at least one word.")]
    NothingToSearchFor,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
