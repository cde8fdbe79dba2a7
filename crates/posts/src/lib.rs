//! Posts: what members write in a forum, votes on them, and the feeds that list them.
//!
//! - Everybody may read and search them; members may write in any forum and vote, unless they are banned from it.
//! - Its forum may ask for an age of the account, and that no post has certain words ([`kernel::WritingRules`]).
//! - Its forum may hold the posts with links of new accounts: such a post is hidden from all but its author and those who
//!   moderate the forum until they approve it, and keeps the time at which it was written. It takes no replies,
//!   votes and edits before. Its author may wipe it. An edit by a new account adds no link there.
//! - A post has a title, a description and an optional image with an optional description.
//! - Only its author may edit a post, which marks it as edited; earlier versions are kept.
//! - Its author, the moderators of its forum and admins may delete it; its replies go with it. What its author deletes is
//!   wiped. What others delete is hidden from everybody and kept for [`kernel::RemovalRetention::MAX_AGE`]: until then
//!   moderators of the forum and admins may read its versions and restore it with all that was under it.
//! - Moderators of its forum and admins lock a post, with a reason: then nobody else writes, edits or votes in
//!   it. Deleting stays allowed. They pin at most three posts of a forum, which come first in the first page of
//!   its lists, unless the list is narrowed; a pin may have an end.
//! - A member has one vote on each post, the own ones included; the counts always equal the votes.
//! - A feed lists the posts of all forums, or of one: by time, by popularity, which is upvotes minus
//!   downvotes, by heat ([`hot`]) or by latest activity, which is the latest reply or else the post.
//!   A member has another one: the posts of favorite and watched forums, by time. The first two can be narrowed to a [`Period`] and to the posts in which all words
//!   of a keyword are found. A blank keyword is ignored; one of punctuation finds nothing.

mod error;
mod feed;
mod hot;
mod pin;
mod post;
mod repository;
mod service;

pub use error::PostError;
pub use feed::{Feed, Period, Selection};
pub use hot::{hot, hot_by_score};
pub use pin::{AfterPinned, LockReason, MAX_PINNED, Pin};
pub use post::{Description, ImageDescription, NewPost, Post, PostContent, Title};
pub use repository::{InsertOutcome, LockChange, PinOutcome, PostRepository, WriteOutcome};
pub use service::{
    Deletable, Editable, Moderated, Posts, Removed, Revisable, Withdrawable, Writable,
};
