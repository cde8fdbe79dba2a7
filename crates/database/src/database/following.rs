use std::{
    collections::HashSet,
    error::Error,
    sync::{Arc, Weak},
    thread,
    time::{Duration, Instant},
};

use cache::{CacheTag, TagVersions, tags_of};
use diesel::{PgConnection, QueryResult, RunQueryDsl, connection::SimpleConnection, sql_query};
use kernel::{Event, RepositoryError};

use super::Database;
use crate::{
    connection::{DatabaseUrl, Pool, connect_postgres, with_parameter},
    events::{Broadcast, CHANNEL, EventListener, MAX_STALENESS, Outbox, read_payload},
    group_commit::GroupCommit,
};

/// The interval of exchanging events.
const EXCHANGE_EVERY: Duration = Duration::from_millis(20);
const CONNECT_EVERY: Duration = Duration::from_millis(250);
/// The interval of retries with a connection that receives nothing.
const RETRY_AFTER: Duration = Duration::from_secs(30);
/// The maximum wait for the first notification of another connection.
const GREETING: Duration = Duration::from_secs(1);
/// The maximum silence of the connection before it is replaced, in milliseconds.
const SILENCE: &str = "1000";

impl Database {
    /// Starts to exchange events with other processes, so that [`Self::versions`] can be trusted.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn follow_other_processes(&self, url: &DatabaseUrl) -> Result<(), RepositoryError> {
        let follow: Box<dyn FnOnce() + Send> = match (url, &self.group) {
            (DatabaseUrl::Postgres(url), _) => {
                let url = with_parameter(url, "tcp_user_timeout", SILENCE);
                let exchange = Exchange {
                    url,
                    pool: self.writer.clone(),
                    versions: Arc::downgrade(&self.versions),
                    broadcast: Arc::clone(&self.broadcast),
                    listener: Arc::clone(&self.listener),
                    outbox: self.outbox.clone(),
                };
                Box::new(move || exchange.run())
            }
            (DatabaseUrl::Sqlite(_), Some(group)) => {
                // Later snapshots are compared with this one.
                group.look_for_other_processes(&self.writer, &self.versions);
                self.versions.trust();
                let (pool, group) = (self.writer.clone(), Arc::downgrade(group));
                let versions = Arc::downgrade(&self.versions);
                Box::new(move || watch_file(&pool, &group, &versions))
            }
            (DatabaseUrl::Sqlite(_), None) => return Ok(()),
        };
        let started = thread::Builder::new().name("broadcast".to_owned()).spawn(follow);
        started.map(drop).map_err(|error| RepositoryError::Failed(error.into()))
    }

    /// Publishes the pending events: before the process ends.
    pub fn publish_pending_events(&self) {
        self.broadcast.publish_over(&self.writer);
    }
}

/// Invalidates everything when another process commits to the file of SQLite.
fn watch_file(pool: &Pool, group: &Weak<GroupCommit>, versions: &Weak<TagVersions>) {
    while let (Some(group), Some(versions)) = (group.upgrade(), versions.upgrade()) {
        group.look_for_other_processes(pool, &versions);
        drop((group, versions));
        thread::sleep(EXCHANGE_EVERY);
    }
}

/// What exchanges events with other copies.
struct Exchange {
    url: String,
    /// For events that there is no other connection for.
    pool: Pool,
    versions: Weak<TagVersions>,
    broadcast: Arc<Broadcast>,
    listener: Arc<EventListener>,
    outbox: Option<Arc<Outbox>>,
}

impl Exchange {
    /// Publishes own events and receives those of other copies over a connection of its own. While there
    /// is none, nothing is trusted, and events are published over the writers' connections.
    fn run(&self) {
        while self.versions.strong_count() > 0 {
            // Reads and writes fail in the same way and report it.
            let _ = self.run_once();
            self.broadcast.disconnected();
            self.broadcast.publish_over(&self.pool);
            thread::sleep(CONNECT_EVERY);
        }
    }

    /// Ends with the connection, or, if it receives nothing, after [`RETRY_AFTER`].
    fn run_once(&self) -> Result<(), Box<dyn Error>> {
        let named = with_parameter(&self.url, "application_name", "postup%20changes");
        let mut conn = connect_postgres(&named, None)?;
        sql_query(format!("LISTEN {CHANNEL}")).execute(&mut conn)?;
        let receives = receives_notifications(&mut conn, &self.url)?;
        if let Some(versions) = self.versions.upgrade() {
            versions.invalidate(&[CacheTag::Global]);
        }
        self.listener.notify(&[Event::DataReplaced]);
        if let Some(outbox) = &self.outbox {
            outbox.wake();
        }
        let begun = Instant::now();
        while let Some(versions) = self.versions.upgrade()
            && (receives || begun.elapsed() < RETRY_AFTER)
        {
            let moment = Instant::now();
            publish(&mut conn, &self.broadcast)?;
            self.broadcast.mark_published(moment);
            if receives {
                // The round trip shows that the connection still receives.
                sql_query("SELECT 1").execute(&mut conn)?;
                self.receive(&mut conn, &versions)?;
                versions.trust_until(moment, MAX_STALENESS);
            }
            drop(versions);
            thread::sleep(EXCHANGE_EVERY);
        }
        Ok(())
    }

    fn receive(&self, conn: &mut PgConnection, versions: &TagVersions) -> QueryResult<()> {
        let mut events = HashSet::new();
        for notification in conn.notifications_iter() {
            events.extend(read_payload(&notification?.payload, self.broadcast.name()));
        }
        let tags: HashSet<CacheTag> = events.iter().flat_map(tags_of).collect();
        versions.invalidate(&tags);
        if let Some(outbox) = &self.outbox {
            outbox.wake_for(&events);
        }
        self.listener.notify(&events.into_iter().collect::<Vec<_>>());
        Ok(())
    }
}

/// Returns whether notifications of another connection arrive: a pooler such as `PgBouncer` accepts `LISTEN`
/// but gives the listening connection to another client.
fn receives_notifications(conn: &mut PgConnection, url: &str) -> Result<bool, Box<dyn Error>> {
    let greeting = format!("{:016x}-greeting", rand::random::<u64>());
    let greet = format!("NOTIFY {CHANNEL}, '{greeting}'");
    connect_postgres(url, None)?.batch_execute(&greet)?;
    let start = Instant::now();
    while start.elapsed() < GREETING {
        sql_query("SELECT 1").execute(conn)?;
        let received: Vec<_> = conn.notifications_iter().collect::<Result<_, _>>()?;
        if received.iter().any(|notification| notification.payload == greeting) {
            return Ok(true);
        }
        thread::sleep(EXCHANGE_EVERY);
    }
    Ok(false)
}

fn publish(conn: &mut PgConnection, broadcast: &Broadcast) -> QueryResult<()> {
    broadcast.publish_by(|pending| {
        // A crash of PostgreSQL may lose it: all copies lose their connections then, too.
        let notify = broadcast.statement(pending);
        conn.batch_execute(&format!("BEGIN; SET LOCAL synchronous_commit = off; {notify}; COMMIT"))
    })
}
