use kernel::{PostId, Reason, Timestamp};

/// The maximum number of pinned posts of a forum.
pub const MAX_PINNED: usize = 3;

/// Why a post is locked or unlocked: trimmed, 1 to 500 characters.
pub type LockReason = Reason;

/// Puts a post first in the lists of its forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// When it ends; `None` if it has no end.
    pub until: Option<Timestamp>,
}

impl Pin {
    /// A pin ends by the clock: nothing has to be written for it.
    #[must_use]
    pub fn is_over(self, now: Timestamp) -> bool {
        self.until.is_some_and(|until| until <= now)
    }
}

/// A position in a list of a forum that starts with its pinned posts.
///
/// It names those that the list started with, so that its later pages leave out just these: whatever is
/// pinned or ends meanwhile, no page repeats or loses a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AfterPinned<P> {
    pub pinned: Vec<PostId>,
    /// The position among the others; `None` before all of them.
    pub others: Option<P>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: Timestamp = Timestamp::from_unix_millis(1_000);

    #[test]
    fn a_pin_is_over_at_its_end() {
        let pin = Pin { until: Some(END) };
        assert!(!pin.is_over(Timestamp::from_unix_millis(999)));
        assert!(pin.is_over(END));
    }

    #[test]
    fn a_pin_without_an_end_is_never_over() {
        assert!(!Pin { until: None }.is_over(Timestamp::from_unix_millis(i64::MAX)));
    }
}
