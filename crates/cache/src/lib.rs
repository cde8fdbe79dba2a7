//! Cache tags and their versions, shared by the adapter that writes and the one that caches.
//!
//! A cached value depends on [`CacheTag`]s. A write records [`kernel::Event`]s, and [`tags_of`] derives
//! from them which tags it invalidates. [`TagVersions`] says whether a tag changed since a read.

mod tags;
mod versions;

pub use tags::{CacheTag, tags_of};
pub use versions::{InvalidationGuard, TagVersions, Version, VersionSnapshot};
