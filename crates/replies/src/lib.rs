//! Replies to posts and to other replies, which form threads.
//!
//! - Who may read the forum may read its threads, and as a member may reply and vote, unless banned from the forum.
//!   For others there is no such reply.
//! - A reply answers the post, or another reply of it down to [`MAX_DEPTH`] levels. A blank one has
//!   its own error message.
//! - The forum may ask for an age of the account, and that no reply has certain words ([`kernel::WritingRules`]).
//! - The forum may hold the replies with links of new accounts: such a reply is hidden from all but its author and those
//!   who moderate the forum until they approve it, and keeps the time at which it was written. It takes no
//!   answers, votes and edits before. Its author may wipe it. One that is rejected takes its place as a removed reply. An
//!   edit by a new account adds no link there.
//! - Its author may edit a reply, which marks it as edited; earlier versions are kept.
//! - Its author, moderators of the forum and admins may remove a reply. It keeps its place, votes and
//!   answers; its text and author are never sent again. It takes no more votes and no more answers;
//!   removing it again changes nothing. What its author removes is wiped; of what others remove the text is hidden and
//!   kept for [`kernel::RemovalRetention::MAX_AGE`]: until then moderators of the forum and admins may read its versions
//!   and restore it.
//! - A thread has four orders ([`Sort`]), which apply to the answers of each reply at every level.
//! - A response holds at most [`MAX_REPLIES`] replies, taken breadth first: a whole level before the
//!   next, and within a level in the thread's order. [`ThreadRequest::After`] continues the top level;
//!   a [`ReplyNode`] counts its omitted answers.

mod best;
mod description;
mod error;
mod nesting;
mod order;
mod reply;
mod repository;
mod service;
mod tree;

pub use best::confidence;
pub use description::{Description, DescriptionError};
pub use error::ReplyError;
pub use nesting::{MAX_DEPTH, Parent, Refusal};
pub use order::{ByConfidence, Position, Sort, ThreadRequest};
pub use reply::{
    AuthoredReply, HeldReply, NewReply, Reply, ReplyContent, ReplyLocation, ReplyState,
};
pub use repository::{EditOutcome, InsertOutcome, ReplyPage, ReplyRepository, VoteOutcome};
pub use service::{
    Editable, MAX_REPLIES, Removable, Removed, Replies, ReplyPlace, Revisable, Withdrawable,
    Writable,
};
pub use tree::ReplyNode;
