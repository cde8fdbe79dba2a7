//! The systems that communities come from, a module for each.

pub mod archive;
pub mod discourse;
mod fields;
pub mod flarum;
mod folder;
pub mod lemmy;
mod mysql;
pub mod nodebb;
pub mod phpbb;
mod postgres;

use std::path::{Path, PathBuf};

use crate::{
    Source, SourceError, System,
    sources::{
        archive::Archive, discourse::Discourse, flarum::Flarum, lemmy::Lemmy, nodebb::NodeBb,
        phpbb::PhpBb,
    },
};

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
        System::Flarum => Ok(Box::new(Flarum::open(source, files)?)),
        System::PhpBb => Ok(Box::new(PhpBb::open(source, files)?)),
    }
}
