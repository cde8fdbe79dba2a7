//! The archive: a folder with a file of JSON lines for each kind of record, and a folder of images. Whatever can write
//! it can move a community here; `docs/moving-in.md` says how.

pub(crate) mod forms;
mod reading;
mod writing;

pub use self::writing::write;

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use self::reading::{count_lines, lines};
use crate::{
    Forum, Kind, Message, Post, Reply, Rows, Source, SourceError, System, Tie, User, Vote,
    sources::folder,
};

/// The file that tells that a folder is an archive.
const HEAD: &str = "archive.json";
const FORMAT: &str = "postup-archive";
/// Raised with every change after which older programs would misread the lines.
const VERSION: u32 = 1;
const IMAGES: &str = "images";
/// The path of images in the texts of this forum.
const OWN_IMAGES: &str = "/images/u/";

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// Returns the file of a kind of records.
fn file_of(kind: Kind) -> &'static str {
    match kind {
        Kind::User => "users.jsonl",
        Kind::Forum => "forums.jsonl",
        Kind::Tie => "ties.jsonl",
        Kind::Post => "posts.jsonl",
        Kind::Reply => "replies.jsonl",
        Kind::Vote => "votes.jsonl",
        Kind::Message => "messages.jsonl",
        Kind::File => IMAGES,
    }
}

/// An archive to read.
pub struct Archive {
    folder: PathBuf,
}

impl Archive {
    /// # Errors
    /// If the folder is no archive, or of a later version.
    pub fn open(folder: &Path) -> Result<Self, SourceError> {
        let path = folder.join(HEAD);
        let wrong = |cause: String| SourceError::new(path.display().to_string(), cause);
        let text = fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?;
        let head: Head = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if head.format != FORMAT || head.version != VERSION {
            let found = format!("is {} {}, and not {FORMAT} {VERSION}", head.format, head.version);
            return Err(wrong(found));
        }
        Ok(Self { folder: folder.to_owned() })
    }

    fn rows<T: for<'de> Deserialize<'de> + 'static>(
        &self,
        kind: Kind,
    ) -> Result<Rows<'_, T>, SourceError> {
        lines(&self.folder.join(file_of(kind)))
    }
}

impl Source for Archive {
    fn system(&self) -> System {
        System::Archive
    }

    fn count(&self, kind: Kind) -> Result<u64, SourceError> {
        if kind == Kind::File { Ok(0) } else { count_lines(&self.folder.join(file_of(kind))) }
    }

    fn users(&self) -> Result<Rows<'_, User>, SourceError> {
        self.rows(Kind::User)
    }

    fn forums(&self) -> Result<Rows<'_, Forum>, SourceError> {
        self.rows(Kind::Forum)
    }

    fn ties(&self) -> Result<Rows<'_, Tie>, SourceError> {
        self.rows(Kind::Tie)
    }

    fn posts(&self) -> Result<Rows<'_, Post>, SourceError> {
        self.rows(Kind::Post)
    }

    fn replies(&self) -> Result<Rows<'_, Reply>, SourceError> {
        self.rows(Kind::Reply)
    }

    fn votes(&self) -> Result<Rows<'_, Vote>, SourceError> {
        self.rows(Kind::Vote)
    }

    fn messages(&self) -> Result<Rows<'_, Message>, SourceError> {
        self.rows(Kind::Message)
    }

    /// `images/NAME`, as a script writes it, or `/images/u/NAME`, as the texts of this forum have it.
    fn file(&self, address: &str) -> Option<String> {
        let own = || address.strip_prefix(OWN_IMAGES);
        let name = address.strip_prefix("images/").or_else(own)?;
        let name = name.split(['?', '#']).next().unwrap_or_default();
        let fits = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let is_name = !name.is_empty() && !name.starts_with('.') && name.chars().all(fits);
        is_name.then(|| name.to_owned())
    }

    fn read_file(&self, id: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let images = self.folder.join(IMAGES);
        folder::read((!images.is_symlink()).then_some(&*images), id)
    }
}

#[cfg(test)]
mod tests;
