//! The words that all domains share.
//!
//! - [`UserId`], [`ForumId`], … — ids, given out by the database.
//! - [`Member`] — who holds a token; [`Actor`] — a member who may command, because not banned.
//! - [`Vote`], [`VoteCommand`], [`Tally`] — how one person votes on one thing, and how votes are counted.
//! - [`PageRequest`], [`Page`] and the `By…` positions — lists by keyset: a page starts behind the
//!   position of the last item of the page before, so page 1,000 costs what page 1 does.
//! - [`Timestamp`], [`Clock`] — UTC to the millisecond, and where "now" comes from.
//! - [`Text`] and [`ImageUrl`] — the rules that hold for whatever people type.
//! - [`Changes`] — what is being changed, so that an answer may be kept for as long as it is true.
//! - [`Network`] — where requests come from.
//! - [`Moderators`] — the one question that several domains ask of another: who moderates a forum.
//! - [`RepositoryError`] — a port's failure that no rule explains.

mod actor;
mod changes;
mod error;
mod ids;
mod image_url;
mod moderators;
mod network;
mod page;
mod text;
mod time;
mod vote;

pub use actor::{Actor, Banned, Member, Role};
pub use changes::{Changes, Changing, Moment, Seen, Subject};
pub use error::RepositoryError;
pub use ids::{ForumId, MAX_ID, MessageId, PostId, ReplyId, UserId};
pub use image_url::{ImageUrl, ImageUrlError};
pub use moderators::Moderators;
pub use network::Network;
pub use page::{
    ById, ByName, ByNameAndId, ByScore, ByTier, ByTime, Limit, LimitError, Page, PageRequest,
};
pub use text::{Text, TextError};
pub use time::{Clock, Timestamp};
pub use vote::{Tally, Vote, VoteCommand};
