//! The bytes of images that a folder keeps, as the rows of a table that another database has for them.

use ::images::{ImageName, ImageSize, ImageStore};
use base64::{Engine, engine::general_purpose::STANDARD};
use database::{DbConnection, schema::images};
use diesel::{prelude::*, result::Error};
use serde_json::Value;

use super::rows::{MAX_PAGE_BYTES, PAGE, line, parse};
use crate::images::ImageFolder;

pub(super) const TABLE: &str = "image_data";

/// Hands over the rows of all images that the folder has, in the order of the primary key.
pub(super) fn read<E: From<Error>>(
    conn: &mut DbConnection,
    folder: &ImageFolder,
    take: &mut dyn FnMut(&[String]) -> Result<(), E>,
) -> Result<(), E> {
    let names: Vec<String> = images::table.order(images::name).select(images::name).load(conn)?;
    let (mut lines, mut bytes) = (vec![], 0);
    for name in names.iter().filter_map(|name| ImageName::parse(name)) {
        for size in ImageSize::ALL {
            let Some(data) = folder.get(&name, size).map_err(query_error)? else { continue };
            let row = line(&row(&name, size, &data));
            bytes += row.len();
            lines.push(row);
            if lines.len() == PAGE || bytes >= MAX_PAGE_BYTES {
                take(&lines)?;
                (lines, bytes) = (vec![], 0);
            }
        }
    }
    take(&lines)
}

/// Returns how many rows [`read`] gives.
pub(super) fn count(conn: &mut DbConnection, folder: &ImageFolder) -> QueryResult<u64> {
    let names: Vec<String> = images::table.select(images::name).load(conn)?;
    let names = names.iter().filter_map(|name| ImageName::parse(name));
    let sizes = names.flat_map(|name| ImageSize::ALL.map(|size| folder.has(&name, size)));
    Ok(sizes.filter(|is_kept| *is_kept).count() as u64)
}

/// Writes the images of rows into the folder.
pub(super) fn write(folder: &ImageFolder, rows: &[String]) -> QueryResult<()> {
    for row in rows {
        let row = parse(row)?;
        let [Value::String(data), Value::String(name), Value::Number(pixels)] = row.as_slice()
        else {
            return Err(Error::DeserializationError("a row of image_data has other types".into()));
        };
        let data =
            STANDARD.decode(data).map_err(|error| Error::DeserializationError(error.into()))?;
        let size =
            ImageSize::ALL.into_iter().find(|size| pixels.as_u64() == Some(size.pixels().into()));
        let (Some(name), Some(size)) = (ImageName::parse(name), size) else {
            return Err(Error::DeserializationError("a row of image_data names no image".into()));
        };
        folder.put(&name, size, &data).map_err(query_error)?;
    }
    Ok(())
}

/// In the order of the columns by name.
fn row(name: &ImageName, size: ImageSize, data: &[u8]) -> [Value; 3] {
    [STANDARD.encode(data).into(), name.as_str().into(), size.pixels().into()]
}

fn query_error(error: kernel::RepositoryError) -> Error {
    Error::QueryBuilderError(error.into())
}
