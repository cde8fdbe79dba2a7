use std::{fmt, sync::Arc, time::Duration};

use r2d2::{HandleEvent, event::CheckinEvent};

/// Observes the connection pools. Called during requests, so implementations return quickly.
pub trait PoolObserver: fmt::Debug + Send + Sync {
    /// A caller got a connection of `pool` after `wait`.
    fn acquired(&self, pool: &'static str, wait: Duration);

    /// A caller was refused a connection of `pool`.
    fn refused(&self, pool: &'static str);

    /// A connection of `pool` came back after `held`.
    fn released(&self, pool: &'static str, held: Duration);
}

/// The connections of one pool, now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolState {
    /// `reader`, `worker` (reads of microseconds) and `writer` on SQLite, `primary` and `replica` on
    /// PostgreSQL.
    pub pool: &'static str,
    pub in_use: u32,
    pub idle: u32,
    /// The size limit of the pool.
    pub max: u32,
}

/// Forwards the events of one r2d2 pool.
#[derive(Debug)]
pub(crate) struct PoolEventHandler {
    pub(crate) pool: &'static str,
    pub(crate) observer: Arc<dyn PoolObserver>,
}

impl HandleEvent for PoolEventHandler {
    fn handle_checkin(&self, event: CheckinEvent) {
        self.observer.released(self.pool, event.duration());
    }
}
