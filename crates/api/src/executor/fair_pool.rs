use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use actix_web::ResponseError;
use kernel::Network;
use tokio::{sync::oneshot, time::timeout};

use super::{Bounds, PooledServices, fair_queue::FairQueue};
use crate::{Problem, Services};

/// The time for which a network comes last after a failure.
const FAILURE_RETENTION: Duration = Duration::from_mins(5);
/// The maximum number of networks with failures that are remembered: under 1 MB.
const MAX_FAILED_NETWORKS: usize = 8_192;

/// Use cases and a few threads that networks share fairly, for work that is slow and open to everyone.
pub struct FairPool {
    pool: PooledServices,
    turns: Arc<Turns>,
    max_wait: Duration,
    /// Whether networks whose work fails come last.
    notes_failures: bool,
}

/// The running and the waiting jobs.
struct Turns(Mutex<State>);

struct State {
    free: usize,
    waiting: FairQueue<oneshot::Sender<Turn>>,
    failures: RecentFailures,
}

/// A permit for one thread; passes to the next waiting job when dropped.
struct Turn(Arc<Turns>);

impl FairPool {
    /// For passwords: a network that guesses comes last. Starts no thread before it is needed.
    ///
    /// # Errors
    /// When the system refuses the resources of a pool.
    pub fn for_hashing(name: &str, bounds: Bounds, services: Services) -> io::Result<Self> {
        // A turn passes on while its thread still ends: the next one may wait for that moment.
        let pool = PooledServices::new(name, Bounds { queue: bounds.threads, ..bounds }, services)?;
        let turns = Arc::new(Turns::new(bounds.threads, bounds.queue));
        Ok(Self { pool, turns, max_wait: bounds.max_wait, notes_failures: true })
    }

    /// For reads, which take about as long as passing on a turn: so that no thread waits for that,
    /// each has a second job. Starts no thread before it is needed.
    ///
    /// # Errors
    /// When the system refuses the resources of a pool.
    pub fn for_reads(name: &str, bounds: Bounds, services: Services) -> io::Result<Self> {
        let ahead = 2 * bounds.threads;
        let pool = PooledServices::new(name, Bounds { queue: ahead, ..bounds }, services)?;
        let turns = Arc::new(Turns::new(ahead, bounds.queue));
        Ok(Self { pool, turns, max_wait: bounds.max_wait, notes_failures: false })
    }

    /// Runs work for a client of this network, unless it has to give way or to wait too long.
    ///
    /// Where failures are noted, a refusal with a 4xx is one.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        network: Option<Network>,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turns.take(network, self.max_wait).await?;
        let notes_failures = self.notes_failures;
        self.pool
            .run(move |services| {
                let result = use_case(services);
                if notes_failures {
                    turn.note(network, &result);
                }
                result
            })
            .await
    }
}

impl Turns {
    /// So many jobs run at once, and so many wait.
    fn new(running: usize, waiting: usize) -> Self {
        let waiting = FairQueue::new(waiting);
        Self(Mutex::new(State { free: running, waiting, failures: RecentFailures::default() }))
    }

    async fn take(
        self: &Arc<Self>,
        network: Option<Network>,
        max_wait: Duration,
    ) -> Result<Turn, Problem> {
        let (sender, turn) = oneshot::channel();
        {
            let mut state = self.lock();
            if state.free > 0 {
                state.free -= 1;
                return Ok(Turn(Arc::clone(self)));
            }
            let State { waiting, failures, .. } = &mut *state;
            waiting.retain(|sender| !sender.is_closed());
            let now = Instant::now();
            // An evicted job sees that its sender is gone.
            drop(waiting.push(network, sender, |network| failures.has(network, now)));
        }
        match timeout(max_wait, turn).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_)) | Err(_) => Err(Problem::unavailable()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the next waiting job, or counts a free thread.
    fn next(&self) -> Option<oneshot::Sender<Turn>> {
        let mut state = self.lock();
        let State { free, waiting, failures } = &mut *state;
        let now = Instant::now();
        let next = waiting.pop(|network| failures.has(network, now));
        if next.is_none() {
            *free += 1;
        }
        next
    }
}

impl Turn {
    fn note<T>(&self, network: Option<Network>, result: &Result<T, Problem>) {
        let is_failure = |problem: &Problem| problem.status_code().is_client_error();
        if let (Some(network), true) = (network, result.as_ref().is_err_and(is_failure)) {
            let now = Instant::now();
            let failures = &mut self.0.lock().failures;
            failures.note(network.customer(), now);
            failures.note(network.site(), now);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(next) = self.0.next() {
            // A permit for a cancelled job comes back and passes on when it is dropped.
            let _ = next.send(Self(Arc::clone(&self.0)));
        }
    }
}

/// When networks failed last.
#[derive(Default)]
struct RecentFailures(HashMap<Network, Instant>);

impl RecentFailures {
    fn has(&self, network: &Network, now: Instant) -> bool {
        self.0.get(network).is_some_and(|at| now - *at < FAILURE_RETENTION)
    }

    fn note(&mut self, network: Network, now: Instant) {
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

    #[tokio::test]
    async fn a_network_that_fills_the_queue_delays_no_other() {
        const WAIT: Duration = Duration::from_secs(2);
        let turns = Arc::new(Turns::new(1, 10));
        let running = turns.take(Some(network(1 << 32)), WAIT).await.ok().unwrap();
        let mut waiting: Vec<_> =
            (0..20).map(|_| Box::pin(turns.take(Some(network(1 << 32)), WAIT))).collect();
        for one in &mut waiting {
            let _ = futures_util::poll!(one);
        }
        let mut other = Box::pin(turns.take(Some(network(2 << 32)), WAIT));
        assert!(futures_util::poll!(&mut other).is_pending());
        drop(running);
        let first = waiting.remove(0).await.ok().unwrap();
        assert!(futures_util::poll!(&mut other).is_pending());
        drop(first);
        assert!(other.await.is_ok(), "its turn is the second");
    }

    #[test]
    fn failures_are_forgotten_after_five_minutes() {
        let (mut failures, start) = (RecentFailures::default(), Instant::now());
        failures.note(network(1), start);
        assert!(failures.has(&network(1), start + Duration::from_secs(299)));
        assert!(!failures.has(&network(1), start + Duration::from_mins(5)));
        assert!(!failures.has(&network(2), start));
    }

    #[test]
    fn memory_of_failures_is_bounded() {
        let (mut failures, start) = (RecentFailures::default(), Instant::now());
        for nth in 0..10_000 {
            failures.note(network(nth), start);
        }
        assert_eq!(failures.0.len(), MAX_FAILED_NETWORKS);
        let later = start + FAILURE_RETENTION;
        failures.note(network(20_000), later);
        assert!(failures.has(&network(20_000), later));
        assert_eq!(failures.0.len(), 1);
    }
}
