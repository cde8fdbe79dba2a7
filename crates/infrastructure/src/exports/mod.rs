//! Reads a whole community for an archive.

mod members;
mod pages;
mod texts;

use std::sync::Arc;

use ::images::{ImageName, ImageSize, ImageStore};
use ::import::{
    Forum, Kind, Message, Post, Reply, Rows, Source, SourceError, System, Tie, User, Vote,
};
use database::{
    Database,
    schema::{
        favorites, forum_bans, forum_members, forum_moderators, forums, messages, post_votes,
        reply_votes, stored_posts, stored_replies, users,
    },
};
use diesel::prelude::*;

use crate::images::image_store;

/// What is in the database, as a source. What waits for approval is hidden in it; earlier versions, reports and the log
/// are left out.
pub struct DbCommunity {
    database: Database,
    store: Arc<dyn ImageStore>,
}

impl DbCommunity {
    #[must_use]
    pub fn new(database: Database) -> Self {
        let store = image_store(&database);
        Self { database, store }
    }
}

/// Returns the sum of the rows of these tables.
macro_rules! rows {
    ($database:expr, $($table:ident),+) => {
        $database.read(|conn| {
            let counts: [i64; _] = [$($table::table.count().get_result(conn)?),+];
            Ok(counts.into_iter().sum::<i64>() as u64)
        })
    };
}

fn failed(error: kernel::RepositoryError) -> SourceError {
    SourceError::new("the database", error)
}

impl Source for DbCommunity {
    fn system(&self) -> System {
        System::Archive
    }

    fn count(&self, kind: Kind) -> Result<u64, SourceError> {
        let database = &self.database;
        let counted = match kind {
            Kind::User => rows!(database, users),
            Kind::Forum => rows!(database, forums),
            Kind::Tie => {
                rows!(database, forum_moderators, forum_members, favorites, forum_bans)
            }
            Kind::Post => rows!(database, stored_posts),
            Kind::Reply => rows!(database, stored_replies),
            Kind::Vote => rows!(database, post_votes, reply_votes),
            Kind::Message => rows!(database, messages),
            Kind::File => Ok(0),
        };
        counted.map_err(failed)
    }

    fn users(&self) -> Result<Rows<'_, User>, SourceError> {
        Ok(members::users(&self.database))
    }

    fn forums(&self) -> Result<Rows<'_, Forum>, SourceError> {
        Ok(texts::forums(&self.database))
    }

    fn ties(&self) -> Result<Rows<'_, Tie>, SourceError> {
        Ok(members::ties(&self.database))
    }

    fn posts(&self) -> Result<Rows<'_, Post>, SourceError> {
        Ok(texts::posts(&self.database))
    }

    fn replies(&self) -> Result<Rows<'_, Reply>, SourceError> {
        Ok(texts::replies(&self.database))
    }

    fn votes(&self) -> Result<Rows<'_, Vote>, SourceError> {
        Ok(members::votes(&self.database))
    }

    fn messages(&self) -> Result<Rows<'_, Message>, SourceError> {
        Ok(texts::messages(&self.database))
    }

    fn file(&self, address: &str) -> Option<String> {
        let name = address.strip_prefix("/images/u/")?.split(['?', '#']).next()?;
        ImageName::parse(name).map(|name| name.as_str().to_owned())
    }

    fn read_file(&self, id: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let Some(name) = ImageName::parse(id) else { return Ok(None) };
        self.store.get(&name, ImageSize::Full).map_err(failed)
    }
}
