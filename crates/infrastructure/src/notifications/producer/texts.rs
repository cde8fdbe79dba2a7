//! Notifications of new texts and of mentions.

use ::notifications::{Kind, Subject};
use database::{Consumed, on_backend, schema::posts};
use diesel::prelude::*;
use kernel::{ForumId, PostId, ReplyId, Timestamp, UserId};

use super::{Delivery, is_full};
use crate::notifications::{
    note_visit,
    recipients::{
        Reasons, Text, add_watched_forum, add_watched_post, mentioned, notified, watchers_of_forum,
        watchers_of_post,
    },
    store::Content,
    written::{WrittenReply, lock_post_shared, lock_reply_shared},
};

/// The text that members are notified of.
#[derive(Clone, Copy)]
struct NotifiedText {
    text: Text,
    reply: Option<ReplyId>,
    /// The post or reply that it answers.
    answered: Option<Subject>,
}

impl Delivery<'_> {
    pub(super) fn notify_of_post(&mut self, post: PostId, forum: ForumId) -> QueryResult<Consumed> {
        let Some(author) = lock_post_shared(self.conn, post, forum)? else {
            return Ok(Consumed::Entirely);
        };
        let text = Text { author: UserId(author), forum, post };
        let notified = NotifiedText { text, reply: None, answered: None };
        let mentioned = mentioned(self.conn, post, None)?;
        let mut direct: Reasons =
            mentioned.into_iter().map(|user| (user, vec![Kind::Mention])).collect();
        let watchers = watchers_of_forum(self.conn, forum, self.progress)?;
        if is_full(&watchers) {
            add_watched_forum(self.conn, forum, &mut direct)?;
        }
        self.notify_all(notified, direct, &watchers, Kind::WatchedForum)
    }

    pub(super) fn notify_of_reply(
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
        let notified = NotifiedText { text, reply: Some(reply), answered: Some(answered.0) };
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
            note_visit(self.conn, self.events, text.author, post, at.min(written_at))?;
        }
        self.notify_all(notified, direct, &watchers, Kind::WatchedPost)
    }

    /// Notifies a member that an edit mentions.
    pub(super) fn notify_of_mention(
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
            self.notify(NotifiedText { text, reply, answered: None }, &reasons)?;
        }
        Ok(Consumed::Entirely)
    }

    /// Notifies these watchers and, with the first batch, the members who were answered or mentioned. A full
    /// batch means that more watchers may follow.
    fn notify_all(
        &mut self,
        text: NotifiedText,
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
        self.notify(text, &reasons)?;
        Ok(match watchers.last() {
            Some(last) if is_full(watchers) => Consumed::InPart { progress: *last },
            _ => Consumed::Entirely,
        })
    }

    fn notify(&mut self, text: NotifiedText, reasons: &Reasons) -> QueryResult<()> {
        let NotifiedText { text, reply, answered } = text;
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
            self.store(&recipients, kind, content)?;
        }
        Ok(())
    }
}
