use std::{sync::Arc, time::Instant};

use cache::{TagVersions, VersionSnapshot};
use quick_cache::{Weighter, sync::Cache};

use super::splice::FieldPlaces;
use crate::response::SerializedResponse;

/// The maximum size of all cached responses, in bytes.
const MAX_BYTES: u64 = 96 << 20;
/// About as many responses of a common size.
const EXPECTED_RESPONSES: usize = 24_576;
/// The size of an entry besides its text.
const OVERHEAD: usize = 400;

/// Responses to visitors, each valid until one of its tags changes.
pub struct ResponseCache {
    responses: Cache<Box<str>, Arc<CachedResponse>, BySize>,
    pub(crate) versions: Arc<TagVersions>,
    /// Whether members get cached responses, too, with their own fields spliced in: where reading those
    /// takes microseconds.
    pub(crate) serves_members: bool,
}

/// A response to visitors, and the tags on which its validity depends.
pub(crate) struct CachedResponse {
    pub(crate) encoded: SerializedResponse,
    /// None if a member's response cannot be made from this one.
    pub(crate) fields: Option<FieldPlaces>,
    /// The versions of its tags from before it was read.
    pub(crate) snapshot: VersionSnapshot,
    pub(crate) end: Option<Instant>,
}

#[derive(Clone)]
struct BySize;

impl Weighter<Box<str>, Arc<CachedResponse>> for BySize {
    fn weight(&self, target: &Box<str>, response: &Arc<CachedResponse>) -> u64 {
        let CachedResponse { encoded, fields, snapshot, .. } = &**response;
        let fields = fields.as_ref().map_or(0, FieldPlaces::size);
        (target.len() + encoded.size() + fields + snapshot.size() + OVERHEAD) as u64
    }
}

impl ResponseCache {
    #[must_use]
    pub fn new(versions: Arc<TagVersions>, serves_members: bool) -> Self {
        let responses = Cache::with_weighter(EXPECTED_RESPONSES, MAX_BYTES, BySize);
        Self { responses, versions, serves_members }
    }

    /// Returns the response to visitors, if it is cached and still valid.
    pub(crate) fn get(&self, target: &str) -> Option<Arc<CachedResponse>> {
        let response = self.responses.get(target)?;
        let is_over = response.end.is_some_and(|end| end <= Instant::now());
        (!is_over && self.versions.is_current(&response.snapshot)).then_some(response)
    }

    pub(crate) fn put(&self, target: Box<str>, response: Arc<CachedResponse>) {
        self.responses.insert(target, response);
    }
}
