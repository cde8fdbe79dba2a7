use std::{
    convert::Infallible,
    ops::{Deref, DerefMut},
    sync::Arc,
    time::{Duration, Instant},
};

use diesel::QueryResult;
use kernel::RepositoryError;
use r2d2::NopEventHandler;

use super::{
    ConnectionAccess, ConnectionManager, DbConnection, Link,
    failure::is_lost,
    pool_observer::{PoolEventHandler, PoolObserver, PoolState},
    url::DatabaseUrl,
};

/// The maximum wait for a free connection.
const WAIT_FOR_CONNECTION: Duration = Duration::from_secs(2);
/// The interval at which a waiting caller checks whether the database was lost.
const LOOK_UP_AFTER: Duration = Duration::from_millis(250);
/// Options of a pool.
#[derive(Clone, Debug, Default)]
pub(crate) struct PoolOptions {
    /// The statement timeout on PostgreSQL; none if unlimited.
    pub(crate) statement_timeout: Option<Duration>,
    pub(crate) observer: Option<Arc<dyn PoolObserver>>,
    pub(crate) access: ConnectionAccess,
}

/// Connections to one database, lent one at a time. How many threads wait for one is bounded by the
/// thread pools of the executor.
///
/// While the database is unreachable, callers are refused immediately, and r2d2 retries at least once a
/// second.
#[derive(Clone)]
pub(crate) struct Pool {
    name: &'static str,
    url: DatabaseUrl,
    connections: r2d2::Pool<ConnectionManager>,
    link: Arc<Link>,
    observer: Option<Arc<dyn PoolObserver>>,
}

impl Pool {
    /// # Errors
    /// When the database cannot be reached.
    pub(crate) fn open(
        name: &'static str,
        url: &DatabaseUrl,
        size: u32,
        options: &PoolOptions,
    ) -> Result<Self, RepositoryError> {
        Self::build(name, url, options, |builder, manager| builder.max_size(size).build(manager))
            .map_err(|error| RepositoryError::Unavailable(error.into()))
    }

    /// Like [`Self::open`], for a database that may be unreachable.
    pub(crate) fn open_later(
        name: &'static str,
        url: &DatabaseUrl,
        size: u32,
        options: &PoolOptions,
    ) -> Self {
        let Ok(pool) = Self::build(name, url, options, |builder, manager| {
            Ok::<_, Infallible>(builder.max_size(size).build_unchecked(manager))
        });
        pool
    }

    fn build<E>(
        name: &'static str,
        url: &DatabaseUrl,
        options: &PoolOptions,
        build: impl FnOnce(
            r2d2::Builder<ConnectionManager>,
            ConnectionManager,
        ) -> Result<r2d2::Pool<ConnectionManager>, E>,
    ) -> Result<Self, E> {
        let link = Arc::new(Link::default());
        let manager = ConnectionManager::new(
            url.clone(),
            options.statement_timeout,
            options.access,
            Arc::clone(&link),
        );
        let observer = options.observer.clone();
        let builder =
            r2d2::Pool::builder().min_idle(Some(1)).connection_timeout(WAIT_FOR_CONNECTION);
        let builder = match observer.clone() {
            Some(observer) => {
                builder.event_handler(Box::new(PoolEventHandler { pool: name, observer }))
            }
            None => builder.event_handler(Box::new(NopEventHandler)),
        };
        let connections = build(builder, manager)?;
        Ok(Self { name, url: url.clone(), connections, link, observer })
    }

    /// Returns as many other connections to the same database, which do not wait for those of this pool.
    pub(crate) fn beside(&self, name: &'static str, size: u32, options: &PoolOptions) -> Self {
        Self::open_later(name, &self.url, size, options)
    }

    /// The maximum number of connections.
    pub(crate) fn size(&self) -> u32 {
        self.connections.max_size()
    }

    pub(crate) fn get(&self) -> Result<PooledConnection, RepositoryError> {
        let started = Instant::now();
        let lent = self.lend(started + WAIT_FOR_CONNECTION);
        if let Some(observer) = &self.observer {
            match lent {
                Ok(_) => observer.acquired(self.name, started.elapsed()),
                Err(_) => observer.refused(self.name),
            }
        }
        lent
    }

    fn lend(&self, end: Instant) -> Result<PooledConnection, RepositoryError> {
        if self.link.is_down() {
            if let Some(connection) = self.connections.try_get() {
                return Ok(PooledConnection(connection));
            }
            if self.is_gone() {
                return Err(lost());
            }
        }
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.connections.get_timeout(LOOK_UP_AFTER.min(left)) {
                Ok(connection) => return Ok(PooledConnection(connection)),
                Err(_) if self.is_gone() => return Err(lost()),
                Err(error) if left <= LOOK_UP_AFTER => {
                    return Err(RepositoryError::Unavailable(error.into()));
                }
                Err(_) => {}
            }
        }
    }

    /// Returns whether waiting is useless: there is no connection, and the last attempt failed.
    fn is_gone(&self) -> bool {
        self.link.is_down() && self.connections.state().connections == 0
    }

    pub(crate) fn state(&self) -> PoolState {
        let state = self.connections.state();
        PoolState {
            pool: self.name,
            in_use: state.connections - state.idle_connections,
            idle: state.idle_connections,
            max: self.size(),
        }
    }
}

/// A connection that goes back to its pool when it is dropped.
pub struct PooledConnection(r2d2::PooledConnection<ConnectionManager>);

impl PooledConnection {
    /// Does `work`, and sees whether the connection outlives it.
    pub fn with<T>(
        mut self,
        work: impl FnOnce(&mut DbConnection) -> QueryResult<T>,
    ) -> QueryResult<T> {
        work(&mut self).inspect_err(|error| self.0.lost |= is_lost(error))
    }
}

impl Deref for PooledConnection {
    type Target = DbConnection;

    fn deref(&self) -> &DbConnection {
        &self.0.inner
    }
}

impl DerefMut for PooledConnection {
    fn deref_mut(&mut self) -> &mut DbConnection {
        &mut self.0.inner
    }
}

fn lost() -> RepositoryError {
    RepositoryError::Unavailable("it was lost and is not back yet".into())
}
