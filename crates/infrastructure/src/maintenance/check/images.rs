//! The bytes of images, wherever they are kept.

use ::images::{ImageName, ImageSize, ImageStore};
use database::{
    DbConnection, on_backend,
    schema::{image_references, images},
};
use diesel::{dsl::exists, prelude::*, result::Error};
use sha2::{Digest, Sha256};

use super::{Finding, MOST, texts::finding};

/// Every image that something refers to has bytes, and those that its name is the checksum of.
pub(super) fn all(conn: &mut DbConnection, store: &dyn ImageStore) -> QueryResult<Vec<Finding>> {
    let references = image_references::table.filter(image_references::name.eq(images::name));
    let query = images::table
        .filter(exists(references))
        .order(images::id)
        .select((images::id, images::name));
    let rows: Vec<(i64, String)> = on_backend!(conn, conn => query.load(conn))?;
    let mut findings = vec![];
    for (id, name) in rows {
        findings.extend(wrong(store, &name)?.map(|problem| finding("images", id, problem)));
        if findings.len() == MOST {
            break;
        }
    }
    Ok(findings)
}

fn wrong(store: &dyn ImageStore, name: &str) -> QueryResult<Option<&'static str>> {
    let Some(parsed) = ImageName::parse(name) else {
        return Ok(Some("name is none that images have"));
    };
    let found = store.get(&parsed, ImageSize::Full);
    let Some(bytes) = found.map_err(|error| Error::QueryBuilderError(error.into()))? else {
        return Ok(Some("is referred to, but has no bytes"));
    };
    let sha256 = hex::encode(Sha256::digest(&bytes));
    Ok((!name.starts_with(&sha256)).then_some("its name is not the checksum of its bytes"))
}
