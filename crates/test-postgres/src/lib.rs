//! A throwaway PostgreSQL for tests: one cluster a test binary, one database a test.
//!
//! The cluster is that of `POSTUP_TEST_POSTGRES_URL` when it is set (a superuser's URL), else one
//! of the installed version, started on a free port. A watching shell stops and removes it when the
//! test binary ends, however it ends. A test that takes its database away has clusters of its own.

#![expect(clippy::expect_used, reason = "a test that cannot have its database may panic")]

mod cluster;
mod own;

use std::sync::{
    OnceLock,
    atomic::{AtomicU32, Ordering},
};

use cluster::Cluster;
pub use own::OwnCluster;

static CLUSTER: OnceLock<Cluster> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// The URL of a new, empty database.
pub fn empty_database() -> String {
    create_database("template1")
}

/// The URL of a new database that holds what `fill` put into the first one; `fill` runs once a test binary.
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
