use kernel::{Actor, RepositoryError, Timestamp, UserId};

use crate::{ImageName, ImageSize};

/// The row of an image to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewImage {
    pub name: ImageName,
    pub owner: UserId,
    pub width: u32,
    pub height: u32,
    /// The size of the full image.
    pub bytes: usize,
    pub at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertOutcome {
    Inserted,
    /// The same image is being deleted.
    BeingDeleted,
}

/// A member who requests an image that no shown text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asker {
    pub actor: Actor,
    /// Own uploads since then are shown.
    pub uploaded_after: Timestamp,
}

/// Knows which images there are. Their bytes are in an [`ImageStore`]: a row exists before them and until
/// they are gone, so none are left that no row names.
#[cfg_attr(test, mockall::automock)]
pub trait ImageRepository: Send + Sync {
    /// Stores the row, or the new time of an image that was uploaded before.
    fn insert(&self, image: &NewImage) -> Result<InsertOutcome, RepositoryError>;

    /// Returns whether a text that is shown names the image.
    fn is_shown(&self, name: &ImageName) -> Result<bool, RepositoryError>;

    /// Returns whether the image is shown to this member: an own upload or draft, or what is hidden from others only.
    fn is_shown_to(&self, name: &ImageName, asker: &Asker) -> Result<bool, RepositoryError>;

    /// Marks some images that nothing refers to and that were uploaded at `before` or earlier: nothing can
    /// refer to them any more. Returns their number, 0 if none is left.
    fn mark_unreferenced(&self, before: Timestamp) -> Result<usize, RepositoryError>;

    /// Returns some of the marked images.
    fn marked(&self) -> Result<Vec<ImageName>, RepositoryError>;

    /// Deletes the rows of marked images, whose bytes are gone.
    fn delete(&self, names: &[ImageName]) -> Result<(), RepositoryError>;
}

/// Keeps the bytes of images.
#[cfg_attr(test, mockall::automock)]
pub trait ImageStore: Send + Sync {
    /// Stores the bytes of a size, durably and all or nothing.
    fn put(&self, name: &ImageName, size: ImageSize, bytes: &[u8]) -> Result<(), RepositoryError>;

    /// Returns the bytes of a size, if it is kept.
    fn get(&self, name: &ImageName, size: ImageSize) -> Result<Option<Vec<u8>>, RepositoryError>;

    /// Deletes all sizes that are kept.
    fn delete(&self, name: &ImageName) -> Result<(), RepositoryError>;
}
