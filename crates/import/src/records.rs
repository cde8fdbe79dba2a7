//! What a source tells, before any rule is applied.

use kernel::{Ban, Timestamp, Visibility};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub markup: Markup,
    pub source: String,
}

/// A member. Ids are those of the source, as texts; they are unique among records of their kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: String,
    /// The name in the addresses of profiles, if they have one instead of the id. Its case doesn't matter.
    pub slug: Option<String>,
    pub name: String,
    /// In a form that the crate `security` verifies; `None` for an account without a password.
    pub password_hash: Option<String>,
    /// Only an address that the source confirmed.
    pub email: Option<String>,
    /// An address as [`crate::Source::file`] takes it, or that of an image elsewhere.
    pub avatar: Option<String>,
    pub about: Option<Text>,
    pub created_at: Timestamp,
    pub is_admin: bool,
    /// One that is over is left out.
    pub ban: Option<Ban>,
}

/// A category, community or subforum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forum {
    pub id: String,
    /// The name in its addresses, if they have one instead of the id. Its case doesn't matter.
    pub slug: Option<String>,
    /// The forum that it is in.
    pub parent: Option<String>,
    pub name: String,
    pub description: Option<Text>,
    /// The founder, if there is one: becomes no moderator by that.
    pub author: Option<String>,
    pub created_at: Timestamp,
    /// [`Visibility::Private`] for whatever not all members may read.
    pub visibility: Visibility,
}

/// What a member is to a forum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TieKind {
    Moderator,
    /// May read it, where it is private.
    Member,
    Favorite,
    Banned(Ban),
}

/// A member and a forum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    pub user: String,
    pub forum: String,
    pub kind: TieKind,
    /// Since when, if it is known.
    pub since: Option<Timestamp>,
}

/// A topic with its first text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    pub id: String,
    /// The id of the first text among those of replies, in systems that store it as one of them: votes and answers may
    /// name it.
    pub opening: Option<String>,
    pub forum: String,
    /// `None` if the account is gone.
    pub author: Option<String>,
    pub title: String,
    pub text: Text,
    /// The picture above the text, as [`User::avatar`].
    pub image: Option<String>,
    pub image_description: Option<String>,
    pub created_at: Timestamp,
    pub edited_at: Option<Timestamp>,
    pub is_locked: bool,
    pub lock_reason: Option<String>,
    /// When it was pinned and until when, if that has an end.
    pub pinned: Option<(Timestamp, Option<Timestamp>)>,
    /// Deleted, or hidden by moderators: moderators may restore it for a while.
    pub is_hidden: bool,
}

/// An answer to a post or to another answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub id: String,
    pub post: String,
    /// The reply that it answers; `None`, or the post's [`Post::opening`], for the post itself.
    pub parent: Option<String>,
    /// `None` if the account is gone.
    pub author: Option<String>,
    pub text: Text,
    pub created_at: Timestamp,
    pub edited_at: Option<Timestamp>,
    /// As [`Post::is_hidden`].
    pub is_hidden: bool,
}

/// What a vote is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Post(String),
    /// A reply, or a post by its [`Post::opening`].
    Reply(String),
}

/// A vote, or a like as an upvote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vote {
    pub on: Target,
    pub by: String,
    pub vote: kernel::Vote,
}

/// A private message between two members. One to several is no such message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub id: String,
    pub from: String,
    pub to: String,
    pub text: Text,
    pub sent_at: Timestamp,
    pub is_read: bool,
}
