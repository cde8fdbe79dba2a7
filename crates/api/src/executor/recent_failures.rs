use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use kernel::Network;

/// The time for which a network comes last after a failure.
const FAILURE_RETENTION: Duration = Duration::from_mins(5);
/// The maximum number of networks with failures that are remembered: under 1 MB.
const MAX_FAILED_NETWORKS: usize = 8_192;

/// When networks failed last.
#[derive(Default)]
pub(super) struct RecentFailures(HashMap<Network, Instant>);

impl RecentFailures {
    /// Returns whether this customer or site failed a short time ago.
    pub(super) fn has(&self, network: &Network, now: Instant) -> bool {
        self.0.get(network).is_some_and(|at| now - *at < FAILURE_RETENTION)
    }

    /// Remembers a failure of the network's customer and site.
    pub(super) fn note(&mut self, network: Network, now: Instant) {
        for network in [network.customer(), network.site()] {
            self.note_one(network, now);
        }
    }

    fn note_one(&mut self, network: Network, now: Instant) {
        if self.0.len() >= MAX_FAILED_NETWORKS {
            self.0.retain(|_, at| now - *at < FAILURE_RETENTION);
        }
        if self.0.len() < MAX_FAILED_NETWORKS || self.0.contains_key(&network) {
            self.0.insert(network, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(nth: u64) -> Network {
        Network::of(std::net::Ipv6Addr::from_bits(u128::from(nth) << 64).into())
    }

    #[test]
    fn failures_are_forgotten_after_five_minutes() {
        let (mut failures, start) = (RecentFailures::default(), Instant::now());
        failures.note(network(1), start);
        for known in [network(1).customer(), network(1).site()] {
            assert!(failures.has(&known, start + Duration::from_secs(299)));
            assert!(!failures.has(&known, start + Duration::from_mins(5)));
        }
        assert!(!failures.has(&network(1 << 16).site(), start));
    }

    #[test]
    fn memory_of_failures_is_bounded() {
        let (mut failures, start) = (RecentFailures::default(), Instant::now());
        for nth in 0..10_000 {
            failures.note_one(network(nth), start);
        }
        assert_eq!(failures.0.len(), MAX_FAILED_NETWORKS);
        let later = start + FAILURE_RETENTION;
        failures.note_one(network(20_000), later);
        assert!(failures.has(&network(20_000), later));
        assert_eq!(failures.0.len(), 1);
    }
}
