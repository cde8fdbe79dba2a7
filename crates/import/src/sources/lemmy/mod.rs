//! Reads Lemmy 0.19: its local communities, with all who wrote in them.

mod queries;
mod records;

use std::{cell::RefCell, path::PathBuf};

use diesel::{PgConnection, QueryableByName, sql_types};

use super::{
    fields, folder,
    postgres::{connect, count, load},
};
use crate::{
    Forum, Kind, Message, Post, Reply, Rows, Source, SourceError, System, Tie, User, Vote,
};

/// Where pict-rs serves the pictures of an instance.
const PICTURES: &str = "/pictrs/image/";

/// A community of Lemmy.
pub struct Lemmy {
    url: String,
    conn: RefCell<PgConnection>,
    /// The address of the instance, without a slash at its end.
    origin: String,
    /// A folder of what pict-rs serves, by the names in its addresses.
    files: Option<PathBuf>,
}

#[derive(QueryableByName)]
struct Site {
    #[diesel(sql_type = sql_types::Text)]
    actor_id: String,
}

impl Lemmy {
    /// # Errors
    /// If there is no such database, or it is none of Lemmy.
    pub fn open(url: &str, files: Option<PathBuf>) -> Result<Self, SourceError> {
        let mut conn = connect(url)?;
        let query = "SELECT s.actor_id FROM site s JOIN local_site l ON l.site_id = s.id";
        let sites: Vec<Site> = load(&mut conn, query)?;
        let Some(Site { actor_id }) = sites.into_iter().next() else {
            return Err(SourceError::new("the database of Lemmy", "it has no site"));
        };
        let origin = actor_id.trim_end_matches('/').to_owned();
        Ok(Self { url: url.to_owned(), conn: RefCell::new(conn), origin, files })
    }
}

impl Source for Lemmy {
    fn system(&self) -> System {
        System::Lemmy
    }

    fn count(&self, kind: Kind) -> Result<u64, SourceError> {
        let table = match kind {
            Kind::User => "person WHERE local",
            Kind::Forum => "community",
            Kind::Post => "post WHERE local",
            Kind::Reply => "comment WHERE local",
            Kind::Message => "private_message",
            Kind::Tie | Kind::Vote | Kind::File => return Ok(0),
        };
        count(&mut self.conn.borrow_mut(), table)
    }

    fn users(&self) -> Result<Rows<'_, User>, SourceError> {
        fields::records(&self.url, queries::PEOPLE, records::user)
    }

    fn forums(&self) -> Result<Rows<'_, Forum>, SourceError> {
        fields::records(&self.url, queries::COMMUNITIES, records::forum)
    }

    fn ties(&self) -> Result<Rows<'_, Tie>, SourceError> {
        fields::records(&self.url, queries::TIES, |id, row| Ok(records::tie(id, row)))
    }

    fn posts(&self) -> Result<Rows<'_, Post>, SourceError> {
        fields::records(&self.url, queries::POSTS, |id, row| Ok(records::post(id, row)))
    }

    fn replies(&self) -> Result<Rows<'_, Reply>, SourceError> {
        fields::records(&self.url, queries::COMMENTS, |id, row| Ok(records::reply(id, row)))
    }

    fn votes(&self) -> Result<Rows<'_, Vote>, SourceError> {
        fields::records(&self.url, queries::LIKES, |id, row| Ok(records::vote(id, row)))
    }

    fn messages(&self) -> Result<Rows<'_, Message>, SourceError> {
        fields::records(&self.url, queries::MESSAGES, records::message)
    }

    fn file(&self, address: &str) -> Option<String> {
        let path = address.strip_prefix(&self.origin).unwrap_or(address);
        path.starts_with(PICTURES).then(|| folder::path_behind(PICTURES, path))?
    }

    fn read_file(&self, id: &str) -> Result<Option<Vec<u8>>, SourceError> {
        folder::read(self.files.as_deref(), id)
    }
}
