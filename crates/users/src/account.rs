use kernel::{ImageUrl, Member, Role, Timestamp, UserId};

use crate::Username;

/// The picture of whoever chose none.
#[must_use]
pub fn default_avatar() -> ImageUrl {
    ImageUrl::from_stored("/images/avatars/default.svg".to_owned())
}

/// Who is named where somebody wrote who has left. Nobody can register it: no name has brackets.
pub const DELETED_USER: &str = "[deleted]";

/// The picture of [`DELETED_USER`].
pub const DELETED_USER_IMAGE: &str = "/images/avatars/removed.svg";

/// An account as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: UserId,
    pub username: String,
    pub image: String,
    /// The role that is held, or was before a ban.
    pub role: Role,
    pub banned: bool,
    /// A token is good while it carries this number.
    pub session_version: i32,
    pub created_at: Timestamp,
}

impl Account {
    #[must_use]
    pub fn member(&self) -> Member {
        Member { id: self.id, role: self.role, banned: self.banned, since: self.created_at }
    }
}

/// An account as others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub id: UserId,
    pub username: String,
    pub image: String,
}

/// An account and what its password hashes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    pub account: Account,
    pub password_hash: String,
}

/// An account that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    pub username: Username,
    pub password_hash: String,
    pub image: ImageUrl,
    /// [`crate::RecoveryCodes::digest`] of each of its recovery codes.
    pub code_digests: Vec<String>,
    pub created_at: Timestamp,
}

/// What became of a recovery code that somebody came with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecoveryOutcome {
    Done(Account),
    /// The code is good, and still is: the account is banned.
    Banned,
    /// No such name, or no such code of it.
    Refused,
}
