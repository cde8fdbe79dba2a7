use std::{convert::Infallible, future::pending, time::Duration};

use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

use super::reads::Stress;
use crate::operations::process::Installation;

/// Kills connections of the server to PostgreSQL; SQLite has none.
pub(super) struct Kills {
    url: String,
    random: ChaCha8Rng,
}

impl Kills {
    pub(super) fn new(installation: &Installation, seed: u64) -> Self {
        Self { url: installation.database_url.clone(), random: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Kills some now and then, without end.
    pub(super) async fn run(mut self, stress: &Stress) -> Infallible {
        if !self.url.starts_with("postgres") {
            return pending().await;
        }
        let mut conn = PgConnection::establish(&self.url).unwrap();
        loop {
            let pause = self.random.random_range(500..3_000);
            tokio::time::sleep(Duration::from_millis(pause)).await;
            let some = self.random.random_range(1..=20);
            stress.ledger.kills_now();
            sql_query(format!(
                "SELECT pg_terminate_backend(pid) FROM (
                    SELECT pid FROM pg_stat_activity WHERE datname = current_database()
                        AND backend_type = 'client backend' AND pid <> pg_backend_pid()
                        LIMIT {some}) AS chosen"
            ))
            .execute(&mut conn)
            .unwrap();
        }
    }
}
