use std::{
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use actix_web::ResponseError;
use kernel::Network;
use tokio::{
    runtime::{Builder, Runtime},
    sync::oneshot,
    time::timeout,
};

use super::{fair_queue::FairQueue, recent_failures::RecentFailures};
use crate::problem::Problem;

/// The bounds of a pool.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub threads: usize,
    /// The maximum number of requests that wait for a thread.
    pub queue: usize,
    /// The maximum wait of a request for a thread.
    pub max_wait: Duration,
}

impl Bounds {
    /// Returns bounds with this number of threads and a queue of 400 requests, which wait up to two seconds.
    #[must_use]
    pub fn of(threads: usize) -> Self {
        Self { threads, queue: 400, max_wait: Duration::from_secs(2) }
    }
}

/// A few threads and a bounded queue, which networks share fairly.
///
/// With a thread for each request they would compete for processors and connections, and all be late.
pub(super) struct BoundedThreadPool {
    /// Only its blocking threads are used; none once this is dropped.
    runtime: Option<Runtime>,
    jobs: Arc<Jobs>,
    max_wait: Duration,
}

/// The jobs that run or wait.
struct Jobs {
    state: Mutex<State>,
    /// The maximum number of jobs that run or wait.
    capacity: usize,
    /// Whether networks come last after a failure.
    remembers_failures: bool,
}

#[derive(Default)]
struct State {
    waiting: FairQueue<Job>,
    running: usize,
    /// The calls of [`Jobs::run_next`] that threads have yet to begin; at least one for each waiting job.
    calls: usize,
    failures: RecentFailures,
}

struct Job {
    is_claimed: Arc<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

impl BoundedThreadPool {
    pub(super) fn new(name: &str, Bounds { threads, queue, max_wait }: Bounds) -> io::Result<Self> {
        let mut builder = Builder::new_current_thread();
        let runtime = builder.thread_name(name).max_blocking_threads(threads).build()?;
        let (state, capacity) = (Mutex::default(), threads + queue);
        let jobs = Arc::new(Jobs { state, capacity, remembers_failures: false });
        Ok(Self { runtime: Some(runtime), jobs, max_wait })
    }

    /// Serves networks whose work was refused with a 4xx after all others, for a while.
    pub(super) fn with_failing_networks_last(mut self) -> Self {
        let capacity = self.jobs.capacity;
        let state = Mutex::default();
        self.jobs = Arc::new(Jobs { state, capacity, remembers_failures: true });
        self
    }

    /// Runs work for a client of this network, unless it has to give way or to wait too long, or the caller goes away
    /// before.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        network: Option<Network>,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let Some(runtime) = &self.runtime else { return Err(Problem::unavailable()) };
        let (sender, mut result) = oneshot::channel();
        let claim = Claim::default();
        // Log lines of the work belong to the request, too.
        let (span, jobs) = (tracing::Span::current(), Arc::clone(&self.jobs));
        let work = Box::new(move || {
            let result = span.in_scope(work);
            jobs.note(network, &result);
            // A caller who went away wants no result.
            let _ = sender.send(result);
        });
        if self.jobs.push(network, Job { is_claimed: Arc::clone(&claim.0), work }) {
            let jobs = Arc::clone(&self.jobs);
            drop(runtime.spawn_blocking(move || jobs.run_next()));
        }
        let result = match timeout(self.max_wait, &mut result).await {
            Ok(result) => result,
            Err(_) if claim.take() => return Err(Problem::unavailable()),
            Err(_) => result.await,
        };
        // Without a result, it gave way to other work, or panicked.
        result.unwrap_or_else(|_| {
            Err(if claim.take() { Problem::unavailable() } else { Problem::aborted() })
        })
    }
}

impl Drop for BoundedThreadPool {
    /// Does not wait: a runtime must not block where another one runs.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job; if there are too many, one gives way. Returns whether a thread has to call [`Self::run_next`].
    fn push(&self, network: Option<Network>, job: Job) -> bool {
        let mut state = self.lock();
        let State { waiting, running, calls, failures } = &mut *state;
        let (capacity, now) = (self.capacity - *running, Instant::now());
        if waiting.len() >= capacity {
            waiting.retain(|job| !job.is_claimed.load(Ordering::Acquire));
        }
        let evicted = waiting.push(network, job, capacity, |network| failures.has(network, now));
        let is_short = *calls < waiting.len();
        *calls += usize::from(is_short);
        drop(state);
        drop(evicted);
        is_short
    }

    /// Runs the job whose turn it is, if one waits.
    fn run_next(self: &Arc<Self>) {
        let Some((job, _running)) = self.next() else { return };
        (job.work)();
    }

    fn next(self: &Arc<Self>) -> Option<(Job, Running)> {
        let mut state = self.lock();
        state.calls -= 1;
        let now = Instant::now();
        let State { waiting, running, failures, .. } = &mut *state;
        loop {
            let job = waiting.pop(|network| failures.has(network, now))?;
            if !job.is_claimed.swap(true, Ordering::AcqRel) {
                *running += 1;
                return Some((job, Running(Arc::clone(self))));
            }
        }
    }

    fn note<T>(&self, network: Option<Network>, result: &Result<T, Problem>) {
        let is_failure = |problem: &Problem| problem.status_code().is_client_error();
        if let Some(network) = network
            && self.remembers_failures
            && result.as_ref().is_err_and(is_failure)
        {
            self.lock().failures.note(network, Instant::now());
        }
    }
}

/// A job that runs; ends when dropped, also by a panic.
struct Running(Arc<Jobs>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.lock().running -= 1;
    }
}

/// Set by the thread that begins the work, or by the request that gives up on it, whichever is first.
#[derive(Default)]
struct Claim(Arc<AtomicBool>);

impl Claim {
    /// Returns whether the work was cancelled before it began.
    fn take(&self) -> bool {
        !self.0.swap(true, Ordering::AcqRel)
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.take();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const QUEUE: usize = 400;

    fn one_thread() -> BoundedThreadPool {
        BoundedThreadPool::new("test", Bounds::of(1)).unwrap()
    }

    #[tokio::test]
    async fn pool_serves_a_network_in_order_and_refuses_when_full() {
        let pool = one_thread();
        let (served, order) = mpsc::channel();
        let (go, wait) = mpsc::channel::<()>();
        let mut all = vec![];
        let mut first = Box::pin(pool.run(None, move || Ok(wait.recv().is_ok())));
        assert!(futures_util::poll!(&mut first).is_pending());
        for number in 0..QUEUE {
            let served = served.clone();
            let mut next = Box::pin(pool.run(None, move || Ok(served.send(number).is_ok())));
            assert!(futures_util::poll!(&mut next).is_pending());
            all.push(next);
        }
        assert!(pool.run(None, || Ok(())).await.is_err());
        go.send(()).unwrap();
        assert!(first.await.unwrap());
        for next in all {
            assert!(next.await.unwrap());
        }
        assert!(order.try_iter().eq(0..QUEUE));
        assert!(pool.run(None, || Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn work_that_waits_too_long_is_refused_and_never_runs() {
        let pool = one_thread();
        let (go, wait) = mpsc::channel::<()>();
        let mut first = Box::pin(pool.run(None, move || Ok(wait.recv().is_ok())));
        assert!(futures_util::poll!(&mut first).is_pending());
        let (done, is_done) = mpsc::channel::<()>();
        assert!(pool.run(None, move || Ok(done.send(()).is_ok())).await.is_err());
        // As late, but begun.
        assert!(futures_util::poll!(&mut first).is_pending());
        go.send(()).unwrap();
        assert!(first.await.unwrap());
        assert!(pool.run(None, || Ok(())).await.is_ok());
        assert!(is_done.try_recv().is_err());
    }

    #[tokio::test]
    async fn queued_work_of_a_disconnected_caller_never_runs() {
        let pool = one_thread();
        let (go, wait) = mpsc::channel::<()>();
        let mut first = Box::pin(pool.run(None, move || Ok(wait.recv().is_ok())));
        assert!(futures_util::poll!(&mut first).is_pending());
        let (done, is_done) = mpsc::channel::<()>();
        let mut gone = Box::pin(pool.run(None, move || Ok(done.send(()).is_ok())));
        assert!(futures_util::poll!(&mut gone).is_pending());
        drop(gone);
        go.send(()).unwrap();
        assert!(first.await.unwrap());
        assert!(pool.run(None, || Ok(())).await.is_ok());
        assert!(is_done.try_recv().is_err());
    }

    #[tokio::test]
    async fn panic_in_the_work_leaves_the_thread_alive() {
        let pool = one_thread();
        assert!(pool.run::<()>(None, || panic!("stumbles")).await.is_err());
        assert_eq!(pool.run(None, || Ok(1)).await.ok(), Some(1));
    }

    fn network(last: u8) -> Network {
        Network::of([192, 0, 2, last].into())
    }

    #[tokio::test]
    async fn work_of_another_network_passes_a_full_queue() {
        let pool = one_thread();
        let (go, wait) = mpsc::channel::<()>();
        let (served, order) = mpsc::channel();
        let mut crowd = vec![];
        let mut first = Box::pin(pool.run(Some(network(1)), move || Ok(wait.recv().is_ok())));
        assert!(futures_util::poll!(&mut first).is_pending());
        for _ in 0..QUEUE {
            let served = served.clone();
            let work = move || Ok(served.send("crowd").is_ok());
            let mut next = Box::pin(pool.run(Some(network(1)), work));
            assert!(futures_util::poll!(&mut next).is_pending());
            crowd.push(next);
        }
        let mut other = Box::pin(pool.run(Some(network(2)), move || Ok(served.send("other"))));
        assert!(futures_util::poll!(&mut other).is_pending());
        go.send(()).unwrap();
        assert!(first.await.is_ok() && other.await.is_ok());
        let refused = futures_util::future::join_all(crowd).await;
        assert_eq!(refused.iter().filter(|result| result.is_err()).count(), 1);
        assert!(order.try_iter().take(2).any(|served| served == "other"));
    }

    #[tokio::test]
    async fn work_that_gives_way_or_is_cancelled_leaves_no_calls_behind() {
        let pool = one_thread();
        let (go, wait) = mpsc::channel::<()>();
        let mut first = Box::pin(pool.run(None, move || Ok(wait.recv().is_ok())));
        assert!(futures_util::poll!(&mut first).is_pending());
        for _ in 0..3 * QUEUE {
            let mut gone = Box::pin(pool.run(None, || Ok(())));
            assert!(futures_util::poll!(&mut gone).is_pending());
        }
        assert!(pool.jobs.lock().calls <= QUEUE + 1);
        go.send(()).unwrap();
        assert!(first.await.unwrap());
        assert!(pool.run(None, || Ok(())).await.is_ok());
    }
}
