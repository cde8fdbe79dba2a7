//! What handlers take from a request. No extractor refuses but [`Caller`]: a handler asks each for its
//! part when its turn in the order of refusals comes.

mod account_holder;
mod api_token;
mod body;
mod caller;
mod cursor;
mod fields;
mod idempotent;
mod params;
mod path_ids;
mod public_request;
mod text_body;
mod upload;

pub use api_token::identify_program;

pub(crate) use account_holder::{AccountHolder, Proof};
pub(crate) use body::{Body, OptionalBody, RequestBody, SHORT_BODY, body_with_text};
pub(crate) use caller::{Caller, bearer_token};
pub(crate) use cursor::Position;
pub(crate) use fields::{Field, FieldType, Invalid, or_blank};
pub(crate) use idempotent::{IdempotencyHeader, Idempotent, Todo};
pub(crate) use params::{Paging, Params, WhyDeleted, cursor_of_another_list};
pub(crate) use path_ids::PathIds;
pub(crate) use public_request::PublicRequest;
pub(crate) use text_body::TextBody;
pub(crate) use upload::{Upload, UploadBody};
