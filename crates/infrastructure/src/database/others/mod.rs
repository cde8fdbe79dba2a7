mod payload;
mod untold;

use std::{
    collections::HashSet,
    error::Error,
    sync::{Arc, Weak},
    thread,
    time::{Duration, Instant},
};

use diesel::{PgConnection, QueryResult, RunQueryDsl, connection::SimpleConnection, sql_query};
use kernel::{Changes, RepositoryError, Subject};

use self::untold::CHANNEL;
pub(super) use self::untold::Others;
use super::{Database, write_queue::GroupCommit};
use crate::{
    DatabaseUrl,
    connection::{connect_postgres, with_parameter},
    pool::Pool,
};

/// How often it is asked what others changed.
const ASK_EVERY: Duration = Duration::from_millis(20);
/// How long what visitors are shown may be true no more. What another copy changed is told within
/// [`ASK_EVERY`] and heard within another.
const OLDEST: Duration = Duration::from_millis(60);
const CONNECT_EVERY: Duration = Duration::from_millis(250);
/// After how long it is tried again whether others can be heard, where they cannot.
const DEAF_FOR: Duration = Duration::from_secs(30);
/// How long the first word of another connection may take.
const GREETING: Duration = Duration::from_secs(1);
/// How long the connection may keep silent before another is made, in milliseconds.
const SILENCE: &str = "1000";

impl Database {
    /// Follows from now on what other processes change, so that [`Self::changes`] can be relied on.
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub fn follow_others(&self, url: &DatabaseUrl) -> Result<(), RepositoryError> {
        let follow: Box<dyn FnOnce() + Send> = match (url, &self.group) {
            (DatabaseUrl::Postgres(url), _) => {
                let url = with_parameter(url, "tcp_user_timeout", SILENCE);
                let (pool, changes) = (self.writer.clone(), Arc::downgrade(&self.changes));
                let others = Arc::clone(&self.others);
                Box::new(move || exchange(&url, &pool, &changes, &others))
            }
            (DatabaseUrl::Sqlite(_), Some(group)) => {
                // What is seen later is compared with this.
                group.look_for_others(&self.writer, &self.changes);
                self.changes.trust();
                let (pool, group) = (self.writer.clone(), Arc::downgrade(group));
                let changes = Arc::downgrade(&self.changes);
                Box::new(move || look(&pool, &group, &changes))
            }
            (DatabaseUrl::Sqlite(_), None) => return Ok(()),
        };
        let started = thread::Builder::new().name("others".to_owned()).spawn(follow);
        started.map(drop).map_err(|error| RepositoryError::Failed(error.into()))
    }

    /// Tells other copies what they have not been told yet: for who has followed them, before the end.
    pub fn tell_others(&self) {
        self.others.tell_over(&self.writer);
    }
}

/// Looks for what other processes committed to the file of SQLite.
fn look(pool: &Pool, group: &Weak<GroupCommit>, changes: &Weak<Changes>) {
    while let (Some(group), Some(changes)) = (group.upgrade(), changes.upgrade()) {
        group.look_for_others(pool, &changes);
        drop((group, changes));
        thread::sleep(ASK_EVERY);
    }
}

/// Tells other copies what changed here, and hears what changed there, over a connection of its own.
/// While there is none, nothing is sure, and others are told over those for changes.
fn exchange(url: &str, pool: &Pool, changes: &Weak<Changes>, others: &Others) {
    while changes.strong_count() > 0 {
        // Whoever reads or writes meets the same failure, and tells of it.
        let _ = exchange_once(url, changes, others);
        others.disconnected();
        others.tell_over(pool);
        thread::sleep(CONNECT_EVERY);
    }
}

/// Ends with the connection, or, if nothing can be heard over it, after [`DEAF_FOR`].
fn exchange_once(
    url: &str,
    changes: &Weak<Changes>,
    others: &Others,
) -> Result<(), Box<dyn Error>> {
    let named = with_parameter(url, "application_name", "postup%20changes");
    let mut conn = connect_postgres(&named, None)?;
    let own_name = format!("{:016x}", rand::random::<u64>());
    sql_query(format!("LISTEN {CHANNEL}")).execute(&mut conn)?;
    let hears = hears_another(&mut conn, url, &own_name)?;
    if let Some(changes) = changes.upgrade() {
        changes.happened(&[Subject::Community]);
    }
    let begun = Instant::now();
    while let Some(changes) = changes.upgrade()
        && (hears || begun.elapsed() < DEAF_FOR)
    {
        let moment = Instant::now();
        tell(&mut conn, &own_name, others)?;
        others.told(moment);
        if hears {
            // The round trip shows that the connection still hears.
            sql_query("SELECT 1").execute(&mut conn)?;
            hear(&mut conn, &own_name, &changes)?;
            changes.trust_until(moment, OLDEST);
        }
        drop(changes);
        thread::sleep(ASK_EVERY);
    }
    Ok(())
}

/// Whether what another connection tells is heard: a pooler such as `PgBouncer` takes `LISTEN` and
/// lends the connection that listens to somebody else.
fn hears_another(
    conn: &mut PgConnection,
    url: &str,
    own_name: &str,
) -> Result<bool, Box<dyn Error>> {
    let greeting = format!("{own_name}-greeting");
    let greet = format!("NOTIFY {CHANNEL}, '{greeting}'");
    connect_postgres(url, None)?.batch_execute(&greet)?;
    let start = Instant::now();
    while start.elapsed() < GREETING {
        sql_query("SELECT 1").execute(conn)?;
        let told: Vec<_> = conn.notifications_iter().collect::<Result<_, _>>()?;
        if told.iter().any(|notification| notification.payload == greeting) {
            return Ok(true);
        }
        thread::sleep(ASK_EVERY);
    }
    Ok(false)
}

fn tell(conn: &mut PgConnection, own_name: &str, others: &Others) -> QueryResult<()> {
    others.tell(|untold| {
        // What is told may be lost in a crash of PostgreSQL: all copies lose their connections then, too.
        let notify = untold::statement(own_name, untold);
        conn.batch_execute(&format!("BEGIN; SET LOCAL synchronous_commit = off; {notify}; COMMIT"))
    })
}

fn hear(conn: &mut PgConnection, own_name: &str, changes: &Changes) -> QueryResult<()> {
    let mut heard = HashSet::new();
    for notification in conn.notifications_iter() {
        heard.extend(payload::read(&notification?.payload, own_name));
    }
    changes.happened(&heard);
    Ok(())
}
