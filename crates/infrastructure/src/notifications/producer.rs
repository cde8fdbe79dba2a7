//! Turns events into notifications.
//!
//! On PostgreSQL one copy does so at a time. An event locks its forum, post and reply against deletion
//! and then its recipients, in the order of `locks.rs`, so that a delivery and a deletion cannot deadlock.

use std::sync::Arc;

use ::notifications::{Kind, ModerationAct, Subject};
use diesel::prelude::*;
use kernel::{Clock, Event, ForumId, PostId, ReplyId, ReportId, Timestamp, UserId};

use super::{
    moderated::{ModeratedThing, locked_post, moderated_thing},
    note_visit,
    recipients::{
        AT_ONCE, Reasons, Text, add_watched_forum, add_watched_post, mentioned, notified,
        watchers_of_forum, watchers_of_post,
    },
    reported::{decided, lock_reporters},
    store::{Content, upsert},
    written::{WrittenReply, lock_post_shared, lock_reply_shared},
};
use crate::{
    advisory_lock::AdvisoryLock,
    connection::{DbConnection, on_backend},
    database::{Consumed, EventConsumer, Events, StoredEvent},
    locks,
    schema::posts,
};

/// Produces notifications, as a consumer of the outbox.
pub struct NotificationProducer {
    clock: Arc<dyn Clock>,
}

impl NotificationProducer {
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }
}

impl EventConsumer for NotificationProducer {
    fn name(&self) -> &'static str {
        "notifications"
    }

    fn wants(&self, event: &Event) -> bool {
        let is_written_or_decided = matches!(
            event,
            Event::PostCreated { .. }
                | Event::ReplyCreated { .. }
                | Event::MemberMentioned { .. }
                | Event::ReportDecided { .. }
                | Event::PostLocked { .. }
        );
        is_written_or_decided || moderated(event).is_some() || moderated_thing(event).is_some()
    }

    fn prepare(&self, conn: &mut DbConnection) -> QueryResult<()> {
        AdvisoryLock::Notifications.lock(conn)
    }

    fn consume(
        &self,
        conn: &mut DbConnection,
        events: &mut Events,
        stored: &StoredEvent,
    ) -> QueryResult<Consumed> {
        let mut delivery =
            Delivery { conn, events, now: self.clock.now(), progress: stored.progress };
        match stored.event {
            Event::PostCreated { post, forum } => delivery.of_post(post, forum),
            Event::ReplyCreated { reply, post, forum } => {
                delivery.of_reply(reply, post, forum, stored.created_at)
            }
            Event::MemberMentioned { user, post, reply } => delivery.of_mention(user, post, reply),
            Event::ReportDecided { report, by } => delivery.of_decision(report, by),
            Event::PostLocked { post, forum, by } => delivery.of_lock(post, forum, by),
            event => match (moderated(&event), moderated_thing(&event)) {
                (Some((user, act, forum)), _) => delivery.of_moderation(user, act, forum),
                (None, Some(thing)) => delivery.of_moderated_thing(thing),
                (None, None) => Ok(Consumed::Entirely),
            },
        }
    }
}

/// Returns the member whom an event concerns, the act of moderation, and its forum; `None` for events that concern no
/// single member.
fn moderated(event: &Event) -> Option<(UserId, ModerationAct, Option<ForumId>)> {
    Some(match *event {
        Event::MemberPromoted { user, .. } => (user, ModerationAct::Promoted, None),
        Event::MemberDemoted { user, .. } => (user, ModerationAct::Demoted, None),
        Event::MemberBanned { user, .. } => (user, ModerationAct::Banned, None),
        Event::MemberUnbanned { user, .. } => (user, ModerationAct::Unbanned, None),
        Event::MemberBannedFromForum { forum, user, .. } => {
            (user, ModerationAct::BannedFromForum, Some(forum))
        }
        Event::MemberUnbannedFromForum { forum, user, .. } => {
            (user, ModerationAct::UnbannedFromForum, Some(forum))
        }
        Event::ModeratorAdded { forum, user, .. } => {
            (user, ModerationAct::ModeratorAdded, Some(forum))
        }
        Event::ModeratorRemoved { forum, user, .. } => {
            (user, ModerationAct::ModeratorRemoved, Some(forum))
        }
        _ => return None,
    })
}

/// The delivery of one event, or of a part of it.
struct Delivery<'a> {
    conn: &'a mut DbConnection,
    events: &'a mut Events,
    now: Timestamp,
    /// The last watcher who was notified; 0 at first.
    progress: i64,
}

/// What a delivered event says.
#[derive(Clone, Copy)]
struct Written {
    text: Text,
    reply: Option<ReplyId>,
    /// What was answered.
    answered: Option<Subject>,
}

impl Delivery<'_> {
    fn of_post(&mut self, post: PostId, forum: ForumId) -> QueryResult<Consumed> {
        let Some(author) = lock_post_shared(self.conn, post, forum)? else {
            return Ok(Consumed::Entirely);
        };
        let text = Text { author: UserId(author), forum, post };
        let written = Written { text, reply: None, answered: None };
        let mentioned = mentioned(self.conn, post, None)?;
        let mut direct: Reasons =
            mentioned.into_iter().map(|user| (user, vec![Kind::Mention])).collect();
        let watchers = watchers_of_forum(self.conn, forum, self.progress)?;
        if is_full(&watchers) {
            add_watched_forum(self.conn, forum, &mut direct)?;
        }
        self.notify_all(written, direct, &watchers, Kind::WatchedForum)
    }

    fn of_reply(
        &mut self,
        reply: ReplyId,
        post: PostId,
        forum: ForumId,
        at: Timestamp,
    ) -> QueryResult<Consumed> {
        let Some(found) = lock_reply_shared(self.conn, reply, forum)? else {
            return Ok(Consumed::Entirely);
        };
        let text = Text { author: UserId(found.author), forum, post };
        let WrittenReply { post_author, parent, parent_author, created_at, .. } = found;
        let answered = match parent {
            0 => (Subject::Post(post), Some(post_author)),
            parent => (Subject::Reply(ReplyId(parent)), parent_author),
        };
        let written = Written { text, reply: Some(reply), answered: Some(answered.0) };
        let mut direct: Reasons =
            answered.1.into_iter().map(|author| (author, vec![Kind::Reply])).collect();
        for user in mentioned(self.conn, post, Some(reply))? {
            direct.entry(user).or_default().push(Kind::Mention);
        }
        let watchers = watchers_of_post(self.conn, post, self.progress)?;
        if is_full(&watchers) {
            add_watched_post(self.conn, post, &mut direct)?;
        }
        if self.progress == 0 {
            // What waited for approval was written before its event.
            let written_at = Timestamp::from_unix_millis(created_at);
            note_visit(self.conn, text.author, post, at.min(written_at))?;
        }
        self.notify_all(written, direct, &watchers, Kind::WatchedPost)
    }

    /// An edit mentions a member. Only that member is notified.
    fn of_mention(
        &mut self,
        user: UserId,
        post: PostId,
        reply: Option<ReplyId>,
    ) -> QueryResult<Consumed> {
        let forum = posts::table.find(post.0).select(posts::forum_id);
        let forum: Option<i64> = on_backend!(self.conn, conn => forum.first(conn)).optional()?;
        let Some(forum) = forum.map(ForumId) else { return Ok(Consumed::Entirely) };
        let author = match reply {
            None => lock_post_shared(self.conn, post, forum)?,
            Some(reply) => lock_reply_shared(self.conn, reply, forum)?.map(|found| found.author),
        };
        // Another edit may have taken the name out again.
        if let Some(author) = author
            && mentioned(self.conn, post, reply)?.contains(&user.0)
        {
            let text = Text { author: UserId(author), forum, post };
            let reasons = Reasons::from([(user.0, vec![Kind::Mention])]);
            self.notify(Written { text, reply, answered: None }, &reasons)?;
        }
        Ok(Consumed::Entirely)
    }

    fn of_moderation(
        &mut self,
        user: UserId,
        act: ModerationAct,
        forum: Option<ForumId>,
    ) -> QueryResult<Consumed> {
        if let Some(forum) = forum
            && !locks::lock_forum_shared(self.conn, forum)?
        {
            return Ok(Consumed::Entirely);
        }
        if !locks::lock_user_shared(self.conn, user)? {
            return Ok(Consumed::Entirely);
        }
        let subject = forum.map_or(Subject::Account(act), |forum| Subject::Forum(act, forum));
        let (act, actor, post, reply) = (Some(act), None, None, None);
        let content = Content { subject, act, actor, forum, post, reply };
        upsert(self.conn, self.events, &[user.0], Kind::Moderation, content, self.now)?;
        Ok(Consumed::Entirely)
    }

    /// Tells the author, and not who did it. A removed post has no row to name: the notification outlives it.
    fn of_moderated_thing(&mut self, thing: ModeratedThing) -> QueryResult<Consumed> {
        let ModeratedThing { author, forum, post, reply, act } = thing;
        let post = (act != ModerationAct::PostRemoved).then_some(post);
        let is_there = match post {
            None => locks::lock_forum_shared(self.conn, forum)?,
            Some(post) => lock_post_shared(self.conn, post, forum)?.is_some(),
        };
        if !is_there || !locks::lock_user_shared(self.conn, author)? {
            return Ok(Consumed::Entirely);
        }
        let (subject, act, actor) = (thing.subject(), Some(act), None);
        let content = Content { subject, act, actor, forum: Some(forum), post, reply };
        upsert(self.conn, self.events, &[author.0], Kind::Moderation, content, self.now)?;
        Ok(Consumed::Entirely)
    }

    fn of_lock(&mut self, post: PostId, forum: ForumId, by: UserId) -> QueryResult<Consumed> {
        let author = lock_post_shared(self.conn, post, forum)?.map(UserId);
        match author.and_then(|author| locked_post(post, forum, author, by)) {
            Some(thing) => self.of_moderated_thing(thing),
            None => Ok(Consumed::Entirely),
        }
    }

    /// Tells the reporters, whatever their settings say, and not who decided.
    fn of_decision(&mut self, report: ReportId, by: UserId) -> QueryResult<Consumed> {
        let Some((forum, act)) = decided(self.conn, report)? else {
            return Ok(Consumed::Entirely);
        };
        if let Some(forum) = forum
            && !locks::lock_forum_shared(self.conn, forum)?
        {
            return Ok(Consumed::Entirely);
        }
        let reporters = lock_reporters(self.conn, report, by, self.progress)?;
        let subject = Subject::Report(report);
        // No post: the notification outlives what was removed because of the report.
        let (act, actor, post, reply) = (Some(act), None, None, None);
        let content = Content { subject, act, actor, forum, post, reply };
        upsert(self.conn, self.events, &reporters, Kind::Report, content, self.now)?;
        Ok(match reporters.last() {
            Some(last) if is_full(&reporters) => Consumed::InPart { progress: *last },
            _ => Consumed::Entirely,
        })
    }

    /// Notifies these watchers and, with the first batch, the members who were answered or mentioned. A full
    /// batch means that more watchers may follow.
    fn notify_all(
        &mut self,
        written: Written,
        direct: Reasons,
        watchers: &[i64],
        kind: Kind,
    ) -> QueryResult<Consumed> {
        let is_first = self.progress == 0;
        let others = watchers.iter().copied().filter(|watcher| !direct.contains_key(watcher));
        let mut reasons: Reasons = others.map(|watcher| (watcher, vec![kind])).collect();
        if is_first {
            reasons.extend(direct.into_iter().map(|(user, mut kinds)| {
                if watchers.contains(&user) {
                    kinds.push(kind);
                }
                (user, kinds)
            }));
        }
        self.notify(written, &reasons)?;
        Ok(match watchers.last() {
            Some(last) if is_full(watchers) => Consumed::InPart { progress: *last },
            _ => Consumed::Entirely,
        })
    }

    fn notify(&mut self, written: Written, reasons: &Reasons) -> QueryResult<()> {
        let Written { text, reply, answered } = written;
        let notified = notified(self.conn, text, reasons, self.now)?;
        for kind in Kind::ALL {
            let of_kind = notified.iter().filter(|(_, own)| *own == kind);
            let recipients: Vec<i64> = of_kind.map(|(user, _)| *user).collect();
            let of_answers = answered.filter(|_| kind == Kind::Reply);
            let content = Content {
                subject: of_answers.unwrap_or(Subject::Post(text.post)),
                act: None,
                actor: Some(text.author),
                forum: Some(text.forum),
                post: Some(text.post),
                reply,
            };
            upsert(self.conn, self.events, &recipients, kind, content, self.now)?;
        }
        Ok(())
    }
}

/// Whether more watchers may follow.
fn is_full(watchers: &[i64]) -> bool {
    watchers.len() as i64 == AT_ONCE
}
