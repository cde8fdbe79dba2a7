//! Reads `NodeBB` from 3.3 on, where it uses PostgreSQL.
//!
//! It keeps objects there as in Redis, by keys such as `post:12` (src/database/postgres.js of its repository): objects
//! with fields in `legacy_hash`, sorted sets of their ids in `legacy_zset`, sets in `legacy_set`.

mod records;
mod statements;

use std::{cell::RefCell, path::PathBuf};

use diesel::{Connection, PgConnection};
use kernel::{Timestamp, Visibility};

use self::statements::{MEMBERS, READERS, WATCHERS};
use super::{fields::Fields, folder, keyset};
use crate::{
    Forum, Kind, Message, Post, Reply, Row, Rows, Source, SourceError, System, Tie, TieKind, User,
    Vote,
};

/// The groups that everybody is in, or whose members read all forums here anyway.
const OPEN_GROUPS: [&str; 6] =
    ["guests", "spiders", "fediverse", "registered-users", "administrators", "Global Moderators"];

/// A database of `NodeBB`, and its folder of uploads.
pub struct NodeBb {
    conn: RefCell<PgConnection>,
    uploads: Option<PathBuf>,
}

/// A sorted set of members who are something to a forum; its scores are times, but those of watchers.
struct TieSet {
    statement: &'static str,
    key: String,
    forum: String,
    kind: TieKind,
}

impl NodeBb {
    /// Opens the database at a URL. Texts lose their images without `uploads`, the folder `public/uploads`.
    ///
    /// # Errors
    /// If it cannot be reached, or is none of `NodeBB` on PostgreSQL.
    pub fn open(url: &str, uploads: Option<PathBuf>) -> Result<Self, SourceError> {
        let what = "opening NodeBB's database";
        if url.starts_with("mongodb") || url.starts_with("redis") {
            let advice = "only PostgreSQL is read; copy the data into one first, for example \
                          with nodebb-postgres-converter, or write an archive with a script";
            return Err(SourceError::new(what, advice));
        }
        let conn = PgConnection::establish(url).map_err(|error| SourceError::new(what, error))?;
        let source = Self { conn: RefCell::new(conn), uploads };
        if source.cardinality("categories:cid")? == 0 {
            return Err(SourceError::new(what, "it has no categories of NodeBB"));
        }
        Ok(source)
    }

    fn cardinality(&self, key: &str) -> Result<u64, SourceError> {
        keyset::count(&self.conn, "SELECT count(*) FROM legacy_zset WHERE _key = $1", Some(key))
    }

    fn records<'a, T: 'a>(
        &'a self,
        statement: &'static str,
        key: &str,
        record: fn(String, &Fields) -> Result<T, &'static str>,
    ) -> Rows<'a, T> {
        keyset::records(&self.conn, statement, Some(key), record)
    }

    /// Returns the names of groups in a set.
    fn groups(&self, statement: &'static str, key: String) -> Result<Vec<String>, SourceError> {
        keyset::read(&self.conn, statement, Some(key)).map(|found| Ok(found?.id)).collect()
    }

    /// Returns the sets of those who are something to a forum.
    fn tied(&self, forum: &Forum) -> Result<Vec<TieSet>, SourceError> {
        let privileges = format!("group:cid:{}:privileges", forum.id);
        let set = |statement, key, kind| TieSet { statement, key, forum: forum.id.clone(), kind };
        let group = |group, kind| set(MEMBERS, format!("group:{group}:members"), kind);
        let mut sets = vec![
            group("Global Moderators".to_owned(), TieKind::Moderator),
            set(MEMBERS, format!("{privileges}:moderate:members"), TieKind::Moderator),
            set(WATCHERS, format!("cid:{}:uid:watch:state", forum.id), TieKind::Favorite),
        ];
        let moderators = self.groups(MEMBERS, format!("{privileges}:groups:moderate:members"))?;
        sets.extend(moderators.into_iter().map(|name| group(name, TieKind::Moderator)));
        if forum.visibility == Visibility::Private {
            let key = format!("{privileges}:groups:topics:read:members");
            let mut readers = self.groups(READERS, key)?;
            readers.retain(|name| !OPEN_GROUPS.contains(&name.as_str()));
            sets.extend(readers.into_iter().map(|name| group(name, TieKind::Member)));
            let key = format!("{privileges}:topics:read:members");
            sets.push(set(READERS, key, TieKind::Member));
        }
        Ok(sets)
    }

    fn ties_of(&self, set: TieSet) -> impl Iterator<Item = Result<Row<Tie>, SourceError>> + '_ {
        keyset::read(&self.conn, set.statement, Some(set.key)).map(move |found| {
            let found = found?;
            let since = match set.kind {
                TieKind::Moderator | TieKind::Member => found.score.parse().ok(),
                TieKind::Favorite | TieKind::Banned(_) => None,
            };
            Ok(Row::Record(Tie {
                user: found.id,
                forum: set.forum.clone(),
                kind: set.kind.clone(),
                since: since.map(Timestamp::from_unix_millis),
            }))
        })
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
        Ok(self.records(statements::USERS, "users:joindate", |id, row| Ok(records::user(id, row))))
    }

    fn forums(&self) -> Result<Rows<'_, Forum>, SourceError> {
        Ok(self.records(statements::CATEGORIES, "categories:cid", records::forum))
    }

    fn ties(&self) -> Result<Rows<'_, Tie>, SourceError> {
        let mut sets = Vec::new();
        for forum in self.forums()? {
            if let Row::Record(forum) = forum? {
                sets.extend(self.tied(&forum)?);
            }
        }
        Ok(Box::new(sets.into_iter().flat_map(|set| self.ties_of(set))))
    }

    fn posts(&self) -> Result<Rows<'_, Post>, SourceError> {
        Ok(self.records(statements::TOPICS, "topics:tid", records::post))
    }

    fn replies(&self) -> Result<Rows<'_, Reply>, SourceError> {
        Ok(self.records(statements::REPLIES, "posts:pid", |id, row| Ok(records::reply(id, row))))
    }

    fn votes(&self) -> Result<Rows<'_, Vote>, SourceError> {
        Ok(self.records(statements::VOTES, "posts:pid", |_, row| Ok(records::vote(row))))
    }

    fn messages(&self) -> Result<Rows<'_, Message>, SourceError> {
        Ok(self.records(statements::MESSAGES, "messages:mid", records::message))
    }

    fn file(&self, address: &str) -> Option<String> {
        // They are stored without a host.
        (!address.contains("//")).then(|| folder::path_behind("/assets/uploads/", address))?
    }

    fn read_file(&self, id: &str) -> Result<Option<Vec<u8>>, SourceError> {
        Ok(self.uploads.as_deref().and_then(|uploads| folder::read(uploads, id)))
    }
}
