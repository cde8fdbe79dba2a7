//! Streams of closed forums.

use std::collections::BTreeSet;

use forums::{ForumError, Forums};
use kernel::{ForumId, UserId};

use super::{Shared, registry::StreamId};

/// Knows which streams may follow what is in a forum.
pub(super) struct Readers<'a> {
    pub(super) shared: &'a Shared,
    pub(super) forums: &'a Forums,
}

impl Readers<'_> {
    /// Returns those of these streams whose members may read a forum; `None` if everybody may.
    pub(super) fn of(
        &self,
        forum: ForumId,
        streams: &[StreamId],
    ) -> Result<Option<Vec<StreamId>>, ForumError> {
        if streams.is_empty() {
            return Ok(Some(vec![]));
        }
        let members = self.shared.registry.lock().members(streams);
        let users: BTreeSet<UserId> = members.iter().filter_map(|(_, member)| *member).collect();
        let users: Vec<UserId> = users.into_iter().collect();
        let readers = match self.forums.readers_among(forum, &users)? {
            forums::Readers::Everybody => return Ok(None),
            forums::Readers::Only(readers) => readers.into_iter().collect::<BTreeSet<_>>(),
        };
        let reads = |member: Option<UserId>| member.is_some_and(|user| readers.contains(&user));
        let reading = members.into_iter().filter(|(_, member)| reads(*member));
        Ok(Some(reading.map(|(id, _)| id).collect()))
    }

    /// Lets those of these streams that may not read a forum follow nothing in it.
    pub(super) fn forget(&self, forum: ForumId, streams: &[StreamId]) {
        let followers = self.shared.registry.lock().followers(forum, streams);
        match self.of(forum, &followers) {
            Ok(None) => {}
            Ok(Some(readers)) => {
                let readers: BTreeSet<StreamId> = readers.into_iter().collect();
                let others = followers.into_iter().filter(|id| !readers.contains(id));
                self.shared.registry.lock().forget(forum, &others.collect::<Vec<_>>());
            }
            // Their clients come back, and are asked again what they may read.
            Err(_) => self.shared.registry.lock().remove_all(&followers),
        }
    }

    /// Lets these streams follow nothing in forums that they may not read.
    pub(super) fn forget_all(&self, streams: &[StreamId]) {
        let forums = self.shared.registry.lock().forums(streams);
        for forum in forums {
            self.forget(forum, streams);
        }
    }
}
