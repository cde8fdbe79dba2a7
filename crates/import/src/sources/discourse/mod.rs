//! Discourse: its database, and the folder that has its `uploads`.
//!
//! A topic is a post; its other posts are replies with the ids `topic/number`, by which they answer one another and stand
//! in addresses. Likes are upvotes. A category that is not for everybody becomes a private forum of the members of its
//! groups, or one of all members if the group of all of them may read it.

mod markdown;
mod members;
mod queries;
mod texts;

use std::{cell::RefCell, path::PathBuf};

use diesel::{
    OptionalExtension as _, PgConnection, QueryableByName, RunQueryDsl as _, sql_query,
    sql_types::Text,
};

use crate::{
    Forum, Kind, Message, Post, Reply, Rows, Source, SourceError, System, Tie, User, Vote,
    sources::{
        folder,
        postgres::{connect, count, rows},
    },
};

/// A community of Discourse.
pub struct Discourse {
    url: String,
    conn: RefCell<PgConnection>,
    /// The folder in which `uploads` is.
    files: Option<PathBuf>,
}

#[derive(QueryableByName)]
struct Address {
    #[diesel(sql_type = Text)]
    url: String,
}

impl Discourse {
    /// # Errors
    /// If there is no such database.
    pub fn open(url: &str, files: Option<PathBuf>) -> Result<Self, SourceError> {
        let conn = RefCell::new(connect(url)?);
        Ok(Self { url: url.to_owned(), conn, files })
    }
}

impl Source for Discourse {
    fn system(&self) -> System {
        System::Discourse
    }

    fn count(&self, kind: Kind) -> Result<u64, SourceError> {
        let table = match kind {
            Kind::User => "users WHERE id > 0",
            Kind::Forum => "categories",
            Kind::Tie | Kind::File => return Ok(0),
            Kind::Post => "topics WHERE archetype = 'regular'",
            Kind::Reply => "posts WHERE post_number > 1",
            Kind::Vote => "post_actions WHERE post_action_type_id = 2",
            Kind::Message => "topics WHERE archetype = 'private_message'",
        };
        count(&mut self.conn.borrow_mut(), table)
    }

    fn users(&self) -> Result<Rows<'_, User>, SourceError> {
        rows(&self.url, queries::USERS, members::user)
    }

    fn forums(&self) -> Result<Rows<'_, Forum>, SourceError> {
        rows(&self.url, queries::FORUMS, members::forum)
    }

    fn ties(&self) -> Result<Rows<'_, Tie>, SourceError> {
        rows(&self.url, queries::TIES, members::tie)
    }

    fn posts(&self) -> Result<Rows<'_, Post>, SourceError> {
        rows(&self.url, queries::POSTS, texts::post)
    }

    fn replies(&self) -> Result<Rows<'_, Reply>, SourceError> {
        rows(&self.url, queries::REPLIES, texts::reply)
    }

    fn votes(&self) -> Result<Rows<'_, Vote>, SourceError> {
        rows(&self.url, queries::VOTES, texts::vote)
    }

    fn messages(&self) -> Result<Rows<'_, Message>, SourceError> {
        rows(&self.url, queries::MESSAGES, texts::message)
    }

    fn file(&self, address: &str) -> Option<String> {
        markdown::upload(address)
    }

    fn read_file(&self, id: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let query = sql_query("SELECT url FROM uploads WHERE sha1 = $1 ORDER BY id LIMIT 1");
        let found: Option<Address> = query
            .bind::<Text, _>(id)
            .get_result(&mut *self.conn.borrow_mut())
            .optional()
            .map_err(|error| SourceError::new("the uploads", error))?;
        let Some(path) = found.as_ref().and_then(|found| found.url.strip_prefix("/uploads/"))
        else {
            return Ok(None);
        };
        let uploads = self.files.as_ref().map(|files| files.join("uploads"));
        folder::read(uploads.as_deref(), path)
    }
}
