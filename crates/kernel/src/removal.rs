use std::time::Duration;

use crate::Timestamp;

/// How long a text that a moderator removed is kept hidden. Reads honour it, whether or not the text is wiped yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemovalRetention {
    /// Texts that were removed at this time or before are gone.
    pub start: Timestamp,
}

impl RemovalRetention {
    /// The time from the removal to the wiping.
    pub const MAX_AGE: Duration = Duration::from_hours(30 * 24);

    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self { start: now.before(Self::MAX_AGE) }
    }
}
