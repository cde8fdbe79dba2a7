use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::{AtomicU64, Ordering::SeqCst},
    time::{Duration, Instant},
};

use crate::{ForumId, PostId};

/// What answers to visitors are made of, as far as one of them changes without the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Forums, and how members look: nearly every answer shows some of it, and it seldom changes.
    Community,
    /// Any post, or how many replies it has: what lists over all forums show.
    Posts,
    /// Any post of a forum, or how many replies it has.
    PostsOf(ForumId),
    /// A post, or how many replies it has.
    Post(PostId),
    /// The replies to a post.
    Thread(PostId),
}

/// Subjects share this many counters: two that share one change together, which costs a read and no truth.
const SLOTS: usize = 1 << 14;
/// A slot counts in its lower bits who is changing it now, and above them how often it changed.
const CHANGED: u64 = 1 << 16;

/// Which subjects are being changed and how often each was, so that an answer may be kept for
/// exactly as long as it is true.
///
/// A change is announced before it is committed and counted after it: from the moment at which
/// anybody can read it, no answer that was read before it is current.
#[derive(Debug)]
pub struct Changes {
    slots: Box<[AtomicU64]>,
    start: Instant,
    /// Until how many microseconds after the start nothing can have changed unnoticed.
    sure_until: AtomicU64,
}

/// What is known of some subjects at one moment.
#[derive(Clone, Debug)]
pub struct Seen(Vec<(usize, u64)>);

/// Subjects that are being changed, until this is dropped.
#[must_use]
pub struct Changing<'a> {
    changes: &'a Changes,
    slots: Vec<usize>,
}

impl Default for Changes {
    /// Nothing has changed yet; whoever else may change something is not known yet, so nothing is sure.
    fn default() -> Self {
        let slots = (0..SLOTS).map(|_| AtomicU64::new(0)).collect();
        Self { slots, start: Instant::now(), sure_until: AtomicU64::new(0) }
    }
}

impl Changes {
    /// To be called before these subjects change for anybody to see.
    pub fn begin<'a>(&self, subjects: impl IntoIterator<Item = &'a Subject>) -> Changing<'_> {
        let mut slots: Vec<_> = subjects.into_iter().map(slot).collect();
        slots.sort_unstable();
        slots.dedup();
        for &slot in &slots {
            self.slots[slot].fetch_add(1, SeqCst);
        }
        Changing { changes: self, slots }
    }

    /// Notes that these subjects have been changed by somebody else.
    pub fn happened<'a>(&self, subjects: impl IntoIterator<Item = &'a Subject>) {
        drop(self.begin(subjects));
    }

    /// To be asked before the subjects are read; none while one of them is being changed, or
    /// could be without being noticed.
    pub fn look(&self, subjects: &[Subject]) -> Option<Seen> {
        let look = |subject| {
            let slot = slot(subject);
            let state = self.slots[slot].load(SeqCst);
            state.is_multiple_of(CHANGED).then_some((slot, state))
        };
        self.is_sure().then(|| subjects.iter().map(look).collect::<Option<_>>().map(Seen))?
    }

    /// Whether what was read after `seen` was had is still so.
    pub fn is_current(&self, Seen(seen): &Seen) -> bool {
        seen.iter().all(|&(slot, state)| self.slots[slot].load(SeqCst) == state) && self.is_sure()
    }

    /// For a database in which nobody else changes anything unnoticed.
    pub fn trust(&self) {
        self.sure_until.store(u64::MAX, SeqCst);
    }

    /// For one in which others do, and all that they had done at `moment` is known: nothing older
    /// than `most` is to be shown.
    pub fn trust_until(&self, moment: Instant, most: Duration) {
        let end = (moment + most).saturating_duration_since(self.start);
        self.sure_until.store(end.as_micros() as u64, SeqCst);
    }

    fn is_sure(&self) -> bool {
        match self.sure_until.load(SeqCst) {
            u64::MAX => true,
            0 => false,
            end => (self.start.elapsed().as_micros() as u64) < end,
        }
    }
}

impl Drop for Changing<'_> {
    fn drop(&mut self) {
        for &slot in &self.slots {
            self.changes.slots[slot].fetch_add(CHANGED - 1, SeqCst);
        }
    }
}

fn slot(subject: &Subject) -> usize {
    let mut hasher = DefaultHasher::new();
    subject.hash(&mut hasher);
    hasher.finish() as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: Subject = Subject::Post(PostId(1));
    const OTHER: Subject = Subject::Post(PostId(2));

    fn trusted() -> Changes {
        let changes = Changes::default();
        changes.trust();
        changes
    }

    #[test]
    fn an_answer_is_current_until_its_subject_begins_to_change() {
        let changes = trusted();
        let seen = changes.look(&[Subject::Community, POST]).unwrap();
        changes.happened([&OTHER]);
        assert!(changes.is_current(&seen));
        let changing = changes.begin([&POST]);
        assert!(!changes.is_current(&seen));
        drop(changing);
        assert!(!changes.is_current(&seen));
    }

    #[test]
    fn nothing_is_known_of_a_subject_while_anybody_changes_it() {
        let changes = trusted();
        let (first, second) = (changes.begin([&POST, &POST]), changes.begin([&POST]));
        drop(first);
        assert!(changes.look(&[POST]).is_none());
        assert!(changes.look(&[OTHER]).is_some());
        drop(second);
        assert!(changes.look(&[POST]).is_some());
    }

    #[test]
    fn nothing_is_sure_unless_others_are_known_to_have_changed_nothing() {
        let changes = Changes::default();
        assert!(changes.look(&[POST]).is_none());
        changes.trust_until(Instant::now(), Duration::from_mins(1));
        let seen = changes.look(&[POST]).unwrap();
        assert!(changes.is_current(&seen));
        changes.trust_until(Instant::now(), Duration::ZERO);
        assert!(!changes.is_current(&seen) && changes.look(&[POST]).is_none());
    }
}
