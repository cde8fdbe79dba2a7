use std::time::Duration;

use kernel::{ForumId, InviteCode, Timestamp, UserId};

use crate::Profile;

/// A member of a private forum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForumMember {
    pub user: Profile,
    pub since: Timestamp,
    /// Who added the member: the same, with an invitation; the author of content of deleted accounts if this account is
    /// deleted since.
    pub by: Profile,
}

/// A member that is not stored yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewForumMember {
    pub forum: ForumId,
    pub user: UserId,
    pub by: UserId,
    pub since: Timestamp,
}

/// An invitation to a private forum, as it is shown once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForumInvite {
    pub code: InviteCode,
    /// The first moment at which it serves no longer.
    pub until: Timestamp,
}

/// What somebody is invited to, before joining.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub topic: String,
    pub description_html: String,
    pub members: i64,
    /// The name of who made the invitation, if that is known.
    pub by: Option<String>,
    pub until: Timestamp,
}

/// How many days an invitation serves: 1 to 30.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InviteDays(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be a whole number from {} to {}.", InviteDays::MIN, InviteDays::MAX)]
pub struct InviteDaysError;

impl InviteDays {
    pub const MIN: u8 = 1;
    pub const MAX: u8 = 30;

    /// # Errors
    /// When it is too few or too many.
    pub fn new(days: i64) -> Result<Self, InviteDaysError> {
        match u8::try_from(days) {
            Ok(days @ Self::MIN..=Self::MAX) => Ok(Self(days)),
            _ => Err(InviteDaysError),
        }
    }

    #[must_use]
    pub fn span(self) -> Duration {
        Duration::from_hours(24 * u64::from(self.0))
    }
}

/// A week.
impl Default for InviteDays {
    fn default() -> Self {
        Self(7)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_serves_one_to_thirty_days() {
        for (days, fits) in
            [(-1, false), (0, false), (1, true), (30, true), (31, false), (257, false)]
        {
            assert_eq!(InviteDays::new(days).is_ok(), fits, "{days}");
        }
        assert_eq!(InviteDays::default(), InviteDays(7));
        assert_eq!(InviteDaysError.to_string(), "Must be a whole number from 1 to 30.");
    }
}
