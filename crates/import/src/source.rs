//! The port of the systems that communities come from.

use std::{error::Error, fmt};

use crate::{Forum, Kind, Message, Post, Reply, Tie, User, Vote};

/// A system that a community comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// The folder that `postup export-archive` writes.
    Archive,
    Discourse,
    NodeBb,
    Lemmy,
    Flarum,
    PhpBb,
}

impl System {
    pub const ALL: [Self; 6] =
        [Self::Archive, Self::Discourse, Self::NodeBb, Self::Lemmy, Self::Flarum, Self::PhpBb];

    /// Returns the word for it in commands and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Archive => "archive",
            Self::Discourse => "discourse",
            Self::NodeBb => "nodebb",
            Self::Lemmy => "lemmy",
            Self::Flarum => "flarum",
            Self::PhpBb => "phpbb",
        }
    }

    /// The inverse of [`Self::name`].
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|system| system.name() == name)
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A source that cannot be read any further, in words for the operator.
#[derive(Debug, thiserror::Error)]
#[error("{what}: {cause}")]
pub struct SourceError {
    /// What was being read.
    pub what: String,
    pub cause: Box<dyn Error + Send + Sync>,
}

impl SourceError {
    pub fn new(what: impl Into<String>, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { what: what.into(), cause: cause.into() }
    }
}

/// A row of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row<T> {
    Record(T),
    /// One that makes no record: the report says why.
    Unreadable {
        id: String,
        reason: &'static str,
    },
}

/// The rows of one kind, a bounded number of them in memory at a time.
pub type Rows<'a, T> = Box<dyn Iterator<Item = Result<Row<T>, SourceError>> + 'a>;

/// Reads another system. Changes nothing there.
///
/// Each stream begins anew with every call, and has the same order each time: the oldest first, as ids here rise with
/// time. A reply comes after what it answers, or else it answers the post.
pub trait Source {
    fn system(&self) -> System;

    /// Returns how many rows of this kind there are, or about as many, for the progress that is shown. Of
    /// [`Kind::File`] none: files are read when a text shows them.
    fn count(&self, kind: Kind) -> Result<u64, SourceError>;

    fn users(&self) -> Result<Rows<'_, User>, SourceError>;

    /// All forums. They alone are held in memory together.
    fn forums(&self) -> Result<Rows<'_, Forum>, SourceError>;

    fn ties(&self) -> Result<Rows<'_, Tie>, SourceError>;

    fn posts(&self) -> Result<Rows<'_, Post>, SourceError>;

    fn replies(&self) -> Result<Rows<'_, Reply>, SourceError>;

    fn votes(&self) -> Result<Rows<'_, Vote>, SourceError>;

    fn messages(&self) -> Result<Rows<'_, Message>, SourceError>;

    /// Returns the id of the file of this community that an address in a text, or of an avatar, is of; `None` for any
    /// other address. Called often: it reads nothing.
    fn file(&self, address: &str) -> Option<String>;

    /// Returns the bytes of a file with an id of [`Self::file`]; `None` if they are gone, or more than
    /// [`images::MAX_UPLOAD_BYTES`].
    fn read_file(&self, id: &str) -> Result<Option<Vec<u8>>, SourceError>;
}
