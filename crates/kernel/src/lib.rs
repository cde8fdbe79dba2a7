//! The types that all domains share.
//!
//! - [`UserId`], [`ForumId`], … — ids, assigned by the database.
//! - [`Act`] — what a moderator, admin or operator does to others; [`Reason`] — why.
//! - [`Member`] — the holder of a valid token; [`Actor`] — a member who is not banned.
//! - [`Vote`], [`VoteCommand`], [`Votes`], [`Tally`] — a user's vote, how it changes, and how votes are counted.
//! - [`PageRequest`], [`Page`] and the `By…` positions — keyset pages: a page starts after the
//!   position of the last item of the previous page, so page 1,000 costs as much as page 1.
//! - [`Timestamp`], [`Clock`] — UTC to the millisecond, and the source of the current time.
//! - [`escape_html`] — plain text as HTML.
//! - [`first_graphemes`] — the start of a text; [`without_direction_controls`] — a text that turns nothing around.
//! - [`Text`] and [`ImageUrl`] — the rules for user input; [`is_blank`] — whether a text shows nothing.
//! - [`Revision`] — a version of a text, and when an edit makes a new one.
//! - [`RemovalRetention`] — how long what a moderator removed can be restored.
//! - [`Event`] — what a write changed.
//! - [`Network`] — the origin of requests; [`Endpoint`] — an address of others that this site sends to.
//! - [`Visibility`] and [`Reader`] — who may read which forums; [`ForumReaders`] — a port that several domains use: who
//!   belongs to a forum.
//! - [`InviteCode`] — the secret of an invitation, and [`InviteCodes`], the port that makes them.
//! - [`Moderators`] — another: who moderates a forum.
//! - [`ForumRules`] — another: what a forum asks of texts and of their authors; [`WritingCheck`] applies it.
//! - [`RepositoryError`] — a technical failure of a port.

mod act;
mod actor;
mod ban;
mod direction;
mod endpoint;
mod error;
mod event;
mod graphemes;
mod html;
mod idempotency_key;
mod ids;
mod image_url;
mod invite_code;
mod language;
mod moderators;
mod network;
mod page;
mod reading;
mod removal;
mod revision;
mod second_step_policy;
mod text;
mod time;
mod vote;
mod writing_rules;

pub use act::{Act, Reason};
pub use actor::{Actor, Banned, BannedFromForum, Member, Role};
pub use ban::Ban;
pub use direction::without_direction_controls;
pub use endpoint::{Endpoint, EndpointError};
pub use error::RepositoryError;
pub use event::Event;
pub use graphemes::first_graphemes;
pub use html::escape_html;
pub use idempotency_key::{IdempotencyKey, InvalidKey, KeyedRequest};
pub use ids::{
    ForumId, InviteId, MAX_ID, MessageId, NotificationId, PasskeyId, PostId, ReplyId, ReportId,
    SessionId, UserId, WebhookDeliveryId, WebhookId,
};
pub use image_url::{ImageUrl, ImageUrlError, is_web_address};
pub use invite_code::{InviteCode, InviteCodes, MadeInvite};
pub use language::{Language, LanguageError};
pub use moderators::Moderators;
pub use network::Network;
pub use page::{
    ByActivity, ByHeat, ById, ByName, ByNameAndId, ByScore, ByTier, ByTime, Limit, LimitError,
    MAX_RESPONSE_BYTES, Page, PageRequest,
};
pub use reading::{ForumReaders, Reader, Visibility};
pub use removal::RemovalRetention;
pub use revision::{HideOutcome, Revision};
pub use second_step_policy::SecondStepPolicy;
pub use text::{Text, TextError, is_blank};
pub use time::{Clock, Timestamp};
pub use vote::{Tally, Vote, VoteCommand, Votes};
pub use writing_rules::{
    BlockedWord, BrokenRule, ForumRules, LinkingText, TextField, WritingCheck, WritingPlace,
    WritingRules,
};
