use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use super::{Erased, UseCase};
use crate::{problem::Problem, services::Services};

/// A read that takes as long found its pages on disk and not in memory.
const COLD: Duration = Duration::from_millis(20);
/// The time for which reads leave the worker after a start or a cold read.
const WARM_UP: Duration = Duration::from_secs(1);

/// Runs fast reads on the worker thread of the request, while the database's pages are in memory.
///
/// While a page comes from disk, all requests of the worker wait. Nothing says before a read whether
/// it will need the disk, so one that did sends those of the next second to a thread pool: a worker
/// is held up by one such read in a second at most.
pub struct InlineReads {
    services: Arc<Services>,
    warmth: Warmth,
}

impl InlineReads {
    #[must_use]
    pub fn new(services: Services) -> Self {
        Self { services: Arc::new(services), warmth: Warmth::default() }
    }

    pub(super) fn services(&self) -> &Services {
        &self.services
    }

    pub(crate) fn is_allowed(&self) -> bool {
        self.warmth.is_warm(Instant::now())
    }

    pub(crate) fn run(&self, use_case: UseCase) -> Result<Erased, Problem> {
        let begun = Instant::now();
        let result = catch_panic(|| use_case.run(&self.services));
        self.warmth.note(begun, Instant::now());
        result
    }
}

/// Turns a panic into a 500: on a worker it would close the connection without an answer.
fn catch_panic<T>(work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Problem::aborted()))
}

/// Whether reads find their pages in memory.
struct Warmth {
    start: Instant,
    /// In microseconds after the start.
    warm_from: AtomicU64,
}

impl Default for Warmth {
    fn default() -> Self {
        Self { start: Instant::now(), warm_from: AtomicU64::new(WARM_UP.as_micros() as u64) }
    }
}

impl Warmth {
    fn is_warm(&self, now: Instant) -> bool {
        self.micros(now) >= self.warm_from.load(Ordering::Relaxed)
    }

    fn note(&self, begun: Instant, ended: Instant) {
        if ended - begun >= COLD {
            self.warm_from.store(self.micros(ended + WARM_UP), Ordering::Relaxed);
        }
    }

    fn micros(&self, at: Instant) -> u64 {
        at.saturating_duration_since(self.start).as_micros() as u64
    }
}

#[cfg(test)]
mod tests {
    use actix_web::{ResponseError, http::StatusCode};

    use super::*;

    #[test]
    fn reads_leave_the_worker_after_a_start_and_after_a_cold_read() {
        let warmth = Warmth::default();
        let after = |millis| warmth.start + Duration::from_millis(millis);
        assert!(!warmth.is_warm(after(0)) && !warmth.is_warm(after(999)));
        assert!(warmth.is_warm(after(1_000)));
        warmth.note(after(2_000), after(2_019));
        assert!(warmth.is_warm(after(2_019)));
        warmth.note(after(2_000), after(2_020));
        assert!(!warmth.is_warm(after(2_020)) && !warmth.is_warm(after(3_019)));
        assert!(warmth.is_warm(after(3_020)));
    }

    #[test]
    fn panic_on_the_worker_is_a_500() {
        let problem = catch_panic::<()>(|| panic!("stumbles")).err().unwrap();
        assert_eq!(problem.status_code(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
