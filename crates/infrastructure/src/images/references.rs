//! References from texts to images, written in the transaction that writes the text.

use std::collections::BTreeSet;

use ::images::{ImageName, names_in};
use database::{
    DbConnection, on_backend,
    schema::{image_references, images},
};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{BigInt, Text},
};

use super::mark;

/// What has texts with addresses of images, by its id.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Referrer {
    User(i64),
    Forum(i64),
    Post(i64),
    Reply(i64),
    Message(i64),
    Draft(i64),
}

impl Referrer {
    /// The table of its earlier versions, which are shown as well.
    fn versions(self) -> Option<&'static str> {
        match self {
            Self::Post(_) => Some("post_revisions"),
            Self::Reply(_) => Some("reply_revisions"),
            Self::User(_) | Self::Forum(_) | Self::Message(_) | Self::Draft(_) => None,
        }
    }

    fn column(self) -> (&'static str, i64) {
        match self {
            Self::User(id) => ("user_id", id),
            Self::Forum(id) => ("forum_id", id),
            Self::Post(id) => ("post_id", id),
            Self::Reply(id) => ("reply_id", id),
            Self::Message(id) => ("message_id", id),
            Self::Draft(id) => ("draft_id", id),
        }
    }
}

/// Stores the references from these texts that are not stored yet.
///
/// Call it last: on PostgreSQL images are locked after everything else.
pub(crate) fn insert(
    conn: &mut DbConnection,
    referrer: Referrer,
    texts: &[&str],
) -> QueryResult<()> {
    let names: BTreeSet<ImageName> = texts.iter().flat_map(|text| names_in(text)).collect();
    if names.is_empty() {
        return Ok(());
    }
    let (column, id) = referrer.column();
    let (names_of, lock) = match conn {
        DbConnection::Sqlite(_) => ("json_each($2)", ""),
        DbConnection::Postgres(_) => ("jsonb_array_elements_text($2::jsonb)", "FOR KEY SHARE"),
    };
    // An image that is being deleted gets no reference.
    let statement = format!(
        "INSERT INTO image_references (name, {column})
         SELECT name, $1 FROM images
         WHERE NOT marked AND name IN (SELECT value FROM {names_of})
         AND NOT EXISTS (SELECT 1 FROM image_references known
             WHERE known.name = images.name AND known.{column} = $1)
         ORDER BY name {lock}"
    );
    let names: Vec<_> = names.iter().map(ImageName::as_str).collect();
    let names = serde_json::to_string(&names)
        .map_err(|error| diesel::result::Error::SerializationError(error.into()))?;
    on_backend!(conn, conn => sql_query(statement)
        .bind::<BigInt, _>(id)
        .bind::<Text, _>(names)
        .execute(conn))?;
    Ok(())
}

/// Replaces the references by those from these texts. References from earlier versions stay, except from hidden ones.
///
/// Call it last: on PostgreSQL images are locked after everything else.
pub(crate) fn replace(
    conn: &mut DbConnection,
    referrer: Referrer,
    texts: &[&str],
) -> QueryResult<()> {
    let (column, id) = referrer.column();
    let in_versions = referrer.versions().map_or(String::new(), |versions| {
        format!(
            " AND NOT EXISTS (SELECT 1 FROM {versions} v WHERE v.{column} = $1 AND NOT v.hidden
              AND v.description LIKE '%/images/u/' || image_references.name || '%')"
        )
    });
    let statement = format!("DELETE FROM image_references WHERE {column} = $1{in_versions}");
    on_backend!(conn, conn => sql_query(statement).bind::<BigInt, _>(id).execute(conn))?;
    insert(conn, referrer, texts)
}

/// Deletes the reference of an avatar, and marks the image if nothing else refers to it.
pub(crate) fn delete_avatar(conn: &mut DbConnection, user: i64) -> QueryResult<()> {
    let names: Vec<String> = diesel::delete(image_references::table)
        .filter(image_references::user_id.eq(user))
        .returning(image_references::name)
        .get_results(conn)?;
    if names.is_empty() {
        return Ok(());
    }
    if let DbConnection::Postgres(conn) = conn {
        images::table
            .filter(images::name.eq_any(&names))
            .order(images::name)
            .select(images::id)
            .for_update()
            .execute(conn)?;
    }
    mark(conn, &names)?;
    Ok(())
}
