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
use crate::{problem::Problem, services::Services};

/// The time for which a network comes last after a failure.
const FAILURE_RETENTION: Duration = Duration::from_mins(5);
/// The maximum number of networks with failures that are remembered: under 1 MB.
const MAX_FAILED_NETWORKS: usize = 8_192;

/// Use cases and a few threads that networks share fairly, for work that is slow and open to everyone.
pub struct FairPool {
    pool: PooledServices,
    turns: Arc<Turns>,
    max_wait: Duration,
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
    /// Starts no thread before it is needed.
    ///
    /// # Errors
    /// When the system refuses the resources of a pool.
    pub fn new(name: &str, bounds: Bounds, services: Services) -> io::Result<Self> {
        let Bounds { threads, queue, max_wait } = bounds;
        let waiting = FairQueue::new(queue);
        let state = State { free: threads, waiting, failures: RecentFailures::default() };
        // A turn passes on while its thread still ends: the next one may wait for that moment.
        let pool = PooledServices::new(name, Bounds { queue: threads, ..bounds }, services)?;
        Ok(Self { pool, turns: Arc::new(Turns(Mutex::new(state))), max_wait })
    }

    /// Runs work for a client of this network, unless it has to give way or to wait too long.
    ///
    /// Work that is refused with a 4xx counts as a failure of the network.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        network: Option<Network>,
        use_case: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn(network).await?;
        self.pool
            .run(move |services| {
                let result = use_case(services);
                turn.note(network, &result);
                result
            })
            .await
    }

    async fn turn(&self, network: Option<Network>) -> Result<Turn, Problem> {
        let (sender, turn) = oneshot::channel();
        {
            let mut state = self.turns.lock();
            if state.free > 0 {
                state.free -= 1;
                return Ok(Turn(Arc::clone(&self.turns)));
            }
            let State { waiting, failures, .. } = &mut *state;
            waiting.retain(|sender| !sender.is_closed());
            let now = Instant::now();
            // An evicted job sees that its sender is gone.
            drop(waiting.push(network, sender, |network| failures.has(network, now)));
        }
        match timeout(self.max_wait, turn).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_)) | Err(_) => Err(Problem::unavailable()),
        }
    }
}

impl Turns {
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
