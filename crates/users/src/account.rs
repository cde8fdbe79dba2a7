use kernel::{Ban, Banned, ForumId, ImageUrl, Member, Role, Text, Timestamp, UserId, Visibility};

use crate::Username;

/// Returns the default image of an account.
#[must_use]
pub fn default_avatar() -> ImageUrl {
    ImageUrl::from_stored("/images/avatars/default.svg".to_owned())
}

/// The author name of content of deleted accounts. Nobody can register it: names have no brackets.
pub const DELETED_USER: &str = "[deleted]";

/// The image of [`DELETED_USER`].
pub const DELETED_USER_IMAGE: &str = "/images/avatars/removed.svg";

/// An account as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: UserId,
    pub username: String,
    pub image: String,
    /// The current role; a ban keeps it.
    pub role: Role,
    /// As stored: it may be over. Use cases return accounts as they are at the time of the call.
    pub ban: Option<Ban>,
    /// Tokens with another number are invalid.
    pub session_version: i32,
    pub created_at: Timestamp,
}

impl Account {
    /// Returns the account without a ban that is over at `now`.
    #[must_use]
    pub fn at(mut self, now: Timestamp) -> Self {
        self.ban = self.ban.filter(|ban| ban.is_active(now));
        self
    }

    /// Returns the holder of the account, at the time that the account shows.
    #[must_use]
    pub fn member(self) -> Member {
        Member { id: self.id, role: self.role, ban: self.ban, since: self.created_at }
    }
}

/// An account as others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub id: UserId,
    pub username: String,
    pub image: String,
}

/// What members write about themselves: at most 2,000 characters.
pub type About = Text<2_000>;

/// A member as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicProfile {
    pub id: UserId,
    pub username: String,
    pub image: String,
    /// Empty if they wrote nothing.
    pub about: String,
    pub joined: Timestamp,
    pub post_count: i64,
    /// Replies that are not removed.
    pub reply_count: i64,
    /// Upvotes minus downvotes on those posts and replies.
    pub score: i64,
    /// The current role; a ban is not shown. `Moderator` only to who may read one of the forums.
    pub role: Role,
    /// The oldest [`MAX_MODERATED`] of the forums that they moderate and the reader may read.
    pub moderates: Vec<ModeratedForum>,
}

/// The most forums that a profile names.
pub const MAX_MODERATED: usize = 100;

/// A forum that a member moderates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeratedForum {
    pub id: ForumId,
    pub topic: String,
    pub visibility: Visibility,
}

/// The stored hash of an account without a password. No password matches it.
pub const NO_PASSWORD: &str = "";

/// An account with its password hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    pub account: Account,
    /// [`NO_PASSWORD`] if it has none.
    pub password_hash: String,
}

impl Credentials {
    #[must_use]
    pub fn has_password(&self) -> bool {
        self.password_hash != NO_PASSWORD
    }
}

/// An account that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    pub username: Username,
    /// [`NO_PASSWORD`] if it has none.
    pub password_hash: String,
    pub image: ImageUrl,
    /// The [`crate::RecoveryCodes::digest`] of each of its recovery codes.
    pub code_digests: Vec<String>,
    pub created_at: Timestamp,
}

/// The outcome of using a recovery code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecoveryOutcome {
    Done(Account),
    /// The account is banned; the code stays valid.
    Banned(UserId, Banned),
    /// Unknown name, or no such code of the account.
    Refused,
}
