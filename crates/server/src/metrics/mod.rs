//! Prometheus metrics of a running server, at an address of their own.
//!
//! Labels have few values: routes are labelled by template, never by path.
//!
//! The `prometheus` crate, without protobuf, costs a request only atomics and has the figures of the
//! process. `infrastructure` knows the trait `PoolObserver` and no exporter.

mod database;
mod deliveries;
pub mod endpoint;
mod live;
mod requests;

use ::database::{Channel, OutboxState, PoolState, WaitingDeliveries};
use api::LiveState;
use prometheus::{
    Encoder, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts,
    Registry, Result, TextEncoder,
};

pub use self::requests::{AnsweredRequest, InFlight};
use self::{
    database::DatabaseMetrics, deliveries::DeliveryMetrics, live::LiveMetrics,
    requests::RequestMetrics,
};

/// The metrics of one server.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    /// Metrics of requests and logins.
    pub requests: RequestMetrics,
    database: DatabaseMetrics,
    deliveries: DeliveryMetrics,
    live: LiveMetrics,
}

impl Metrics {
    /// Registers all metrics, at zero.
    ///
    /// # Errors
    /// When two metrics share a name.
    pub fn new() -> Result<Self> {
        let registry = Registry::new();
        let figures = Figures(&registry);
        let build = figures.gauges("postup_build_info", "Always 1: what runs.", &["version"])?;
        build.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        #[cfg(target_os = "linux")]
        registry.register(Box::new(prometheus::process_collector::ProcessCollector::for_self()))?;
        let (requests, database) =
            (RequestMetrics::new(&figures)?, DatabaseMetrics::new(&figures)?);
        let (deliveries, live) = (DeliveryMetrics::new(&figures)?, LiveMetrics::new(&figures)?);
        Ok(Self { registry, requests, database, deliveries, live })
    }

    /// Returns all metrics in the text format of Prometheus, with the current state of the pools, the outbox,
    /// deliveries and streams.
    ///
    /// # Errors
    /// When a metric cannot be written.
    pub fn text(
        &self,
        pools: &[PoolState],
        outbox: OutboxState,
        deliveries: &[(Channel, WaitingDeliveries)],
        streams: LiveState,
    ) -> Result<Vec<u8>> {
        self.database.set(pools, outbox);
        self.deliveries.set(deliveries);
        self.live.set(streams);
        let mut text = vec![];
        TextEncoder::new().encode(&self.registry.gather(), &mut text)?;
        Ok(text)
    }
}

/// Creates and registers metrics.
struct Figures<'a>(&'a Registry);

impl Figures<'_> {
    fn counters(&self, name: &str, help: &str, labels: &[&str]) -> Result<IntCounterVec> {
        let counters = IntCounterVec::new(Opts::new(name, help), labels)?;
        self.0.register(Box::new(counters.clone()))?;
        Ok(counters)
    }

    fn counter(&self, name: &str, help: &str) -> Result<IntCounter> {
        let counter = IntCounter::new(name, help)?;
        self.0.register(Box::new(counter.clone()))?;
        Ok(counter)
    }

    fn gauge(&self, name: &str, help: &str) -> Result<IntGauge> {
        let gauge = IntGauge::new(name, help)?;
        self.0.register(Box::new(gauge.clone()))?;
        Ok(gauge)
    }

    fn gauges(&self, name: &str, help: &str, labels: &[&str]) -> Result<IntGaugeVec> {
        let gauges = IntGaugeVec::new(Opts::new(name, help), labels)?;
        self.0.register(Box::new(gauges.clone()))?;
        Ok(gauges)
    }

    /// A histogram of durations with these bucket bounds, in seconds.
    fn times(&self, name: &str, help: &str, label: &str, ends: &[f64]) -> Result<HistogramVec> {
        let options = HistogramOpts::new(name, help).buckets(ends.to_vec());
        let times = HistogramVec::new(options, &[label])?;
        self.0.register(Box::new(times.clone()))?;
        Ok(times)
    }
}
