//! The stream of events: `GET /api/events` (`docs/decisions/0026`).
//!
//! Events come from the adapter that commits them, on this copy and on others. Streams hold ids and no
//! texts: a client asks the API for what it may see.

mod engine;
mod frame;
mod outgoing;
mod readers;
mod recent;
mod registry;
mod signal;
mod stream;
mod throttle;
mod topic;

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{SyncSender, TrySendError, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use actix_web::web::Bytes;
use kernel::{Event, Network};
use parking_lot::Mutex;
use users::Session;

use self::{
    engine::{Engine, Input},
    frame::EventId,
    registry::{Registry, StreamId, Subscription},
};
pub(crate) use self::{
    stream::EventStream,
    topic::{Topic, Topics, parse_topics},
};
use crate::{problem::Problem, services::Services};

/// The most streams of an account.
const MAX_OF_ACCOUNT: usize = 8;
/// How long a stream stays silent.
const HEARTBEAT_EVERY: Duration = Duration::from_secs(15);
/// The maximum number of inputs that wait for the thread.
const MAX_INPUTS: usize = 4_096;
/// How streams end while the server drains: over three seconds where they are many, so that their clients
/// come back one after the other.
const DRAIN_EVERY: Duration = Duration::from_millis(100);
const DRAIN_STEPS: usize = 30;
const DRAIN_AT_ONCE: usize = 50;

/// The open streams and the thread that serves them. Dropping it ends both.
pub struct Live {
    shared: Arc<Shared>,
    inputs: SyncSender<Input>,
    thread: Option<JoinHandle<()>>,
}

/// The maximum numbers of open streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamBounds {
    pub all: usize,
    /// Of an IPv4 address or an IPv6 /48, also behind a proxy.
    pub of_a_network: usize,
}

#[cfg(test)]
impl StreamBounds {
    /// No network has less than all.
    fn of(all: usize) -> Self {
        Self { all, of_a_network: all }
    }
}

/// The streams since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiveState {
    pub open: u64,
    /// Events sent, once for each stream that got it.
    pub sent: u64,
    /// Events not sent, each of which ended its stream: its client reads too slowly.
    pub dropped: u64,
}

/// What the thread and the handlers share.
struct Shared {
    registry: Mutex<Registry>,
    /// Differs between copies and between starts.
    copy: u64,
    bounds: StreamBounds,
    sent: AtomicU64,
    dropped: AtomicU64,
    is_draining: AtomicBool,
    /// Whether the thread missed events.
    has_lagged: AtomicBool,
}

impl Shared {
    fn new(copy: u64, bounds: StreamBounds) -> Self {
        let (registry, sent, dropped, is_draining, has_lagged) = Default::default();
        Self { registry, copy, bounds, sent, dropped, is_draining, has_lagged }
    }

    /// Gives the thread an input. It never waits: if too many inputs are queued, all streams are told to reload.
    fn offer(&self, inputs: &SyncSender<Input>, input: Input) {
        // Without the thread nobody listens.
        if let Err(TrySendError::Full(_)) = inputs.try_send(input) {
            self.has_lagged.store(true, Ordering::Relaxed);
        }
    }

    /// Checks that there is room for one more stream of this client.
    fn admit(&self, registry: &Registry, client: &Client<'_>) -> Result<(), Problem> {
        let is_full = registry.len() >= self.bounds.all;
        if is_full || self.is_draining.load(Ordering::SeqCst) {
            return Err(Problem::unavailable());
        }
        if !client.is_limited {
            return Ok(());
        }
        if let Some(Session { user, .. }) = client.session
            && registry.len_of(user) >= MAX_OF_ACCOUNT
        {
            let detail = "Too many of your tabs or devices follow this forum at once.";
            return Err(Problem::too_many_requests(detail, 30));
        }
        if let Some(network) = client.network
            && registry.len_in(network.site()) >= self.bounds.of_a_network
        {
            let detail = "Too many tabs or devices in your network follow this forum at once.";
            return Err(Problem::too_many_requests(detail, 30));
        }
        Ok(())
    }

    fn send(&self, streams: &[StreamId], frame: &Bytes) {
        let sent = self.registry.lock().send(streams, frame);
        self.sent.fetch_add(sent.events, Ordering::Relaxed);
        self.dropped.fetch_add(sent.dropped, Ordering::Relaxed);
    }
}

/// Who opens a stream.
pub(crate) struct Client<'a> {
    pub(crate) session: Option<Session>,
    pub(crate) network: Option<Network>,
    /// How long the token is valid; none for a visitor.
    pub(crate) time_left: Option<Duration>,
    /// The `Last-Event-ID` of a client that comes back.
    pub(crate) last_id: Option<&'a str>,
    /// Whether the streams of an account and of a network are limited.
    pub(crate) is_limited: bool,
}

impl Live {
    /// Starts the thread; `copy` is a number that no other copy has, nor an earlier start.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn new(services: Services, copy: u64, bounds: StreamBounds) -> io::Result<Self> {
        let shared = Arc::new(Shared::new(copy, bounds));
        let (inputs, received) = sync_channel(MAX_INPUTS);
        let engine = Engine::new(Arc::clone(&shared), services);
        let run = move || engine.run(&received);
        let thread = Some(thread::Builder::new().name("live".to_owned()).spawn(run)?);
        Ok(Self { shared, inputs, thread })
    }

    /// Returns what takes committed events. It never waits.
    pub fn feed(&self) -> impl Fn(&[Event]) + Send + Sync + use<> {
        let (inputs, shared) = (self.inputs.clone(), Arc::clone(&self.shared));
        move |events: &[Event]| shared.offer(&inputs, Input::Committed(events.to_vec()))
    }

    /// Returns the state of the streams.
    #[must_use]
    pub fn state(&self) -> LiveState {
        LiveState {
            open: self.shared.registry.lock().len() as u64,
            sent: self.shared.sent.load(Ordering::Relaxed),
            dropped: self.shared.dropped.load(Ordering::Relaxed),
        }
    }

    /// Ends all streams, some at a time, and opens no more.
    pub async fn drain(&self) {
        self.shared.is_draining.store(true, Ordering::SeqCst);
        let open = self.shared.registry.lock().all();
        let at_once = open.len().div_ceil(DRAIN_STEPS).max(DRAIN_AT_ONCE);
        for streams in open.chunks(at_once) {
            self.shared.registry.lock().remove_all(streams);
            tokio::time::sleep(DRAIN_EVERY).await;
        }
    }

    /// Opens a stream.
    ///
    /// # Errors
    /// 503 while the server drains or has too many streams, 429 where the account or the network has.
    pub(crate) fn open(&self, client: &Client<'_>, topics: Topics) -> Result<EventStream, Problem> {
        let mut registry = self.shared.registry.lock();
        self.shared.admit(&registry, client)?;
        let network = client.network.map(Network::site);
        let subscription = Subscription { session: client.session, network, topics };
        let (id, frames) = registry.add(subscription);
        drop(registry);
        if let Some(last_id) = client.last_id {
            self.shared.offer(&self.inputs, Input::Resumed(id, EventId::parse(last_id)));
        }
        let shared = Arc::clone(&self.shared);
        Ok(EventStream::new(id, frames, shared, client.time_left, HEARTBEAT_EVERY))
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let _ = self.inputs.send(Input::Stop);
        if let Some(thread) = self.thread.take() {
            // A panic was reported by the hook.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError;
    use kernel::UserId;

    use super::*;

    #[test]
    fn a_network_has_its_share_of_the_streams() {
        let shared = Shared::new(1, StreamBounds { all: 3, of_a_network: 2 });
        let mut registry = shared.registry.lock();
        let mut open = |address: &str| {
            let network = Some(Network::of(address.parse().unwrap()));
            let client =
                Client { session: None, network, time_left: None, last_id: None, is_limited: true };
            let admitted = shared.admit(&registry, &client);
            if admitted.is_ok() {
                let network = network.map(Network::site);
                registry.add(Subscription { session: None, network, topics: Topics::new() });
            }
            admitted.map_or_else(|problem| problem.status_code().as_u16(), |()| 200)
        };
        assert_eq!(open("2001:db8:1:1::1"), 200);
        assert_eq!(open("2001:db8:1:2::1"), 200);
        assert_eq!(open("2001:db8:1:3::1"), 429);
        assert_eq!(open("2001:db8:2:1::1"), 200);
        assert_eq!(open("2001:db8:3:1::1"), 503);
    }

    #[test]
    fn a_thread_that_is_behind_holds_nobody_up_and_misses_events() {
        let shared = Shared::new(1, StreamBounds::of(10));
        let (inputs, received) = sync_channel(MAX_INPUTS);
        let offer = || {
            let event = Event::OwnStateChanged { user: UserId(1) };
            shared.offer(&inputs, Input::Committed(vec![event]));
            shared.has_lagged.load(Ordering::Relaxed)
        };
        assert!((0..MAX_INPUTS).all(|_| !offer()));
        assert!(offer());
        drop(received);
    }
}
