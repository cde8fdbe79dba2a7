use std::time::Duration;

use cache::CacheTag;

/// The tags of a response, and whether its read is slow.
#[derive(Clone)]
pub(crate) struct CachePolicy {
    /// None if the response is not worth caching.
    pub(crate) tags: Option<Vec<CacheTag>>,
    /// The tag of each item, by its id, if items change without the list.
    each: Option<fn(i64) -> CacheTag>,
    /// The maximum age of the response, even if nothing changes.
    pub(crate) life: Option<Duration>,
    /// Whether it runs as `slow_read`.
    pub(crate) is_slow: bool,
}

impl CachePolicy {
    /// Depends on this tag, and on forums and members as nearly every response does.
    pub(crate) fn of(tag: CacheTag) -> Self {
        let tags = Some(vec![CacheTag::Global, tag]);
        Self { tags, each: None, life: None, is_slow: false }
    }

    /// Like [`Self::of`], for an id in the path. An invalid id is a 404, which is not cached.
    pub(crate) fn of_path(tag: Option<CacheTag>) -> Self {
        tag.map_or_else(Self::uncacheable, Self::of)
    }

    /// Not worth caching.
    pub(crate) fn uncacheable() -> Self {
        Self { tags: None, each: None, life: None, is_slow: false }
    }

    /// Depends on each item shown, too.
    pub(crate) fn and_each(self, tag: fn(i64) -> CacheTag) -> Self {
        Self { each: Some(tag), ..self }
    }

    /// Returns the tags of a response that shows items with these ids.
    pub(crate) fn tags_of(&self, ids: &[i64]) -> Option<Vec<CacheTag>> {
        let each = self.each.into_iter().flat_map(|each| ids.iter().map(move |&id| each(id)));
        self.tags.as_ref().map(|tags| tags.iter().copied().chain(each).collect())
    }

    /// Depends on the current time; may be a second old.
    pub(crate) fn expiring_each_second(self) -> Self {
        Self { life: Some(Duration::from_secs(1)), ..self }
    }

    /// Is valid this long even if nothing is written.
    pub(crate) fn expiring_after(self, life: Duration) -> Self {
        Self { life: Some(life), ..self }
    }

    /// Runs as `slow_read`.
    pub(crate) fn slow(self) -> Self {
        Self { is_slow: true, ..self }
    }
}
