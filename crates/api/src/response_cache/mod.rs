//! Caches the responses to reads that visitors may send, as bytes, for as long as nothing they show
//! changes.

mod policy;
mod splice;
mod store;

pub use self::store::{CatchUp, ResponseCache};
pub(crate) use self::{
    policy::CachePolicy,
    splice::{Cacheable, FieldPlaces, FieldText, MemberFields, NO_VOTE, saved_field, vote_fields},
    store::{CachedResponse, OwnResponse, Viewer},
};
