//! What handlers take from a request. No extractor refuses but [`Caller`], as the contract orders
//! refusals: a handler asks each for its part when its turn comes.

mod body;
mod caller;
mod client;
mod cursor;
mod ids;
mod large;
mod params;
mod visit;

pub(crate) use body::{Body, Field, Invalid, RequestBody, SHORT_BODY, body_with_text};
pub(crate) use caller::Caller;
pub(crate) use client::Client;
pub use client::{ClientAddress, SignedIn};
pub(crate) use cursor::Position;
pub(crate) use ids::Ids;
pub(crate) use large::LargeBodies;
pub(crate) use params::{Paging, Params, cursor_of_another_list};
pub(crate) use visit::Visit;
