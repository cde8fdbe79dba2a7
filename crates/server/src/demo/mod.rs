//! Communities to look at and to measure: a small written one and a large drawn one.

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
    /// How many rows [`Self::load`] will insert, for a progress bar.
    fn rows(&self) -> usize;

    /// Inserts all of it.
    ///
    /// # Errors
    /// When the database refuses a row.
    fn load(
        &self,
        loader: &mut Loader<'_>,
        progress: &dyn Fn(usize),
    ) -> Result<(), RepositoryError>;
}

/// Loads a community, all or nothing. False if the database is not empty.
///
/// # Errors
/// When the database is away or refuses a row.
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
