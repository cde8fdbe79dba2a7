//! Reads Lemmy 0.19: its local communities, with all who wrote in them.

mod records;
mod statements;

use std::{cell::RefCell, path::PathBuf};

use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query, sql_types};

use super::{fields::Fields, folder, keyset};
use crate::{
    Forum, Kind, Message, Post, Reply, Rows, Source, SourceError, System, Tie, User, Vote,
};

/// Where pict-rs serves the pictures of an instance.
const PICTURES: &str = "/pictrs/image/";

/// A database of Lemmy, and a folder of its pictures.
pub struct Lemmy {
    conn: RefCell<PgConnection>,
    /// The address of the instance, without a slash at its end.
    origin: String,
    pictures: Option<PathBuf>,
}

#[derive(QueryableByName)]
struct Site {
    #[diesel(sql_type = sql_types::Text)]
    actor_id: String,
}

impl Lemmy {
    /// Opens the database at a URL. Texts lose their images without `pictures`: a folder of what pict-rs serves, by the
    /// names in its addresses.
    ///
    /// # Errors
    /// If it cannot be reached, or is none of Lemmy 0.19.
    pub fn open(url: &str, pictures: Option<PathBuf>) -> Result<Self, SourceError> {
        let failed = |cause| SourceError::new("opening Lemmy's database", cause);
        let mut conn = PgConnection::establish(url).map_err(|error| failed(error.to_string()))?;
        let site: Site =
            sql_query("SELECT s.actor_id FROM site s JOIN local_site l ON l.site_id = s.id")
                .get_result(&mut conn)
                .map_err(|error| failed(error.to_string()))?;
        let origin = site.actor_id.trim_end_matches('/').to_owned();
        Ok(Self { conn: RefCell::new(conn), origin, pictures })
    }

    fn records<'a, T: 'a>(
        &'a self,
        statement: &'static str,
        record: fn(String, &Fields) -> Result<T, &'static str>,
    ) -> Rows<'a, T> {
        keyset::records(&self.conn, statement, None, record)
    }
}

impl Source for Lemmy {
    fn system(&self) -> System {
        System::Lemmy
    }

    fn count(&self, kind: Kind) -> Result<u64, SourceError> {
        let statement = match kind {
            Kind::User => "SELECT count(*) FROM person WHERE local",
            Kind::Forum => "SELECT count(*) FROM community",
            Kind::Post => "SELECT count(*) FROM post WHERE local",
            Kind::Reply => "SELECT count(*) FROM comment WHERE local",
            Kind::Message => "SELECT count(*) FROM private_message",
            Kind::Tie | Kind::Vote | Kind::File => return Ok(0),
        };
        keyset::count(&self.conn, statement, None)
    }

    fn users(&self) -> Result<Rows<'_, User>, SourceError> {
        Ok(self.records(statements::PEOPLE, records::user))
    }

    fn forums(&self) -> Result<Rows<'_, Forum>, SourceError> {
        Ok(self.records(statements::COMMUNITIES, records::forum))
    }

    fn ties(&self) -> Result<Rows<'_, Tie>, SourceError> {
        let moderators =
            self.records(statements::MODERATORS, |id, row| Ok(records::moderator(id, row)));
        let banned = self.records(statements::BANS, |id, row| Ok(records::banned(id, row)));
        let favorites =
            self.records(statements::FOLLOWERS, |id, row| Ok(records::favorite(id, row)));
        Ok(Box::new(moderators.chain(banned).chain(favorites)))
    }

    fn posts(&self) -> Result<Rows<'_, Post>, SourceError> {
        Ok(self.records(statements::POSTS, |id, row| Ok(records::post(id, row))))
    }

    fn replies(&self) -> Result<Rows<'_, Reply>, SourceError> {
        Ok(self.records(statements::COMMENTS, |id, row| Ok(records::reply(id, row))))
    }

    fn votes(&self) -> Result<Rows<'_, Vote>, SourceError> {
        let posts = self.records(statements::POST_LIKES, |id, row| Ok(records::vote(id, row)));
        Ok(Box::new(
            posts.chain(
                self.records(statements::COMMENT_LIKES, |id, row| Ok(records::vote(id, row))),
            ),
        ))
    }

    fn messages(&self) -> Result<Rows<'_, Message>, SourceError> {
        Ok(self.records(statements::MESSAGES, records::message))
    }

    fn file(&self, address: &str) -> Option<String> {
        let path = address.strip_prefix(&self.origin).unwrap_or(address);
        path.starts_with(PICTURES).then(|| folder::path_behind(PICTURES, path))?
    }

    fn read_file(&self, id: &str) -> Result<Option<Vec<u8>>, SourceError> {
        Ok(self.pictures.as_deref().and_then(|pictures| folder::read(pictures, id)))
    }
}
