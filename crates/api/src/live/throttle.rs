use std::{
    collections::HashMap,
    hash::Hash,
    time::{Duration, Instant},
};

/// Limits how often the changes of a thing are sent: the first at once, later ones together after an interval.
pub(super) struct Throttle<K> {
    every: Duration,
    /// When each was last sent, for as long as it has to wait.
    sent: HashMap<K, Instant>,
    waiting: HashMap<K, Instant>,
}

impl<K: Copy + Eq + Hash> Throttle<K> {
    pub(super) fn new(every: Duration) -> Self {
        Self { every, sent: HashMap::new(), waiting: HashMap::new() }
    }

    /// Notes that a thing changed.
    pub(super) fn changed(&mut self, key: K, now: Instant) {
        let due = self.sent.get(&key).map_or(now, |sent| *sent + self.every);
        self.waiting.entry(key).or_insert(due);
    }

    /// Takes the things that are to be sent now.
    pub(super) fn take_due(&mut self, now: Instant) -> Vec<K> {
        self.sent.retain(|_, sent| *sent + self.every > now);
        let due: Vec<K> =
            self.waiting.iter().filter(|(_, at)| **at <= now).map(|(key, _)| *key).collect();
        for key in &due {
            self.waiting.remove(key);
            self.sent.insert(*key, now);
        }
        due
    }

    /// Returns when the next thing is due.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.waiting.values().min().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERY: Duration = Duration::from_secs(1);

    #[test]
    fn first_change_is_sent_at_once_and_later_ones_together() {
        let (mut throttle, start) = (Throttle::new(EVERY), Instant::now());
        let at = |millis| start + Duration::from_millis(millis);
        throttle.changed(7, at(0));
        assert_eq!(throttle.take_due(at(0)), [7]);
        for millis in [10, 20] {
            throttle.changed(7, at(millis));
        }
        assert_eq!((throttle.take_due(at(999)), throttle.next_due()), (vec![], Some(at(1_000))));
        assert_eq!(throttle.take_due(at(1_000)), [7]);
        throttle.changed(8, at(1_001));
        assert_eq!(throttle.take_due(at(1_001)), [8]);
        assert_eq!((throttle.take_due(at(3_000)), throttle.next_due()), (vec![], None));
        assert!(throttle.sent.is_empty());
    }
}
