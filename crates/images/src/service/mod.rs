use std::{sync::Arc, time::Duration};

use kernel::{Actor, Clock};

use crate::{
    Asker, EncodedImage, ImageError, ImageName, ImageRepository, ImageSize, ImageStore,
    InsertOutcome, NewImage,
};

/// How long an unreferenced image is kept.
pub const UNREFERENCED_RETENTION: Duration = Duration::from_hours(24);

/// The use cases of images.
pub struct Images {
    repository: Arc<dyn ImageRepository>,
    store: Arc<dyn ImageStore>,
    clock: Arc<dyn Clock>,
}

/// How long its uploaders see an image that nothing shown names.
pub const OWN_UPLOAD_SHOWN: Duration = Duration::from_hours(24);

/// Who may see an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    Everybody,
    /// The member who asked, and not everybody.
    Asker,
}

/// An image that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uploaded {
    pub url: String,
    pub width: u32,
    pub height: u32,
}

impl Images {
    pub fn new(
        repository: Arc<dyn ImageRepository>,
        store: Arc<dyn ImageStore>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, store, clock }
    }

    /// Stores an image that [`crate::process`] made of the actor's upload.
    pub fn upload(&self, actor: &Actor, image: &EncodedImage) -> Result<Uploaded, ImageError> {
        let EncodedImage { name, width, height, sizes } = image;
        let new = NewImage {
            name: name.clone(),
            owner: actor.id,
            width: *width,
            height: *height,
            bytes: image.full_bytes(),
            at: self.clock.now(),
        };
        match self.repository.insert(&new)? {
            InsertOutcome::Inserted => {}
            InsertOutcome::BeingDeleted => return Err(ImageError::BeingDeleted),
        }
        for (size, bytes) in sizes {
            self.store.put(name, *size, bytes)?;
        }
        Ok(Uploaded { url: name.url(), width: *width, height: *height })
    }

    /// Returns who may see an image, if the asker may.
    pub fn audience(&self, name: &ImageName, asker: Option<Actor>) -> Result<Audience, ImageError> {
        if self.repository.is_shown(name)? {
            return Ok(Audience::Everybody);
        }
        let Some(actor) = asker else { return Err(ImageError::NotFound) };
        let asker = Asker { actor, uploaded_after: self.clock.now().before(OWN_UPLOAD_SHOWN) };
        let is_shown = self.repository.is_shown_to(name, &asker)?;
        is_shown.then_some(Audience::Asker).ok_or(ImageError::NotFound)
    }

    /// Returns the bytes of an image in a size; in full if the image is smaller.
    pub fn find(&self, name: &ImageName, size: ImageSize) -> Result<Vec<u8>, ImageError> {
        if size != ImageSize::Full
            && let Some(bytes) = self.store.get(name, size)?
        {
            return Ok(bytes);
        }
        self.store.get(name, ImageSize::Full)?.ok_or(ImageError::NotFound)
    }

    /// Deletes all images that nothing refers to and that are older than a day. Returns their number.
    pub fn delete_unreferenced(&self) -> Result<usize, ImageError> {
        let before = self.clock.now().before(UNREFERENCED_RETENTION);
        while self.repository.mark_unreferenced(before)? > 0 {}
        self.delete_marked()
    }

    /// Deletes the images that are marked: those that the deletion of an account left. Returns their number.
    pub fn delete_marked(&self) -> Result<usize, ImageError> {
        let mut deleted = 0;
        loop {
            let names = self.repository.marked()?;
            if names.is_empty() {
                return Ok(deleted);
            }
            for name in &names {
                self.store.delete(name)?;
            }
            self.repository.delete(&names)?;
            deleted += names.len();
        }
    }
}

#[cfg(test)]
mod tests;
