//! What the adapters stand on: connections to SQLite and PostgreSQL, transactions, locks, the schema, and the events
//! of committed changes.
//!
//! A query is written once for both databases, on [`DbConnection`]; `on_backend!` marks code compiled for each.
//! [`Database::read`], [`Database::snapshot`] and [`Database::write`] are the ways to run one.

#[macro_use]
mod connection;
mod database;
mod deliveries;
mod events;
mod group_commit;
pub mod locks;
mod once;
pub mod schema;
pub mod sql;
mod transaction;
mod write_queue;

pub use self::{
    connection::{
        DatabaseUrl, DatabaseUrlError, Db, DbConnection, Erasing, PoolObserver, PoolState,
        PooledConnection, failure,
    },
    database::{
        CatchUp, Database, Delivery, DeliveryFailure, Exclusive, LeaderTask, Leadership, MAX_HOLD,
        OutboxRunner,
    },
    deliveries::{
        Carrier, Channel, DeliveryFigures, DeliveryRunner, Due, NewDelivery, Outcome,
        WaitingDeliveries, enqueue,
    },
    events::{
        Consumed, EventConsumer, Events, ListenToEvents, OutboxState, StoredEvent,
        decode as decode_event,
    },
    write_queue::WriteQueue,
};
