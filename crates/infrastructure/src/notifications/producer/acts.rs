//! Notifications of what moderators and admins did.

use ::notifications::{Kind, ModerationAct, Subject};
use database::{Consumed, locks};
use diesel::QueryResult;
use kernel::{ForumId, PostId, ReportId, UserId};

use super::{Delivery, is_full};
use crate::notifications::{
    moderated::ModeratedText,
    reported::{approved, decided, lock_reporters},
    store::{Content, upsert},
    written::lock_post_shared,
};

impl Delivery<'_> {
    pub(super) fn notify_of_rights(
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

    /// Notifies the author, without naming who did it. A removed post has no row to name: the notification outlives it.
    pub(super) fn notify_of_moderated_text(
        &mut self,
        text: ModeratedText,
    ) -> QueryResult<Consumed> {
        let ModeratedText { author, forum, post, reply, act } = text;
        let post = (act != ModerationAct::PostRemoved).then_some(post);
        let is_there = match post {
            None => locks::lock_forum_shared(self.conn, forum)?,
            Some(post) => lock_post_shared(self.conn, post, forum)?.is_some(),
        };
        if !is_there || !locks::lock_user_shared(self.conn, author)? {
            return Ok(Consumed::Entirely);
        }
        let (subject, act, actor) = (text.subject(), Some(act), None);
        let content = Content { subject, act, actor, forum: Some(forum), post, reply };
        upsert(self.conn, self.events, &[author.0], Kind::Moderation, content, self.now)?;
        Ok(Consumed::Entirely)
    }

    pub(super) fn notify_of_lock(
        &mut self,
        post: PostId,
        forum: ForumId,
        by: UserId,
    ) -> QueryResult<Consumed> {
        let author = lock_post_shared(self.conn, post, forum)?.map(UserId);
        let act = ModerationAct::PostLocked;
        let text = author.map(|author| ModeratedText { author, forum, post, reply: None, act });
        match text.filter(|text| text.is_told(Some(by))) {
            Some(text) => self.notify_of_moderated_text(text),
            None => Ok(Consumed::Entirely),
        }
    }

    /// Notifies the author of an approved text, or the reporters, whatever their settings, but not the one who
    /// decided. The event of a removal tells the author of a rejected text.
    pub(super) fn notify_of_decision(
        &mut self,
        report: ReportId,
        by: Option<UserId>,
    ) -> QueryResult<Consumed> {
        if let Some(text) = approved(self.conn, report)?.filter(|text| text.is_told(by)) {
            return self.notify_of_moderated_text(text);
        }
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
}
