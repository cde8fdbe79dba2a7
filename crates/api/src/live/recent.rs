use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use kernel::Event;

use super::frame::EventId;

/// How many recent events are kept for clients that resume.
const MAX_EVENTS: usize = 4_096;

/// The last events of this copy, numbered from its start.
pub(super) struct RecentEvents {
    copy: u64,
    events: VecDeque<RecentEvent>,
    last_number: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecentEvent {
    pub(super) number: u64,
    pub(super) event: Event,
    at: Instant,
}

impl RecentEvents {
    pub(super) fn new(copy: u64) -> Self {
        Self { copy, events: VecDeque::new(), last_number: 0 }
    }

    /// Adds an event; returns its number.
    pub(super) fn push(&mut self, event: Event, at: Instant) -> u64 {
        self.last_number += 1;
        self.events.push_back(RecentEvent { number: self.last_number, event, at });
        if self.events.len() > MAX_EVENTS {
            self.events.pop_front();
        }
        self.last_number
    }

    pub(super) fn id(&self, number: u64) -> EventId {
        EventId { copy: self.copy, number }
    }

    pub(super) fn last_number(&self) -> u64 {
        self.last_number
    }

    /// Returns the events after this one; none if it is of another copy or too old.
    pub(super) fn after(&self, id: EventId) -> Option<impl Iterator<Item = &RecentEvent>> {
        let oldest = self.last_number + 1 - self.events.len() as u64;
        let next = id.number.saturating_add(1);
        let are_known = id.copy == self.copy && (oldest..=self.last_number + 1).contains(&next);
        are_known.then(|| self.events.iter().filter(move |one| one.number >= next))
    }

    /// Returns this event, if it is known, and those in the time before it.
    pub(super) fn shortly_before(&self, id: EventId, time: Duration) -> Vec<RecentEvent> {
        let up_to = || self.events.iter().filter(|one| one.number <= id.number);
        let Some(last) = up_to().next_back() else { return vec![] };
        up_to().filter(|one| one.at + time >= last.at).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use kernel::{ForumId, PostId};

    use super::*;

    fn recent(count: usize) -> RecentEvents {
        let (mut recent, start) = (RecentEvents::new(7), Instant::now());
        let event = Event::PostCreated { post: PostId(1), forum: ForumId(1) };
        for second in 0..count {
            recent.push(event, start + Duration::from_secs(second as u64));
        }
        recent
    }

    /// The numbers of the events after one.
    fn after(recent: &RecentEvents, copy: u64, number: u64) -> Option<Vec<u64>> {
        let events = recent.after(EventId { copy, number })?;
        Some(events.map(|one| one.number).collect())
    }

    #[test]
    fn events_after_a_known_one_are_found() {
        assert_eq!(after(&recent(0), 7, 0), Some(vec![]));
        let recent = recent(3);
        assert_eq!(after(&recent, 7, 1), Some(vec![2, 3]));
        assert_eq!(after(&recent, 7, 3), Some(vec![]));
        for (copy, number) in [(8, 1), (7, 4), (7, u64::MAX)] {
            assert_eq!(after(&recent, copy, number), None, "{copy}-{number}");
        }
    }

    #[test]
    fn events_after_a_forgotten_one_are_unknown() {
        let recent = recent(MAX_EVENTS + 2);
        assert_eq!(after(&recent, 7, 1), None);
        assert_eq!(after(&recent, 7, 2).unwrap().len(), MAX_EVENTS);
    }

    #[test]
    fn events_shortly_before_one_are_found() {
        let id = |number| EventId { copy: 7, number };
        let before = |number| -> Vec<u64> {
            let found = recent(5).shortly_before(id(number), Duration::from_secs(1));
            found.iter().map(|one| one.number).collect()
        };
        assert_eq!((before(4), before(1), before(0)), (vec![3, 4], vec![1], vec![]));
    }
}
