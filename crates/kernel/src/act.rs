use crate::{Text, Timestamp, UserId};

/// Why a moderator or an admin does something: trimmed, 1 to 500 characters. The log shows it to everybody who can
/// read what it is about.
pub type Reason = Text<500>;

/// An act of somebody on others or on their texts: who, why and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// `None` for an operator at the command line.
    pub by: Option<UserId>,
    pub reason: Option<Reason>,
    pub at: Timestamp,
}

impl Act {
    /// Returns whether the thing that is removed is hidden, and can be restored for a while. What its author removes
    /// is wiped at once, unless moderators locked its post: they may still need it.
    #[must_use]
    pub fn hides(&self, author: UserId, is_locked: bool) -> bool {
        is_locked || self.by != Some(author)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removals_by_others_hide_and_own_ones_wipe() {
        let by = |by| Act { by, reason: None, at: Timestamp::from_unix_millis(0) };
        assert!(!by(Some(UserId(3))).hides(UserId(3), false));
        assert!(by(Some(UserId(7))).hides(UserId(3), false));
        assert!(by(None).hides(UserId(3), false));
    }

    #[test]
    fn removals_in_a_locked_post_hide_whoever_does_them() {
        for by in [Some(UserId(3)), Some(UserId(7)), None] {
            let act = Act { by, reason: None, at: Timestamp::from_unix_millis(0) };
            assert!(act.hides(UserId(3), true));
        }
    }
}
