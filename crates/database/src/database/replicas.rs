use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use kernel::RepositoryError;

use crate::{
    connection::{DatabaseUrl, Pool, PoolOptions, PoolState, PooledConnection, failure},
    sql::{lines, lines_of},
};

/// How old what is read from a replica may be while the primary answers.
pub(super) const OLDEST: Duration = Duration::from_secs(5);
/// The maximum lag of a replica when the primary answered last, which was up to [`ASK_EVERY`] and a query ago.
const MAX_LAG: Duration = Duration::from_secs(4);
/// The interval of lag checks.
const ASK_EVERY: Duration = Duration::from_millis(500);
/// How long replicas are read without a primary: longer than a failover takes.
const MAX_ABSENCE: Duration = Duration::from_mins(1);
const NAME: &str = "replica";

/// Read replicas of a PostgreSQL database, used in turn as long as they keep up.
pub(crate) struct Replicas {
    all: Vec<Replica>,
    turns: AtomicUsize,
}

struct Replica {
    pool: Pool,
    known: Mutex<Known>,
}

/// What is known of a replica.
#[derive(Clone, Copy, Default)]
struct Known {
    /// When the primary's state was what this replica shows; none if nothing is known.
    shows: Option<Instant>,
    /// When the primary answered last.
    primary: Option<Instant>,
    /// The timeline of the primary then: each promotion begins another.
    timeline: Option<u32>,
}

/// The end of the primary's log.
struct Position {
    /// The time just before it was asked for.
    at: Instant,
    lsn: String,
    timeline: u32,
}

impl Replicas {
    /// Waits for none of them: one that is away is read once it is there.
    pub(crate) fn open(
        urls: &[DatabaseUrl],
        options: &PoolOptions,
        primary: &Pool,
    ) -> Result<Arc<Self>, RepositoryError> {
        let size = primary.size();
        let replica = |url| Replica {
            pool: Pool::open_later(NAME, url, size, options),
            known: Mutex::default(),
        };
        // Of its own: a primary whose connections are all in use is not away.
        let unobserved = PoolOptions { observer: None, ..options.clone() };
        let primary = primary.beside("watch", urls.len().max(1) as u32, &unobserved);
        let all = urls.iter().map(replica).collect();
        let replicas = Arc::new(Self { all, turns: AtomicUsize::new(0) });
        for number in 0..urls.len() {
            let (watched, primary) = (Arc::downgrade(&replicas), primary.clone());
            // A thread each, so that one that hangs holds up no other.
            let watch = move || {
                let mut mark = None;
                while let Some(replicas) = watched.upgrade() {
                    replicas.all[number].ask(&primary, &mut mark);
                    drop(replicas);
                    thread::sleep(ASK_EVERY);
                }
            };
            let started = thread::Builder::new().name(format!("{NAME}-{number}")).spawn(watch);
            started.map_err(|error| RepositoryError::Failed(error.into()))?;
        }
        Ok(replicas)
    }

    /// A connection to the next that keeps up; none if there is none.
    pub(crate) fn lend(&self) -> Option<PooledConnection> {
        let first = self.turns.fetch_add(1, Ordering::Relaxed);
        let mut in_turn = (0..self.all.len()).map(|nth| &self.all[(first + nth) % self.all.len()]);
        in_turn.find_map(|replica| replica.keeps_up().then(|| replica.pool.get().ok())?)
    }

    /// Whether one of them keeps up.
    pub(crate) fn keep_up(&self) -> bool {
        self.all.iter().any(Replica::keeps_up)
    }

    /// All of them together.
    pub(crate) fn state(&self) -> PoolState {
        let none = PoolState { pool: NAME, in_use: 0, idle: 0, max: 0 };
        self.all.iter().map(|replica| replica.pool.state()).fold(none, |sum, one| PoolState {
            in_use: sum.in_use + one.in_use,
            idle: sum.idle + one.idle,
            max: sum.max + one.max,
            ..sum
        })
    }
}

impl Replica {
    fn keeps_up(&self) -> bool {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).keeps_up(Instant::now())
    }

    /// Compares positions in the log of changes, not clocks: a primary that rests makes no replica
    /// look old, and one that a replica has lost touch with makes none look young. `mark` is the
    /// position that the replica has yet to replay.
    fn ask(&self, primary: &Pool, mark: &mut Option<Position>) {
        if let Ok(Some(found)) = position(primary) {
            self.know(|known| known.hear(found.at, found.timeline));
            mark.get_or_insert(found);
        }
        let Some(Position { at, lsn, .. }) = mark else { return };
        if self.has_replayed(lsn).unwrap_or(false) {
            self.know(|known| known.shows = known.shows.max(Some(*at)));
            *mark = None;
        }
    }

    fn know(&self, learn: impl FnOnce(&mut Known)) {
        learn(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// One that was made a primary of its own shows something else.
    fn has_replayed(&self, position: &str) -> Result<bool, RepositoryError> {
        let query = "SELECT CAST(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= \
                     CAST($1 AS pg_lsn) AS TEXT) AS line";
        let lent = self.pool.get()?;
        let answer = lent.with(|conn| lines_of(conn, query, position)).map_err(failure)?;
        Ok(answer == ["true"])
    }
}

impl Known {
    /// While the primary is away nothing changes there: a replica that kept up until then goes on, for as long as a
    /// failover may take.
    fn keeps_up(self, now: Instant) -> bool {
        let (Some(shows), Some(heard)) = (self.shows, self.primary) else { return false };
        heard.duration_since(shows) <= MAX_LAG && now.duration_since(heard) <= MAX_ABSENCE
    }

    /// Notes an answer of the primary. A replica that kept up with the one before shows the state with which another one
    /// begins.
    fn hear(&mut self, now: Instant, timeline: u32) {
        let is_another = self.timeline.is_some_and(|before| before != timeline);
        if is_another && self.keeps_up(now) {
            self.shows = Some(now);
        }
        (self.primary, self.timeline) = (Some(now), Some(timeline));
    }
}

/// Returns the end of the primary's log. With `synchronous_commit` off, what is committed is inserted there, but not yet
/// written.
fn position(primary: &Pool) -> Result<Option<Position>, RepositoryError> {
    let at = Instant::now();
    // The name of a file of the log begins with its timeline.
    let query = "SELECT CONCAT(lsn, ' ', SUBSTR(pg_walfile_name(lsn), 1, 8)) AS line \
                 FROM pg_current_wal_insert_lsn() AS lsn";
    let found = primary.get()?.with(|conn| lines(conn, query)).map_err(failure)?.pop();
    Ok(found.and_then(|line| {
        let (lsn, timeline) = line.split_once(' ')?;
        let timeline = u32::from_str_radix(timeline, 16).ok()?;
        Some(Position { at, lsn: lsn.to_owned(), timeline })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replica_is_read_while_it_keeps_up_or_the_primary_is_away_for_a_minute() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let known = |shows, primary| Known {
            shows: Some(at(shows)),
            primary: Some(at(primary)),
            timeline: Some(1),
        };
        for (known, now, keeps_up) in [
            (Known::default(), 0, false),
            (known(0, 0), 5, true),
            // It is behind a primary that answers.
            (known(0, 6), 6, false),
            (known(0, 6), 11, false),
            // It kept up until the primary went away.
            (known(0, 4), 6, true),
            (known(0, 4), 9, true),
            (known(0, 4), 64, true),
            (known(0, 4), 65, false),
            // It did not.
            (known(0, 6), 20, false),
        ] {
            assert_eq!(known.keeps_up(at(now)), keeps_up, "at {now}");
        }
    }

    #[test]
    fn a_replica_that_kept_up_is_read_while_it_finds_another_primary() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let heard = |shows, heard, now, timeline| {
            let (shows, primary) = (Some(at(shows)), Some(at(heard)));
            let mut known = Known { shows, primary, timeline: Some(1) };
            known.hear(at(now), timeline);
            known
        };
        let found = heard(0, 4, 30, 2);
        assert!(found.keeps_up(at(30)));
        // It does not find it.
        let mut lost = found;
        lost.hear(at(33), 2);
        assert!(lost.keeps_up(at(33)));
        lost.hear(at(36), 2);
        assert!(!lost.keeps_up(at(36)));
        // The primary is the same; it was away for too long; the replica did not keep up.
        for known in [heard(0, 4, 30, 1), heard(0, 4, 65, 2), heard(0, 6, 30, 2)] {
            assert!(!known.keeps_up(known.primary.unwrap()));
        }
    }
}
