use std::{fmt, sync::Arc, time::Duration};

use r2d2::{HandleEvent, event::CheckinEvent};

/// Who is told what the database's connections are used for. Called in the midst of requests: be quick.
pub trait Watch: fmt::Debug + Send + Sync {
    /// A connection of `pool` was had after `wait`.
    fn had(&self, pool: &'static str, wait: Duration);

    /// Somebody was sent away without a connection of `pool`.
    fn refused(&self, pool: &'static str);

    /// A connection of `pool` is given back after `work` with the database.
    fn worked(&self, pool: &'static str, work: Duration);
}

/// The connections of one pool, now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolState {
    /// `reader`, `worker` (what is read in microseconds) and `writer` on SQLite, `primary` and `replica` on PostgreSQL.
    pub pool: &'static str,
    pub in_use: u32,
    pub idle: u32,
    /// How many there may be.
    pub most: u32,
}

/// Hands on what r2d2 tells of one pool.
#[derive(Debug)]
pub(crate) struct PoolEvents {
    pub(crate) pool: &'static str,
    pub(crate) watch: Arc<dyn Watch>,
}

impl HandleEvent for PoolEvents {
    fn handle_checkin(&self, event: CheckinEvent) {
        self.watch.worked(self.pool, event.duration());
    }
}
