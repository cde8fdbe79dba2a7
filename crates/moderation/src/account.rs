use kernel::{Ban, Role, UserId};

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
    /// The current role; a ban keeps it.
    pub role: Role,
    /// The ban that holds at the time that was asked about.
    pub ban: Option<Ban>,
}

/// The outcome of changing an account's status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeOutcome {
    /// The status is as requested, by this change or before.
    Changed(AccountStatus),
    /// No active admin would remain; nothing changed.
    LastAdmin,
    /// It is banned, from a forum or from the site; nothing changed.
    Banned,
    /// There is no such account.
    NotFound,
}

/// The outcome of adding a moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddOutcome {
    /// The user moderates the forum, by this change or before.
    Added,
    /// The user is banned, from the forum or from the site; nothing changed.
    Banned,
    /// The forum is gone; nothing changed.
    NoForum,
}

/// The outcome of removing a moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoveOutcome {
    /// The user does not moderate the forum, by this change or before.
    Removed,
    /// The forum has no other moderator; nothing changed.
    LastModerator,
}

/// The users that a search for a forum returns: those who can be promoted in it, or banned from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    Promotable,
    /// Not admins: nobody bans those from a forum.
    Bannable,
}
