mod audience;
mod bucket;
mod folder;
pub(crate) mod references;
mod rows;

use std::sync::Arc;

use ::images::{Asker, ImageName, ImageRepository, ImageStore, InsertOutcome, NewImage};
use database::{
    Database, DbConnection, on_backend,
    schema::{image_references, image_uploads, images},
};
use diesel::{
    dsl::{exists, not, sql},
    prelude::*,
    sql_types::Bool,
};
use kernel::{RepositoryError, Timestamp};

pub use self::bucket::ImageBucket;
pub(crate) use self::folder::ImageFolder;
use self::rows::ImageRows;

/// How many images one transaction marks or deletes.
const BATCH: i64 = 100;

/// Whether the site itself does not name the image of a row of `images`: the site is no referrer with an id.
const NAMES_NO_IMAGE: &str =
    "NOT EXISTS (SELECT 1 FROM site_texts WHERE text LIKE '%/images/u/' || images.name || '%')";

/// The rows of images in the database.
pub struct DbImages(pub Database);

impl ImageRepository for DbImages {
    fn insert(&self, image: &NewImage) -> Result<InsertOutcome, RepositoryError> {
        self.0.write(|conn, _| insert(conn, image))
    }

    fn is_shown(&self, name: &ImageName) -> Result<bool, RepositoryError> {
        self.0.read(|conn| audience::is_shown(conn, name))
    }

    fn is_shown_to(&self, name: &ImageName, asker: &Asker) -> Result<bool, RepositoryError> {
        self.0.read(|conn| audience::is_shown_to(conn, name, asker))
    }

    fn mark_unreferenced(&self, before: Timestamp) -> Result<usize, RepositoryError> {
        self.0.write(|conn, _| {
            let candidates = images::table
                .filter(images::uploaded_at.le(before.unix_millis()))
                .filter(images::marked.eq(false))
                .filter(not(exists(references_of_image())))
                .filter(sql::<Bool>(NAMES_NO_IMAGE))
                .order(images::uploaded_at)
                .limit(BATCH)
                .select(images::name);
            let names: Vec<String> = match conn {
                // Locked, so that no new reference comes before the next statement.
                DbConnection::Postgres(conn) => candidates.for_update().skip_locked().load(conn)?,
                DbConnection::Sqlite(conn) => candidates.load(conn)?,
            };
            mark(conn, &names)
        })
    }

    fn marked(&self) -> Result<Vec<ImageName>, RepositoryError> {
        let query = images::table
            .filter(images::marked)
            .order(images::id)
            .limit(BATCH)
            .select(images::name);
        let names: Vec<String> = self.0.read(|conn| query.load(conn))?;
        Ok(names.iter().filter_map(|name| ImageName::parse(name)).collect())
    }

    fn delete(&self, names: &[ImageName]) -> Result<(), RepositoryError> {
        let names: Vec<_> = names.iter().map(ImageName::as_str).collect();
        let marked = images::table.filter(images::name.eq_any(names)).filter(images::marked);
        self.0.write(|conn, _| diesel::delete(marked).execute(conn).map(drop))
    }
}

/// Returns where the bytes of images are kept: a folder beside the file of SQLite, rows of PostgreSQL,
/// or what [`Database::storing_images_in`] named.
pub fn image_store(database: &Database) -> Arc<dyn ImageStore> {
    match (database.chosen_image_store(), ImageFolder::of(database)) {
        (Some(store), _) => Arc::clone(store),
        (None, Some(folder)) => Arc::new(folder),
        (None, None) => Arc::new(ImageRows(database.clone())),
    }
}

fn insert(conn: &mut DbConnection, image: &NewImage) -> QueryResult<InsertOutcome> {
    let uploaded_at = images::uploaded_at.eq(image.at.unix_millis());
    let new = (
        images::name.eq(image.name.as_str()),
        images::owner_id.eq(image.owner.0),
        images::width.eq(image.width as i32),
        images::height.eq(image.height as i32),
        images::bytes.eq(image.bytes as i64),
        uploaded_at,
        images::marked.eq(false),
    );
    let inserted = on_backend!(conn, conn => diesel::insert_into(images::table)
        .values(new)
        .on_conflict(images::name)
        .do_nothing()
        .execute(conn))?;
    if inserted == 0 {
        let known = images::table.filter(images::name.eq(image.name.as_str()));
        let renewed = diesel::update(known.filter(images::marked.eq(false)))
            .set(uploaded_at)
            .execute(conn)?;
        if renewed == 0 {
            return Ok(InsertOutcome::BeingDeleted);
        }
    }
    record_upload(conn, image)?;
    Ok(InsertOutcome::Inserted)
}

fn record_upload(conn: &mut DbConnection, image: &NewImage) -> QueryResult<()> {
    let uploaded_at = image_uploads::uploaded_at.eq(image.at.unix_millis());
    let row = (
        image_uploads::name.eq(image.name.as_str()),
        image_uploads::user_id.eq(image.owner.0),
        uploaded_at,
    );
    on_backend!(conn, conn => diesel::insert_into(image_uploads::table)
        .values(row)
        .on_conflict((image_uploads::name, image_uploads::user_id))
        .do_update()
        .set(uploaded_at)
        .execute(conn))?;
    Ok(())
}

/// Marks those of these images that nothing refers to. On PostgreSQL their rows are locked. Returns their
/// number.
fn mark(conn: &mut DbConnection, names: &[String]) -> QueryResult<usize> {
    let unreferenced = images::table
        .filter(images::name.eq_any(names))
        .filter(not(exists(references_of_image())))
        .filter(sql::<Bool>(NAMES_NO_IMAGE));
    on_backend!(conn, conn =>
        diesel::update(unreferenced).set(images::marked.eq(true)).execute(conn))
}

#[diesel::dsl::auto_type]
fn references_of_image() -> _ {
    image_references::table.filter(image_references::name.eq(images::name))
}
