//! The events of changes: recorded in their transaction, sent to other copies, and stored for consumers.

mod broadcast;
mod codec;
mod listener;
mod outbox;
mod payload;
mod recorded;

pub(crate) use self::{
    broadcast::{Broadcast, CHANNEL, MAX_STALENESS},
    listener::EventListener,
    outbox::{Backlog, Outbox},
    payload::read as read_payload,
};
pub use self::{
    codec::decode,
    listener::ListenToEvents,
    outbox::{Consumed, EventConsumer, OutboxState, StoredEvent},
    recorded::Events,
};
