use std::{
    sync::{Arc, Weak},
    thread,
    time::{Duration, Instant},
};

use diesel::{
    QueryResult, QueryableByName, RunQueryDsl, SqliteConnection, connection::SimpleConnection,
    sql_query, sql_types::Integer,
};
use kernel::RepositoryError;

use super::Database;
use crate::{
    connection::{DatabaseUrl, USUAL_PATIENCE, connect_sqlite},
    group_commit::GroupCommit,
};

/// The interval at which the number of commits is checked.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The interval of attempts to empty the log.
const LOOK_AGAIN: Duration = Duration::from_millis(10);
/// The number of commits per checkpoint: a page that several of them changed is written once.
const COMMITS: u64 = 100;
/// After how many looks without a commit fewer are enough: each read looks for each of its pages in
/// the part of the log that is not checkpointed.
const QUIET: u32 = 20;

impl Database {
    /// Starts a thread that checkpoints SQLite's log beside the writers. Otherwise the writer that finds
    /// the log long does it, while all others wait.
    ///
    /// If the log still grows too long, a writer checkpoints it, as `connection` configures.
    ///
    /// # Errors
    /// When the file cannot be opened, or the system has no thread for it.
    pub fn start_checkpointer(&self, url: &DatabaseUrl) -> Result<(), RepositoryError> {
        let (DatabaseUrl::Sqlite(file), Some(group)) = (url, &self.group) else { return Ok(()) };
        let mut conn =
            connect_sqlite(file).map_err(|error| RepositoryError::Failed(error.into()))?;
        let group = Arc::downgrade(group);
        let run = move || {
            checkpoint_while(&group, || {
                // A writer meets the same failure, and reports it.
                let _ = conn.batch_execute("PRAGMA wal_checkpoint(PASSIVE)");
            });
        };
        let started = thread::Builder::new().name("checkpoints".to_owned()).spawn(run);
        started.map(drop).map_err(|error| RepositoryError::Failed(error.into()))
    }

    /// Carries all of SQLite's log over and empties it, so that no earlier version of a text is left
    /// in it.
    ///
    /// # Errors
    /// When the file cannot be opened or written to, or a reader stays open.
    pub fn empty_log(url: &DatabaseUrl) -> Result<(), RepositoryError> {
        let DatabaseUrl::Sqlite(file) = url else { return Ok(()) };
        let mut conn =
            connect_sqlite(file).map_err(|error| RepositoryError::Failed(error.into()))?;
        let until = Instant::now() + USUAL_PATIENCE;
        // Beside another checkpoint SQLite refuses it without waiting, and reports no error.
        while is_refused(&mut conn).map_err(|error| RepositoryError::Failed(error.into()))? {
            if Instant::now() > until {
                return Err(RepositoryError::Unavailable("the log is in use".into()));
            }
            thread::sleep(LOOK_AGAIN);
        }
        Ok(())
    }
}

/// Tries to empty the log; returns whether another connection kept it from that.
fn is_refused(conn: &mut SqliteConnection) -> QueryResult<bool> {
    #[derive(QueryableByName)]
    struct Checkpoint {
        #[diesel(sql_type = Integer)]
        busy: i32,
    }
    let done: Checkpoint = sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result(conn)?;
    Ok(done.busy != 0)
}

fn checkpoint_while(group: &Weak<GroupCommit>, mut checkpoint: impl FnMut()) {
    // What an earlier process left in the log.
    checkpoint();
    let (mut done, mut seen, mut quiet) = (0, 0, 0);
    while let Some(commits) = group.upgrade().map(|group| group.commits()) {
        quiet = if commits == seen { quiet + 1 } else { 0 };
        seen = commits;
        if commits - done >= COMMITS || (commits > done && quiet >= QUIET) {
            done = commits;
            checkpoint();
        }
        thread::sleep(LOOK_EVERY);
    }
}
