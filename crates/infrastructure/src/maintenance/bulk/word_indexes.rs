use database::{DbConnection, sql::lines};
use diesel::{QueryResult, connection::SimpleConnection};

const OF_WORDS: &str =
    "FROM pg_indexes WHERE schemaname = current_schema() AND indexdef LIKE '% USING gin %'";

/// PostgreSQL's indexes of words, away while many rows come: to build one takes a quarter of the time that it takes to
/// extend it row by row
/// ([Populating a Database](https://www.postgresql.org/docs/current/populate.html#POPULATE-RM-INDEXES)).
pub(in crate::maintenance) struct WordIndexes {
    definitions: Vec<String>,
}

impl WordIndexes {
    /// Drops them. The transaction must [build](Self::build) them again.
    pub(in crate::maintenance) fn dropped(conn: &mut DbConnection) -> QueryResult<Self> {
        if let DbConnection::Sqlite(_) = conn {
            return Ok(Self { definitions: vec![] });
        }
        let definitions = lines(conn, &format!("SELECT indexdef AS line {OF_WORDS}"))?;
        let drop = format!("SELECT format('DROP INDEX %I', indexname) AS line {OF_WORDS}");
        for statement in lines(conn, &drop)? {
            conn.batch_execute(&statement)?;
        }
        Ok(Self { definitions })
    }

    pub(in crate::maintenance) fn build(self, conn: &mut DbConnection) -> QueryResult<()> {
        self.definitions.iter().try_for_each(|statement| conn.batch_execute(statement))
    }
}
