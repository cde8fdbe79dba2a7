//! The events of changes: recorded in their transaction, sent to other copies, and stored for consumers.

mod changes;
mod codec;
mod listener;
mod outbox;
mod recorded;

pub(crate) use self::{
    changes::{Changes, Seen, sweep},
    listener::EventListener,
    outbox::{Backlog, Outbox, Signal},
};
pub use self::{
    codec::decode,
    listener::ListenToEvents,
    outbox::{Consumed, EventConsumer, OutboxState, StoredEvent},
    recorded::Events,
};
