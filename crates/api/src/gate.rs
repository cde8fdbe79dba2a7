use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Problem;

/// Lets so many through at once, and so many wait; who comes then is told to come back.
///
/// Work that keeps a processor busy for long, as hashing a password does, passes here.
pub(crate) struct Gate {
    inside: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

impl Gate {
    pub(crate) fn new(at_once: usize, most_waiting: usize) -> Self {
        Self {
            inside: Arc::new(Semaphore::new(at_once)),
            waiting: AtomicUsize::new(0),
            most_waiting,
        }
    }

    /// The permit belongs to the work, which may outlast the request: a client that goes away lets nobody in.
    pub(crate) async fn pass(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let inside = Arc::clone(&self.inside);
        if let Ok(permit) = Arc::clone(&inside).try_acquire_owned() {
            return Ok(permit);
        }
        let _place = self.queue()?;
        inside.acquire_owned().await.map_err(|_| Problem::unavailable())
    }

    fn queue(&self) -> Result<Place<'_>, Problem> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.most_waiting {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Problem::unavailable());
        }
        Ok(Place(&self.waiting))
    }
}

/// A place in the queue, given back also when the client goes away while it waits.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_finds_the_queue_full_is_sent_away_and_places_come_free_again() {
        let gate = Gate::new(1, 1);
        let inside = gate.pass().await.unwrap();
        let mut waiting = Box::pin(gate.pass());
        assert!(futures_util::poll!(&mut waiting).is_pending());
        assert!(gate.pass().await.is_err());
        drop(waiting);
        let mut waiting = Box::pin(gate.pass());
        assert!(futures_util::poll!(&mut waiting).is_pending());
        drop(inside);
        assert!(waiting.await.is_ok());
    }
}
