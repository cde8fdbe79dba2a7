//! Ids that the database assigns: AUTOINCREMENT on SQLite, sequences on PostgreSQL.

use database::DbConnection;
use database::sql::{lines, lines_of};
use diesel::{QueryResult, RunQueryDsl, sql_query};

use super::Table;

impl Table {
    /// Returns the highest id ever assigned, also to deleted rows; `None` if the table assigns no ids or
    /// has not assigned one yet.
    pub(crate) fn last_id(&self, conn: &mut DbConnection) -> QueryResult<Option<i64>> {
        let lines = match conn {
            DbConnection::Sqlite(_) => {
                let given = "SELECT CAST(seq AS TEXT) AS line FROM sqlite_sequence WHERE name = ";
                lines(conn, &format!("{given}'{}'", self.name))?
            }
            DbConnection::Postgres(_) => match self.sequence(conn)? {
                None => return Ok(None),
                Some(sequence) => lines(
                    conn,
                    &format!(
                        "SELECT CAST(last_value - CASE WHEN is_called THEN 0 ELSE 1 END AS TEXT)
                            AS line FROM {sequence}"
                    ),
                )?,
            },
        };
        Ok(lines.first().and_then(|id| id.parse().ok()).filter(|id| *id > 0))
    }

    /// Returns whether the database assigns ids to its rows.
    pub(crate) fn gives_ids(&self, conn: &mut DbConnection) -> QueryResult<bool> {
        match conn {
            DbConnection::Sqlite(_) => {
                let query = "SELECT name AS line FROM sqlite_master
                    WHERE type = 'table' AND name = ? AND sql LIKE '%AUTOINCREMENT%'";
                Ok(!lines_of(conn, query, self.name)?.is_empty())
            }
            DbConnection::Postgres(_) => Ok(self.sequence(conn)?.is_some()),
        }
    }

    /// Makes the next id higher than `last`.
    pub(crate) fn set_last_id(&self, conn: &mut DbConnection, last: i64) -> QueryResult<()> {
        match conn {
            DbConnection::Sqlite(conn) => {
                let name = self.name;
                sql_query(format!("DELETE FROM sqlite_sequence WHERE name = '{name}'"))
                    .execute(conn)?;
                sql_query(format!(
                    "INSERT INTO sqlite_sequence (name, seq) VALUES ('{name}', {last})"
                ))
                .execute(conn)?;
            }
            DbConnection::Postgres(_) => {
                if let Some(sequence) = self.sequence(conn)? {
                    // Unlike `setval`, this is rolled back with the transaction.
                    let next = last + 1;
                    sql_query(format!("ALTER SEQUENCE {sequence} RESTART WITH {next}"))
                        .execute(conn)?;
                }
            }
        }
        Ok(())
    }

    fn sequence(&self, conn: &mut DbConnection) -> QueryResult<Option<String>> {
        let Some(column) = self.key_columns().next() else { return Ok(None) };
        let query = format!(
            "SELECT line FROM pg_get_serial_sequence('{}', '{column}') AS line
                WHERE line IS NOT NULL",
            self.name
        );
        Ok(lines(conn, &query)?.pop())
    }
}
