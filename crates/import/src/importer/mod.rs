//! Carries the rows of a source to a destination.

mod accounts;
mod forums;
mod messages;
mod posts;
mod replies;
mod texts;
mod votes;

use std::collections::{HashMap, HashSet};

use kernel::{ForumId, RepositoryError, Timestamp, UserId};

use crate::{Beginning, Destination, Kind, Report, Row, Rows, Source, SourceError, convert::Names};

/// Rows that are stored in one transaction.
const BATCH: usize = 500;

/// Why an import ended early. What was stored stays: the import goes on when it is run again.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("the forum is not empty: nothing was changed")]
    NotEmpty,
    #[error("the community was moved in on {}; it can't be repeated", .0.to_rfc3339())]
    Finished(Timestamp),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Destination(#[from] RepositoryError),
}

/// Called with a kind of rows, how many of them are done, and how many there are, more or less.
pub type OnProgress<'a> = &'a dyn Fn(Kind, u64, u64);

/// One run of an import.
pub struct Import<'a> {
    source: &'a dyn Source,
    destination: &'a dyn Destination,
    on_progress: OnProgress<'a>,
    now: Timestamp,
    report: Report,
    names: Names,
    /// How many posts are pinned in each forum.
    pins: HashMap<i64, usize>,
    /// Files that cannot be carried: each is looked at once.
    lost_files: HashSet<String>,
}

impl<'a> Import<'a> {
    /// Carries everything. `now` is when that is.
    pub fn run(
        source: &'a dyn Source,
        destination: &'a dyn Destination,
        now: Timestamp,
        on_progress: OnProgress<'a>,
    ) -> Result<Report, ImportError> {
        match destination.begin()? {
            Beginning::Empty | Beginning::Continued => {}
            Beginning::Finished(at) => return Err(ImportError::Finished(at)),
            Beginning::NotEmpty => return Err(ImportError::NotEmpty),
        }
        let mut import = Self {
            source,
            destination,
            on_progress,
            now,
            report: Report::default(),
            names: Names::default(),
            pins: HashMap::new(),
            lost_files: HashSet::new(),
        };
        import.users()?;
        import.forums()?;
        import.ties()?;
        import.posts()?;
        import.replies()?;
        import.votes()?;
        import.messages()?;
        destination.finish(now)?;
        Ok(import.report)
    }

    /// Stores the rows of a stream in batches. What is unreadable is in the report.
    fn in_batches<T>(
        &mut self,
        kind: Kind,
        rows: Rows<'a, T>,
        store: impl Fn(&mut Self, Vec<T>) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        let all = self.source.count(kind)?;
        let mut batch = Vec::with_capacity(BATCH);
        let mut done = 0;
        for row in rows {
            done += 1;
            match row? {
                Row::Record(record) => batch.push(record),
                Row::Unreadable { id, reason } => self.lose(kind, reason, &id),
            }
            if batch.len() == BATCH {
                store(self, std::mem::take(&mut batch))?;
                (self.on_progress)(kind, done, all.max(done));
            }
        }
        store(self, batch)?;
        (self.on_progress)(kind, done, all.max(done));
        Ok(())
    }

    fn lose(&mut self, kind: Kind, reason: &'static str, id: &str) {
        self.report.lose(kind, reason, id);
    }

    fn change(&mut self, kind: Kind, remark: &'static str, example: &str) {
        self.report.change(kind, remark, example);
    }

    /// Returns the nearest time from 1970 on that has come.
    fn time(&mut self, kind: Kind, id: &str, at: Timestamp) -> Timestamp {
        let within = at.clamp(Timestamp::from_unix_millis(0), self.now);
        if within != at {
            self.change(kind, "the time is before 1970 or has not come yet", id);
        }
        within
    }

    /// Returns the members here with these ids of the source.
    fn members<'i>(
        &self,
        ids: impl Iterator<Item = &'i String>,
    ) -> Result<Members, RepositoryError> {
        let ids: Vec<&str> = ids.map(String::as_str).collect();
        self.destination.known(Kind::User, &ids).map(Members)
    }

    /// Returns the author, `None` for the one of deleted accounts.
    fn author(
        &mut self,
        kind: Kind,
        id: &str,
        members: &Members,
        author: Option<&String>,
    ) -> Option<UserId> {
        let found = author.and_then(|author| members.find(author));
        if found.is_none() {
            self.change(kind, "the author is gone: shown as a deleted account", id);
        }
        found
    }
}

/// Ids of members here, by those of the source.
struct Members(HashMap<String, i64>);

impl Members {
    fn find(&self, id: &str) -> Option<UserId> {
        self.0.get(id).copied().map(UserId)
    }
}

/// Ids of forums here, by those of the source.
struct Forums(HashMap<String, i64>);

impl Forums {
    fn find(&self, id: &str) -> Option<ForumId> {
        self.0.get(id).copied().map(ForumId)
    }
}
