use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// The draining state: the server still answers, but reports not ready and keeps no
/// connections alive.
#[derive(Clone, Debug, Default)]
pub struct Draining(Arc<AtomicBool>);

impl Draining {
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
