//! Limits on connections of one client.

use std::{
    collections::HashMap,
    num::NonZero,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

use actix_web::{dev::Extensions, rt::net::TcpStream};
use api::StreamBounds;
use kernel::Network;
use rustix::{
    net::{Shutdown, shutdown, sockopt::set_tcp_user_timeout},
    process::{Resource, Rlimit, getrlimit, setrlimit},
};

use crate::web::{Web, client::is_trusted};

/// For the head of the first request, which browsers send in one packet.
pub(crate) const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// Between requests; a reader's next click often opens a new connection anyway, for one round trip.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(5);
/// From the end of a response to the end of the next head. A browser that opens a connection early
/// has the time of both.
pub(crate) const MAX_IDLE: Duration = HEAD_TIMEOUT.saturating_add(KEEP_ALIVE);
/// For a client to acknowledge the shutdown of its connection.
pub(crate) const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// The maximum time without reading a response. Each read restarts the timer, so slow connections
/// are fine; the kernel enforces it (`TCP_USER_TIMEOUT`, RFC 5482).
const UNREAD_TIMEOUT: Duration = Duration::from_secs(20);
/// File descriptors for other uses: databases, the log, metrics, backups.
const RESERVED_FILES: u64 = 128;
/// More would only wait for the CPU.
const MAX_CONNECTIONS_PER_WORKER: u64 = 25_600;
/// The share of connections, and of streams, that one network may hold: enough for an office, while an attacker needs
/// many networks. An IPv6 network is a /48 here, all of which one customer may hold.
const NETWORK_SHARE: u64 = 8;

/// Raises the limit of open files to the system's maximum.
pub(crate) fn raise_limit() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // The previous limit suffices for normal load.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

/// The maximum numbers of open connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionLimits {
    pub(crate) of_a_worker: usize,
    of_a_network: u64,
    /// Half of all: the others are left to requests.
    pub(crate) streams: StreamBounds,
}

impl ConnectionLimits {
    /// Computes the limits of this process and machine.
    pub(crate) fn here() -> Self {
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let workers = thread::available_parallelism().map_or(1, NonZero::get);
        Self::of(files, workers as u64)
    }

    fn of(files: u64, workers: u64) -> Self {
        let all = files.saturating_sub(RESERVED_FILES).max(RESERVED_FILES);
        let of_a_worker = (all / workers).clamp(1, MAX_CONNECTIONS_PER_WORKER);
        let of_a_network = (of_a_worker * workers / NETWORK_SHARE).max(1);
        let all = (of_a_worker * workers / 2).max(1) as usize;
        let share = (all / NETWORK_SHARE as usize).max(1);
        let streams = StreamBounds { all, of_a_network: share };
        Self { of_a_worker: of_a_worker as usize, of_a_network, streams }
    }
}

/// Counts open connections by network.
pub(crate) struct Connections {
    open: Arc<Mutex<HashMap<Network, u64>>>,
    /// `None` if limits are off.
    most_of_a_network: Option<u64>,
    web: Web,
}

/// An open connection, counted until it is dropped.
struct Open {
    all: Arc<Mutex<HashMap<Network, u64>>>,
    network: Network,
}

impl Connections {
    pub(crate) fn new(web: &Web) -> Self {
        let most_of_a_network = web.limits.is_some().then(|| ConnectionLimits::here().of_a_network);
        Self { open: Arc::default(), most_of_a_network, web: web.clone() }
    }

    /// Call it for each accepted connection; `data` lives as long as the connection.
    pub(crate) fn opened(&self, connection: &TcpStream, data: &mut Extensions) {
        // Systems without it keep clients that don't read for longer.
        let _ = set_tcp_user_timeout(connection, UNREAD_TIMEOUT.as_millis() as u32);
        let (Some(most), Ok(peer)) = (self.most_of_a_network, connection.peer_addr()) else {
            return;
        };
        if is_trusted(peer.ip(), &self.web.trusted_proxies) {
            return;
        }
        let (open, count) = Open::new(&self.open, Network::of(peer.ip()).site());
        data.insert(open);
        if count > most {
            // The worker then reads the end of the stream and closes.
            let _ = shutdown(connection, Shutdown::Both);
        }
    }
}

impl Open {
    /// Returns the number of connections of its network, including this one.
    fn new(all: &Arc<Mutex<HashMap<Network, u64>>>, network: Network) -> (Self, u64) {
        let count = {
            let mut open = all.lock().unwrap_or_else(PoisonError::into_inner);
            let count = open.entry(network).or_default();
            *count += 1;
            *count
        };
        (Self { all: Arc::clone(all), network }, count)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut open = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_gets_an_eighth_of_the_connections() {
        let most = |files, workers| {
            let ConnectionLimits { of_a_worker, of_a_network, streams } =
                ConnectionLimits::of(files, workers);
            assert_eq!(streams.all as u64, (of_a_worker as u64 * workers / 2).max(1));
            assert_eq!(streams.of_a_network, (streams.all / 8).max(1));
            (of_a_worker, of_a_network)
        };
        assert_eq!(most(1_024, 2), (448, 112));
        assert_eq!(most(65_536, 1), (25_600, 3_200));
        assert_eq!(most(1_048_576, 2), (25_600, 6_400));
        assert_eq!(most(u64::MAX, 64), (25_600, 204_800));
        assert_eq!(most(0, 256), (1, 32));
    }

    #[test]
    fn open_connections_are_counted_by_network() {
        let all = Arc::default();
        let network = |last| Network::of([203, 0, 113, last].into());
        let (first, count) = Open::new(&all, network(1));
        assert_eq!(count, 1);
        let (second, count) = Open::new(&all, network(1));
        assert_eq!(count, 2);
        assert_eq!(Open::new(&all, network(2)).1, 1);
        drop(first);
        let (third, count) = Open::new(&all, network(1));
        assert_eq!(count, 2);
        drop((second, third));
        assert!(all.lock().unwrap().is_empty());
    }
}
