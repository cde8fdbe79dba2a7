use std::time::Duration;

use database::{OutboxState, PoolObserver, PoolState};
use prometheus::{HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Result};

use crate::metrics::{Figures, Metrics};

/// In seconds: most uses take under a millisecond.
const BUCKETS: [f64; 13] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0];

/// Metrics of the database.
#[derive(Debug)]
pub(super) struct DatabaseMetrics {
    connections: IntGaugeVec,
    max: IntGaugeVec,
    waits: HistogramVec,
    refused: IntCounterVec,
    uses: HistogramVec,
    outbox_lag: IntGauge,
    outbox_set_aside: IntGauge,
}

impl DatabaseMetrics {
    pub(super) fn new(figures: &Figures<'_>) -> Result<Self> {
        Ok(Self {
            connections: figures.gauges(
                "postup_database_connections",
                "Connections to the database, by what they do: in_use or idle.",
                &["pool", "state"],
            )?,
            max: figures.gauges(
                "postup_database_connections_max",
                "Connections to the database that there may be.",
                &["pool"],
            )?,
            waits: figures.times(
                "postup_database_connection_wait_seconds",
                "Time until a connection came free.",
                "pool",
                &BUCKETS,
            )?,
            refused: figures.counters(
                "postup_database_connections_refused_total",
                "Sent away: no connection came free, or the database is away.",
                &["pool"],
            )?,
            uses: figures.times(
                "postup_database_use_seconds",
                "Time with the database, for each use of a connection.",
                "pool",
                &BUCKETS,
            )?,
            outbox_lag: figures.gauge(
                "postup_outbox_lag_seconds",
                "Age of the oldest event that waits for its consumer.",
            )?,
            outbox_set_aside: figures.gauge(
                "postup_outbox_set_aside",
                "Events that their consumer failed three times to handle.",
            )?,
        })
    }

    pub(super) fn set(&self, pools: &[PoolState], outbox: OutboxState) {
        self.outbox_lag.set(outbox.lag.as_secs() as i64);
        self.outbox_set_aside.set(outbox.set_aside as i64);
        for state in pools {
            let connections = |what: &str| self.connections.with_label_values(&[state.pool, what]);
            connections("in_use").set(state.in_use.into());
            connections("idle").set(state.idle.into());
            self.max.with_label_values(&[state.pool]).set(state.max.into());
            // Reported from the start, as zero.
            self.refused.with_label_values(&[state.pool]);
        }
    }
}

impl PoolObserver for Metrics {
    fn acquired(&self, pool: &'static str, wait: Duration) {
        self.database.waits.with_label_values(&[pool]).observe(wait.as_secs_f64());
    }

    fn refused(&self, pool: &'static str) {
        self.database.refused.with_label_values(&[pool]).inc();
    }

    fn released(&self, pool: &'static str, held: Duration) {
        self.database.uses.with_label_values(&[pool]).observe(held.as_secs_f64());
    }
}
