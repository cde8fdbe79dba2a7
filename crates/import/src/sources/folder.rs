//! Folders of files of other systems.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::{Component, Path},
};

use images::MAX_UPLOAD_BYTES;
use percent_encoding::percent_decode_str;

use crate::SourceError;

/// Returns the path below a folder that is behind a part of an address.
pub(super) fn path_behind(part: &str, address: &str) -> Option<String> {
    let (_, path) = address.split_once(part)?;
    let path = path.split(['?', '#']).next()?;
    Some(percent_decode_str(path).decode_utf8().ok()?.into_owned())
}

/// Reads a file of a folder; `None` if there is no folder, or no such file in it, or the file is too large.
pub(super) fn read(folder: Option<&Path>, path: &str) -> Result<Option<Vec<u8>>, SourceError> {
    let is_plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    let Some(folder) = folder.filter(|_| is_plain) else { return Ok(None) };
    let (Ok(home), Ok(file)) = (fs::canonicalize(folder), fs::canonicalize(folder.join(path)))
    else {
        return Ok(None);
    };
    // A link may lead out of it.
    if !file.starts_with(home) {
        return Ok(None);
    }
    read_plain_file(&file).map_err(|error| SourceError::new(file.display().to_string(), error))
}

/// Returns the bytes of a file that is no link, if it is there and not too large.
fn read_plain_file(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let is_plain = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.is_file() && metadata.len() <= MAX_UPLOAD_BYTES as u64,
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(error),
    };
    if !is_plain {
        return Ok(None);
    }
    let mut bytes = vec![];
    File::open(path)?.take(MAX_UPLOAD_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= MAX_UPLOAD_BYTES).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn the_path_of_a_file_has_no_query_and_is_decoded() {
        let path = |address| path_behind("/up/", address);
        assert_eq!(path("/forum/up/a/k%C3%B6ln.png?v=2#x").as_deref(), Some("a/köln.png"));
        assert_eq!(path("/up/100%.png").as_deref(), Some("100%.png"));
        assert_eq!(path("/down/a.png"), None);
        assert_eq!(path("/up/%FF.png"), None);
    }

    #[test]
    fn only_files_within_the_folder_are_read() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("uploads");
        fs::create_dir(&folder).unwrap();
        for file in [outer.path().join("secret"), folder.join("a.png")] {
            fs::write(file, "bytes").unwrap();
        }
        symlink(outer.path().join("secret"), folder.join("link.png")).unwrap();
        fs::write(folder.join("large.png"), vec![0; images::MAX_UPLOAD_BYTES + 1]).unwrap();
        let secret = outer.path().join("secret").display().to_string();
        assert_eq!(read(Some(&folder), "a.png").unwrap(), Some(b"bytes".to_vec()));
        for path in ["../secret", "x/../a.png", &secret, "link.png", "large.png", "none", ""] {
            assert_eq!(read(Some(&folder), path).unwrap(), None, "{path}");
        }
        assert_eq!(read(None, "a.png").unwrap(), None);
    }
}
