//! Turns events into what streams are sent, one after the other on a thread of its own: it reads what
//! events don't say, and no request waits for it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::Ordering,
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use kernel::{Event, ForumId, PostId, Reader, UserId};
use serde_json::{Value, json};
use users::{Session, SessionRefusal, UserError};

use super::{
    Shared,
    frame::{EventId, frame},
    outgoing::Outgoing,
    readers::Readers,
    recent::{RecentEvent, RecentEvents},
    registry::StreamId,
    signal::{Audience, SessionChange, SessionsOf, Signal, Voted, signals_of},
    throttle::Throttle,
};
use crate::{bodies::Unread, services::Services};

const VOTES_EVERY: Duration = Duration::from_secs(1);
const UNREAD_EVERY: Duration = Duration::from_millis(200);
const RESYNC_EVERY: Duration = Duration::from_secs(1);
/// How many missed events a stream is sent at most: its buffer holds twice as many.
const MAX_REPLAYED: usize = 32;
/// How many members' counts are read at once.
const MEMBERS_AT_ONCE: usize = 100;

/// The input of the engine.
pub(super) enum Input {
    /// These events are committed.
    Committed(Vec<Event>),
    /// A stream is open whose client has everything up to this id.
    Resumed(StreamId, Option<EventId>),
    /// Ends the thread.
    Stop,
}

pub(super) struct Engine {
    shared: Arc<Shared>,
    services: Services,
    recent: RecentEvents,
    outgoing: Outgoing,
    votes: Throttle<Voted>,
    unread: Throttle<UserId>,
    resync: Throttle<()>,
}

/// The name of an event and its data.
type Content = (&'static str, Value);

impl Engine {
    pub(super) fn new(shared: Arc<Shared>, services: Services) -> Self {
        Self {
            recent: RecentEvents::new(shared.copy),
            outgoing: Outgoing::default(),
            shared,
            services,
            votes: Throttle::new(VOTES_EVERY),
            unread: Throttle::new(UNREAD_EVERY),
            resync: Throttle::new(RESYNC_EVERY),
        }
    }

    /// Runs until it is stopped. The thread survives panics, which the hook reports: without it streams
    /// would be silent.
    pub(super) fn run(mut self, inputs: &Receiver<Input>) {
        loop {
            let due = [
                self.votes.next_due(),
                self.unread.next_due(),
                self.resync.next_due(),
                self.outgoing.next_due(),
            ];
            let input = match due.into_iter().flatten().min() {
                Some(due) => inputs.recv_timeout(due.saturating_duration_since(Instant::now())),
                None => inputs.recv().map_err(RecvTimeoutError::from),
            };
            if matches!(input, Ok(Input::Stop) | Err(RecvTimeoutError::Disconnected)) {
                return;
            }
            let handled = catch_unwind(AssertUnwindSafe(|| self.handle(input)));
            // The payload's drop may panic, too.
            let _ = handled.map_err(std::mem::forget);
        }
    }

    fn readers(&self) -> Readers<'_> {
        Readers { shared: &self.shared, forums: &self.services.forums }
    }

    /// Handles an input, or none after a time out.
    fn handle(&mut self, input: Result<Input, RecvTimeoutError>) {
        match input {
            Ok(Input::Committed(events)) => {
                for event in &events {
                    self.publish(event);
                    // Only those that come faster than they can be sent go together.
                    self.outgoing.send_some(&self.shared, Instant::now());
                }
            }
            Ok(Input::Resumed(stream, last)) => self.resume(stream, last),
            Ok(Input::Stop) | Err(_) => {}
        }
        if self.shared.has_lagged.swap(false, Ordering::Relaxed) {
            self.resync.changed((), Instant::now());
        }
        self.send_due();
    }

    fn publish(&mut self, event: &Event) {
        let number = self.recent.push(*event, Instant::now());
        for signal in signals_of(event) {
            match signal {
                Signal::Votes(voted) => {
                    if self.shared.registry.lock().has_any(signal.audience()) {
                        self.votes.changed(voted, Instant::now());
                    }
                }
                Signal::Unread { from, to } => {
                    let members = self.shared.registry.lock().members_between(from, to);
                    for member in members {
                        self.unread.changed(member, Instant::now());
                    }
                }
                Signal::Resync => self.resync.changed((), Instant::now()),
                Signal::ForumNarrowed(forum) => {
                    let all = self.shared.registry.lock().all();
                    self.readers().forget(forum, &all);
                }
                Signal::MemberNarrowed(member) => {
                    let streams = self.shared.registry.lock().of_member(member);
                    self.readers().forget_all(&streams);
                }
                Signal::Admission(_) => {
                    let sessions = self.shared.registry.lock().sessions_in(signal.audience());
                    let streams: Vec<_> = sessions.iter().map(|(stream, _)| *stream).collect();
                    if self.end_refused(sessions).is_err() {
                        // Their clients come back, and are asked again.
                        self.shared.registry.lock().remove_all(&streams);
                    }
                }
                Signal::Post { post, forum, .. } => self.send_post(number, signal, (post, forum)),
                _ => self.send_to_audience(number, signal),
            }
        }
    }

    /// Sends what had to wait for its turn.
    fn send_due(&mut self) {
        let (now, number) = (Instant::now(), self.recent.last_number());
        if !self.resync.take_due(now).is_empty() {
            self.send_to_audience(number, Signal::Resync);
            let sessions = self.shared.registry.lock().sessions_in(Audience::All);
            // Where it cannot be known, the streams go on until their next event.
            let _ = self.end_refused(sessions);
            let all = self.shared.registry.lock().all();
            self.readers().forget_all(&all);
        }
        for voted in self.votes.take_due(now) {
            self.send_to_audience(number, Signal::Votes(voted));
        }
        for members in self.unread.take_due(now).chunks(MEMBERS_AT_ONCE) {
            self.send_unread(members);
        }
        self.outgoing.send_some(&self.shared, Instant::now());
    }

    /// Those of one account are few, and are sent at once.
    fn send_to_audience(&mut self, number: u64, signal: Signal) {
        let audience = signal.audience();
        if let Audience::Sessions { .. } | Audience::Members { .. } = audience {
            let streams = self.shared.registry.lock().find(audience);
            return self.send(number, signal, &streams);
        }
        self.push(number, signal, audience);
    }

    /// Sends an event of a closed forum only to those who may read it. Of those who follow all posts they are few, and are
    /// sent it at once.
    fn send_post(&mut self, number: u64, signal: Signal, (post, forum): (PostId, ForumId)) {
        let of_all = self.shared.registry.lock().followers_of_all(forum);
        match self.readers().of(forum, &of_all) {
            Ok(None) => self.push(number, signal, signal.audience()),
            Ok(Some(readers)) => {
                self.send(number, signal, &readers);
                self.push(number, signal, Audience::InForum(post, forum));
            }
            Err(_) => self.resync.changed((), Instant::now()),
        }
    }

    fn push(&mut self, number: u64, signal: Signal, audience: Audience) {
        let has_any = audience == Audience::All || self.shared.registry.lock().has_any(audience);
        if has_any && let Some((event, data)) = self.content(signal) {
            let id = self.recent.id(number);
            let resync = || {
                let (event, data) = resync();
                frame(id, event, &data)
            };
            self.outgoing.push(audience, &frame(id, event, &data), resync);
        }
    }

    fn send(&self, number: u64, signal: Signal, streams: &[StreamId]) {
        if streams.is_empty() {
            return;
        }
        if let Some((event, data)) = self.content(signal) {
            self.shared.send(streams, &frame(self.recent.id(number), event, &data));
        }
        if let Signal::Session { change, .. } = signal
            && change.ends_streams()
        {
            self.shared.registry.lock().remove_all(streams);
        }
    }

    /// Returns what a signal says; none if what it is about is gone.
    fn content(&self, signal: Signal) -> Option<Content> {
        match signal {
            Signal::Post { post, forum, act } => {
                Some(("post", json!({"id": post.0, "forumId": forum.0, "act": act})))
            }
            Signal::Reply { reply, post, act } => {
                let found = match self.services.replies.get(reply, Reader::Admin) {
                    Ok(found) => found,
                    Err(replies::ReplyError::NotFound) => return None,
                    Err(_) => return Some(resync()),
                };
                let parent = found.responds_to.map(|parent| parent.0);
                let data =
                    json!({"id": reply.0, "postId": post.0, "respondsTo": parent, "act": act});
                Some(("reply", data))
            }
            Signal::Votes(voted) => self.votes(voted),
            Signal::Message { contact, message, act, .. } => {
                let data = json!({"contactId": contact.0, "messageId": message.0, "act": act});
                Some(("message", data))
            }
            Signal::Session { change, .. } => Some(("session", json!({"reason": change.reason()}))),
            Signal::Unread { .. }
            | Signal::ForumNarrowed(_)
            | Signal::MemberNarrowed(_)
            | Signal::Admission(_) => None,
            Signal::Resync => Some(resync()),
        }
    }

    fn votes(&self, voted: Voted) -> Option<Content> {
        let (kind, id, counted) = match voted {
            Voted::Post(post) => match self.services.posts.get(post, Reader::Admin) {
                Ok(found) => ("post", post.0, found.votes),
                Err(posts::PostError::NotFound) => return None,
                Err(_) => return Some(resync()),
            },
            Voted::Reply(reply, _) => match self.services.replies.get(reply, Reader::Admin) {
                Ok(found) => ("reply", reply.0, found.votes),
                Err(replies::ReplyError::NotFound) => return None,
                Err(_) => return Some(resync()),
            },
        };
        let (upvotes, downvotes) = (counted.upvotes, counted.downvotes);
        let data = json!({"kind": kind, "id": id, "upvotes": upvotes, "downvotes": downvotes});
        Some(("votes", data))
    }

    fn send_unread(&self, members: &[UserId]) {
        let id = self.recent.id(self.recent.last_number());
        let send = |member, (event, data): Content| {
            let streams = self.shared.registry.lock().of_member(member);
            self.shared.send(&streams, &frame(id, event, &data));
        };
        if let Ok(counts) = self.services.notifications.unread(members) {
            for counts in counts {
                send(counts.user, ("unread", json!(Unread::from(counts))));
            }
        } else {
            for member in members {
                send(*member, resync());
            }
        }
    }

    /// Sends a stream what its client missed, or that it is to read anew. What came since it is open comes
    /// twice, with the same id.
    fn resume(&mut self, stream: StreamId, last: Option<EventId>) {
        let subscription = self.shared.registry.lock().subscription(stream).cloned();
        let Some(subscription) = subscription else { return };
        if let Some(session) = subscription.session {
            self.unread.changed(session.user, Instant::now());
        }
        let Some((last, missed)) = last.and_then(|last| Some((last, self.recent.after(last)?)))
        else {
            return self.send(self.recent.last_number(), Signal::Resync, &[stream]);
        };
        let concerned = |one: &RecentEvent| -> Vec<(u64, Signal)> {
            let signals = signals_of(&one.event).into_iter();
            let concerned = signals.filter(|signal| subscription.is_in(signal.audience()));
            concerned.map(|signal| (one.number, signal)).collect()
        };
        let (votes, others): (Vec<_>, Vec<_>) =
            missed.flat_map(concerned).partition(|(_, signal)| matches!(signal, Signal::Votes(_)));
        if others.len() > MAX_REPLAYED {
            return self.send(self.recent.last_number(), Signal::Resync, &[stream]);
        }
        for (number, signal) in others {
            let is_readable = match signal {
                Signal::Post { forum, .. } => match self.readers().of(forum, &[stream]) {
                    Ok(readers) => readers.is_none_or(|readers| !readers.is_empty()),
                    Err(_) => false,
                },
                _ => true,
            };
            if is_readable {
                self.send(number, signal, &[stream]);
            }
        }
        // Those before may have waited for their turn when the client left.
        let before = self.recent.shortly_before(last, VOTES_EVERY);
        for (_, signal) in votes.into_iter().chain(before.iter().flat_map(concerned)) {
            if let Signal::Votes(voted) = signal {
                self.votes.changed(voted, Instant::now());
            }
        }
    }

    /// Ends those of these streams whose sessions ended, perhaps while nothing was heard, or lack a second step that the
    /// site asks for: their clients come back, and follow as visitors.
    fn end_refused(&self, sessions: Vec<(StreamId, Session)>) -> Result<(), UserError> {
        for (stream, session, refusal) in self.services.users.refused_sessions(sessions)? {
            match refusal {
                SessionRefusal::Ended => {
                    let change = SessionChange::SignedOut(SessionsOf::All);
                    let signal = Signal::Session { user: session.user, change };
                    self.send(self.recent.last_number(), signal, &[stream]);
                }
                SessionRefusal::SecondStepNeeded => self.shared.registry.lock().remove(stream),
            }
        }
        Ok(())
    }
}

fn resync() -> Content {
    ("resync", json!({}))
}
