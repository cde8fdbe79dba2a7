use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::{AtomicU64, Ordering::SeqCst},
    time::{Duration, Instant},
};

use crate::CacheTag;

/// Tags share this many slots. A collision only causes an extra cache miss.
const SLOTS: usize = 1 << 14;
/// A slot counts in its lower bits the writes that are changing it, and holds above them the version.
const BITS: u32 = 16;
const CHANGING: u64 = (1 << BITS) - 1;

/// Which tags are being changed, and the version of each, so that a value may be cached for exactly
/// as long as it is true.
///
/// A change is announced before it is committed and counted after it: as soon as anybody can read it,
/// nothing that was read before it is current.
#[derive(Debug)]
pub struct TagVersions {
    slots: Box<[AtomicU64]>,
    /// The number of changes.
    count: AtomicU64,
    start: Instant,
    /// Until how many microseconds after the start no change can go unnoticed.
    sure_until: AtomicU64,
}

/// A position in the order of all changes.
#[derive(Clone, Copy, Debug)]
pub struct Version(u64);

/// The state of some tags at one moment.
#[derive(Clone, Debug)]
pub struct VersionSnapshot(Box<[(usize, u64)]>);

impl VersionSnapshot {
    /// The size of its heap memory in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        size_of_val(&*self.0)
    }
}

/// Marks tags as being changed until it is dropped, which raises their versions.
#[must_use]
pub struct InvalidationGuard<'a> {
    versions: &'a TagVersions,
    slots: Vec<usize>,
}

impl Default for TagVersions {
    /// Trusts nothing: other processes may change something unnoticed.
    fn default() -> Self {
        let slots = (0..SLOTS).map(|_| AtomicU64::new(0)).collect();
        let (count, sure_until) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { slots, count, start: Instant::now(), sure_until }
    }
}

impl TagVersions {
    /// Marks these tags; to be called before the commit.
    pub fn begin<'a>(&self, tags: impl IntoIterator<Item = &'a CacheTag>) -> InvalidationGuard<'_> {
        let mut slots: Vec<_> = tags.into_iter().map(slot).collect();
        slots.sort_unstable();
        slots.dedup();
        for &slot in &slots {
            self.slots[slot].fetch_add(1, SeqCst);
        }
        InvalidationGuard { versions: self, slots }
    }

    /// Raises the versions of tags that another process changed.
    pub fn invalidate<'a>(&self, tags: impl IntoIterator<Item = &'a CacheTag>) {
        drop(self.begin(tags));
    }

    /// Returns the version now; to be called before a read.
    pub fn current(&self) -> Version {
        Version(self.count.load(SeqCst))
    }

    /// Returns the state of the tags of what was read; none if one of them changed since `version`, is
    /// being changed, or could be unnoticed.
    pub fn snapshot(
        &self,
        tags: &[CacheTag],
        Version(version): Version,
    ) -> Option<VersionSnapshot> {
        let look = |tag| {
            let slot = slot(tag);
            let state = self.slots[slot].load(SeqCst);
            (state & CHANGING == 0 && state >> BITS <= version).then_some((slot, state))
        };
        self.is_sure().then(|| tags.iter().map(look).collect::<Option<_>>().map(VersionSnapshot))?
    }

    /// Returns whether data read before the snapshot is still current.
    pub fn is_current(&self, VersionSnapshot(seen): &VersionSnapshot) -> bool {
        seen.iter().all(|&(slot, state)| self.slots[slot].load(SeqCst) == state) && self.is_sure()
    }

    /// For a database in which changes of other processes are noticed by themselves, on SQLite within 20 ms.
    pub fn trust(&self) {
        self.sure_until.store(u64::MAX, SeqCst);
    }

    /// For one in which others do, and all their changes up to `moment` are known: what is cached may
    /// be `most` old.
    pub fn trust_until(&self, moment: Instant, most: Duration) {
        let end = (moment + most).saturating_duration_since(self.start);
        self.sure_until.store(end.as_micros() as u64, SeqCst);
    }

    /// For one in which changes of others cannot be known any more.
    pub fn distrust(&self) {
        self.sure_until.store(0, SeqCst);
    }

    fn is_sure(&self) -> bool {
        match self.sure_until.load(SeqCst) {
            u64::MAX => true,
            0 => false,
            end => (self.start.elapsed().as_micros() as u64) < end,
        }
    }
}

impl Drop for InvalidationGuard<'_> {
    fn drop(&mut self) {
        let nth = self.versions.count.fetch_add(1, SeqCst) + 1;
        for &slot in &self.slots {
            let end = |state| (nth.max(state >> BITS) << BITS) | ((state & CHANGING) - 1);
            self.versions.slots[slot].update(SeqCst, SeqCst, end);
        }
    }
}

fn slot(tag: &CacheTag) -> usize {
    let mut hasher = DefaultHasher::new();
    tag.hash(&mut hasher);
    hasher.finish() as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use kernel::PostId;

    use super::*;

    const POST: CacheTag = CacheTag::Post(PostId(1));
    const OTHER: CacheTag = CacheTag::Post(PostId(2));

    fn trusted() -> TagVersions {
        let versions = TagVersions::default();
        versions.trust();
        versions
    }

    #[test]
    fn snapshot_is_current_until_its_tag_begins_to_change() {
        let versions = trusted();
        let seen = versions.snapshot(&[CacheTag::Global, POST], versions.current()).unwrap();
        versions.invalidate([&OTHER]);
        assert!(versions.is_current(&seen));
        let changing = versions.begin([&POST]);
        assert!(!versions.is_current(&seen));
        drop(changing);
        assert!(!versions.is_current(&seen));
    }

    #[test]
    fn tag_that_is_being_changed_has_no_snapshot() {
        let versions = trusted();
        let (first, second) = (versions.begin([&POST, &POST]), versions.begin([&POST]));
        drop(first);
        assert!(versions.snapshot(&[POST], versions.current()).is_none());
        assert!(versions.snapshot(&[OTHER], versions.current()).is_some());
        drop(second);
        assert!(versions.snapshot(&[POST], versions.current()).is_some());
    }

    #[test]
    fn tag_that_changed_during_the_read_has_no_snapshot() {
        let versions = trusted();
        versions.invalidate([&POST]);
        let before = versions.current();
        assert!(versions.snapshot(&[POST], before).is_some());
        let changing = versions.begin([&POST]);
        let during = versions.current();
        drop(changing);
        for moment in [before, during] {
            assert!(versions.snapshot(&[POST], moment).is_none());
            assert!(versions.snapshot(&[OTHER], moment).is_some());
        }
        assert!(versions.snapshot(&[POST], versions.current()).is_some());
    }

    #[test]
    fn overlapping_changes_all_count() {
        let versions = trusted();
        let (first, second) = (versions.begin([&POST]), versions.begin([&POST]));
        drop(second);
        let moment = versions.current();
        drop(first);
        assert!(versions.snapshot(&[POST], moment).is_none());
    }

    #[test]
    fn nothing_is_trusted_while_others_may_change_it() {
        let versions = TagVersions::default();
        assert!(versions.snapshot(&[POST], versions.current()).is_none());
        versions.trust_until(Instant::now(), Duration::from_mins(1));
        let seen = versions.snapshot(&[POST], versions.current()).unwrap();
        assert!(versions.is_current(&seen));
        versions.trust_until(Instant::now(), Duration::ZERO);
        assert!(!versions.is_current(&seen));
        versions.trust_until(Instant::now(), Duration::from_mins(1));
        assert!(versions.is_current(&seen));
        versions.distrust();
        assert!(
            !versions.is_current(&seen) && versions.snapshot(&[POST], versions.current()).is_none()
        );
    }
}
