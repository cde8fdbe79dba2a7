//! What a source tells, before any rule is applied.

use kernel::{Ban, Timestamp, Visibility};
use serde::{Deserialize, Serialize};

use crate::sources::archive::{forms, forms::TextForm};

/// The language of a text in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
    /// `CommonMark`, in which some HTML may stand.
    Markdown,
    Html,
    /// As in `phpBB`: `[b]`, `[quote=name]`, `[url=…]`.
    BbCode,
}

/// A text as the source stores it. It may be blank and of any length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "TextForm", into = "TextForm")]
pub struct Text {
    pub markup: Markup,
    pub source: String,
}

/// A member. Ids are those of the source, as texts; they are unique among records of their kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    #[serde(deserialize_with = "forms::id")]
    pub id: String,
    /// The name in the addresses of profiles, if they have one instead of the id. Its case doesn't matter.
    #[serde(deserialize_with = "forms::slug", default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    pub name: String,
    /// In a form that the module `foreign_hashes` of the crate `security` knows; `None` for an account without a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    /// Only an address that the source confirmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// An address as [`crate::Source::file`] takes it, or that of an image elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avatar: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Text>,
    #[serde(with = "forms::time")]
    pub created_at: Timestamp,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_admin: bool,
    /// One that is over is left out.
    #[serde(with = "forms::optional_ban", default, skip_serializing_if = "Option::is_none")]
    pub ban: Option<Ban>,
}

/// A category, community or subforum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forum {
    #[serde(deserialize_with = "forms::id")]
    pub id: String,
    /// The name in its addresses, if they have one instead of the id. Its case doesn't matter.
    #[serde(deserialize_with = "forms::slug", default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// The forum that it is in.
    #[serde(
        deserialize_with = "forms::optional_id",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub parent: Option<String>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// The founder, if there is one: becomes no moderator by that.
    #[serde(
        deserialize_with = "forms::optional_id",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub author: Option<String>,
    #[serde(with = "forms::time")]
    pub created_at: Timestamp,
    /// [`Visibility::Private`] for whatever not all members may read.
    #[serde(with = "forms::visibility", default)]
    pub visibility: Visibility,
}

/// What a member is to a forum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieKind {
    Moderator,
    /// May read it, where it is private.
    Member,
    Favorite,
    #[serde(with = "forms::ban")]
    Banned(Ban),
}

/// A member and a forum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tie {
    #[serde(deserialize_with = "forms::id")]
    pub user: String,
    #[serde(deserialize_with = "forms::id")]
    pub forum: String,
    pub kind: TieKind,
    /// Since when, if it is known.
    #[serde(with = "forms::optional_time", default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
}

/// A topic with its first text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    #[serde(deserialize_with = "forms::id")]
    pub id: String,
    /// The id of the first text among those of replies, in systems that store it as one of them: votes and answers may
    /// name it.
    #[serde(
        deserialize_with = "forms::optional_id",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub opening: Option<String>,
    #[serde(deserialize_with = "forms::id")]
    pub forum: String,
    /// `None` if the account is gone.
    #[serde(
        deserialize_with = "forms::optional_id",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub author: Option<String>,
    pub title: String,
    pub text: Text,
    /// The picture above the text, as [`User::avatar`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_description: Option<String>,
    #[serde(with = "forms::time")]
    pub created_at: Timestamp,
    #[serde(with = "forms::optional_time", default, skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_locked: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock_reason: Option<String>,
    /// When it was pinned and until when, if that has an end.
    #[serde(with = "forms::pin", default, skip_serializing_if = "Option::is_none")]
    pub pinned: Option<(Timestamp, Option<Timestamp>)>,
    /// Deleted, or hidden by moderators: moderators may restore it for a while.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_hidden: bool,
}

/// An answer to a post or to another answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    #[serde(deserialize_with = "forms::id")]
    pub id: String,
    #[serde(deserialize_with = "forms::id")]
    pub post: String,
    /// The reply that it answers; `None`, or the post's [`Post::opening`], for the post itself.
    #[serde(
        deserialize_with = "forms::optional_id",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub parent: Option<String>,
    /// `None` if the account is gone.
    #[serde(
        deserialize_with = "forms::optional_id",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub author: Option<String>,
    pub text: Text,
    #[serde(with = "forms::time")]
    pub created_at: Timestamp,
    #[serde(with = "forms::optional_time", default, skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    /// As [`Post::is_hidden`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_hidden: bool,
}

/// What a vote is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    #[serde(deserialize_with = "forms::id")]
    Post(String),
    /// A reply, or a post by its [`Post::opening`].
    #[serde(deserialize_with = "forms::id")]
    Reply(String),
}

/// A vote, or a like as an upvote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    pub on: Target,
    #[serde(deserialize_with = "forms::id")]
    pub by: String,
    #[serde(with = "forms::vote")]
    pub vote: kernel::Vote,
}

/// A private message between two members. One to several is no such message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    #[serde(deserialize_with = "forms::id")]
    pub id: String,
    #[serde(deserialize_with = "forms::id")]
    pub from: String,
    #[serde(deserialize_with = "forms::id")]
    pub to: String,
    pub text: Text,
    #[serde(with = "forms::time")]
    pub sent_at: Timestamp,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_read: bool,
}
