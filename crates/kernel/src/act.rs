use crate::{Text, Timestamp, UserId};

/// Why a moderator or an admin does something: trimmed, 1 to 500 characters. Everybody can read it.
pub type Reason = Text<500>;

/// What somebody does to others, or to what others wrote: who, why and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// `None` for an operator at the command line.
    pub by: Option<UserId>,
    pub reason: Option<Reason>,
    pub at: Timestamp,
}
