use std::time::Duration;

use ::images::{ImageName, ImageSize, ImageStore};
use kernel::RepositoryError;

use crate::bucket::Bucket;

/// The timeout of a request to the bucket, and of its repetitions.
const PATIENCE: Duration = Duration::from_secs(10);

/// A bucket of images.
pub struct ImageBucket(Bucket);

impl ImageBucket {
    /// Opens the bucket at `s3://BUCKET/PREFIX`. The environment names all else, as for other programs:
    /// `AWS_ENDPOINT`, `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`.
    ///
    /// # Errors
    /// When the URL is none of a bucket, or the system has no thread.
    pub fn open(
        url: &str,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, RepositoryError> {
        Bucket::open(url, environment, PATIENCE).map(Self)
    }
}

impl ImageStore for ImageBucket {
    fn put(&self, name: &ImageName, size: ImageSize, bytes: &[u8]) -> Result<(), RepositoryError> {
        self.0.put(&object(name, size), bytes)
    }

    fn get(&self, name: &ImageName, size: ImageSize) -> Result<Option<Vec<u8>>, RepositoryError> {
        self.0.get(&object(name, size))
    }

    fn delete(&self, name: &ImageName) -> Result<(), RepositoryError> {
        ImageSize::ALL.into_iter().try_for_each(|size| self.0.delete(&object(name, size)))
    }
}

fn object(name: &ImageName, size: ImageSize) -> String {
    match size {
        ImageSize::Full => name.as_str().to_owned(),
        smaller => format!("{}-{name}", smaller.pixels()),
    }
}
