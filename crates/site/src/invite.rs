use std::time::Duration;

use kernel::{InviteCode, Timestamp};

/// An invitation to register, as it is shown once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    pub code: InviteCode,
    /// The first moment at which it serves no longer.
    pub until: Timestamp,
}

impl Invite {
    /// How long an invitation serves.
    pub const LIFETIME: Duration = Duration::from_hours(7 * 24);
}
