//! Following what other processes commit.

use std::{
    collections::HashSet,
    sync::{
        Arc, Weak,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use cache::{CacheTag, TagVersions, tags_of};
use diesel::{PgConnection, QueryResult};
use kernel::{Event, RepositoryError};

use super::Database;
use crate::{
    connection::{DatabaseUrl, Pool, connect_postgres, with_parameter},
    events::{Changes, EventListener, Outbox, Seen, sweep},
    group_commit::GroupCommit,
};

/// The interval of looking for changes of others.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// How old a cached response may be while PostgreSQL answers slowly.
const MAX_STALENESS: Duration = Duration::from_millis(1_500);
/// Changes are kept longer than this, see [`sweep`].
const MAX_GAP: Duration = Duration::from_secs(5);
const SWEEP_EVERY: Duration = Duration::from_secs(5);
const CONNECT_EVERY: Duration = Duration::from_millis(250);
/// The maximum silence of the connection before it is replaced, in milliseconds.
const SILENCE: &str = "1000";

/// Called once all is known that was committed before; with `false` if that cannot be known.
type CaughtUp = Box<dyn FnOnce(bool) + Send>;

/// Asks for what other copies have committed until now. All who ask at the same time share one round trip.
#[derive(Clone)]
pub struct CatchUp(Sender<CaughtUp>);

impl CatchUp {
    /// Calls `done` once [`Database::versions`] knows all that was committed before this call.
    pub fn ask(&self, done: impl FnOnce(bool) + Send + 'static) {
        if let Err(unsent) = self.0.send(Box::new(done)) {
            unsent.0(false);
        }
    }
}

impl Database {
    /// Starts to follow other processes, so that [`Self::versions`] can be trusted. It polls every 20 ms; on PostgreSQL
    /// the returned [`CatchUp`] polls on demand.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn follow_other_processes(
        &self,
        url: &DatabaseUrl,
    ) -> Result<Option<CatchUp>, RepositoryError> {
        let (catch_up, follow): (_, Box<dyn FnOnce() + Send>) = match (url, &self.group) {
            (DatabaseUrl::Postgres(url), _) => {
                let (sender, asking) = channel();
                self.show_visitors_older(MAX_STALENESS);
                let follower = Follower {
                    url: with_parameter(url, "tcp_user_timeout", SILENCE),
                    versions: Arc::downgrade(&self.versions),
                    changes: Arc::clone(&self.changes),
                    listener: Arc::clone(&self.listener),
                    outbox: self.outbox.clone(),
                    asking,
                };
                (Some(CatchUp(sender)), Box::new(move || follower.run()))
            }
            (DatabaseUrl::Sqlite(_), Some(group)) => {
                // Later snapshots are compared with this one.
                group.look_for_other_processes(&self.writer, &self.versions);
                self.versions.trust();
                let (pool, group) = (self.writer.clone(), Arc::downgrade(group));
                let versions = Arc::downgrade(&self.versions);
                (None, Box::new(move || watch_file(&pool, &group, &versions)))
            }
            (DatabaseUrl::Sqlite(_), None) => return Ok(None),
        };
        let started = thread::Builder::new().name("follower".to_owned()).spawn(follow);
        started.map(|_| catch_up).map_err(|error| RepositoryError::Failed(error.into()))
    }
}

/// Invalidates everything when another process commits to the file of SQLite.
fn watch_file(pool: &Pool, group: &Weak<GroupCommit>, versions: &Weak<TagVersions>) {
    while let (Some(group), Some(versions)) = (group.upgrade(), versions.upgrade()) {
        group.look_for_other_processes(pool, &versions);
        drop((group, versions));
        thread::sleep(LOOK_EVERY);
    }
}

/// What follows other copies on PostgreSQL, over a connection of its own.
struct Follower {
    url: String,
    versions: Weak<TagVersions>,
    changes: Arc<Changes>,
    listener: Arc<EventListener>,
    outbox: Option<Arc<Outbox>>,
    asking: Receiver<CaughtUp>,
}

impl Follower {
    fn run(&self) {
        while let Some(versions) = self.versions.upgrade() {
            // Reads and writes fail in the same way and report it.
            let _ = self.run_once(versions);
            if let Some(versions) = self.versions.upgrade() {
                versions.distrust();
            }
            let retry_at = Instant::now() + CONNECT_EVERY;
            while let Some(done) = self.wait_until(retry_at) {
                done(false);
            }
        }
    }

    /// Ends with the connection.
    fn run_once(&self, versions: Arc<TagVersions>) -> Result<(), Box<dyn std::error::Error>> {
        let named = with_parameter(&self.url, "application_name", "postup%20changes");
        let mut conn = connect_postgres(&named, None)?;
        let mut seen = Seen::now(&mut conn)?;
        self.tell(&versions, HashSet::from([Event::DataReplaced]));
        drop(versions);
        let (mut seen_at, mut swept_at) = (Instant::now(), Instant::now());
        loop {
            let first = self.wait_until(seen_at + LOOK_EVERY);
            let Some(versions) = self.versions.upgrade() else { return Ok(()) };
            let asking: Vec<_> = first.into_iter().chain(self.asking.try_iter()).collect();
            let moment = Instant::now();
            let found = self.look(&mut conn, &versions, seen, moment - seen_at);
            if found.is_ok() {
                versions.trust_until(moment, MAX_STALENESS);
            }
            drop(versions);
            for done in asking {
                done(found.is_ok());
            }
            (seen, seen_at) = (found?, moment);
            if swept_at.elapsed() > SWEEP_EVERY {
                sweep(&mut conn)?;
                swept_at = Instant::now();
            }
        }
    }

    /// Waits until `end` for a caller of [`CatchUp::ask`].
    fn wait_until(&self, end: Instant) -> Option<CaughtUp> {
        let left = || end.saturating_duration_since(Instant::now());
        self.asking.recv_timeout(left()).ok().or_else(|| {
            // Where nobody can ask any more, it returned at once.
            thread::sleep(left());
            None
        })
    }

    fn look(
        &self,
        conn: &mut PgConnection,
        versions: &TagVersions,
        seen: Seen,
        gap: Duration,
    ) -> QueryResult<Seen> {
        let (mut events, now) = self.changes.since(conn, seen)?;
        if gap > MAX_GAP {
            events.insert(Event::DataReplaced);
        }
        self.tell(versions, events);
        Ok(now)
    }

    fn tell(&self, versions: &TagVersions, events: HashSet<Event>) {
        if events.is_empty() {
            return;
        }
        let tags: HashSet<CacheTag> = events.iter().flat_map(tags_of).collect();
        versions.invalidate(&tags);
        if let Some(outbox) = &self.outbox {
            outbox.wake_for(&events);
        }
        self.listener.notify(&events.into_iter().collect::<Vec<_>>());
    }
}
