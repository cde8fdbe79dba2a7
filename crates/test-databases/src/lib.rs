//! Throwaway databases for tests: a file of SQLite per test; one PostgreSQL cluster per test binary, with
//! one database per test; in the same way `MariaDB`, for what is imported from there.
//!
//! Uses the cluster at `POSTUP_TEST_POSTGRES_URL` (a superuser's URL) if set, and otherwise starts the
//! installed version on a free port. A shell process stops and removes it when the test binary ends.
//! Tests that stop their database use an [`OwnCluster`].

#![expect(clippy::expect_used, reason = "a test that cannot have its database may panic")]

mod cluster;
mod file;
mod mariadb;
mod own;

use std::sync::{
    OnceLock,
    atomic::{AtomicU32, Ordering},
};

use cluster::Cluster;
pub use file::{filled_file, folder};
pub use mariadb::{mariadb_database, run_on_mariadb};
pub use own::OwnCluster;

static CLUSTER: OnceLock<Cluster> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// Returns the URL of a new, empty database.
pub fn empty_database() -> String {
    create_database("template1")
}

/// Returns the URL of a new copy of the database that `fill` filled; `fill` runs once per test binary.
pub fn filled_database(fill: impl FnOnce(&str)) -> String {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    let template = TEMPLATE.get_or_init(|| {
        let url = empty_database();
        fill(&url);
        url
    });
    let name = template.rsplit('/').next().unwrap_or_default();
    create_database(name)
}

fn create_database(template: &str) -> String {
    let cluster = CLUSTER.get_or_init(Cluster::start);
    let number = DATABASES.fetch_add(1, Ordering::Relaxed);
    let name = format!("postup_test_{}_{number}", std::process::id());
    cluster.sql(&format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy"));
    format!("{}/{name}", cluster.url)
}
