use std::{
    fs::{self, DirBuilder, File},
    io::{self, ErrorKind, Write},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use ::images::{ImageName, ImageSize, ImageStore};
use database::Database;
use kernel::RepositoryError;

/// A folder that keeps the bytes of images, in one folder for each first two digits of their names.
#[derive(Clone, Debug)]
pub(crate) struct ImageFolder(PathBuf);

impl ImageFolder {
    /// Returns the folder of an SQLite database; none on PostgreSQL.
    pub(crate) fn of(database: &Database) -> Option<Self> {
        database.file().map(Self::beside)
    }

    /// Returns the folder beside the file of an SQLite database. It is made when the first image comes.
    fn beside(file: &str) -> Self {
        Self(PathBuf::from(format!("{file}.images")))
    }

    /// Returns whether the bytes of a size are kept.
    pub(crate) fn has(&self, name: &ImageName, size: ImageSize) -> bool {
        self.file(name, size).exists()
    }

    /// Returns whether there is such a folder.
    pub(crate) fn exists(&self) -> bool {
        self.0.exists()
    }

    /// Deletes the folder, if there is one.
    pub(crate) fn delete_all(&self) {
        if let Err(error) = fs::remove_dir_all(&self.0)
            && error.kind() != ErrorKind::NotFound
        {
            tracing::warn!(%error, "the folder of images could not be deleted");
        }
    }

    fn folder(&self, name: &ImageName) -> PathBuf {
        self.0.join(&name.as_str()[..2])
    }

    fn file(&self, name: &ImageName, size: ImageSize) -> PathBuf {
        self.folder(name).join(match size {
            ImageSize::Full => name.to_string(),
            smaller => format!("{}-{name}", smaller.pixels()),
        })
    }
}

impl ImageStore for ImageFolder {
    fn put(&self, name: &ImageName, size: ImageSize, bytes: &[u8]) -> Result<(), RepositoryError> {
        write(&self.folder(name), &self.file(name, size), bytes).map_err(failure)
    }

    fn get(&self, name: &ImageName, size: ImageSize) -> Result<Option<Vec<u8>>, RepositoryError> {
        match fs::read(self.file(name, size)) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }

    fn delete(&self, name: &ImageName) -> Result<(), RepositoryError> {
        for size in ImageSize::ALL {
            match fs::remove_file(self.file(name, size)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(failure(error)),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Writes a file that has its name only when it is whole, and keeps it through a power cut.
fn write(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    // As secret as the database: some are in private messages.
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let mut file = tempfile::Builder::new().prefix(".partial-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    File::open(folder)?.sync_all()?;
    if let Some(parent) = folder.parent() {
        File::open(parent)?.sync_all()?;
    }
    Ok(())
}

fn failure(error: io::Error) -> RepositoryError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => RepositoryError::Full(error.into()),
        _ => RepositoryError::Unavailable(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name() -> ImageName {
        ImageName::parse(&format!("{}.jpg", "ab".repeat(32))).unwrap()
    }

    #[test]
    fn images_are_kept_by_name_and_size() {
        let home = tempfile::tempdir().unwrap();
        let folder = ImageFolder::beside(home.path().join("x.db").to_str().unwrap());
        assert_eq!(folder.get(&name(), ImageSize::Full).unwrap(), None);
        folder.delete(&name()).unwrap();
        for (size, bytes) in [(ImageSize::Full, [1, 2]), (ImageSize::Px48, [3, 4])] {
            for _ in 0..2 {
                folder.put(&name(), size, &bytes).unwrap();
            }
            assert_eq!(folder.get(&name(), size).unwrap().unwrap(), bytes);
        }
        assert_eq!(folder.get(&name(), ImageSize::Px96).unwrap(), None);
        let files = fs::read_dir(home.path().join("x.db.images/ab")).unwrap();
        assert_eq!(files.count(), 2, "no partial file is left");
        folder.delete(&name()).unwrap();
        assert_eq!(folder.get(&name(), ImageSize::Px48).unwrap(), None);
    }

    #[test]
    fn a_full_disk_and_a_broken_one_are_told_apart() {
        let of = |kind: ErrorKind| failure(kind.into());
        assert!(matches!(of(ErrorKind::StorageFull), RepositoryError::Full(_)));
        assert!(matches!(of(ErrorKind::PermissionDenied), RepositoryError::Unavailable(_)));
        // Every write to this device fails as on a full disk.
        let full =
            File::options().write(true).open("/dev/full").and_then(|mut f| f.write_all(b"x"));
        assert!(matches!(failure(full.unwrap_err()), RepositoryError::Full(_)));
    }
}
