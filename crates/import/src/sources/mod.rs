//! The systems that communities come from, a module for each.

pub mod archive;
pub mod discourse;
mod postgres;

use std::path::{Path, PathBuf};

use crate::{
    Source, SourceError, System,
    sources::{archive::Archive, discourse::Discourse},
};

/// The systems that there is an adapter for.
pub const SYSTEMS: [System; 2] = [System::Archive, System::Discourse];

/// Opens a source: a database by its URL, or a folder. `files` is the folder of uploaded files, where they are not in
/// the source itself.
pub fn open(
    system: System,
    source: &str,
    files: Option<PathBuf>,
) -> Result<Box<dyn Source>, SourceError> {
    match system {
        System::Archive => Ok(Box::new(Archive::open(Path::new(source))?)),
        System::Discourse => Ok(Box::new(Discourse::open(source, files)?)),
        System::NodeBb | System::Lemmy | System::Flarum | System::PhpBb => {
            Err(SourceError::new(system.name(), "communities of it cannot be read"))
        }
    }
}
