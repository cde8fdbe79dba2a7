use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    runtime::{Builder, Runtime},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

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

/// A few threads and a bounded queue, first come, first served.
///
/// With a thread for each request they would compete for processors and connections, and all be late.
pub(super) struct BoundedThreadPool {
    /// Only its blocking threads are used; none once this is dropped.
    runtime: Option<Runtime>,
    /// One permit for each request that runs or waits.
    permits: Arc<Semaphore>,
    max_wait: Duration,
}

impl BoundedThreadPool {
    pub(super) fn new(name: &str, Bounds { threads, queue, max_wait }: Bounds) -> io::Result<Self> {
        let mut builder = Builder::new_current_thread();
        let runtime = builder.thread_name(name).max_blocking_threads(threads).build()?;
        let permits = Arc::new(Semaphore::new(threads + queue));
        Ok(Self { runtime: Some(runtime), permits, max_wait })
    }

    /// Runs `work`, unless too many wait, it has to wait too long, or the caller goes away before.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        // The permit belongs to the work, which may outlast the request.
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let permit = permit.map_err(|_| Problem::unavailable())?;
        let Some(runtime) = &self.runtime else { return Err(Problem::unavailable()) };
        let claim = Claim::default();
        // Log lines of the work belong to the request, too.
        let (span, is_claimed) = (tracing::Span::current(), Arc::clone(&claim.0));
        let mut running = runtime.spawn_blocking(move || {
            let _permit: OwnedSemaphorePermit = permit;
            if is_claimed.swap(true, Ordering::AcqRel) {
                return Err(Problem::unavailable());
            }
            span.in_scope(work)
        });
        let result = match timeout(self.max_wait, &mut running).await {
            Ok(result) => result,
            Err(_) if claim.take() => return Err(Problem::unavailable()),
            Err(_) => running.await,
        };
        result.unwrap_or_else(|_| Err(Problem::aborted()))
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
    async fn pool_serves_in_order_and_refuses_when_full() {
        let pool = one_thread();
        let (served, order) = mpsc::channel();
        let (go, wait) = mpsc::channel::<()>();
        let mut all = vec![];
        let mut first = Box::pin(pool.run(move || Ok(wait.recv().is_ok())));
        assert!(futures_util::poll!(&mut first).is_pending());
        for number in 0..QUEUE {
            let served = served.clone();
            let mut next = Box::pin(pool.run(move || Ok(served.send(number).is_ok())));
            assert!(futures_util::poll!(&mut next).is_pending());
            all.push(next);
        }
        assert!(pool.run(|| Ok(())).await.is_err());
        go.send(()).unwrap();
        assert!(first.await.unwrap());
        for next in all {
            assert!(next.await.unwrap());
        }
        assert!(order.try_iter().eq(0..QUEUE));
        assert!(pool.run(|| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn work_that_waits_too_long_is_refused_and_never_runs() {
        let pool = one_thread();
        let (go, wait) = mpsc::channel::<()>();
        let mut first = Box::pin(pool.run(move || Ok(wait.recv().is_ok())));
        assert!(futures_util::poll!(&mut first).is_pending());
        let (done, is_done) = mpsc::channel::<()>();
        assert!(pool.run(move || Ok(done.send(()).is_ok())).await.is_err());
        // As late, but begun.
        assert!(futures_util::poll!(&mut first).is_pending());
        go.send(()).unwrap();
        assert!(first.await.unwrap());
        assert!(pool.run(|| Ok(())).await.is_ok());
        assert!(is_done.try_recv().is_err());
    }

    #[tokio::test]
    async fn queued_work_of_a_disconnected_caller_never_runs() {
        let pool = one_thread();
        let (go, wait) = mpsc::channel::<()>();
        let mut first = Box::pin(pool.run(move || Ok(wait.recv().is_ok())));
        assert!(futures_util::poll!(&mut first).is_pending());
        let (done, is_done) = mpsc::channel::<()>();
        let mut gone = Box::pin(pool.run(move || Ok(done.send(()).is_ok())));
        assert!(futures_util::poll!(&mut gone).is_pending());
        drop(gone);
        go.send(()).unwrap();
        assert!(first.await.unwrap());
        assert!(pool.run(|| Ok(())).await.is_ok());
        assert!(is_done.try_recv().is_err());
    }

    #[tokio::test]
    async fn panic_in_the_work_leaves_the_thread_alive() {
        let pool = one_thread();
        assert!(pool.run::<()>(|| panic!("stumbles")).await.is_err());
        assert_eq!(pool.run(|| Ok(1)).await.ok(), Some(1));
    }
}
