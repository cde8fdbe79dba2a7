use std::sync::OnceLock;

use kernel::Event;

use super::Database;

/// Takes committed events. It must return at once: writes wait for it.
pub type ListenToEvents = Box<dyn Fn(&[Event]) + Send + Sync>;

/// Passes committed events on, those of this process and of others.
#[derive(Default)]
pub(super) struct EventListener(OnceLock<ListenToEvents>);

impl EventListener {
    pub(super) fn notify(&self, events: &[Event]) {
        if let Some(listen) = self.0.get()
            && !events.is_empty()
        {
            listen(events);
        }
    }
}

impl Database {
    /// Passes events on after their commit, from now on: those of this process in the order of the commits, those
    /// of others once [`Self::follow_other_processes`] was called. [`Event::DataReplaced`] says that some may have
    /// been missed. An event may come although its commit failed with the connection. The first listener stays.
    pub fn listen_to_events(&self, listen: ListenToEvents) {
        let _ = self.listener.0.set(listen);
    }
}
