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
    /// The counts or the latest post of any forum: what lists of forums are ordered by.
    Forums,
    /// The counts or the latest post of a forum.
    Forum(ForumId),
    /// Any post, or how many replies it has: what lists over all forums are ordered and chosen by.
    Posts,
    /// Any post of a forum, or how many replies it has.
    PostsOf(ForumId),
    /// Which posts there are, and with which words.
    Written,
    /// The same of the posts of a forum.
    WrittenIn(ForumId),
    /// A post, or how many replies it has.
    Post(PostId),
    /// The replies to a post.
    Thread(PostId),
}

/// Subjects share this many counters: two that share one change together, which costs a read and no truth.
const SLOTS: usize = 1 << 14;
/// A slot counts in its lower bits who is changing it now, and holds above them which change was its last.
const BITS: u32 = 16;
const CHANGING: u64 = (1 << BITS) - 1;

/// Which subjects are being changed and when each was last, so that an answer may be kept for
/// exactly as long as it is true.
///
/// A change is announced before it is committed and counted after it: from the moment at which
/// anybody can read it, no answer that was read before it is current.
#[derive(Debug)]
pub struct Changes {
    slots: Box<[AtomicU64]>,
    /// How many changes there were.
    count: AtomicU64,
    start: Instant,
    /// Until how many microseconds after the start nothing can have changed unnoticed.
    sure_until: AtomicU64,
}

/// A place in the order of all changes.
#[derive(Clone, Copy, Debug)]
pub struct Moment(u64);

/// What is known of some subjects at one moment.
#[derive(Clone, Debug)]
pub struct Seen(Box<[(usize, u64)]>);

impl Seen {
    /// How many bytes it takes beside itself.
    #[must_use]
    pub fn size(&self) -> usize {
        size_of_val(&*self.0)
    }
}

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
        let (count, sure_until) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { slots, count, start: Instant::now(), sure_until }
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

    /// To be asked before something is read.
    pub fn now(&self) -> Moment {
        Moment(self.count.load(SeqCst))
    }

    /// To be asked once it is read, and known which subjects it shows; none if one of them has changed
    /// since `moment`, is being changed, or could be without being noticed.
    pub fn look(&self, subjects: &[Subject], Moment(moment): Moment) -> Option<Seen> {
        let look = |subject| {
            let slot = slot(subject);
            let state = self.slots[slot].load(SeqCst);
            (state & CHANGING == 0 && state >> BITS <= moment).then_some((slot, state))
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
        let nth = self.changes.count.fetch_add(1, SeqCst) + 1;
        for &slot in &self.slots {
            let end = |state| (nth.max(state >> BITS) << BITS) | ((state & CHANGING) - 1);
            self.changes.slots[slot].update(SeqCst, SeqCst, end);
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
        let seen = changes.look(&[Subject::Community, POST], changes.now()).unwrap();
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
        assert!(changes.look(&[POST], changes.now()).is_none());
        assert!(changes.look(&[OTHER], changes.now()).is_some());
        drop(second);
        assert!(changes.look(&[POST], changes.now()).is_some());
    }

    #[test]
    fn nothing_is_known_of_what_changed_while_it_was_read() {
        let changes = trusted();
        changes.happened([&POST]);
        let before = changes.now();
        assert!(changes.look(&[POST], before).is_some());
        let changing = changes.begin([&POST]);
        let during = changes.now();
        drop(changing);
        for moment in [before, during] {
            assert!(changes.look(&[POST], moment).is_none());
            assert!(changes.look(&[OTHER], moment).is_some());
        }
        assert!(changes.look(&[POST], changes.now()).is_some());
    }

    #[test]
    fn changes_that_end_in_another_order_than_they_began_all_count() {
        let changes = trusted();
        let (first, second) = (changes.begin([&POST]), changes.begin([&POST]));
        drop(second);
        let moment = changes.now();
        drop(first);
        assert!(changes.look(&[POST], moment).is_none());
    }

    #[test]
    fn nothing_is_current_while_other_processes_are_unreachable() {
        let changes = Changes::default();
        assert!(changes.look(&[POST], changes.now()).is_none());
        changes.trust_until(Instant::now(), Duration::from_mins(1));
        let seen = changes.look(&[POST], changes.now()).unwrap();
        assert!(changes.is_current(&seen));
        changes.trust_until(Instant::now(), Duration::ZERO);
        assert!(!changes.is_current(&seen) && changes.look(&[POST], changes.now()).is_none());
    }
}
