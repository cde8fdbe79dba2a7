//! Demo communities: a small written one and a large generated one.

mod large;
mod texts;
mod written;

pub use large::Large;
pub use written::{PASSWORD, Written};

use std::time::Duration;

use infrastructure::{Database, Loader};
use kernel::{RepositoryError, Timestamp};

/// A community that can be loaded into an empty database.
pub trait Community {
    /// Returns the number of rows that [`Self::load`] inserts, for a progress bar.
    fn rows(&self) -> usize;

    /// Inserts all of it.
    ///
    /// # Errors
    /// When the database rejects a row.
    fn load(
        &self,
        loader: &mut Loader<'_>,
        progress: &dyn Fn(usize),
    ) -> Result<(), RepositoryError>;
}

/// Loads a community atomically. Returns false if the database is not empty.
///
/// # Errors
/// When the database is unavailable or rejects a row.
pub fn fill(
    database: &Database,
    community: &dyn Community,
    progress: &dyn Fn(usize),
) -> Result<bool, RepositoryError> {
    database.load(|loader| community.load(loader, progress))
}

fn hours_before(now: Timestamp, hours: f64) -> Timestamp {
    now.before(Duration::from_secs_f64(hours * 3_600.0))
}
