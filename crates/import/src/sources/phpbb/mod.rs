//! Reads `phpBB` 3.2 and 3.3, where it uses `MySQL` or `MariaDB`.
//!
//! A topic is a post; its other posts are replies, which answer the post that they quote.

mod queries;
mod records;
mod texts;

use std::path::PathBuf;

use super::{folder, mysql::Database};
use crate::{
    Forum, Kind, Message, Post, Reply, Rows, Source, SourceError, System, Tie, User, Vote,
};

/// A community of `phpBB`.
pub struct PhpBb {
    database: Database,
    /// The folder in which `files` and `images` are.
    files: Option<PathBuf>,
}

impl PhpBb {
    /// # Errors
    /// If there is no such database, or it is none of `phpBB` 3.
    pub fn open(url: &str, files: Option<PathBuf>) -> Result<Self, SourceError> {
        Ok(Self { database: Database::open(url, "acl_roles_data")?, files })
    }
}

impl Source for PhpBb {
    fn system(&self) -> System {
        System::PhpBb
    }

    fn count(&self, kind: Kind) -> Result<u64, SourceError> {
        self.database.count(match kind {
            Kind::User => "#users WHERE user_type <> 2",
            Kind::Forum => "#forums",
            Kind::Post => "#topics",
            // The first post of each topic is no reply.
            Kind::Reply => {
                let posts = self.database.count("#posts")?;
                return Ok(posts.saturating_sub(self.database.count("#topics")?));
            }
            Kind::Message => "#privmsgs",
            Kind::Tie | Kind::Vote | Kind::File => return Ok(0),
        })
    }

    fn users(&self) -> Result<Rows<'_, User>, SourceError> {
        self.database.records(queries::USERS, |id, row| Ok(records::user(id, row)))
    }

    fn forums(&self) -> Result<Rows<'_, Forum>, SourceError> {
        self.database.records(queries::FORUMS, records::forum)
    }

    fn ties(&self) -> Result<Rows<'_, Tie>, SourceError> {
        self.database.records(queries::TIES, |id, row| Ok(records::tie(id, row)))
    }

    fn posts(&self) -> Result<Rows<'_, Post>, SourceError> {
        self.database.records(queries::TOPICS, records::post)
    }

    fn replies(&self) -> Result<Rows<'_, Reply>, SourceError> {
        self.database.records(queries::REPLIES, |id, row| Ok(records::reply(id, row)))
    }

    /// It has none.
    fn votes(&self) -> Result<Rows<'_, Vote>, SourceError> {
        Ok(Box::new(std::iter::empty()))
    }

    fn messages(&self) -> Result<Rows<'_, Message>, SourceError> {
        self.database.records(queries::MESSAGES, records::message)
    }

    fn file(&self, address: &str) -> Option<String> {
        let folders = [texts::FILES, "./images/avatars/"];
        let is_here = folders.iter().any(|folder| address.starts_with(folder));
        is_here.then(|| folder::path_behind("./", address))?
    }

    fn read_file(&self, id: &str) -> Result<Option<Vec<u8>>, SourceError> {
        folder::read(self.files.as_deref(), id)
    }
}
