//! The systems that communities come from, a module for each.

pub mod archive;
pub mod discourse;
mod fields;
mod folder;
pub mod lemmy;
pub mod nodebb;
mod postgres;

use std::path::{Path, PathBuf};

use crate::{
    Source, SourceError, System,
    sources::{archive::Archive, discourse::Discourse, lemmy::Lemmy, nodebb::NodeBb},
};

/// The systems that there is an adapter for.
pub const SYSTEMS: [System; 4] =
    [System::Archive, System::Discourse, System::NodeBb, System::Lemmy];

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
        System::NodeBb => Ok(Box::new(NodeBb::open(source, files)?)),
        System::Lemmy => Ok(Box::new(Lemmy::open(source, files)?)),
        System::Flarum | System::PhpBb => {
            let way = "a community of it moves in as an archive, which a script can write: see \
                       docs/moving-in.md";
            Err(SourceError::new(system.name(), way))
        }
    }
}
