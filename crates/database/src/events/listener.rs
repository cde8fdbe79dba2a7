use std::sync::OnceLock;

use kernel::Event;

/// Takes committed events. It must return at once: writes wait for it.
pub type ListenToEvents = Box<dyn Fn(&[Event]) + Send + Sync>;

/// Passes committed events on, those of this process and of others.
#[derive(Default)]
pub(crate) struct EventListener(OnceLock<ListenToEvents>);

impl EventListener {
    /// The first listener stays.
    pub(crate) fn set(&self, listen: ListenToEvents) {
        let _ = self.0.set(listen);
    }

    pub(crate) fn notify(&self, events: &[Event]) {
        if let Some(listen) = self.0.get()
            && !events.is_empty()
        {
            listen(events);
        }
    }
}
