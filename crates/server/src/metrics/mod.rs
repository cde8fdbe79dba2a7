//! What a running server tells Prometheus, at an address of its own.
//!
//! Labels take few values: a route is told by its template, never by its path.
//!
//! The `prometheus` crate, without protobuf, costs a request only atomics and has the figures of the
//! process. `infrastructure` knows the trait `Watch` and no exporter.

mod database;
pub mod endpoint;
mod requests;

use infrastructure::PoolState;
use prometheus::{
    Encoder, HistogramOpts, HistogramVec, IntCounterVec, IntGaugeVec, Opts, Registry, Result,
    TextEncoder,
};

pub use self::requests::{AnsweredRequest, InFlight};
use self::{database::DatabaseMetrics, requests::RequestMetrics};

/// The figures of one server.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    /// Of requests and logins.
    pub requests: RequestMetrics,
    database: DatabaseMetrics,
}

impl Metrics {
    /// All figures, at zero.
    ///
    /// # Errors
    /// When two have one name.
    pub fn new() -> Result<Self> {
        let registry = Registry::new();
        let figures = Figures(&registry);
        let build = figures.gauges("postup_build_info", "Always 1: what runs.", &["version"])?;
        build.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        #[cfg(target_os = "linux")]
        registry.register(Box::new(prometheus::process_collector::ProcessCollector::for_self()))?;
        let (requests, database) =
            (RequestMetrics::new(&figures)?, DatabaseMetrics::new(&figures)?);
        Ok(Self { registry, requests, database })
    }

    /// All figures in the text format of Prometheus, with those of the pools as they are now.
    ///
    /// # Errors
    /// When a figure cannot be written.
    pub fn text(&self, pools: &[PoolState]) -> Result<Vec<u8>> {
        self.database.set(pools);
        let mut text = vec![];
        TextEncoder::new().encode(&self.registry.gather(), &mut text)?;
        Ok(text)
    }
}

/// Makes figures and has them told.
struct Figures<'a>(&'a Registry);

impl Figures<'_> {
    fn counters(&self, name: &str, help: &str, labels: &[&str]) -> Result<IntCounterVec> {
        let counters = IntCounterVec::new(Opts::new(name, help), labels)?;
        self.0.register(Box::new(counters.clone()))?;
        Ok(counters)
    }

    fn gauges(&self, name: &str, help: &str, labels: &[&str]) -> Result<IntGaugeVec> {
        let gauges = IntGaugeVec::new(Opts::new(name, help), labels)?;
        self.0.register(Box::new(gauges.clone()))?;
        Ok(gauges)
    }

    /// Of times, counted up to each of `ends`, in seconds.
    fn times(&self, name: &str, help: &str, label: &str, ends: &[f64]) -> Result<HistogramVec> {
        let options = HistogramOpts::new(name, help).buckets(ends.to_vec());
        let times = HistogramVec::new(options, &[label])?;
        self.0.register(Box::new(times.clone()))?;
        Ok(times)
    }
}
