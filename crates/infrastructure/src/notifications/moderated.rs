//! What moderators and admins did to members, and to what members wrote.

use ::notifications::{ModerationAct, Subject};
use kernel::{Event, ForumId, PostId, ReplyId, UserId};

use crate::member_data::DELETED_USER_ID;

/// Returns the member, the moderation act and the forum of an event; `None` for events about no single member.
pub(super) fn moderated_member(event: &Event) -> Option<(UserId, ModerationAct, Option<ForumId>)> {
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
        Event::ForumMemberAdded { forum, user, by } if by != user => {
            (user, ModerationAct::ForumMemberAdded, Some(forum))
        }
        _ => return None,
    })
}

/// A post or reply that a moderator removed, restored, locked or approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ModeratedText {
    /// Who wrote it.
    pub(super) author: UserId,
    pub(super) forum: ForumId,
    pub(super) post: PostId,
    /// `None` if it is the post itself.
    pub(super) reply: Option<ReplyId>,
    pub(super) act: ModerationAct,
}

impl ModeratedText {
    pub(super) fn subject(self) -> Subject {
        match self.reply {
            Some(reply) => Subject::ModeratedReply(self.act, reply),
            None => Subject::ModeratedPost(self.act, self.post),
        }
    }
}

/// Returns the notification that an event sends to the author of a post or reply. Authors are not notified of their own
/// acts, and deleted accounts are not notified.
pub(super) fn moderated_text(event: &Event) -> Option<ModeratedText> {
    use ModerationAct::{PostRemoved, PostRestored, ReplyRemoved, ReplyRestored};
    let (act, by, author, forum, post, reply) = match *event {
        Event::PostDeleted { post, forum, author, by }
        | Event::PostRejected { post, forum, author, by } => {
            (PostRemoved, by, author, forum, post, None)
        }
        Event::ReplyRemoved { reply, post, forum, author, by }
        | Event::ReplyRejected { reply, post, forum, author, by } => {
            (ReplyRemoved, by, author, forum, post, Some(reply))
        }
        Event::PostRestored { post, forum, author, by } => {
            (PostRestored, Some(by), author, forum, post, None)
        }
        Event::ReplyRestored { reply, post, forum, author, by } => {
            (ReplyRestored, Some(by), author, forum, post, Some(reply))
        }
        _ => return None,
    };
    is_told(author, by).then_some(ModeratedText { author, forum, post, reply, act })
}

impl ModeratedText {
    /// Whether the author is notified of an act of this member.
    pub(super) fn is_told(self, by: Option<UserId>) -> bool {
        is_told(self.author, by)
    }
}

fn is_told(author: UserId, by: Option<UserId>) -> bool {
    by != Some(author) && author.0 != DELETED_USER_ID
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authors_are_told_of_what_others_do() {
        let (post, forum, author) = (PostId(5), ForumId(1), UserId(3));
        let deleted = |author, by| moderated_text(&Event::PostDeleted { post, forum, author, by });
        assert_eq!(deleted(author, Some(author)), None);
        assert_eq!(deleted(UserId(DELETED_USER_ID), Some(UserId(7))), None);
        let act = ModerationAct::PostRemoved;
        let text = ModeratedText { author, forum, post, reply: None, act };
        assert_eq!(deleted(author, Some(UserId(7))), Some(text));
        assert_eq!(deleted(author, None), Some(text));
    }
}
