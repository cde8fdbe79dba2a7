//! Replies: what is answered to a post, and to a reply, as a thread.
//!
//! - Everybody may read a thread; whoever is signed in may answer and vote.
//! - A reply answers the post, or another reply of it down to [`MAX_DEPTH`] levels. A blank one is
//!   refused in words of its own.
//! - The author, the moderators of the forum and admins may remove a reply. It keeps its place, its
//!   votes and its answers; what it said, and who said it, never leave the server again. It takes no
//!   more votes and no more answers; removing it again changes nothing.
//! - A thread has three orders ([`Sort`]), each of which holds among the answers to one reply at every level.
//! - One answer holds at most [`MAX_REPLIES`] replies, taken breadth first: a whole level before the
//!   next one, and in a level in the thread's order. More at the top come by [`ThreadRequest::After`]; a
//!   [`ReplyNode`] says how many of its answers were left out.

mod description;
mod error;
mod nesting;
mod order;
mod reply;
mod repository;
mod service;
mod tree;

pub use description::{Description, DescriptionError};
pub use error::ReplyError;
pub use nesting::{MAX_DEPTH, Parent, Refusal};
pub use order::{Position, Sort, ThreadRequest};
pub use reply::{NewReply, Reply, ReplyContent, ReplyLocation};
pub use repository::{InsertOutcome, ReplyPage, ReplyRepository, VoteOutcome};
pub use service::{MAX_REPLIES, Removable, Replies};
pub use tree::ReplyNode;
