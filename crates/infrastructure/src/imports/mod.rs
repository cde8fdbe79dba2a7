//! Stores what an import carries, and remembers what became of each record of the source.

mod known;
mod members;
mod moved;
mod texts;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use ::images::{ImageRepository as _, ImageStore, InsertOutcome, NewImage};
use ::import::{
    Beginning, Destination, Kind, NewForum, NewMessage, NewPost, NewReply, NewTie, NewUser,
    NewVote, ReplyPlace, StoredImage, System,
};
use database::{
    Database,
    schema::{images, stored_replies, users},
};
use diesel::{dsl::max, prelude::*};
use kernel::{Event, ImageUrl, PostId, ReplyId, RepositoryError, Timestamp, UserId};

use self::known::Stored;
use crate::{
    forums::fill_skeletons,
    images::{DbImages, image_store},
    maintenance::{finish, recount_steps},
    member_data::DELETED_USER_ID,
    users::{former_names, insert_deleted_user},
};

pub use self::moved::DbMoved;

/// The community that an import from one system fills.
pub struct DbImport {
    database: Database,
    store: Arc<dyn ImageStore>,
    system: System,
}

impl DbImport {
    #[must_use]
    pub fn new(database: Database, system: System) -> Self {
        let store = image_store(&database);
        Self { database, store, system }
    }
}

impl Destination for DbImport {
    fn begin(&self) -> Result<Beginning, RepositoryError> {
        self.database.write(|conn, events| {
            let beginning = known::beginning(conn, self.system)?;
            if matches!(beginning, Beginning::Empty | Beginning::Continued) {
                events.record(Event::DataReplaced);
                insert_deleted_user(conn)?;
            }
            Ok(beginning)
        })
    }

    fn known(&self, kind: Kind, ids: &[&str]) -> Result<HashMap<String, i64>, RepositoryError> {
        let Some(stored) = Stored::of(kind) else { return Ok(HashMap::new()) };
        self.database.read(|conn| known::find(conn, self.system, stored, ids))
    }

    fn openings(&self, ids: &[&str]) -> Result<HashMap<String, PostId>, RepositoryError> {
        let found =
            self.database.read(|conn| known::find(conn, self.system, Stored::Opening, ids))?;
        Ok(found.into_iter().map(|(id, post)| (id, PostId(post))).collect())
    }

    fn usernames(&self, ids: &[UserId]) -> Result<HashMap<UserId, String>, RepositoryError> {
        let query = users::table
            .filter(users::id.eq_any(ids.iter().map(|id| id.0)))
            .select((users::id, users::username));
        let found: Vec<(i64, String)> = self.database.read(|conn| query.load(conn))?;
        Ok(found.into_iter().map(|(id, name)| (UserId(id), name)).collect())
    }

    fn taken_names(&self, keys: &[String]) -> Result<HashSet<String>, RepositoryError> {
        self.database.read(|conn| members::taken_names(conn, keys))
    }

    fn taken_emails(&self, keys: &[String]) -> Result<HashSet<String>, RepositoryError> {
        self.database.read(|conn| members::taken_emails(conn, keys))
    }

    fn takes_password(&self, hash: &str) -> bool {
        security::is_usable_hash(hash)
    }

    fn insert_users(&self, users: &[NewUser]) -> Result<(), RepositoryError> {
        self.database.write(|conn, _| members::insert(conn, self.system, users))
    }

    fn insert_forums(&self, forums: &[NewForum]) -> Result<(), RepositoryError> {
        self.database.write(|conn, _| texts::insert_forums(conn, self.system, forums))
    }

    fn insert_ties(&self, ties: &[NewTie]) -> Result<(), RepositoryError> {
        self.database.write(|conn, _| members::insert_ties(conn, ties))
    }

    fn insert_posts(&self, posts: &[NewPost]) -> Result<(), RepositoryError> {
        self.database.write(|conn, _| texts::insert_posts(conn, self.system, posts))
    }

    fn reply_places(&self, ids: &[&str]) -> Result<HashMap<String, ReplyPlace>, RepositoryError> {
        self.database.read(|conn| known::reply_places(conn, self.system, ids))
    }

    fn next_reply(&self) -> Result<ReplyId, RepositoryError> {
        let query = stored_replies::table.select(max(stored_replies::id));
        let last: Option<i64> = self.database.read(|conn| query.first(conn))?;
        Ok(ReplyId(last.unwrap_or(0) + 1))
    }

    fn insert_replies(&self, replies: &[NewReply]) -> Result<(), RepositoryError> {
        self.database.write(|conn, _| texts::insert_replies(conn, self.system, replies))
    }

    fn insert_votes(&self, votes: &[NewVote]) -> Result<(), RepositoryError> {
        self.database.write(|conn, _| members::insert_votes(conn, votes))
    }

    fn insert_messages(&self, messages: &[NewMessage]) -> Result<(), RepositoryError> {
        self.database.write(|conn, _| texts::insert_messages(conn, self.system, messages))
    }

    fn images(&self, ids: &[&str]) -> Result<HashMap<String, ImageUrl>, RepositoryError> {
        let found: HashMap<String, i64> =
            self.database.read(|conn| known::find(conn, self.system, Stored::Image, ids))?;
        let rows: Vec<i64> = found.values().copied().collect();
        let query =
            images::table.filter(images::id.eq_any(rows)).select((images::id, images::name));
        let names: HashMap<i64, String> =
            self.database.read(|conn| query.load(conn))?.into_iter().collect();
        let url = |id| Some(ImageUrl::from_stored(format!("/images/u/{}", names.get(&id)?)));
        Ok(found.into_iter().filter_map(|(source, id)| Some((source, url(id)?))).collect())
    }

    fn insert_image(&self, image: &StoredImage<'_>) -> Result<(), RepositoryError> {
        let StoredImage { source_id, owner, at, image } = image;
        let new = NewImage {
            name: image.name.clone(),
            owner: owner.unwrap_or(UserId(DELETED_USER_ID)),
            width: image.width,
            height: image.height,
            bytes: image.full_bytes(),
            at: *at,
        };
        if DbImages(self.database.clone()).insert(&new)? == InsertOutcome::BeingDeleted {
            return Ok(());
        }
        for (size, bytes) in &image.sizes {
            self.store.put(&image.name, *size, bytes)?;
        }
        self.database.write(|conn, _| {
            let id = images::table
                .filter(images::name.eq(image.name.as_str()))
                .select(images::id)
                .first(conn)?;
            known::remember(conn, self.system, &[(Stored::Image, (*source_id).to_owned(), id)])
        })
    }

    fn finish(&self, at: Timestamp) -> Result<(), RepositoryError> {
        for step in self.database.read(recount_steps)? {
            self.database.write(|conn, _| {
                database::locks::allow_long_statement(conn)?;
                step.run(conn)
            })?;
        }
        self.database.write(|conn, events| {
            events.record(Event::DataReplaced);
            fill_skeletons(conn)
        })?;
        finish(&self.database)?;
        self.database.write(|conn, _| known::end(conn, self.system, at))
    }
}

/// Returns the stored hash of a name that a deleted account had.
fn former(key: &str) -> String {
    former_names::hash(key)
}
