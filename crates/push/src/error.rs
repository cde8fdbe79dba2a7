use kernel::RepositoryError;

use crate::{MAX_SUBSCRIPTIONS, NotPublic};

/// An error of a use case of web push.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    #[error(transparent)]
    NotPublic(#[from] NotPublic),
    #[error(
        "At most {MAX_SUBSCRIPTIONS} devices can get notifications. Turn them off on another one."
    )]
    TooMany,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
