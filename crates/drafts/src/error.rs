use kernel::RepositoryError;

use crate::{Draft, MAX_DRAFTS};

/// An error of a use case of drafts.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    /// With the draft that is there, if one is.
    #[error("This draft was changed elsewhere.")]
    OtherVersion(Option<Draft>),
    #[error("You have {MAX_DRAFTS} drafts. Delete one before saving another.")]
    TooMany,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
