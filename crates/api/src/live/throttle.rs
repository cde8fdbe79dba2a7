use std::{
    collections::HashMap,
    hash::Hash,
    time::{Duration, Instant},
};

/// Things that change often and are told at most once in a while: at once, and then what they are when
/// the while is over.
pub(super) struct Throttle<K> {
    every: Duration,
    /// When each was last told, for as long as it has to wait.
    told: HashMap<K, Instant>,
    waiting: HashMap<K, Instant>,
}

impl<K: Copy + Eq + Hash> Throttle<K> {
    pub(super) fn new(every: Duration) -> Self {
        Self { every, told: HashMap::new(), waiting: HashMap::new() }
    }

    /// Notes that a thing changed.
    pub(super) fn changed(&mut self, key: K, now: Instant) {
        let due = self.told.get(&key).map_or(now, |told| *told + self.every);
        self.waiting.entry(key).or_insert(due);
    }

    /// Takes the things that are to be told now.
    pub(super) fn take_due(&mut self, now: Instant) -> Vec<K> {
        self.told.retain(|_, told| *told + self.every > now);
        let due: Vec<K> =
            self.waiting.iter().filter(|(_, at)| **at <= now).map(|(key, _)| *key).collect();
        for key in &due {
            self.waiting.remove(key);
            self.told.insert(*key, now);
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
    fn first_change_is_told_at_once_and_others_when_it_is_time() {
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
        assert!(throttle.told.is_empty());
    }
}
