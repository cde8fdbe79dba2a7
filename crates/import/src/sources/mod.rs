//! The systems that communities come from, a module for each.

pub mod archive;

use std::path::{Path, PathBuf};

use crate::{
    Source, SourceError, System,
    sources::archive::Archive,
};

/// The systems that there is an adapter for.
pub const SYSTEMS: [System; 1] = [System::Archive];

/// Opens a source: a database by its URL, or a folder. `files` is the folder of uploaded files, where they are not in
/// the source itself.
pub fn open(
    system: System,
    source: &str,
    _files: Option<PathBuf>,
) -> Result<Box<dyn Source>, SourceError> {
    match system {
        System::Archive => Ok(Box::new(Archive::open(Path::new(source))?)),
        System::Discourse | System::NodeBb | System::Lemmy | System::Flarum | System::PhpBb => {
            Err(SourceError::new(system.name(), "communities of it cannot be read"))
        }
    }
}
