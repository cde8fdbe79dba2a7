//! Reads Flarum from 1.2 on, with the extensions that come with it.
//!
//! A tag is a forum, a discussion a post of the tag that fewest may read. Its other texts are replies with the ids
//! `discussion/number`, as in addresses. Likes are upvotes.

mod queries;
mod records;

use std::path::PathBuf;

use super::{folder, mysql::Database};
use crate::{
    Forum, Kind, Message, Post, Reply, Rows, Source, SourceError, System, Tie, User, Vote,
};

/// A community of Flarum.
pub struct Flarum {
    database: Database,
    /// The folder `public/assets`.
    files: Option<PathBuf>,
}

impl Flarum {
    /// # Errors
    /// If there is no such database, or it is none of Flarum with `flarum/tags`.
    pub fn open(url: &str, files: Option<PathBuf>) -> Result<Self, SourceError> {
        Ok(Self { database: Database::open(url, "discussion_tag")?, files })
    }

    /// Returns the rows of a table that an extension adds.
    fn of_extension<T: 'static>(
        &self,
        table: &str,
        rows: impl Fn(&Database) -> Result<Rows<'static, T>, SourceError>,
    ) -> Result<Rows<'_, T>, SourceError> {
        let has = self.database.has(table, "user_id");
        if has { rows(&self.database) } else { Ok(Box::new(std::iter::empty())) }
    }
}

impl Source for Flarum {
    fn system(&self) -> System {
        System::Flarum
    }

    fn count(&self, kind: Kind) -> Result<u64, SourceError> {
        self.database.count(match kind {
            Kind::User => "#users",
            Kind::Forum => "#tags",
            Kind::Post => "#discussions",
            Kind::Reply => "#posts WHERE type = 'comment' AND number > 1",
            Kind::Tie | Kind::Vote | Kind::Message | Kind::File => return Ok(0),
        })
    }

    fn users(&self) -> Result<Rows<'_, User>, SourceError> {
        self.database.records(queries::USERS, |id, row| Ok(records::user(id, row)))
    }

    fn forums(&self) -> Result<Rows<'_, Forum>, SourceError> {
        self.database.records(queries::FORUMS, |id, row| Ok(records::forum(id, row)))
    }

    fn ties(&self) -> Result<Rows<'_, Tie>, SourceError> {
        self.database.records(queries::TIES, |id, row| Ok(records::tie(id, row)))
    }

    fn posts(&self) -> Result<Rows<'_, Post>, SourceError> {
        self.database.records(queries::DISCUSSIONS, records::post)
    }

    fn replies(&self) -> Result<Rows<'_, Reply>, SourceError> {
        self.database.records(queries::REPLIES, records::reply)
    }

    fn votes(&self) -> Result<Rows<'_, Vote>, SourceError> {
        self.of_extension("post_likes", |database| {
            database.records(queries::LIKES, |id, row| Ok(records::like(id, row)))
        })
    }

    fn messages(&self) -> Result<Rows<'_, Message>, SourceError> {
        self.of_extension("dialog_messages", |database| {
            database.records(queries::MESSAGES, records::message)
        })
    }

    /// Avatars, and files of `fof/upload`.
    fn file(&self, address: &str) -> Option<String> {
        let folders = ["avatars/", "files/"];
        let path = folder::path_behind("/assets/", address)?;
        folders.iter().any(|folder| path.starts_with(folder)).then_some(path)
    }

    fn read_file(&self, id: &str) -> Result<Option<Vec<u8>>, SourceError> {
        folder::read(self.files.as_deref(), id)
    }
}
