//! Reads a database of `MySQL` or `MariaDB`.

use std::{cell::RefCell, collections::HashSet};

use mysql::{
    Conn, Opts, OptsBuilder, Value,
    prelude::{Queryable as _, TextQuery as _},
};
use serde_json::Map;

use crate::{Row, Rows, SourceError, sources::fields::Fields};

/// Rows are read as they come, and the server waits while they are stored. Times are in UTC.
const SESSION: [&str; 2] = [
    "SET SESSION TRANSACTION READ ONLY",
    "SET SESSION time_zone = '+00:00', net_write_timeout = 86400, group_concat_max_len = 1000000,
        sql_mode = ''",
];

fn failed(error: mysql::Error) -> SourceError {
    SourceError::new("the database of the other system", error)
}

fn connect(opts: &Opts) -> Result<Conn, SourceError> {
    let mut conn = Conn::new(opts.clone()).map_err(failed)?;
    for statement in SESSION {
        conn.query_drop(statement).map_err(failed)?;
    }
    Ok(conn)
}

/// A database whose tables have names with a prefix, and of which extensions add some.
pub(super) struct Database {
    opts: Opts,
    conn: RefCell<Conn>,
    prefix: String,
    /// Its tables, without the prefix, with their columns.
    columns: HashSet<(String, String)>,
}

impl Database {
    /// Opens the database in which one table has a name that ends so.
    pub(super) fn open(url: &str, table: &str) -> Result<Self, SourceError> {
        let refused = |cause: String| SourceError::new("the database of the other system", cause);
        let opts = Opts::from_url(url).map_err(|error| refused(error.to_string()))?;
        let opts = Opts::from(OptsBuilder::from_opts(opts).prefer_socket(false));
        let mut conn = connect(&opts)?;
        let found: Vec<(String, String)> = conn
            .query(
                "SELECT table_name, column_name FROM information_schema.columns
                 WHERE table_schema = DATABASE()",
            )
            .map_err(failed)?;
        let prefix = prefix(&found, table).map_err(refused)?;
        let named = |(name, column): &(String, String)| {
            Some((name.strip_prefix(&prefix)?.to_owned(), column.clone()))
        };
        let columns = found.iter().filter_map(named).collect();
        Ok(Self { opts, conn: RefCell::new(conn), prefix, columns })
    }

    /// Returns whether a table has a column.
    pub(super) fn has(&self, table: &str, column: &str) -> bool {
        self.columns.contains(&(table.to_owned(), column.to_owned()))
    }

    /// Returns a query in which `#name` was a table, and `?table.alias.column` a column that may be missing.
    fn query(&self, template: &str) -> String {
        let mut query = String::with_capacity(template.len());
        let mut rest = template;
        while let Some(at) = rest.find(['#', '?']) {
            let (before, marked) = rest.split_at(at);
            let name = &marked[1..];
            let is_name = |c: char| c.is_ascii_lowercase() || c == '_' || c == '.';
            let (name, after) = name.split_at(name.find(|c| !is_name(c)).unwrap_or(name.len()));
            query += before;
            if marked.starts_with('#') {
                query.extend(["`", &self.prefix, name, "`"]);
            } else {
                query += &self.column(name);
            }
            rest = after;
        }
        query + rest
    }

    fn column(&self, name: &str) -> String {
        let (table, column) = name.split_once('.').unwrap_or((name, ""));
        let (_, bare) = column.split_once('.').unwrap_or(("", column));
        if self.has(table, bare) { column.to_owned() } else { "NULL".to_owned() }
    }

    /// Returns how many rows a table has, or a part of it that `WHERE` names.
    pub(super) fn count(&self, table: &str) -> Result<u64, SourceError> {
        let query = self.query(&format!("SELECT COUNT(*) FROM {table}"));
        let count = self.conn.borrow_mut().query_first(query).map_err(failed)?;
        Ok(count.unwrap_or_default())
    }

    /// Returns the rows of a query whose first column is `id`, as records. A connection of its own sends them one by one:
    /// pages by key would sort all rows for each, as there is no index in the order of time.
    pub(super) fn records<T: 'static>(
        &self,
        template: &str,
        record: fn(String, &Fields) -> Result<T, &'static str>,
    ) -> Result<Rows<'static, T>, SourceError> {
        let mut rows = self.query(template).run(connect(&self.opts)?).map_err(failed)?;
        Ok(Box::new(std::iter::from_fn(move || {
            let row = rows.next()?.map_err(failed);
            Some(row.map(|row| {
                let fields = fields(row);
                let id = fields.get("id").unwrap_or_default();
                match record(id.clone(), &fields) {
                    Ok(record) => Row::Record(record),
                    Err(reason) => Row::Unreadable { id, reason },
                }
            }))
        })))
    }
}

/// Returns what the names of the tables begin with: what one has before this end of a name.
fn prefix(columns: &[(String, String)], table: &str) -> Result<String, String> {
    let prefixes: HashSet<&str> =
        columns.iter().filter_map(|(name, _)| name.strip_suffix(table)).collect();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '$';
    match prefixes.into_iter().collect::<Vec<_>>()[..] {
        [prefix] if prefix.chars().all(is_plain) => Ok(prefix.to_owned()),
        [prefix] => Err(format!("the names of its tables begin with `{prefix}`")),
        [] => Err(format!("it has no table `{table}`")),
        _ => Err(format!("it has several tables `…{table}`: leave those of one community")),
    }
}

/// The server sends each value as its text. Bytes that are none are replaced.
fn fields(row: mysql::Row) -> Fields {
    let columns = row.columns();
    let values = row.unwrap_raw();
    let named = columns.iter().zip(values).filter_map(|(column, value)| match value? {
        Value::Bytes(bytes) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            Some((column.name_str().into_owned(), serde_json::Value::String(text)))
        }
        _ => None,
    });
    Fields::of(named.collect::<Map<_, _>>())
}
