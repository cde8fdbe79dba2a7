//! Notifications of what moderators and admins did.

use ::notifications::{Kind, ModerationAct, Subject};
use database::{
    Consumed, locks,
    schema::{forum_moderators, stored_replies, users},
};
use diesel::{
    dsl::{min, not},
    prelude::*,
};
use kernel::{ForumId, PostId, ReplyId, ReportId, UserId};

use super::{Delivery, is_full};
use crate::notifications::{
    moderated::ModeratedText,
    recipients::AT_ONCE,
    reported::{approved, decided, lock_reporters},
    store::Content,
    written::lock_post_shared,
};
use crate::roles;

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
        self.store(&[user.0], Kind::Moderation, content)?;
        Ok(Consumed::Entirely)
    }

    /// Notifies those who manage the webhooks of a forum or, without one, of the site.
    pub(super) fn notify_of_webhook(&mut self, forum: Option<ForumId>) -> QueryResult<Consumed> {
        if let Some(forum) = forum
            && !locks::lock_forum_shared(self.conn, forum)?
        {
            return Ok(Consumed::Entirely);
        }
        let managers: Vec<i64> = match forum {
            Some(forum) => forum_moderators::table
                .filter(forum_moderators::forum_id.eq(forum.0))
                .order(forum_moderators::user_id)
                .select(forum_moderators::user_id)
                .load(self.conn)?,
            None => users::table
                .filter(roles::is_admin())
                .order(users::id)
                .select(users::id)
                .load(self.conn)?,
        };
        locks::lock_users_shared(self.conn, &managers)?;
        let act = ModerationAct::WebhookTurnedOff;
        let subject = forum.map_or(Subject::Account(act), |forum| Subject::Forum(act, forum));
        let (act, actor, post, reply) = (Some(act), None, None, None);
        let content = Content { subject, act, actor, forum, post, reply };
        self.store(&managers, Kind::Moderation, content)?;
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
        self.store(&[author.0], Kind::Moderation, content)?;
        Ok(Consumed::Entirely)
    }

    /// Notifies those whose replies were removed or restored with their post, each of the first one. What its author
    /// deletes with the post is gone.
    pub(super) fn notify_of_replies_with_post(
        &mut self,
        act: ModerationAct,
        (post, forum): (PostId, ForumId),
        (author, by): (UserId, Option<UserId>),
    ) -> QueryResult<Consumed> {
        let is_removal = act == ModerationAct::ReplyRemoved;
        let is_there = if is_removal {
            locks::lock_forum_shared(self.conn, forum)?
        } else {
            lock_post_shared(self.conn, post, forum)?.is_some()
        };
        if !is_there {
            return Ok(Consumed::Entirely);
        }
        let replies: Vec<(i64, Option<i64>)> = stored_replies::table
            .filter(stored_replies::post_id.eq(post.0).and(stored_replies::hidden.eq(is_removal)))
            .filter(not(stored_replies::removed).and(not(stored_replies::held)))
            .filter(stored_replies::author_id.gt(self.progress))
            .filter(stored_replies::author_id.ne(author.0))
            .group_by(stored_replies::author_id)
            .select((stored_replies::author_id, min(stored_replies::id)))
            .order(stored_replies::author_id)
            .limit(AT_ONCE)
            .load(self.conn)?;
        for &(replier, reply) in &replies {
            let (author, Some(reply)) = (UserId(replier), reply.map(ReplyId)) else { continue };
            let text = ModeratedText { author, forum, post, reply: Some(reply), act };
            if text.is_told(by) && locks::lock_user_shared(self.conn, text.author)? {
                // Of a removal neither post nor reply: nobody may read them.
                let (post, reply) =
                    if is_removal { (None, None) } else { (Some(post), Some(reply)) };
                let (subject, act, forum) = (text.subject(), Some(act), Some(forum));
                let content = Content { subject, act, actor: None, forum, post, reply };
                self.store(&[replier], Kind::Moderation, content)?;
            }
        }
        let authors: Vec<i64> = replies.iter().map(|(author, _)| *author).collect();
        Ok(match authors.last() {
            Some(last) if is_full(&authors) => Consumed::InPart { progress: *last },
            _ => Consumed::Entirely,
        })
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
        self.store(&reporters, Kind::Report, content)?;
        Ok(match reporters.last() {
            Some(last) if is_full(&reporters) => Consumed::InPart { progress: *last },
            _ => Consumed::Entirely,
        })
    }
}
