use kernel::{Role, UserId};

/// An account as others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub id: UserId,
    pub username: String,
    pub image: String,
}

/// An account as admins see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountStatus {
    pub profile: Profile,
    /// The role that is held, or was before a ban.
    pub role: Role,
    pub banned: bool,
}

/// What became of an account whose status should change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeOutcome {
    /// It is as asked for, by this change or before.
    Changed(AccountStatus),
    /// No other admin would remain who is not banned; nothing changed.
    LastAdmin,
    /// It is banned; nothing changed.
    Banned,
    /// There is no such account.
    NotFound,
}

/// What became of a moderator who should be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoveOutcome {
    /// The person does not moderate the forum, by this change or before.
    Removed,
    /// Nobody else moderates it; nothing changed.
    LastModerator,
}
