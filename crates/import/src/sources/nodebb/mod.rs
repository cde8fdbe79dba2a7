//! Reads `NodeBB` from 3.3 on, where it uses PostgreSQL.
//!
//! It keeps objects there as in Redis, by keys such as `post:12` (src/database/postgres.js of its repository): objects
//! with fields in `legacy_hash`, sorted sets of their ids in `legacy_zset`, sets in `legacy_set`.

mod queries;
mod records;

use std::{cell::RefCell, path::PathBuf};

use diesel::PgConnection;

use super::{
    fields, folder,
    postgres::{connect, count},
};
use crate::{
    Forum, Kind, Message, Post, Reply, Rows, Source, SourceError, System, Tie, User, Vote,
};

/// A community of `NodeBB`.
pub struct NodeBb {
    url: String,
    conn: RefCell<PgConnection>,
    /// The folder `public/uploads`.
    files: Option<PathBuf>,
}

impl NodeBb {
    /// # Errors
    /// If there is no such database, or it is none of `NodeBB` on PostgreSQL.
    pub fn open(url: &str, files: Option<PathBuf>) -> Result<Self, SourceError> {
        if url.starts_with("mongodb") || url.starts_with("redis") {
            let advice = "only PostgreSQL is read; copy the data into one first, for example \
                          with nodebb-postgres-converter, or write an archive with a script";
            return Err(SourceError::new("the database of NodeBB", advice));
        }
        let source = Self { url: url.to_owned(), conn: RefCell::new(connect(url)?), files };
        source.cardinality("categories:cid")?;
        Ok(source)
    }

    fn cardinality(&self, key: &str) -> Result<u64, SourceError> {
        count(&mut self.conn.borrow_mut(), &format!("legacy_zset WHERE _key = '{key}'"))
    }
}

impl Source for NodeBb {
    fn system(&self) -> System {
        System::NodeBb
    }

    fn count(&self, kind: Kind) -> Result<u64, SourceError> {
        match kind {
            Kind::User => self.cardinality("users:joindate"),
            Kind::Forum => self.cardinality("categories:cid"),
            Kind::Post => self.cardinality("topics:tid"),
            // The first post of each topic is no reply.
            Kind::Reply => {
                let posts = self.cardinality("posts:pid")?;
                Ok(posts.saturating_sub(self.cardinality("topics:tid")?))
            }
            Kind::Message => self.cardinality("messages:mid"),
            Kind::Tie | Kind::Vote | Kind::File => Ok(0),
        }
    }

    fn users(&self) -> Result<Rows<'_, User>, SourceError> {
        fields::records(&self.url, queries::USERS, |id, row| Ok(records::user(id, row)))
    }

    fn forums(&self) -> Result<Rows<'_, Forum>, SourceError> {
        fields::records(&self.url, queries::CATEGORIES, records::forum)
    }

    fn ties(&self) -> Result<Rows<'_, Tie>, SourceError> {
        fields::records(&self.url, queries::TIES, |id, row| Ok(records::tie(id, row)))
    }

    fn posts(&self) -> Result<Rows<'_, Post>, SourceError> {
        fields::records(&self.url, queries::TOPICS, records::post)
    }

    fn replies(&self) -> Result<Rows<'_, Reply>, SourceError> {
        fields::records(&self.url, queries::REPLIES, records::reply)
    }

    fn votes(&self) -> Result<Rows<'_, Vote>, SourceError> {
        fields::records(&self.url, queries::VOTES, |_, row| Ok(records::vote(row)))
    }

    fn messages(&self) -> Result<Rows<'_, Message>, SourceError> {
        fields::records(&self.url, queries::MESSAGES, records::message)
    }

    /// Addresses of uploads are stored without a host.
    fn file(&self, address: &str) -> Option<String> {
        (!address.contains("//")).then(|| folder::path_behind("/assets/uploads/", address))?
    }

    fn read_file(&self, id: &str) -> Result<Option<Vec<u8>>, SourceError> {
        folder::read(self.files.as_deref(), id)
    }
}
