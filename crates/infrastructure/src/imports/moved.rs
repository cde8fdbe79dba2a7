//! Where the pages of the other system are now.

use ::import::{Moved, OldAddress, System};
use database::{
    Database, DbConnection, on_backend,
    schema::{forums, imported, posts, replies, users},
};
use diesel::{dsl::not, prelude::*};
use kernel::{Reader, RepositoryError};

use super::known::{Stored, find};
use crate::readers::ReadableBy;

/// Requests for old addresses carry no session.
const READER: Reader = Reader::Visitor;

/// The community that an import filled.
pub struct DbMoved {
    database: Database,
    system: System,
}

impl std::fmt::Debug for DbMoved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("DbMoved").field(&self.system).finish()
    }
}

impl DbMoved {
    /// Returns `None` where no community of a system with addresses was imported.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub fn of(database: &Database) -> Result<Option<Self>, RepositoryError> {
        let query = imported::table
            .filter(imported::system.ne(System::Archive.name()))
            .select(imported::system);
        let name: Option<String> = database.read(|conn| query.first(conn).optional())?;
        let system = name.and_then(|name| System::parse(&name));
        Ok(system.map(|system| Self { database: database.clone(), system }))
    }

    fn one(&self, conn: &mut DbConnection, kind: Stored, id: &str) -> QueryResult<Option<i64>> {
        Ok(find(conn, self.system, kind, &[id])?.remove(id))
    }

    fn post(&self, conn: &mut DbConnection, kind: Stored, id: &str) -> QueryResult<Option<String>> {
        let Some(post) = self.one(conn, kind, id)? else { return Ok(None) };
        let query = posts::table
            .find(post)
            .filter(ReadableBy::new("shown_posts.forum_id", READER))
            .select(posts::id);
        let post: Option<i64> = on_backend!(conn, conn => query.first(conn)).optional()?;
        Ok(post.map(|post| format!("/posts/{post}")))
    }

    fn forum(
        &self,
        conn: &mut DbConnection,
        kind: Stored,
        id: &str,
    ) -> QueryResult<Option<String>> {
        let Some(forum) = self.one(conn, kind, id)? else { return Ok(None) };
        let query = forums::table
            .find(forum)
            .filter(ReadableBy::new("forums.id", READER))
            .select(forums::id);
        let forum: Option<i64> = on_backend!(conn, conn => query.first(conn)).optional()?;
        Ok(forum.map(|forum| format!("/forums/{forum}")))
    }

    fn reply(&self, conn: &mut DbConnection, id: &str) -> QueryResult<Option<String>> {
        let Some(reply) = self.one(conn, Stored::Reply, id)? else {
            return self.post(conn, Stored::Opening, id);
        };
        let query = replies::table
            .find(reply)
            .filter(not(replies::removed))
            .inner_join(posts::table)
            .filter(ReadableBy::new("shown_posts.forum_id", READER))
            .select(posts::id);
        let post: Option<i64> = on_backend!(conn, conn => query.first(conn)).optional()?;
        Ok(post.map(|post| format!("/posts/{post}#reply-{reply}")))
    }

    fn user(&self, conn: &mut DbConnection, slug: &str) -> QueryResult<Option<String>> {
        let Some(user) = self.one(conn, Stored::UserSlug, slug)? else { return Ok(None) };
        let name: String = users::table.find(user).select(users::username).first(conn)?;
        // Names have only characters that stand in paths as they are.
        Ok(Some(format!("/u/{name}")))
    }
}

impl Moved for DbMoved {
    fn system(&self) -> System {
        self.system
    }

    fn find(&self, address: &OldAddress) -> Result<Option<String>, RepositoryError> {
        self.database.read(|conn| match address {
            OldAddress::Post(id) => self.post(conn, Stored::Post, id),
            OldAddress::Reply(id) => self.reply(conn, id),
            OldAddress::ReplyOf { post, reply } => match self.reply(conn, reply)? {
                Some(path) => Ok(Some(path)),
                None => self.post(conn, Stored::Post, post),
            },
            OldAddress::Forum(id) => self.forum(conn, Stored::Forum, id),
            OldAddress::ForumSlug(slug) => self.forum(conn, Stored::ForumSlug, slug),
            OldAddress::UserSlug(slug) => self.user(conn, slug),
        })
    }
}
