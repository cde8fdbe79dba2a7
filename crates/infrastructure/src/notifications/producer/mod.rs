//! Turns events into notifications.
//!
//! On PostgreSQL one copy does so at a time. An event locks its forum, post and reply against deletion
//! and then its recipients, in the order of `locks.rs`, so that a delivery and a deletion cannot deadlock.

mod acts;
mod texts;

use std::{sync::Arc, time::Duration};

use ::notifications::{Kind, ModerationAct};
use database::{Consumed, DbConnection, EventConsumer, Events, StoredEvent, locks::AdvisoryLock};
use diesel::QueryResult;
use kernel::{Clock, Event, ReplyId, Timestamp};

use super::{
    mails,
    moderated::{moderated_member, moderated_text},
    recipients::AT_ONCE,
    removed::take_out_reply,
    store::{Content, upsert},
};

/// Produces notifications, as a consumer of the outbox.
pub struct NotificationProducer {
    clock: Arc<dyn Clock>,
    mail_delay: Option<Duration>,
}

impl NotificationProducer {
    /// With `mail_delay`, those who want mails get one so long after an act, unless they read the notification before.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>, mail_delay: Option<Duration>) -> Self {
        Self { clock, mail_delay }
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
                | Event::PostDeleted { .. }
                | Event::PostRestored { .. }
                | Event::ReplyRemoved { .. }
                | Event::ReplyHeld { was_shown: true, .. }
                | Event::MemberMentioned { .. }
                | Event::ReportDecided { .. }
                | Event::ReportClosed { .. }
                | Event::PostLocked { .. }
                | Event::WebhookTurnedOff { .. }
        );
        is_written_or_decided
            || moderated_member(event).is_some()
            || moderated_text(event).is_some()
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
        let mut delivery = Delivery {
            conn,
            events,
            now: self.clock.now(),
            progress: stored.progress,
            mail_delay: self.mail_delay,
        };
        match stored.event {
            Event::PostCreated { post, forum } => delivery.notify_of_post(post, forum),
            Event::ReplyCreated { reply, post, forum } => {
                delivery.notify_of_reply(reply, post, forum, stored.created_at)
            }
            Event::MemberMentioned { user, post, reply } => {
                delivery.notify_of_mention(user, post, reply)
            }
            Event::ReportDecided { report, by } => delivery.notify_of_decision(report, Some(by)),
            Event::ReportClosed { report, by } => delivery.notify_of_decision(report, by),
            Event::PostLocked { post, forum, by } => delivery.notify_of_lock(post, forum, by),
            Event::WebhookTurnedOff { forum, .. } => delivery.notify_of_webhook(forum),
            Event::ReplyRemoved { reply, .. } | Event::ReplyHeld { reply, .. }
                if delivery.take_out(reply)? =>
            {
                Ok(Consumed::InPart { progress: 0 })
            }
            Event::PostDeleted { post, forum, author, by } => {
                delivery.notify_author_first(&stored.event)?;
                let act = ModerationAct::ReplyRemoved;
                delivery.notify_of_replies_with_post(act, (post, forum), (author, by))
            }
            Event::PostRestored { post, forum, author, by } => {
                delivery.notify_author_first(&stored.event)?;
                let act = ModerationAct::ReplyRestored;
                delivery.notify_of_replies_with_post(act, (post, forum), (author, Some(by)))
            }
            event => {
                if let Some((user, act, forum)) = moderated_member(&event) {
                    return delivery.notify_of_rights(user, act, forum);
                }
                match moderated_text(&event) {
                    Some(text) => delivery.notify_of_moderated_text(text),
                    None => Ok(Consumed::Entirely),
                }
            }
        }
    }
}

/// The delivery of one event to some of its recipients.
struct Delivery<'a> {
    conn: &'a mut DbConnection,
    events: &'a mut Events,
    now: Timestamp,
    /// The last recipient who was notified; 0 at first.
    progress: i64,
    mail_delay: Option<Duration>,
}

impl Delivery<'_> {
    /// Stores a notification for each of these members who may read its forum, and the mails of those who want them.
    fn store(&mut self, recipients: &[i64], kind: Kind, content: Content) -> QueryResult<()> {
        upsert(self.conn, self.events, recipients, kind, content, self.now)?;
        match self.mail_delay {
            Some(delay) => mails::store_for(self.conn, recipients, self.now, delay),
            None => Ok(()),
        }
    }

    /// Notifies the author of a post in the first part of the delivery.
    fn notify_author_first(&mut self, event: &Event) -> QueryResult<()> {
        if self.progress == 0
            && let Some(text) = moderated_text(event)
        {
            self.notify_of_moderated_text(text)?;
        }
        Ok(())
    }

    /// Takes a removed reply out of some notifications. Returns whether there may be more.
    fn take_out(&mut self, reply: ReplyId) -> QueryResult<bool> {
        take_out_reply(self.conn, self.events, reply)
    }
}

/// Returns whether more recipients may follow these.
fn is_full(recipients: &[i64]) -> bool {
    recipients.len() as i64 == AT_ONCE
}
