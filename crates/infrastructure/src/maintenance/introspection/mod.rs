//! Reads the tables from the database's own catalog, so that it works for a schema of any version.

mod sequences;

use database::{
    DbConnection,
    sql::{lines, lines_of},
};
use diesel::{QueryResult, result::Error};
use serde::de::DeserializeOwned;

use crate::member_data::TABLES;

/// The type of a column, for both databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Boolean,
    Text,
    /// Base64 in a backup.
    Bytes,
}

/// A column that can be written, unlike generated ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// The current definition of a table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// By name, because the order may differ between databases.
    pub(crate) columns: Vec<Column>,
    /// The indexes in `columns` of the primary key's columns, in key order.
    pub(crate) key: Vec<usize>,
}

/// A foreign key column.
pub(crate) struct Reference {
    pub(crate) column: String,
    pub(crate) to_table: String,
    pub(crate) to_column: String,
}

impl Table {
    /// Returns the names of the primary key's columns, in key order.
    pub(crate) fn key_columns(&self) -> impl Iterator<Item = &str> {
        self.key.iter().map(|index| self.columns[*index].name.as_str())
    }

    /// What `column`s of this table refer to; keys of several columns are none of POST-UP's.
    pub(crate) fn references(&self, conn: &mut DbConnection) -> QueryResult<Vec<Reference>> {
        let query = match conn {
            DbConnection::Sqlite(_) => {
                r#"SELECT json_array("from", "table", "to") AS line FROM pragma_foreign_key_list(?)"#
            }
            DbConnection::Postgres(_) => {
                "SELECT CAST(json_build_array(own.attname, c.confrelid::regclass, other.attname)
                        AS TEXT) AS line
                    FROM pg_constraint c
                    JOIN pg_attribute own
                        ON own.attrelid = c.conrelid AND own.attnum = c.conkey[1]
                    JOIN pg_attribute other
                        ON other.attrelid = c.confrelid AND other.attnum = c.confkey[1]
                    WHERE c.contype = 'f' AND c.conrelid = to_regclass($1)"
            }
        };
        let found: Vec<(String, String, String)> = parsed(lines_of(conn, query, self.name)?)?;
        let references = found.into_iter();
        Ok(references
            .map(|(column, to_table, to_column)| Reference { column, to_table, to_column })
            .collect())
    }

    /// Returns whether the table has a row.
    pub(crate) fn has_rows(&self, conn: &mut DbConnection) -> QueryResult<bool> {
        let query = format!(r#"SELECT 'row' AS line FROM "{}" LIMIT 1"#, self.name);
        Ok(!lines(conn, &query)?.is_empty())
    }

    /// Returns the number of rows.
    pub(crate) fn count(&self, conn: &mut DbConnection) -> QueryResult<u64> {
        let query = format!(r#"SELECT CAST(count(*) AS TEXT) AS line FROM "{}""#, self.name);
        Ok(lines(conn, &query)?.first().and_then(|count| count.parse().ok()).unwrap_or(0))
    }
}

/// Returns the existing tables of POST-UP that a backup contains, in the order of [`TABLES`].
///
/// # Errors
/// [`Error::DeserializationError`] names a column of a type that is none of [`Kind`].
pub(crate) fn tables(conn: &mut DbConnection) -> QueryResult<Vec<Table>> {
    let mut tables = vec![];
    for name in TABLES.iter().filter(|table| table.in_backup).map(|table| table.name) {
        let mut found = columns(conn, name)?;
        if found.is_empty() {
            continue;
        }
        found.sort();
        let mut key: Vec<(i64, usize)> =
            found.iter().enumerate().map(|(index, (_, _, nth))| (*nth, index)).collect();
        key.retain(|(nth, _)| *nth > 0);
        key.sort_unstable();
        let columns = found
            .into_iter()
            .map(|(column, kind, _)| {
                let kind = kind_of(&kind).ok_or_else(|| unknown(name, &column, &kind))?;
                Ok(Column { name: column, kind })
            })
            .collect::<QueryResult<_>>()?;
        tables.push(Table { name, columns, key: key.into_iter().map(|(_, at)| at).collect() });
    }
    Ok(tables)
}

/// Name, type and, counted from 1, place in the primary key of each column that is written.
/// Empty if there is no such table.
fn columns(conn: &mut DbConnection, table: &str) -> QueryResult<Vec<(String, String, i64)>> {
    let query = match conn {
        DbConnection::Sqlite(_) => {
            "SELECT json_array(name, lower(type), pk) AS line
                FROM pragma_table_xinfo(?) WHERE hidden = 0"
        }
        DbConnection::Postgres(_) => {
            "SELECT CAST(json_build_array(c.attname, format_type(c.atttypid, NULL),
                    coalesce(array_position(k.indkey::int2[], c.attnum) + 1, 0)) AS TEXT) AS line
                FROM pg_attribute c
                LEFT JOIN pg_index k ON k.indrelid = c.attrelid AND k.indisprimary
                WHERE c.attrelid = to_regclass($1) AND c.attnum > 0
                    AND NOT c.attisdropped AND c.attgenerated = ''"
        }
    };
    parsed(lines_of(conn, query, table)?)
}

fn kind_of(sql_type: &str) -> Option<Kind> {
    match sql_type {
        "integer" | "bigint" | "smallint" => Some(Kind::Integer),
        "boolean" => Some(Kind::Boolean),
        "text" => Some(Kind::Text),
        "blob" | "bytea" => Some(Kind::Bytes),
        _ => None,
    }
}

fn unknown(table: &str, column: &str, kind: &str) -> Error {
    Error::DeserializationError(
        format!("{table}.{column} is of the type {kind}, which is not known here").into(),
    )
}

/// Returns whether the table exists, POST-UP's or not.
pub(crate) fn has_table(conn: &mut DbConnection, name: &str) -> QueryResult<bool> {
    Ok(!columns(conn, name)?.is_empty())
}

fn parsed<T: DeserializeOwned>(lines: Vec<String>) -> QueryResult<Vec<T>> {
    lines
        .iter()
        .map(|line| serde_json::from_str(line).map_err(|e| Error::DeserializationError(e.into())))
        .collect()
}
