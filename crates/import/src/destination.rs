//! The port of the community that an import fills.

use std::collections::{HashMap, HashSet};

use images::EncodedImage;
use kernel::{
    Ban, ForumId, ImageUrl, PostId, Reason, ReplyId, RepositoryError, Timestamp, UserId,
    Visibility, Vote,
};
use users::{About, EmailAddress, Username};

use crate::{Kind, TieKind};

/// Whether an import may fill a community.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// It is empty, or has just admins.
    Empty,
    /// An import of the same system that was interrupted filled some of it.
    Continued,
    /// An import of the same system filled it and ended, at this time. Another would give back what was taken away since.
    Finished(Timestamp),
    /// It has members, forums or texts of its own, or of another system.
    NotEmpty,
}

/// Each `source_id` is the id of the record in the source. An author of `None` is the one of deleted accounts.
pub struct NewUser {
    pub source_id: String,
    pub slug: Option<String>,
    pub username: Username,
    pub password_hash: Option<String>,
    pub email: Option<EmailAddress>,
    pub image: Option<ImageUrl>,
    pub about: Option<About>,
    pub created_at: Timestamp,
    pub is_admin: bool,
    pub ban: Option<Ban>,
}

pub struct NewForum {
    pub source_id: String,
    pub slug: Option<String>,
    pub topic: forums::Topic,
    pub description: forums::Description,
    pub author: Option<UserId>,
    pub created_at: Timestamp,
    pub visibility: Visibility,
}

pub struct NewTie {
    pub user: UserId,
    pub forum: ForumId,
    pub kind: TieKind,
    pub since: Timestamp,
}

pub struct NewPost {
    pub source_id: String,
    pub opening: Option<String>,
    pub forum: ForumId,
    pub author: Option<UserId>,
    pub title: posts::Title,
    pub description: posts::Description,
    pub image: Option<ImageUrl>,
    pub image_description: Option<posts::ImageDescription>,
    pub created_at: Timestamp,
    pub edited_at: Option<Timestamp>,
    pub is_locked: bool,
    pub lock_reason: Option<Reason>,
    pub pinned: Option<(Timestamp, Option<Timestamp>)>,
    /// When it was hidden.
    pub hidden_at: Option<Timestamp>,
}

pub struct NewReply {
    pub source_id: String,
    /// See [`Destination::next_reply`].
    pub id: ReplyId,
    pub post: PostId,
    /// Known, or earlier in the same batch.
    pub parent: Option<ReplyId>,
    pub depth: i16,
    pub author: Option<UserId>,
    pub description: replies::Description,
    pub created_at: Timestamp,
    pub edited_at: Option<Timestamp>,
    /// When it was hidden.
    pub hidden_at: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VotedText {
    Post(PostId),
    Reply(ReplyId),
}

pub struct NewVote {
    pub on: VotedText,
    pub by: UserId,
    pub vote: Vote,
}

pub struct NewMessage {
    pub source_id: String,
    pub from: UserId,
    pub to: UserId,
    pub text: messages::MessageText,
    pub sent_at: Timestamp,
    pub is_read: bool,
}

/// Where a reply stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyPlace {
    pub id: ReplyId,
    pub post: PostId,
    /// What it answers, if that is a reply.
    pub parent: Option<ReplyId>,
    pub depth: i16,
}

/// An image to store.
pub struct StoredImage<'a> {
    pub source_id: &'a str,
    /// Whose text shows it first.
    pub owner: Option<UserId>,
    pub at: Timestamp,
    pub image: &'a EncodedImage,
}

/// Stores the records of one system, in batches: each call is one transaction, with the ids of the source.
pub trait Destination {
    /// Tells whether the import may begin, before anything is stored.
    fn begin(&self) -> Result<Beginning, RepositoryError>;

    /// Returns the ids here of the known ones among these records of the source, by their ids there.
    fn known(
        &self,
        kind: Kind,
        source_ids: &[&str],
    ) -> Result<HashMap<String, i64>, RepositoryError>;

    /// Returns the posts whose openings these are.
    fn openings(&self, source_ids: &[&str]) -> Result<HashMap<String, PostId>, RepositoryError>;

    /// Returns the names under which these members are here, in the order of the ids.
    fn usernames(&self, ids: &[UserId]) -> Result<HashMap<UserId, String>, RepositoryError>;

    /// Returns which of these keys of names are taken, or were by accounts that are deleted.
    fn taken_names(&self, keys: &[String]) -> Result<HashSet<String>, RepositoryError>;

    /// Returns which of these keys of e-mail addresses members have.
    fn taken_emails(&self, keys: &[String]) -> Result<HashSet<String>, RepositoryError>;

    /// Returns whether members can sign in with this hash of a password.
    fn takes_password(&self, hash: &str) -> bool;

    fn insert_users(&self, users: &[NewUser]) -> Result<(), RepositoryError>;

    fn insert_forums(&self, forums: &[NewForum]) -> Result<(), RepositoryError>;

    /// Known ones stay as they are.
    fn insert_ties(&self, ties: &[NewTie]) -> Result<(), RepositoryError>;

    fn insert_posts(&self, posts: &[NewPost]) -> Result<(), RepositoryError>;

    /// Returns where the known ones among these replies are.
    fn reply_places(
        &self,
        source_ids: &[&str],
    ) -> Result<HashMap<String, ReplyPlace>, RepositoryError>;

    /// Returns the id that the next reply has here; those after it rise by one. Nothing else writes replies meanwhile.
    fn next_reply(&self) -> Result<ReplyId, RepositoryError>;

    fn insert_replies(&self, replies: &[NewReply]) -> Result<(), RepositoryError>;

    /// The first vote of a member on a text counts.
    fn insert_votes(&self, votes: &[NewVote]) -> Result<(), RepositoryError>;

    fn insert_messages(&self, messages: &[NewMessage]) -> Result<(), RepositoryError>;

    /// Returns the addresses here of files of the source.
    fn images(&self, source_ids: &[&str]) -> Result<HashMap<String, ImageUrl>, RepositoryError>;

    fn insert_image(&self, image: &StoredImage<'_>) -> Result<(), RepositoryError>;

    /// Computes counts, ranks and the words of searches from all rows, and stores when the import ended.
    fn finish(&self, at: Timestamp) -> Result<(), RepositoryError>;
}
