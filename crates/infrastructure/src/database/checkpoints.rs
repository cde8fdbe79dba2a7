use std::{
    sync::{Arc, Weak},
    thread,
    time::Duration,
};

use diesel::connection::SimpleConnection;
use kernel::RepositoryError;

use super::{Database, group::Group};
use crate::{DatabaseUrl, connection::connect_sqlite};

/// How often it is looked whether there is enough to carry over.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// So many commits are carried over together: a page that several of them changed is written once.
const COMMITS: u64 = 100;
/// Fewer are, once it was seen so often that nobody wrote: each read looks for each of its pages in a
/// log that is not all carried over.
const QUIET: u32 = 20;

impl Database {
    /// Carries what is committed over from SQLite's log to its file from now on, beside those who
    /// write: else each time that the log has grown long, one of them does it, and all others wait.
    ///
    /// A log that grows all the same is carried over by a writer, as `connection` sets it up.
    ///
    /// # Errors
    /// When the file cannot be opened, or the system has no thread for it.
    pub fn carry_over(&self, url: &DatabaseUrl) -> Result<(), RepositoryError> {
        let (DatabaseUrl::Sqlite(file), Some(group)) = (url, &self.group) else { return Ok(()) };
        let mut conn =
            connect_sqlite(file).map_err(|error| RepositoryError::Failed(error.into()))?;
        let group = Arc::downgrade(group);
        let run = move || {
            carry_over_while(&group, || {
                // What fails, a writer meets as well, and tells of it.
                let _ = conn.batch_execute("PRAGMA wal_checkpoint(PASSIVE)");
            });
        };
        let started = thread::Builder::new().name("checkpoints".to_owned()).spawn(run);
        started.map(drop).map_err(|error| RepositoryError::Failed(error.into()))
    }
}

fn carry_over_while(group: &Weak<Group>, mut carry_over: impl FnMut()) {
    // What an earlier process left in the log.
    carry_over();
    let (mut done, mut seen, mut quiet) = (0, 0, 0);
    while let Some(commits) = group.upgrade().map(|group| group.commits()) {
        quiet = if commits == seen { quiet + 1 } else { 0 };
        seen = commits;
        if commits - done >= COMMITS || (commits > done && quiet >= QUIET) {
            done = commits;
            carry_over();
        }
        thread::sleep(LOOK_EVERY);
    }
}
