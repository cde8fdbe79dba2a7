use kernel::RepositoryError;

/// Why an upload is no image that can be kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProcessError {
    #[error("The file must be a JPEG, PNG, WebP or GIF image.")]
    UnknownFormat,
    #[error("The image must have at most 40 megapixels.")]
    TooManyPixels,
    /// It is cut or damaged.
    #[error("The image cannot be read. It may be damaged.")]
    Unreadable,
}

/// An error of a use case of images.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error("There is no such image.")]
    NotFound,
    /// The same image is being deleted at this moment.
    #[error("Please try again in a moment.")]
    BeingDeleted,
    #[error(transparent)]
    Repository(#[from] RepositoryError),
}
