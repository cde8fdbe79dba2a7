//! Bodies that several areas answer.

use kernel::{MadeInvite as Made, Role, Tally as Counted, UserId, Visibility, Vote};
use moderation::Profile as ModeratorProfile;
use notifications::{Person, WatchLevel};
use serde::Serialize;
use users::{Account, Profile};
use utoipa::ToSchema;

use crate::response_cache::Cacheable;

/// A user as others see them.
#[derive(Serialize, ToSchema)]
pub(crate) struct User {
    id: i64,
    username: String,
    #[serde(rename = "user_image")]
    image: String,
}

impl Cacheable for User {}

impl User {
    pub(crate) fn new(id: UserId, username: String, image: String) -> Self {
        Self { id: id.0, username, image }
    }
}

impl From<Profile> for User {
    fn from(profile: Profile) -> Self {
        Self { id: profile.id.0, username: profile.username, image: profile.image }
    }
}

impl From<Account> for User {
    fn from(account: Account) -> Self {
        Self { id: account.id.0, username: account.username, image: account.image }
    }
}

impl From<Person> for User {
    fn from(person: Person) -> Self {
        Self { id: person.id.0, username: person.username, image: person.image }
    }
}

impl From<ModeratorProfile> for User {
    fn from(profile: ModeratorProfile) -> Self {
        Self { id: profile.id.0, username: profile.username, image: profile.image }
    }
}

/// A role, as the web interface names it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Authority {
    #[schema(pattern = "^ROLE_(USER|MODERATOR|ADMIN|BANNED)$")]
    name: &'static str,
}

/// The one role of somebody; a ban hides the role held.
pub(crate) fn authorities(role: Role, banned: bool) -> [Authority; 1] {
    [Authority { name: if banned { "ROLE_BANNED" } else { role_name(role) } }]
}

/// Who may read a forum: everyone, signed-in users, or only its members, its moderators and admins.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(rename_all = "lowercase")]
pub(crate) enum VisibilityWord {
    Public,
    Members,
    Private,
}

impl VisibilityWord {
    /// Returns nothing for what everybody may read.
    pub(crate) fn of_closed(visibility: Visibility) -> Option<Self> {
        (visibility != Visibility::Public).then(|| visibility.into())
    }

    /// Returns the visibility of this name.
    pub(crate) fn parse(word: &str) -> Option<Visibility> {
        Visibility::ALL.into_iter().find(|visibility| Self::from(*visibility).as_str() == word)
    }

    /// As it is serialized.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Members => "members",
            Self::Private => "private",
        }
    }
}

impl From<Visibility> for VisibilityWord {
    fn from(visibility: Visibility) -> Self {
        match visibility {
            Visibility::Public => Self::Public,
            Visibility::Members => Self::Members,
            Visibility::Private => Self::Private,
        }
    }
}

/// A role, as the web interface names it.
pub(crate) fn role_name(role: Role) -> &'static str {
    match role {
        Role::User => "ROLE_USER",
        Role::Moderator => "ROLE_MODERATOR",
        Role::Admin => "ROLE_ADMIN",
    }
}

/// What an author is in the forum of a text.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(rename_all = "lowercase")]
pub(crate) enum AuthorRole {
    Moderator,
    Admin,
}

impl AuthorRole {
    pub(crate) fn of(role: Role) -> Option<Self> {
        match role {
            Role::User => None,
            Role::Moderator => Some(Self::Moderator),
            Role::Admin => Some(Self::Admin),
        }
    }
}

/// How closely a member follows a post or a forum.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(rename_all = "lowercase")]
pub(crate) enum WatchWord {
    Watching,
    Normal,
    Muted,
}

impl WatchWord {
    /// Returns the level of this name.
    pub(crate) fn parse(word: &str) -> Option<WatchLevel> {
        let levels = [WatchLevel::Watching, WatchLevel::Normal, WatchLevel::Muted];
        levels.into_iter().find(|level| Self::from(*level).as_str() == word)
    }

    /// As it is serialized.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Watching => "watching",
            Self::Normal => "normal",
            Self::Muted => "muted",
        }
    }
}

impl From<WatchLevel> for WatchWord {
    fn from(level: WatchLevel) -> Self {
        match level {
            WatchLevel::Watching => Self::Watching,
            WatchLevel::Normal => Self::Normal,
            WatchLevel::Muted => Self::Muted,
        }
    }
}

/// The votes on a post or a reply.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tally {
    upvotes: i64,
    downvotes: i64,
    /// Whether the caller voted up; false for visitors.
    has_upvoted: bool,
    /// Whether the caller voted down; false for visitors.
    has_downvoted: bool,
}

impl From<Counted> for Tally {
    fn from(tally: Counted) -> Self {
        Self {
            upvotes: tally.votes.upvotes,
            downvotes: tally.votes.downvotes,
            has_upvoted: tally.own_vote == Some(Vote::Up),
            has_downvoted: tally.own_vote == Some(Vote::Down),
        }
    }
}

/// An invitation that was made. Its link was shown to who made it, once.
#[derive(Serialize, ToSchema)]
pub(crate) struct MadeInvite {
    id: i64,
    /// The name of who made it; null of an operator.
    by: Option<String>,
    /// The end of the invitation.
    #[schema(format = DateTime)]
    until: String,
}

impl From<Made> for MadeInvite {
    fn from(Made { id, by, until }: Made) -> Self {
        Self { id: id.0, by, until: until.to_rfc3339() }
    }
}
