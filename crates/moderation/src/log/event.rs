use kernel::{Event, ForumId, PostId, ReplyId, ReportId, UserId};

use super::LogAction;

/// The entry that an event adds to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logged {
    Act {
        action: LogAction,
        by: Option<UserId>,
        forum: Option<ForumId>,
        subject: LoggedSubject,
    },
    /// The report says how it was decided, or that it is open again, and what it is about.
    Decision {
        report: ReportId,
        by: UserId,
    },
}

/// The target of an act. The author is `None` where it can be looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoggedSubject {
    Member(UserId),
    Post {
        post: PostId,
        author: Option<UserId>,
    },
    Reply {
        reply: ReplyId,
        post: PostId,
        author: UserId,
    },
    Forum {
        forum: ForumId,
        author: UserId,
    },
    /// It is about the site, or about the forum as such.
    Nobody,
}

/// Returns what an event adds to the log, if anything: what moderators and admins do to others and to what others
/// wrote. What members do to their own is not logged.
#[must_use]
pub fn logged(event: &Event) -> Option<Logged> {
    use LogAction as Action;
    Some(match *event {
        Event::MemberPromoted { user, by } => member(Action::Promoted, user, by, None),
        Event::MemberDemoted { user, by } => member(Action::Demoted, user, by, None),
        Event::MemberBanned { user, by } => member(Action::Banned, user, by, None),
        Event::MemberUnbanned { user, by } => member(Action::Unbanned, user, by, None),
        Event::MemberBannedFromForum { forum, user, by } => {
            member(Action::ForumBanned, user, Some(by), Some(forum))
        }
        Event::MemberUnbannedFromForum { forum, user, by } => {
            member(Action::ForumUnbanned, user, Some(by), Some(forum))
        }
        Event::ForumMemberAdded { forum, user, by } => {
            member(Action::ForumMemberAdded, user, Some(by), Some(forum))
        }
        Event::ForumMemberRemoved { forum, user, by } => {
            member(Action::ForumMemberRemoved, user, Some(by), Some(forum))
        }
        Event::ModeratorAdded { forum, user, by } => {
            member(Action::ModeratorAdded, user, by, Some(forum))
        }
        Event::ModeratorRemoved { forum, user, by } => {
            member(Action::ModeratorRemoved, user, by, Some(forum))
        }
        Event::PostDeleted { post, forum, author, by }
        | Event::PostRejected { post, forum, author, by } => {
            of_others(Action::PostDeleted, by, author, forum, of_author(post, author))?
        }
        Event::ReplyRemoved { reply, post, forum, author, by }
        | Event::ReplyRejected { reply, post, forum, author, by } => {
            of_others(Action::ReplyDeleted, by, author, forum, of_reply(reply, post, author))?
        }
        Event::PostRestored { post, forum, author, by } => {
            in_forum(Action::PostRestored, Some(by), forum, of_author(post, author))
        }
        Event::ReplyRestored { reply, post, forum, author, by } => {
            in_forum(Action::ReplyRestored, Some(by), forum, of_reply(reply, post, author))
        }
        Event::ForumEdited { forum, author, by } => {
            (by != Some(author)).then(|| of_forum(Action::ForumEdited, forum, author, by))?
        }
        // A rule is for others, whoever founded the forum.
        Event::ForumRulesChanged { forum, author, by } => {
            of_forum(Action::ForumRulesChanged, forum, author, by)
        }
        Event::ForumVisibilityChanged { forum, author, by } => {
            of_forum(Action::ForumVisibilityChanged, forum, author, by)
        }
        // It takes other members' texts along, so a founder's own deletion is logged, too.
        Event::ForumDeleted { forum, author, by } => {
            of_forum(Action::ForumDeleted, forum, author, by)
        }
        Event::PostLocked { post, forum, by } => on_post(Action::PostLocked, post, forum, by),
        Event::PostUnlocked { post, forum, by } => on_post(Action::PostUnlocked, post, forum, by),
        Event::PostPinned { post, forum, by } => on_post(Action::PostPinned, post, forum, by),
        Event::PostUnpinned { post, forum, by } => on_post(Action::PostUnpinned, post, forum, by),
        Event::RevisionHidden { post, reply, forum, author, by } => {
            version_hidden((post, reply), forum, author, by)
        }
        Event::SiteChanged { by } => nobody(Action::SiteChanged, by, None),
        Event::InviteCreated { by } => nobody(Action::InviteCreated, by, None),
        Event::InviteRevoked { forum, by } => nobody(Action::InviteRevoked, Some(by), forum),
        Event::ForumInviteCreated { forum, by } => {
            nobody(Action::ForumInviteCreated, Some(by), Some(forum))
        }
        Event::ForumInvitesEnded { forum, by } => {
            nobody(Action::ForumInvitesEnded, Some(by), Some(forum))
        }
        Event::ReportDecided { report, by } | Event::ReportReopened { report, by } => {
            Logged::Decision { report, by }
        }
        Event::PostCreated { .. }
        | Event::PostEdited { .. }
        | Event::PostHeld { .. }
        | Event::PostVoted { .. }
        | Event::ReplyCreated { .. }
        | Event::ReplyEdited { .. }
        | Event::ReplyHeld { .. }
        | Event::ReplyVoted { .. }
        | Event::PostRendered { .. }
        | Event::MemberMentioned { .. }
        | Event::ForumCreated { .. }
        | Event::ForumRendered { .. }
        | Event::MessageSent { .. }
        | Event::MessageEdited { .. }
        | Event::MessageDeleted { .. }
        | Event::MessageRead { .. }
        | Event::ReportOpened { .. }
        | Event::AccountCreated { .. }
        | Event::WebhookTurnedOff { .. }
        | Event::ImageChanged { .. }
        | Event::AboutChanged { .. }
        | Event::ReportClosed { .. }
        | Event::UnreadChanged { .. }
        | Event::SessionsEnded { .. }
        | Event::SessionEnded { .. }
        | Event::AccountDeleted { .. }
        | Event::SecondStepChanged { .. }
        | Event::OwnStateChanged { .. }
        | Event::SiteRendered
        | Event::DataReplaced => return None,
    })
}

fn member(action: LogAction, user: UserId, by: Option<UserId>, forum: Option<ForumId>) -> Logged {
    Logged::Act { action, by, forum, subject: LoggedSubject::Member(user) }
}

fn nobody(action: LogAction, by: Option<UserId>, forum: Option<ForumId>) -> Logged {
    Logged::Act { action, by, forum, subject: LoggedSubject::Nobody }
}

fn in_forum(
    action: LogAction,
    by: Option<UserId>,
    forum: ForumId,
    subject: LoggedSubject,
) -> Logged {
    Logged::Act { action, by, forum: Some(forum), subject }
}

fn on_post(action: LogAction, post: PostId, forum: ForumId, by: UserId) -> Logged {
    in_forum(action, Some(by), forum, LoggedSubject::Post { post, author: None })
}

fn of_reply(reply: ReplyId, post: PostId, author: UserId) -> LoggedSubject {
    LoggedSubject::Reply { reply, post, author }
}

fn of_author(post: PostId, author: UserId) -> LoggedSubject {
    LoggedSubject::Post { post, author: Some(author) }
}

fn of_forum(action: LogAction, forum: ForumId, author: UserId, by: Option<UserId>) -> Logged {
    in_forum(action, by, forum, LoggedSubject::Forum { forum, author })
}

/// Returns nothing for what the author did.
fn of_others(
    action: LogAction,
    by: Option<UserId>,
    author: UserId,
    forum: ForumId,
    subject: LoggedSubject,
) -> Option<Logged> {
    (by != Some(author)).then(|| in_forum(action, by, forum, subject))
}

/// Also of the author's own: others could read it.
fn version_hidden(
    (post, reply): (PostId, Option<ReplyId>),
    forum: ForumId,
    author: UserId,
    by: UserId,
) -> Logged {
    let subject = match reply {
        Some(reply) => LoggedSubject::Reply { reply, post, author },
        None => LoggedSubject::Post { post, author: Some(author) },
    };
    let action = LogAction::VersionHidden;
    Logged::Act { action, by: Some(by), forum: Some(forum), subject }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: UserId = UserId(3);
    const MAX: UserId = UserId(7);
    const FORUM: ForumId = ForumId(1);

    fn action(event: &Event) -> Option<LogAction> {
        match logged(event)? {
            Logged::Act { action, .. } => Some(action),
            Logged::Decision { .. } => None,
        }
    }

    #[test]
    fn deletions_are_logged_unless_the_author_does_them() {
        let (post, reply, author) = (PostId(5), ReplyId(6), ANN);
        for (by, is_logged) in [(Some(MAX), true), (None, true), (Some(ANN), false)] {
            let only = |action| is_logged.then_some(action);
            let event = Event::PostDeleted { post, forum: FORUM, author, by };
            assert_eq!(action(&event), only(LogAction::PostDeleted));
            let event = Event::ReplyRemoved { reply, post, forum: FORUM, author, by };
            assert_eq!(action(&event), only(LogAction::ReplyDeleted));
            let event = Event::ForumDeleted { forum: FORUM, author, by };
            assert_eq!(action(&event), Some(LogAction::ForumDeleted));
            let event = Event::ForumEdited { forum: FORUM, author, by };
            assert_eq!(action(&event), only(LogAction::ForumEdited));
        }
    }

    #[test]
    fn restorations_are_logged_whoever_wrote_it() {
        let (post, reply, author) = (PostId(5), ReplyId(6), ANN);
        for by in [ANN, MAX] {
            let event = Event::PostRestored { post, forum: FORUM, author, by };
            assert_eq!(action(&event), Some(LogAction::PostRestored));
            let event = Event::ReplyRestored { reply, post, forum: FORUM, author, by };
            assert_eq!(action(&event), Some(LogAction::ReplyRestored));
        }
    }

    #[test]
    fn acts_on_members_are_logged_even_by_themselves() {
        for by in [Some(ANN), Some(MAX), None] {
            let event = Event::ModeratorRemoved { forum: FORUM, user: ANN, by };
            let subject = LoggedSubject::Member(ANN);
            let (action, forum) = (LogAction::ModeratorRemoved, Some(FORUM));
            assert_eq!(logged(&event), Some(Logged::Act { action, by, forum, subject }));
        }
    }

    #[test]
    fn writes_of_members_are_not_logged() {
        let (post, forum) = (PostId(5), FORUM);
        for event in [
            Event::PostCreated { post, forum },
            Event::PostVoted { post, forum },
            Event::AccountDeleted { user: ANN },
        ] {
            assert_eq!(logged(&event), None);
        }
    }
}
