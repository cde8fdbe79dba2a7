//! Events on their way to the streams that follow a topic: to some streams at a time, so that workers answer
//! requests meanwhile. Events of one account are not among them: they are sent at once.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use actix_web::web::{Bytes, BytesMut};

use super::{Shared, registry::StreamId, signal::Audience};

/// How many streams are sent an event at once, and the pause until the next are. A worker takes about 20 µs for each,
/// so that the last get it hardly later.
const SENT_AT_ONCE: usize = 128;
const BETWEEN_SENDS: Duration = Duration::from_millis(3);
/// The maximum number of events that wait for one audience, and of audiences. With more, streams get a `resync` event.
const MAX_EVENTS: usize = 32;
const MAX_WAITING: usize = 256;

/// The events that wait, oldest first. Its size has a limit, however many streams there are.
#[derive(Default)]
pub(super) struct Outgoing {
    waiting: VecDeque<Waiting>,
    /// The streams that still get [`Self::frames`].
    streams: Vec<StreamId>,
    frames: Bytes,
    next_at: Option<Instant>,
}

struct Waiting {
    audience: Audience,
    frames: BytesMut,
    events: usize,
    /// Whether it is a `resync` event.
    is_resync: bool,
}

impl Outgoing {
    /// Adds an event, and `resync` in its place if too many wait. Those that wait for the same streams go together.
    pub(super) fn push(
        &mut self,
        audience: Audience,
        frame: &Bytes,
        resync: impl FnOnce() -> Bytes,
    ) {
        let bytes = |frame: Bytes| BytesMut::from(&frame[..]);
        if self.waiting.len() >= MAX_WAITING {
            self.waiting.clear();
            let frames = bytes(resync());
            let all = Waiting { audience: Audience::All, frames, events: 1, is_resync: true };
            return self.waiting.push_back(all);
        }
        match self.waiting.back_mut() {
            Some(last) if last.is_resync && [audience, Audience::All].contains(&last.audience) => {}
            Some(last) if last.audience == audience && last.events >= MAX_EVENTS => {
                last.frames = bytes(resync());
                last.is_resync = true;
            }
            Some(last) if last.audience == audience => {
                last.frames.extend_from_slice(frame);
                last.events += 1;
            }
            _ => {
                let frames = bytes(frame.clone());
                self.waiting.push_back(Waiting { audience, frames, events: 1, is_resync: false });
            }
        }
    }

    /// Returns when [`Self::send_some`] has something to do.
    pub(super) fn next_due(&self) -> Option<Instant> {
        let is_empty = self.streams.is_empty() && self.waiting.is_empty();
        (!is_empty).then(|| self.next_at.unwrap_or_else(Instant::now))
    }

    /// Sends to the next streams, if their time has come.
    pub(super) fn send_some(&mut self, shared: &Shared, now: Instant) {
        if self.next_at.is_some_and(|at| now < at) {
            return;
        }
        let mut left = SENT_AT_ONCE;
        while left > 0 {
            if self.streams.is_empty() {
                let Some(next) = self.waiting.pop_front() else { break };
                self.streams = shared.registry.lock().find(next.audience);
                self.frames = next.frames.freeze();
            }
            let some = self.streams.split_off(self.streams.len().saturating_sub(left));
            left -= some.len();
            shared.send(&some, &self.frames);
        }
        self.next_at = (left == 0).then(|| now + BETWEEN_SENDS);
    }
}

#[cfg(test)]
mod tests {
    use kernel::PostId;
    use tokio::sync::mpsc::Receiver;

    use super::*;
    use crate::live::{StreamBounds, Topic, Topics, registry::Subscription};

    const POST: Audience = Audience::Post(PostId(1));
    const OTHER: Audience = Audience::Post(PostId(2));

    fn push(outgoing: &mut Outgoing, audience: Audience, frame: &'static str) {
        outgoing.push(audience, &Bytes::from_static(frame.as_bytes()), || "resync".into());
    }

    fn followers(shared: &Shared, count: usize) -> Vec<Receiver<Bytes>> {
        let topics = Topics::from([(Topic::Post(PostId(1)), None)]);
        let follower = || Subscription { session: None, network: None, topics: topics.clone() };
        (0..count).map(|_| shared.registry.lock().add(follower()).1).collect()
    }

    /// Sends all, and returns how many times it paused.
    fn send_all(outgoing: &mut Outgoing, shared: &Shared) -> u32 {
        let mut pauses = 0;
        while let Some(due) = outgoing.next_due() {
            pauses += u32::from(outgoing.next_at.is_some());
            outgoing.send_some(shared, due);
        }
        pauses
    }

    fn received(stream: &mut Receiver<Bytes>) -> Vec<Bytes> {
        std::iter::from_fn(|| stream.try_recv().ok()).collect()
    }

    #[test]
    fn many_streams_are_sent_an_event_in_parts() {
        let (mut outgoing, shared) = (Outgoing::default(), Shared::new(1, StreamBounds::of(1_000)));
        let mut streams = followers(&shared, SENT_AT_ONCE * 2 + 1);
        push(&mut outgoing, POST, "event");
        assert_eq!(send_all(&mut outgoing, &shared), 2);
        for stream in &mut streams {
            assert_eq!(received(stream), ["event"]);
        }
    }

    #[test]
    fn events_that_wait_for_the_same_streams_go_together_and_in_order() {
        let (mut outgoing, shared) = (Outgoing::default(), Shared::new(1, StreamBounds::of(1_000)));
        let mut streams = followers(&shared, 1);
        for (audience, frame) in [(POST, "1"), (POST, "2"), (OTHER, "3"), (POST, "4")] {
            push(&mut outgoing, audience, frame);
        }
        send_all(&mut outgoing, &shared);
        assert_eq!(received(&mut streams[0]), ["12", "4"]);
    }

    #[test]
    fn what_comes_too_fast_becomes_one_resync() {
        let (mut outgoing, shared) = (Outgoing::default(), Shared::new(1, StreamBounds::of(1_000)));
        let mut streams = followers(&shared, 1);
        for _ in 0..=MAX_EVENTS {
            push(&mut outgoing, POST, "event");
        }
        send_all(&mut outgoing, &shared);
        assert_eq!(received(&mut streams[0]), ["resync"]);

        for nth in 0..MAX_WAITING * 10 {
            push(&mut outgoing, [POST, OTHER][nth % 2], "event");
            assert!(outgoing.waiting.len() <= MAX_WAITING);
        }
        send_all(&mut outgoing, &shared);
        assert_eq!(received(&mut streams[0]), ["resync"]);
    }
}
