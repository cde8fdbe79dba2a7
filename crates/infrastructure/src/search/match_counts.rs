use std::sync::Arc;

use cache::{CacheTag, TagVersions, Version, VersionSnapshot};
use diesel::QueryResult;
use kernel::{ForumId, Reader};
use quick_cache::sync::Cache;

/// The maximum number of cached queries.
const MOST_KEPT: usize = 10_000;
/// The maximum length of a cached query, in bytes: frequent queries are a word or two.
const LONGEST: usize = 64;

/// The range of the matches of a query that are ranked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchCount {
    pub(crate) count: i64,
    /// The lowest id among them; 0 if they are all matches.
    pub(crate) lowest: i64,
}

type Query = (String, Option<ForumId>, Reader);

/// Caches the match counts of queries while they are valid: counting the matches of common words reads
/// thousands of posts.
pub(crate) struct MatchCountCache {
    versions: Arc<TagVersions>,
    kept: Cache<Query, (VersionSnapshot, MatchCount)>,
}

impl MatchCountCache {
    pub(crate) fn new(versions: Arc<TagVersions>) -> Self {
        Self { versions, kept: Cache::new(MOST_KEPT) }
    }

    /// Looks up the words of a query; call it before the snapshot of the posts is taken.
    pub(crate) fn of(
        &self,
        words: String,
        forum: Option<ForumId>,
        reader: Reader,
    ) -> KnownMatchCount<'_> {
        let moment = self.versions.current();
        let query = (words, forum, reader);
        KnownMatchCount { match_counts: self, moment, kept: self.kept.get(&query), query }
    }
}

/// The result of a lookup at one moment.
pub(crate) struct KnownMatchCount<'a> {
    match_counts: &'a MatchCountCache,
    moment: Version,
    query: Query,
    kept: Option<(VersionSnapshot, MatchCount)>,
}

impl KnownMatchCount<'_> {
    /// Returns the cached count if it is still valid, and otherwise counts.
    pub(crate) fn or_count(
        self,
        count: impl FnOnce() -> QueryResult<MatchCount>,
    ) -> QueryResult<MatchCount> {
        let MatchCountCache { versions, kept } = self.match_counts;
        if let Some((seen, extent)) = &self.kept
            && versions.is_current(seen)
        {
            return Ok(*extent);
        }
        let extent = count()?;
        let (words, forum, reader) = &self.query;
        let mut tags = vec![CacheTag::Global, forum.map_or(CacheTag::PostSet, CacheTag::PostSetOf)];
        if let Reader::Insider(user) = reader {
            tags.push(CacheTag::Member(*user));
        }
        if words.len() <= LONGEST
            && let Some(seen) = versions.snapshot(&tags, self.moment)
        {
            kept.insert(self.query, (seen, extent));
        }
        Ok(extent)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use kernel::PostId;

    use super::*;

    /// The match counts, and how often one was counted.
    fn counted(match_counts: &MatchCountCache, keyword: &str, forum: Option<ForumId>) -> u32 {
        let counts = Cell::new(0);
        let count = || {
            counts.set(counts.get() + 1);
            Ok(MatchCount { count: 300, lowest: 0 })
        };
        let known = match_counts.of(keyword.to_owned(), forum, Reader::Visitor);
        assert_eq!(known.or_count(count).unwrap().count, 300);
        counts.get()
    }

    #[test]
    fn a_match_count_is_cached_until_a_post_is_written() {
        let versions = Arc::new(TagVersions::default());
        let match_counts = MatchCountCache::new(Arc::clone(&versions));
        assert_eq!(
            [counted(&match_counts, "tea", None), counted(&match_counts, "tea", None)],
            [1, 1]
        );
        versions.trust();
        assert_eq!(
            [counted(&match_counts, "tea", None), counted(&match_counts, "tea", None)],
            [1, 0]
        );
        assert_eq!(
            [counted(&match_counts, "milk", None), counted(&match_counts, "milk", None)],
            [1, 0]
        );
        let long = "tea".repeat(LONGEST);
        assert_eq!(
            [counted(&match_counts, &long, None), counted(&match_counts, &long, None)],
            [1, 1]
        );
        let forum = Some(ForumId(1));
        assert_eq!(
            [counted(&match_counts, "tea", forum), counted(&match_counts, "tea", forum)],
            [1, 0]
        );
        for (subject, recounted) in [
            (CacheTag::Posts, [0, 0]),
            (CacheTag::Post(PostId(1)), [0, 0]),
            (CacheTag::PostSetOf(ForumId(2)), [0, 0]),
            (CacheTag::PostSet, [1, 0]),
            (CacheTag::PostSetOf(ForumId(1)), [0, 1]),
            (CacheTag::Global, [1, 1]),
        ] {
            versions.invalidate(&[subject]);
            let counts =
                [counted(&match_counts, "tea", None), counted(&match_counts, "tea", forum)];
            assert_eq!(counts, recounted, "{subject:?}");
        }
    }

    #[test]
    fn a_count_read_during_a_change_is_not_cached() {
        let versions = Arc::new(TagVersions::default());
        versions.trust();
        let match_counts = MatchCountCache::new(Arc::clone(&versions));
        let extent = || Ok(MatchCount { count: 300, lowest: 0 });
        let known = match_counts.of("tea".to_owned(), None, Reader::Visitor);
        versions.invalidate(&[CacheTag::PostSet]);
        known.or_count(extent).unwrap();
        let changing = versions.begin(&[CacheTag::PostSet]);
        assert_eq!(
            [counted(&match_counts, "tea", None), counted(&match_counts, "tea", None)],
            [1, 1]
        );
        drop(changing);
        assert_eq!(
            [counted(&match_counts, "tea", None), counted(&match_counts, "tea", None)],
            [1, 0]
        );
        // Known before a change, and asked for after it.
        let known = match_counts.of("tea".to_owned(), None, Reader::Visitor);
        versions.invalidate(&[CacheTag::PostSet]);
        let is_counted = Cell::new(false);
        known
            .or_count(|| {
                is_counted.set(true);
                extent()
            })
            .unwrap();
        assert!(is_counted.get());
    }
}
