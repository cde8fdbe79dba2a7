//! Throwaway databases for tests: a file of SQLite per test; one PostgreSQL cluster per test binary, with
//! one database per test; in the same way `MariaDB`, for what is imported from there; buckets.
//!
//! Uses the cluster at `POSTUP_TEST_POSTGRES_URL` (a superuser's URL) if set, and otherwise starts the
//! installed version on a free port. A shell process stops and removes it when the test binary ends.
//! Tests that stop their database use an [`OwnCluster`].

#![expect(clippy::expect_used, reason = "a test that cannot have its database may panic")]

mod bucket;
mod cluster;
mod file;
mod mariadb;
mod own;

use std::{
    mem,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

pub use bucket::{BucketServer, bucket_environment};
use cluster::Cluster;
pub use file::{filled_file, folder};
pub use mariadb::{mariadb_database, run_on_mariadb};
pub use own::OwnCluster;

static CLUSTER: OnceLock<Cluster> = OnceLock::new();
/// The names of databases that the next call drops.
static GIVEN_UP: Mutex<Vec<String>> = Mutex::new(vec![]);
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// Returns the URL of a new, empty database.
pub fn empty_database() -> String {
    create_database("template1")
}

/// A database of one test. Dropped, it gives its room to the next one.
pub struct OwnDatabase {
    /// Its URL.
    pub url: String,
}

impl OwnDatabase {
    /// Returns the URL of the database, which stays until the test binary ends.
    #[must_use]
    pub fn keep(mut self) -> String {
        mem::take(&mut self.url)
    }
}

impl Drop for OwnDatabase {
    fn drop(&mut self) {
        let name = self.url.rsplit('/').next().unwrap_or_default();
        if !name.is_empty() {
            GIVEN_UP.lock().unwrap_or_else(PoisonError::into_inner).push(name.to_owned());
        }
    }
}

/// Returns a new copy of the database that `fill` filled; `fill` runs once per test binary.
pub fn filled_database(fill: impl FnOnce(&str)) -> OwnDatabase {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| {
        let url = empty_database();
        fill(&url);
        url
    });
    let name = template.rsplit('/').next().unwrap_or_default();
    OwnDatabase { url: create_database(name) }
}

fn create_database(template: &str) -> String {
    let cluster = CLUSTER.get_or_init(Cluster::start);
    let number = DATABASES.fetch_add(1, Ordering::Relaxed);
    let name = format!("postup_test_{}_{number}", std::process::id());
    let given_up = mem::take(&mut *GIVEN_UP.lock().unwrap_or_else(PoisonError::into_inner));
    let drops = given_up.iter().map(|name| format!("DROP DATABASE {name} WITH (FORCE)"));
    let create = format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy");
    let statements: Vec<String> = drops.chain([create]).collect();
    cluster.sql(&statements);
    format!("{}/{name}", cluster.url)
}
