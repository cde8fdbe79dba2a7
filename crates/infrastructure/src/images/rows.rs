use ::images::{ImageName, ImageSize, ImageStore};
use database::{Database, on_backend, schema::image_data};
use diesel::prelude::*;
use kernel::RepositoryError;

/// The bytes of images in rows of PostgreSQL, so that all copies of the program share them.
pub(super) struct ImageRows(pub(super) Database);

impl ImageStore for ImageRows {
    fn put(&self, name: &ImageName, size: ImageSize, bytes: &[u8]) -> Result<(), RepositoryError> {
        let row = (
            image_data::name.eq(name.as_str()),
            image_data::size.eq(size.pixels() as i32),
            image_data::data.eq(bytes),
        );
        self.0.write(|conn, _| {
            on_backend!(conn, conn => diesel::insert_into(image_data::table)
                .values(row)
                .on_conflict_do_nothing()
                .execute(conn)
                .map(drop))
        })
    }

    fn get(&self, name: &ImageName, size: ImageSize) -> Result<Option<Vec<u8>>, RepositoryError> {
        let row =
            image_data::table.find((name.as_str(), size.pixels() as i32)).select(image_data::data);
        self.0.read(|conn| on_backend!(conn, conn => row.first(conn).optional()))
    }

    fn delete(&self, name: &ImageName) -> Result<(), RepositoryError> {
        let rows = image_data::table.filter(image_data::name.eq(name.as_str()));
        self.0.write(|conn, _| diesel::delete(rows).execute(conn).map(drop))
    }
}
