use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use kernel::{Clock, RepositoryError};
use parking_lot::Mutex;

use super::{Carrier, DeliveryFigures, Due, Outcome};
use crate::{Database, events::Signal};

/// The interval of polling for deliveries that are due.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The threads that carry deliveries. Dropping it waits for those at hand; the others stay for the next start.
pub struct DeliveryRunner {
    /// One for each channel.
    signals: Vec<Arc<Signal>>,
    threads: Vec<JoinHandle<()>>,
    figures: Arc<DeliveryFigures>,
}

impl Database {
    /// Starts the threads of these carriers: one that claims what is due, and a number of lanes that carry it.
    ///
    /// # Errors
    /// When the system has no thread for them.
    pub fn start_deliveries(
        &self,
        carriers: Vec<Arc<dyn Carrier>>,
        clock: &Arc<dyn Clock>,
    ) -> Result<DeliveryRunner, RepositoryError> {
        let mut runner =
            DeliveryRunner { signals: vec![], threads: vec![], figures: Arc::default() };
        for carrier in carriers {
            let desk = Desk {
                database: self.clone(),
                carrier,
                clock: Arc::clone(clock),
                figures: Arc::clone(&runner.figures),
            };
            runner.start(&Arc::new(desk)).map_err(|error| RepositoryError::Failed(error.into()))?;
        }
        Ok(runner)
    }
}

impl DeliveryRunner {
    /// The state of the channels, kept up to date.
    #[must_use]
    pub fn figures(&self) -> Arc<DeliveryFigures> {
        Arc::clone(&self.figures)
    }

    fn start(&mut self, desk: &Arc<Desk>) -> io::Result<()> {
        let signal = Arc::<Signal>::default();
        self.signals.push(Arc::clone(&signal));
        // Nothing is claimed that no lane takes at once: others could carry it meanwhile.
        let (give, take) = sync_channel(0);
        let take = Arc::new(Mutex::new(take));
        let name = desk.carrier.channel().name();
        for _ in 0..desk.carrier.lanes() {
            let (desk, take, signal) = (Arc::clone(desk), Arc::clone(&take), Arc::clone(&signal));
            let lane = thread::Builder::new().name(name.to_owned());
            self.threads.push(lane.spawn(move || desk.carry_all(&take, &signal))?);
        }
        let desk = Arc::clone(desk);
        let dispatcher = thread::Builder::new().name(format!("{name} queue"));
        self.threads.push(dispatcher.spawn(move || desk.dispatch(&give, &signal))?);
        Ok(())
    }
}

impl Drop for DeliveryRunner {
    fn drop(&mut self) {
        self.signals.iter().for_each(|signal| signal.stop());
        for thread in self.threads.drain(..) {
            // A panic was reported by the hook.
            let _ = thread.join();
        }
    }
}

/// What the threads of a channel share.
struct Desk {
    database: Database,
    carrier: Arc<dyn Carrier>,
    clock: Arc<dyn Clock>,
    figures: Arc<DeliveryFigures>,
}

impl Desk {
    /// Gives what is due to the lanes until it is stopped.
    fn dispatch(&self, lanes: &SyncSender<Due>, signal: &Signal) {
        while !signal.is_stopped() {
            // Reads and writes fail in the same way and report it.
            let claimed = self.claim().unwrap_or_default();
            if claimed.is_empty() {
                signal.wait(LOOK_EVERY);
            }
            for due in claimed {
                if signal.is_stopped() {
                    // Another copy need not wait for its lease.
                    self.settle(&due, &Outcome::Again { at: self.clock.now() });
                } else if lanes.send(due).is_err() {
                    return;
                }
            }
        }
    }

    /// An idle queue is only read.
    fn claim(&self) -> Result<Vec<Due>, RepositoryError> {
        let (channel, now) = (self.carrier.channel(), self.clock.now());
        let backlog = self.database.waiting_deliveries(channel)?;
        let is_due = backlog.oldest_due.is_some_and(|oldest| oldest <= now);
        self.figures.change(channel, |seen| {
            seen.waiting = backlog.waiting;
            seen.lag = backlog.oldest_due.map_or(Duration::ZERO, |oldest| now.since(oldest));
        });
        if !is_due {
            return Ok(vec![]);
        }
        self.database.claim_deliveries(channel, self.carrier.lanes(), now)
    }

    /// Carries deliveries until the dispatcher ends.
    fn carry_all(&self, taken: &Mutex<Receiver<Due>>, signal: &Signal) {
        loop {
            let Ok(due) = taken.lock().recv() else { return };
            let outcome = catch_unwind(AssertUnwindSafe(|| self.carrier.deliver(&due)))
                .unwrap_or_else(|_| Outcome::Retry { why: "a panic".to_owned(), after: None });
            self.settle(&due, &outcome);
            // Another may have waited for it, or be stored by it.
            signal.wake();
        }
    }

    /// If this fails, the delivery comes again after its lease.
    fn settle(&self, due: &Due, outcome: &Outcome) {
        let (id, attempts, channel) = (due.id, due.attempts + 1, self.carrier.channel());
        let given_up = self.try_to_settle(due, outcome).unwrap_or(false);
        if given_up {
            self.figures.change(channel, |seen| seen.given_up += 1);
        }
        if let Outcome::Retry { why, .. } | Outcome::GivenUp { why } = outcome {
            let channel = channel.name();
            tracing::warn!(id, channel, attempts, given_up, why, "a delivery did not arrive");
        }
    }

    fn try_to_settle(&self, due: &Due, outcome: &Outcome) -> Result<bool, RepositoryError> {
        let now = self.clock.now();
        let gives_up = match outcome {
            Outcome::Delivered | Outcome::Again { .. } => false,
            Outcome::Retry { .. } => due.is_last_try(now),
            Outcome::GivenUp { .. } => true,
        };
        if gives_up {
            self.carrier.give_up(due)?;
        }
        self.database.settle_delivery(due, outcome, now)
    }
}
