//! Settings for metrics, health and shutdown of a running server.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    str::FromStr,
    time::Duration,
};

use clap::{Args, ValueEnum};

use super::Database;

/// Metrics and shutdown.
#[derive(Args, Debug)]
pub struct Running {
    /// The address and port of `/metrics`, or `off`. Unset, it is 127.0.0.1:9464 where that is free
    #[arg(long, env = "POSTUP_METRICS_BIND")]
    pub metrics_bind: Option<MetricsBind>,
    /// The seconds that a server still serves after a signal, while `/readyz` reports not ready.
    /// Unset, it is 5, and 0 at a loopback address
    #[arg(long, env = "POSTUP_DRAIN", value_parser = clap::value_parser!(u64).range(..=3_600))]
    pub drain: Option<u64>,
}

impl Running {
    /// Returns how long a server at `bind` drains.
    #[must_use]
    pub fn drain(&self, bind: IpAddr) -> Duration {
        let unset = if bind.is_loopback() { 0 } else { 5 };
        Duration::from_secs(self.drain.unwrap_or(unset))
    }
}

#[derive(Args, Debug)]
pub struct Health {
    /// The address and port of the server
    #[arg(long, env = "POSTUP_BIND", default_value = "127.0.0.1:8080")]
    pub bind: SocketAddr,
}

/// The address of `/metrics`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricsBind {
    /// Metrics are off.
    Off,
    At(SocketAddr),
}

impl MetricsBind {
    /// The default address.
    pub const DEFAULT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9464);
}

impl FromStr for MetricsBind {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() || text == "off" {
            return Ok(Self::Off);
        }
        text.parse().map(Self::At).map_err(|_| "must be an address and a port, or off")
    }
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Readable text.
    Text,
    /// One JSON object per line.
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_take_an_address_or_off() {
        assert_eq!("off".parse(), Ok(MetricsBind::Off));
        assert_eq!("".parse(), Ok(MetricsBind::Off));
        assert_eq!("127.0.0.1:9464".parse(), Ok(MetricsBind::At(MetricsBind::DEFAULT)));
        assert!("9464".parse::<MetricsBind>().is_err());
    }

    #[test]
    fn only_a_public_server_drains_by_default() {
        let unset = Running { metrics_bind: None, drain: None };
        assert_eq!(unset.drain([127, 0, 0, 1].into()), Duration::ZERO);
        assert_eq!(unset.drain([0, 0, 0, 0].into()), Duration::from_secs(5));
        let set = Running { drain: Some(7), ..unset };
        assert_eq!(set.drain([127, 0, 0, 1].into()), Duration::from_secs(7));
    }
}

#[derive(Args, Debug)]
pub struct SetRendering {
    /// What becomes of it
    #[arg(value_enum)]
    pub rendering: RenderingWord,
    #[command(flatten)]
    pub database: Database,
}

/// What becomes of the rendering of old texts.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum RenderingWord {
    /// It stops within a second; texts stay as they were rendered before.
    Pause,
    /// It goes on within a minute, where it stopped.
    Resume,
}
