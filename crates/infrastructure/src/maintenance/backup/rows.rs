//! The rows of any table as JSON, read and written by the database itself.
//!
//! A row is an array of its values in the order of the columns. Booleans are 0 and 1, as only one
//! of the databases has such a type.

use database::{DbConnection, on_backend, sql::each_line};
use diesel::{QueryResult, RunQueryDsl, result::Error, sql_query, sql_types::Text};
use serde_json::Value;

use super::image_files;
use crate::{
    images::ImageFolder,
    maintenance::introspection::{Kind, Table},
};

/// The maximum number of rows per page.
pub(super) const PAGE: usize = 500;
/// A page ends at the row with which it has as many bytes.
pub(super) const MAX_PAGE_BYTES: usize = 32 * 1024 * 1024;

/// Hands over all rows, a line each, page by page in the order of the primary key.
///
/// A line is written by `serde_json` alone, so that the same row gives the same bytes on both databases.
pub(super) fn read<E: From<Error>>(
    conn: &mut DbConnection,
    table: &Table,
    images: Option<&ImageFolder>,
    take: &mut dyn FnMut(&[String]) -> Result<(), E>,
) -> Result<(), E> {
    if let (Some(images), image_files::TABLE) = (images, table.name) {
        return image_files::read(conn, images, take);
    }
    let (first, further) = (select(conn, table, ""), select(conn, table, &behind(conn, table)));
    let mut after: Option<String> = None;
    loop {
        let query = if after.is_none() { &first } else { &further };
        let (mut lines, mut bytes, mut key) = (vec![], 0, None);
        each_line(conn, query, after.as_deref(), &mut |text| {
            let row = parse(text)?;
            lines.push(line(&row));
            bytes += text.len();
            key = Some(line(table.key.iter().map(|index| &row[*index])));
            Ok(bytes < MAX_PAGE_BYTES)
        })?;
        let is_last = lines.len() < PAGE && bytes < MAX_PAGE_BYTES;
        take(&lines)?;
        if is_last {
            return Ok(());
        }
        after = key;
    }
}

/// Returns how many rows [`read`] gives.
pub(super) fn count(
    conn: &mut DbConnection,
    table: &Table,
    images: Option<&ImageFolder>,
) -> QueryResult<u64> {
    match (images, table.name) {
        (Some(images), image_files::TABLE) => image_files::count(conn, images),
        _ => table.count(conn),
    }
}

/// Inserts rows as [`read`] gave them.
pub(super) fn insert(
    conn: &mut DbConnection,
    table: &Table,
    images: Option<&ImageFolder>,
    rows: &[String],
) -> QueryResult<()> {
    if let (Some(images), image_files::TABLE) = (images, table.name) {
        return image_files::write(images, rows);
    }
    let columns = list(table.columns.iter().map(|column| quoted(&column.name)));
    let (rows_of, row) = match conn {
        DbConnection::Sqlite(_) => ("json_each(?)", "value"),
        DbConnection::Postgres(_) => ("jsonb_array_elements($1::jsonb)", "value"),
    };
    let kinds = table.columns.iter().map(|column| column.kind).enumerate();
    let values = list(kinds.map(|(index, kind)| element(conn, row, index, kind)));
    let statement =
        format!("INSERT INTO {} ({columns}) SELECT {values} FROM {rows_of}", quoted(table.name));
    let rows = format!("[{}]", rows.join(","));
    on_backend!(conn, conn => sql_query(statement).bind::<Text, _>(rows).execute(conn))?;
    Ok(())
}

fn select(conn: &DbConnection, table: &Table, behind: &str) -> String {
    let columns = table.columns.iter();
    let columns = list(columns.map(|column| match (conn, column.kind) {
        (DbConnection::Postgres(_), Kind::Boolean) => format!("{}::integer", quoted(&column.name)),
        // PostgreSQL breaks lines of Base64.
        (DbConnection::Postgres(_), Kind::Bytes) => {
            format!("translate(encode({}, 'base64'), E'\\n', '')", quoted(&column.name))
        }
        _ => quoted(&column.name),
    }));
    let row = match conn {
        DbConnection::Sqlite(_) => format!("json_array({columns})"),
        DbConnection::Postgres(_) => format!("json_build_array({columns})::text"),
    };
    let (name, key) = (quoted(table.name), list(table.key_columns().map(quoted)));
    format!("SELECT {row} AS line FROM {name} {behind} ORDER BY {key} LIMIT {PAGE}")
}

/// The rows behind the one whose key, a JSON array, is the value of the query.
fn behind(conn: &DbConnection, table: &Table) -> String {
    let value = match conn {
        DbConnection::Sqlite(_) => "?1",
        DbConnection::Postgres(_) => "$1::jsonb",
    };
    let kinds = table.key.iter().map(|index| table.columns[*index].kind).enumerate();
    let last = list(kinds.map(|(index, kind)| element(conn, value, index, kind)));
    format!("WHERE ({}) > ({last})", list(table.key_columns().map(quoted)))
}

/// One element of a JSON array, as a value that a column of this kind takes.
fn element(conn: &DbConnection, array: &str, index: usize, kind: Kind) -> String {
    match (conn, kind) {
        (DbConnection::Sqlite(_), _) | (DbConnection::Postgres(_), Kind::Text) => {
            format!("({array} ->> {index})")
        }
        (DbConnection::Postgres(_), Kind::Bytes) => {
            format!("decode({array} ->> {index}, 'base64')")
        }
        (DbConnection::Postgres(_), Kind::Integer) => format!("({array} ->> {index})::bigint"),
        (DbConnection::Postgres(_), Kind::Boolean) => format!("({array} ->> {index})::boolean"),
    }
}

pub(super) fn parse(line: &str) -> QueryResult<Vec<Value>> {
    serde_json::from_str(line).map_err(|error| Error::DeserializationError(error.into()))
}

pub(super) fn line<'a>(values: impl IntoIterator<Item = &'a Value>) -> String {
    let values = values.into_iter().map(Value::to_string);
    format!("[{}]", list(values))
}

fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}
