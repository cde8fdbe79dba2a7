use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    runtime::{Builder, Runtime},
    time::timeout,
};

use crate::{Problem, gate::Gate};

/// How many wait for a thread before the next is sent away.
const MOST_WAITING: usize = 400;
/// How long somebody waits for one. Whoever waited longer is sent away, so that the line gets short.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// A few threads for what would only be in its own way if more of it ran at once; who comes first is
/// served first.
///
/// With a thread for each request they would take turns, at processors or connections, and all be late.
pub(crate) struct Threads {
    /// Only its threads that may block are used; none once this is dropped.
    runtime: Option<Runtime>,
    places: Gate,
}

impl Threads {
    /// None where the system gives none.
    pub(crate) fn new(name: &str, count: usize) -> Option<Self> {
        let mut builder = Builder::new_current_thread();
        let runtime = builder.thread_name(name).max_blocking_threads(count).build().ok()?;
        Some(Self { runtime: Some(runtime), places: Gate::new(count + MOST_WAITING, 0) })
    }

    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = self.places.pass().await?;
        // By the thread that begins it, or by whoever waits for it no longer.
        let is_taken = Arc::new(AtomicBool::new(false));
        let begins = Arc::clone(&is_taken);
        let work = move || {
            let _place = place;
            if begins.swap(true, Ordering::AcqRel) { Err(Problem::unavailable()) } else { work() }
        };
        let Some(runtime) = &self.runtime else { return Err(Problem::unavailable()) };
        let mut worked = runtime.spawn_blocking(work);
        let result = match timeout(LONGEST_WAIT, &mut worked).await {
            Ok(result) => result,
            Err(_) if !is_taken.swap(true, Ordering::AcqRel) => return Err(Problem::unavailable()),
            Err(_) => worked.await,
        };
        result.unwrap_or_else(|_| Err(Problem::aborted()))
    }
}

impl Drop for Threads {
    /// Waits for nobody: as other runtimes, it must not be waited for where others run.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn who_comes_first_is_served_first_and_who_finds_too_many_is_sent_away() {
        let threads = Threads::new("test", 1).unwrap();
        let (served, order) = mpsc::channel();
        let (go, wait) = mpsc::channel::<()>();
        let mut all = vec![];
        let first = threads.run(move || Ok(wait.recv().is_ok()));
        let mut first = Box::pin(first);
        assert!(futures_util::poll!(&mut first).is_pending());
        for number in 0..MOST_WAITING {
            let served = served.clone();
            let mut next = Box::pin(threads.run(move || Ok(served.send(number).is_ok())));
            assert!(futures_util::poll!(&mut next).is_pending());
            all.push(next);
        }
        assert!(threads.run(|| Ok(())).await.is_err());
        go.send(()).unwrap();
        assert!(first.await.unwrap());
        for next in all {
            assert!(next.await.unwrap());
        }
        assert!(order.try_iter().eq(0..MOST_WAITING));
        assert!(threads.run(|| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn who_waits_too_long_is_sent_away_and_its_work_not_done() {
        let threads = Threads::new("test", 1).unwrap();
        let (go, wait) = mpsc::channel::<()>();
        let mut first = Box::pin(threads.run(move || Ok(wait.recv().is_ok())));
        assert!(futures_util::poll!(&mut first).is_pending());
        let (done, is_done) = mpsc::channel::<()>();
        assert!(threads.run(move || Ok(done.send(()).is_ok())).await.is_err());
        // As late, but begun.
        assert!(futures_util::poll!(&mut first).is_pending());
        go.send(()).unwrap();
        assert!(first.await.unwrap());
        assert!(threads.run(|| Ok(())).await.is_ok());
        assert!(is_done.try_recv().is_err());
    }

    #[tokio::test]
    async fn what_gives_up_takes_no_thread_along() {
        let threads = Threads::new("test", 1).unwrap();
        assert!(threads.run::<()>(|| panic!("stumbles")).await.is_err());
        assert_eq!(threads.run(|| Ok(1)).await.ok(), Some(1));
    }
}
