//! The open streams, and who of them is to have an event.

use std::collections::{BTreeMap, HashMap, HashSet};

use actix_web::web::Bytes;
use kernel::{ForumId, Network, UserId};
use tokio::sync::mpsc::{Receiver, Sender, channel, error::TrySendError};
use users::Session;

use super::{
    Topic, Topics,
    signal::{Audience, SessionsOf},
};

/// The most events that wait for a slow reader; one more ends its stream.
const MAX_WAITING: usize = 64;

/// A number that no other stream of this process has.
pub(super) type StreamId = u64;

/// The member and the topics of a stream.
#[derive(Clone, Debug)]
pub(super) struct Subscription {
    pub(super) session: Option<Session>,
    /// The site of the client, if known.
    pub(super) network: Option<Network>,
    pub(super) topics: Topics,
}

impl Subscription {
    /// Returns whether it follows something in a forum.
    pub(super) fn follows(&self, forum: ForumId) -> bool {
        self.topics.values().any(|of| *of == Some(forum))
    }

    pub(super) fn is_in(&self, audience: Audience) -> bool {
        match audience {
            Audience::Post(_) | Audience::Listed(..) | Audience::InForum(..) => {
                audience.topics().iter().any(|topic| self.topics.contains_key(topic))
            }
            Audience::Sessions { user, which } => self.session.is_some_and(|session| {
                session.user == user
                    && match which {
                        SessionsOf::All => true,
                        // API tokens outlive passwords.
                        SessionsOf::Below(version) => {
                            session.api.is_none() && session.version < version
                        }
                        SessionsOf::One(ended) => session.id == ended,
                    }
            }),
            Audience::Members { from, to } => {
                self.session.is_some_and(|session| (from..=to).contains(&session.user))
            }
            Audience::All => true,
        }
    }
}

struct Stream {
    sender: Sender<Bytes>,
    subscription: Subscription,
}

/// The open streams.
#[derive(Default)]
pub(super) struct Registry {
    streams: HashMap<StreamId, Stream>,
    by_topic: HashMap<Topic, HashSet<StreamId>>,
    by_member: BTreeMap<UserId, HashSet<StreamId>>,
    by_network: HashMap<Network, usize>,
    last_id: StreamId,
}

/// The outcome of sending an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sent {
    pub(super) events: u64,
    /// Streams that ended because they were too slow.
    pub(super) dropped: u64,
}

impl Registry {
    pub(super) fn len(&self) -> usize {
        self.streams.len()
    }

    /// How many streams a member has.
    pub(super) fn len_of(&self, member: UserId) -> usize {
        self.by_member.get(&member).map_or(0, HashSet::len)
    }

    /// How many streams a network has.
    pub(super) fn len_in(&self, network: Network) -> usize {
        self.by_network.get(&network).copied().unwrap_or_default()
    }

    pub(super) fn add(&mut self, subscription: Subscription) -> (StreamId, Receiver<Bytes>) {
        let (sender, receiver) = channel(MAX_WAITING);
        self.last_id += 1;
        let id = self.last_id;
        for topic in subscription.topics.keys() {
            self.by_topic.entry(*topic).or_default().insert(id);
        }
        if let Some(session) = &subscription.session {
            self.by_member.entry(session.user).or_default().insert(id);
        }
        if let Some(network) = subscription.network {
            *self.by_network.entry(network).or_default() += 1;
        }
        self.streams.insert(id, Stream { sender, subscription });
        (id, receiver)
    }

    /// Ends a stream once what waits for it is sent.
    pub(super) fn remove(&mut self, id: StreamId) {
        let Some(Stream { subscription, .. }) = self.streams.remove(&id) else { return };
        for topic in subscription.topics.keys() {
            if let Some(ids) = self.by_topic.get_mut(topic) {
                ids.remove(&id);
                if ids.is_empty() {
                    self.by_topic.remove(topic);
                }
            }
        }
        if let Some(session) = &subscription.session
            && let Some(ids) = self.by_member.get_mut(&session.user)
        {
            ids.remove(&id);
            if ids.is_empty() {
                self.by_member.remove(&session.user);
            }
        }
        if let Some(network) = subscription.network
            && let Some(count) = self.by_network.get_mut(&network)
        {
            *count -= 1;
            if *count == 0 {
                self.by_network.remove(&network);
            }
        }
    }

    /// Returns those of these streams that follow something in a forum.
    pub(super) fn followers(&self, forum: ForumId, ids: &[StreamId]) -> Vec<StreamId> {
        let follows = |id: &StreamId| self.subscription(*id).is_some_and(|s| s.follows(forum));
        ids.iter().copied().filter(follows).collect()
    }

    /// Returns the forums in which one of these streams follows something.
    pub(super) fn forums(&self, ids: &[StreamId]) -> HashSet<ForumId> {
        let subscriptions = ids.iter().filter_map(|id| self.subscription(*id));
        subscriptions.flat_map(|found| found.topics.values()).flatten().copied().collect()
    }

    /// Returns the streams that follow all posts, and nothing in this forum.
    pub(super) fn followers_of_all(&self, forum: ForumId) -> Vec<StreamId> {
        let streams = self.by_topic.get(&Topic::Posts).into_iter().flatten().copied();
        let follows = |id: &StreamId| self.subscription(*id).is_some_and(|s| !s.follows(forum));
        streams.filter(follows).collect()
    }

    /// Returns the member of each of these streams; `None` of a visitor's.
    pub(super) fn members(&self, ids: &[StreamId]) -> Vec<(StreamId, Option<UserId>)> {
        let member = |id: &StreamId| {
            let subscription = self.subscription(*id)?;
            Some((*id, subscription.session.map(|session| session.user)))
        };
        ids.iter().filter_map(member).collect()
    }

    /// Lets streams no longer follow what is in a forum.
    pub(super) fn forget(&mut self, forum: ForumId, ids: &[StreamId]) {
        for id in ids {
            let Some(stream) = self.streams.get_mut(id) else { continue };
            for (topic, _) in stream.subscription.topics.extract_if(|_, of| *of == Some(forum)) {
                if let Some(followers) = self.by_topic.get_mut(&topic) {
                    followers.remove(id);
                    if followers.is_empty() {
                        self.by_topic.remove(&topic);
                    }
                }
            }
        }
    }

    pub(super) fn remove_all(&mut self, ids: &[StreamId]) {
        for id in ids {
            self.remove(*id);
        }
    }

    pub(super) fn subscription(&self, id: StreamId) -> Option<&Subscription> {
        self.streams.get(&id).map(|stream| &stream.subscription)
    }

    pub(super) fn all(&self) -> Vec<StreamId> {
        self.streams.keys().copied().collect()
    }

    /// Returns whether any stream follows one of the topics of an audience.
    pub(super) fn has_any(&self, audience: Audience) -> bool {
        audience.topics().iter().any(|topic| self.by_topic.contains_key(topic))
    }

    /// Returns the streams of an audience, each once.
    pub(super) fn find(&self, audience: Audience) -> Vec<StreamId> {
        match audience {
            Audience::Post(_) | Audience::Listed(..) | Audience::InForum(..) => {
                let topics = audience.topics();
                let found = topics.iter().filter_map(|topic| self.by_topic.get(topic)).flatten();
                let found: HashSet<StreamId> = found.copied().collect();
                found.into_iter().collect()
            }
            Audience::Sessions { user, .. } => {
                let is_in =
                    |id: &StreamId| self.subscription(*id).is_some_and(|s| s.is_in(audience));
                self.of_member(user).into_iter().filter(is_in).collect()
            }
            Audience::Members { from, to } => {
                let members = self.members_between(from, to).into_iter();
                members.flat_map(|member| self.of_member(member)).collect()
            }
            Audience::All => self.all(),
        }
    }

    pub(super) fn of_member(&self, member: UserId) -> Vec<StreamId> {
        self.by_member.get(&member).into_iter().flatten().copied().collect()
    }

    /// Returns the members between two ids who have a stream.
    pub(super) fn members_between(&self, from: UserId, to: UserId) -> Vec<UserId> {
        if from > to {
            return vec![];
        }
        self.by_member.range(from..=to).map(|(member, _)| *member).collect()
    }

    /// Returns the session of each stream of an audience that has one.
    pub(super) fn sessions_in(&self, audience: Audience) -> Vec<(StreamId, Session)> {
        let session = |id: StreamId| Some((id, self.subscription(id)?.session?));
        self.find(audience).into_iter().filter_map(session).collect()
    }

    /// Sends an event to these streams, and ends those that are too slow.
    pub(super) fn send(&mut self, ids: &[StreamId], frame: &Bytes) -> Sent {
        let mut sent = Sent::default();
        for id in ids {
            let Some(stream) = self.streams.get(id) else { continue };
            match stream.sender.try_send(frame.clone()) {
                Ok(()) => sent.events += 1,
                Err(error) => {
                    sent.dropped += u64::from(matches!(error, TrySendError::Full(_)));
                    self.remove(*id);
                }
            }
        }
        sent
    }
}

#[cfg(test)]
mod tests {
    use kernel::PostId;

    use super::*;

    const POST: Topic = Topic::Post(PostId(1));
    const FORUM: Topic = Topic::Forum(ForumId(1));
    const FRAME: Bytes = Bytes::from_static(b"frame");

    fn visitor(topics: &[Topic]) -> Subscription {
        let network = Some(Network::of([203, 0, 113, 9].into()));
        let topics = topics.iter().map(|topic| (*topic, Some(ForumId(1)))).collect();
        Subscription { session: None, network, topics }
    }

    #[test]
    fn stream_of_several_topics_gets_an_event_once() {
        let mut registry = Registry::default();
        let (both, _receiver) = registry.add(visitor(&[POST, FORUM]));
        let (one, _other) = registry.add(visitor(&[FORUM]));
        let mut found = registry.find(Audience::Listed(PostId(1), ForumId(1)));
        found.sort_unstable();
        assert_eq!(found, [both, one]);
        assert_eq!(registry.find(Audience::Post(PostId(1))), [both]);
    }

    #[test]
    fn a_stream_forgets_what_is_in_a_forum_and_nothing_else() {
        let mut registry = Registry::default();
        let (id, _receiver) = registry.add(visitor(&[POST, FORUM]));
        let (other, _receiver) = registry.add(visitor(&[FORUM]));
        registry.forget(ForumId(2), &[id]);
        assert_eq!(registry.followers(ForumId(1), &[id, other]), [id, other]);
        registry.forget(ForumId(1), &[id]);
        assert_eq!(registry.find(Audience::Listed(PostId(1), ForumId(1))), [other]);
        assert_eq!(registry.followers(ForumId(1), &[id, other]), [other]);
        assert!(!registry.has_any(Audience::Post(PostId(1))));
    }

    #[test]
    fn slow_reader_is_dropped_and_no_other() {
        let mut registry = Registry::default();
        let (slow, mut receiver) = registry.add(visitor(&[POST]));
        let (quick, mut other) = registry.add(visitor(&[POST]));
        for _ in 0..MAX_WAITING {
            assert_eq!(registry.send(&[slow, quick], &FRAME), Sent { events: 2, dropped: 0 });
            assert_eq!(other.try_recv().unwrap(), FRAME);
        }
        assert_eq!(registry.send(&[slow, quick], &FRAME), Sent { events: 1, dropped: 1 });
        assert_eq!((registry.len(), registry.find(Audience::Post(PostId(1)))), (1, vec![quick]));
        // What was sent before arrives, then the stream ends.
        for _ in 0..MAX_WAITING {
            assert_eq!(receiver.try_recv().unwrap(), FRAME);
        }
        assert!(receiver.try_recv().is_err());
    }

    #[test]
    fn streams_that_ended_leave_nothing() {
        let mut registry = Registry::default();
        let (id, receiver) = registry.add(visitor(&[POST, FORUM]));
        drop(receiver);
        assert_eq!(registry.send(&[id], &FRAME), Sent { events: 0, dropped: 0 });
        assert!(registry.streams.is_empty() && registry.by_topic.is_empty());
        assert!(registry.by_network.is_empty());
    }
}
