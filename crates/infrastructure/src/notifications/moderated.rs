//! What a moderator did to something that a member wrote.

use ::notifications::{ModerationAct, Subject};
use kernel::{Event, ForumId, PostId, ReplyId, UserId};

use crate::users::DELETED_USER_ID;

/// Something that a moderator removed, restored or locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ModeratedThing {
    /// Who wrote it.
    pub(super) author: UserId,
    pub(super) forum: ForumId,
    pub(super) post: PostId,
    /// `None` if it is the post itself.
    pub(super) reply: Option<ReplyId>,
    pub(super) act: ModerationAct,
}

impl ModeratedThing {
    pub(super) fn subject(self) -> Subject {
        match self.reply {
            Some(reply) => Subject::ModeratedReply(self.act, reply),
            None => Subject::ModeratedPost(self.act, self.post),
        }
    }
}

/// Returns the notification that an event sends to the author of a post or reply. Authors are not notified of their own
/// acts, and deleted accounts are not notified.
pub(super) fn moderated_thing(event: &Event) -> Option<ModeratedThing> {
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
    is_told(author, by).then_some(ModeratedThing { author, forum, post, reply, act })
}

/// Returns the notification of a lock, whose event does not say who wrote the post.
pub(super) fn locked_post(
    post: PostId,
    forum: ForumId,
    author: UserId,
    by: UserId,
) -> Option<ModeratedThing> {
    let act = ModerationAct::PostLocked;
    is_told(author, Some(by)).then_some(ModeratedThing { author, forum, post, reply: None, act })
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
        let deleted = |author, by| moderated_thing(&Event::PostDeleted { post, forum, author, by });
        assert_eq!(deleted(author, Some(author)), None);
        assert_eq!(deleted(UserId(DELETED_USER_ID), Some(UserId(7))), None);
        let act = ModerationAct::PostRemoved;
        let thing = ModeratedThing { author, forum, post, reply: None, act };
        assert_eq!(deleted(author, Some(UserId(7))), Some(thing));
        assert_eq!(deleted(author, None), Some(thing));
    }
}
