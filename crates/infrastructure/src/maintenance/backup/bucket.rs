use std::{fs::File, io, iter, path::Path, time::Duration};

use kernel::RepositoryError;

use super::{
    BackupError, BackupKey, encryption,
    folder::{is_scheduled, name_of},
};
use crate::bucket::Bucket;

/// The timeout of a request, with a part of a file, and of its repetitions.
const PATIENCE: Duration = Duration::from_mins(2);
/// The bytes that are read from a file at once.
const BLOCK: usize = 1024 * 1024;
/// What the name of an encrypted copy ends with.
const ENCRYPTED: &str = ".encrypted";

/// A bucket with copies of scheduled backups, encrypted if there is a key.
pub struct BackupBucket {
    bucket: Bucket,
    key: Option<BackupKey>,
}

impl BackupBucket {
    /// Opens the bucket at `s3://BUCKET/PREFIX`; the environment names all else, as for [`crate::ImageBucket`].
    ///
    /// # Errors
    /// When the URL is none of a bucket, or the system has no thread.
    pub fn open(
        url: &str,
        environment: impl IntoIterator<Item = (String, String)>,
        key: Option<BackupKey>,
    ) -> Result<Self, RepositoryError> {
        Ok(Self { bucket: Bucket::open(url, environment, PATIENCE)?, key })
    }

    /// Copies a backup, unless it is there; returns whether it was copied.
    ///
    /// # Errors
    /// When the file cannot be read, or the bucket is away or full.
    pub fn copy(&self, path: &Path) -> Result<bool, BackupError> {
        let mut name = name_of(path);
        if self.key.is_some() {
            name.push_str(ENCRYPTED);
        }
        if self.names()?.contains(&name) {
            return Ok(false);
        }
        let failed = |source| BackupError::File { path: path.to_owned(), source };
        let file = File::open(path).map_err(failed)?;
        let copied = match &self.key {
            Some(key) => {
                let encrypted = encryption::encrypt(key, file).map_err(failed)?;
                self.bucket.upload(&name, encrypted)
            }
            None => self.bucket.upload(&name, blocks(file)),
        };
        copied.map(|()| true).map_err(BackupError::Bucket)
    }

    /// Removes all copies but the `keep` newest; returns the names of those removed.
    ///
    /// # Errors
    /// When the bucket is away.
    pub fn prune(&self, keep: usize) -> Result<Vec<String>, BackupError> {
        let mut names = self.scheduled()?;
        names.truncate(names.len().saturating_sub(keep));
        let removed = names.iter().try_for_each(|name| self.bucket.delete(name));
        removed.map(|()| names).map_err(BackupError::Bucket)
    }

    /// Returns the names of the copies, oldest first.
    ///
    /// # Errors
    /// When the bucket is away.
    pub fn scheduled(&self) -> Result<Vec<String>, BackupError> {
        let plain = |name: &str| name.strip_suffix(ENCRYPTED).unwrap_or(name).to_owned();
        let mut names = self.names()?;
        names.retain(|name| is_scheduled(&plain(name)));
        // Times in names sort as they follow one another.
        names.sort_by_key(|name| plain(name));
        Ok(names)
    }

    fn names(&self) -> Result<Vec<String>, BackupError> {
        self.bucket.names().map_err(BackupError::Bucket)
    }
}

fn blocks(mut file: File) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    iter::from_fn(move || {
        let block = encryption::read_up_to(&mut file, BLOCK);
        block.map(|block| (!block.is_empty()).then_some(block)).transpose()
    })
}
