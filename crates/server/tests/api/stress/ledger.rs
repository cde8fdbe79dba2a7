use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// The longest that anybody may wait for an answer, on a machine that does other things beside.
pub(super) const LONGEST: Duration = Duration::from_secs(5);
/// As [`LONGEST`], where a password is hashed: a quarter of a second each, one after the other on
/// two processors, and all clients may want two at once.
pub(super) const LONGEST_OF_PASSWORDS: Duration = Duration::from_secs(20);
/// The time after a kill of connections during which requests may be refused.
const HONEST_REFUSAL: Duration = Duration::from_secs(1);
pub(super) const REGISTER: &str = "register twice";
pub(super) const LOG_IN: &str = "log in";
const WITH_PASSWORDS: [&str; 2] = [REGISTER, LOG_IN];
/// The maximum number of reported violations.
const MOST: usize = 20;

/// The durations of requests of one kind with one outcome.
type Times = BTreeMap<(&'static str, String), Vec<Duration>>;

/// Requests, their outcomes, and violations.
#[derive(Default)]
pub(super) struct Ledger {
    sent: AtomicUsize,
    times: Mutex<Times>,
    breaches: Mutex<Vec<String>>,
    kills: Mutex<Vec<Instant>>,
}

impl Ledger {
    /// Counts a request that is about to be sent.
    pub(super) fn sends(&self) {
        self.sent.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn sent(&self) -> usize {
        self.sent.load(Ordering::Relaxed)
    }

    /// Connections of the server to its database are killed now.
    pub(super) fn kills_now(&self) {
        self.kills.lock().unwrap().push(Instant::now());
    }

    /// Whether a request sent then may be refused because the database was away.
    pub(super) fn may_be_unavailable(&self, sent: Instant) -> bool {
        self.kills.lock().unwrap().iter().any(|kill| *kill + HONEST_REFUSAL > sent)
    }

    /// A request that was sent then has ended now.
    pub(super) fn ended(&self, kind: &'static str, how: &str, sent: Instant) {
        let took = sent.elapsed();
        self.times.lock().unwrap().entry((kind, how.to_owned())).or_default().push(took);
        let longest = if WITH_PASSWORDS.contains(&kind) { LONGEST_OF_PASSWORDS } else { LONGEST };
        if took > longest {
            self.breach(format!("{kind}: {how} after {took:?}"));
        }
    }

    /// Something happened that never may.
    pub(super) fn breach(&self, what: String) {
        self.breaches.lock().unwrap().push(what);
    }

    #[track_caller]
    pub(super) fn is_clean(&self) {
        let breaches = self.breaches.lock().unwrap();
        let told: Vec<_> = breaches.iter().take(MOST).collect();
        assert!(told.is_empty(), "{} breaches: {told:#?}", breaches.len());
    }

    #[expect(clippy::print_stdout, reason = "whoever runs it at length reads this")]
    pub(super) fn print(&self, title: &str) {
        println!("\n{title}: {} requests", self.sent());
        println!(
            "{:<34}{:>8}{:>9}{:>9}{:>9}{:>9}",
            "", "answer", "count", "p50 ms", "p99 ms", "max ms"
        );
        for ((kind, how), times) in &mut *self.times.lock().unwrap() {
            times.sort_unstable();
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            let [half, most, all] = [0.5, 0.99, 1.0].map(|share| at(share).as_secs_f64() * 1e3);
            let count = times.len();
            println!("{kind:<34}{how:>8}{count:>9}{half:>9.1}{most:>9.1}{all:>9.1}");
        }
        println!("kills of connections to the database: {}", self.kills.lock().unwrap().len());
    }
}
