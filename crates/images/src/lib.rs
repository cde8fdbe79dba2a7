//! Images that members upload.
//!
//! - An upload is a JPEG, PNG, WebP or GIF by its content, of at most 10 MiB and 40 megapixels, which are
//!   checked before it is decoded.
//! - It is decoded, its colors are converted to sRGB, it is turned the right way up, scaled down to at most 2,048 pixels and encoded anew, so that
//!   no metadata and nothing but pixels is left of it.
//! - The result is a JPEG where no pixel is transparent and the upload had no lossless format, else a PNG;
//!   it has at most 4 MiB. Smaller sizes of it are made at once.
//! - What moves (all frames together within 40 megapixels) becomes an animated WebP of at most 8 MiB. Its smaller sizes
//!   are stills, also those that are no smaller.
//! - Its name is the checksum of the result: equal images are one image, and an address never changes what
//!   it shows.
//! - It is shown while a text or field that is shown contains its address. Otherwise its uploaders see it for a day, and
//!   as long as one of their drafts contains it; moderators see the images of hidden texts.
//! - Texts and fields that contain its address refer to it. One to which nothing refers is deleted a day
//!   after it was last uploaded; the avatar of a deleted account at once, if nothing else refers to it.

mod error;
mod name;
mod ports;
mod process;
mod service;

pub use error::{ImageError, ProcessError};
pub use name::{ImageName, ImageSize, names_in};
pub use ports::{Asker, ImageRepository, ImageStore, InsertOutcome, NewImage};
pub use process::{EncodedImage, MAX_UPLOAD_BYTES, process};
pub use service::{Audience, Images, OWN_UPLOAD_SHOWN, UNREFERENCED_RETENTION, Uploaded};
