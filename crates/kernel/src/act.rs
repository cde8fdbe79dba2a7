use crate::{Text, Timestamp, UserId};

/// Why a moderator or an admin does something: trimmed, 1 to 500 characters. Everybody can read it.
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
    /// is wiped at once.
    #[must_use]
    pub fn hides(&self, author: UserId) -> bool {
        self.by != Some(author)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removals_by_others_hide_and_own_ones_wipe() {
        let by = |by| Act { by, reason: None, at: Timestamp::from_unix_millis(0) };
        assert!(!by(Some(UserId(3))).hides(UserId(3)));
        assert!(by(Some(UserId(7))).hides(UserId(3)));
        assert!(by(None).hides(UserId(3)));
    }
}
