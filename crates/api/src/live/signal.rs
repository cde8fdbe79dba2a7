//! The messages to streams that follow from an event.

use kernel::{Event, ForumId, MessageId, PostId, ReplyId, SessionId, UserId};

use super::Topic;

/// Something to send to some streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    Post {
        post: PostId,
        forum: ForumId,
        act: &'static str,
    },
    Reply {
        reply: ReplyId,
        post: PostId,
        act: &'static str,
    },
    /// At most once a second for each thing.
    Votes(Voted),
    Message {
        member: UserId,
        contact: UserId,
        message: MessageId,
        act: &'static str,
    },
    Session {
        user: UserId,
        change: SessionChange,
    },
    /// To the members between these, at most once in 200 ms for each.
    Unread {
        from: UserId,
        to: UserId,
    },
    /// To all, at most once a second: they may have missed something.
    Resync,
    /// To nobody: fewer may read the forum.
    ForumNarrowed(ForumId),
    /// To nobody: the member may read less.
    MemberNarrowed(UserId),
    /// To nobody: these sessions may lack a second step that the site asks for.
    Admission(SessionsAsked),
}

/// The streams that a signal is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// Those that follow the post.
    Post(PostId),
    /// Those, and those that follow its forum or all posts.
    Listed(PostId, ForumId),
    /// Those that follow the post or its closed forum.
    InForum(PostId, ForumId),
    /// Those of sessions of a member.
    Sessions {
        user: UserId,
        which: SessionsOf,
    },
    /// Those of the members between these.
    Members {
        from: UserId,
        to: UserId,
    },
    All,
}

/// Whose sessions may not be admitted any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionsAsked {
    All,
    Of(UserId),
}

/// What was voted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Voted {
    Post(PostId),
    Reply(ReplyId, PostId),
}

/// Which sessions of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionsOf {
    All,
    /// Those of lower versions.
    Below(i32),
    One(SessionId),
}

/// What happened to sessions of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionChange {
    Banned,
    SignedOut(SessionsOf),
    Role,
}

impl Signal {
    pub(super) fn audience(self) -> Audience {
        match self {
            Self::Post { post, forum, .. } => Audience::Listed(post, forum),
            Self::Reply { post, .. } | Self::Votes(Voted::Post(post) | Voted::Reply(_, post)) => {
                Audience::Post(post)
            }
            Self::Message { member, .. } => {
                Audience::Sessions { user: member, which: SessionsOf::All }
            }
            Self::Session { user, change } => {
                let which = match change {
                    SessionChange::SignedOut(which) => which,
                    SessionChange::Banned | SessionChange::Role => SessionsOf::All,
                };
                Audience::Sessions { user, which }
            }
            Self::Unread { from, to } => Audience::Members { from, to },
            Self::MemberNarrowed(user) => Audience::Members { from: user, to: user },
            Self::Admission(SessionsAsked::Of(user)) => {
                Audience::Sessions { user, which: SessionsOf::All }
            }
            Self::Resync | Self::ForumNarrowed(_) | Self::Admission(SessionsAsked::All) => {
                Audience::All
            }
        }
    }
}

impl Audience {
    /// Returns the topics that it consists of.
    pub(super) fn topics(self) -> Vec<Topic> {
        match self {
            Self::Post(post) => vec![Topic::Post(post)],
            Self::Listed(post, forum) => {
                vec![Topic::Posts, Topic::Forum(forum), Topic::Post(post)]
            }
            Self::InForum(post, forum) => vec![Topic::Forum(forum), Topic::Post(post)],
            Self::Sessions { .. } | Self::Members { .. } | Self::All => vec![],
        }
    }
}

impl SessionChange {
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Banned => "banned",
            Self::SignedOut(_) => "signed-out",
            Self::Role => "role",
        }
    }

    pub(super) fn ends_streams(self) -> bool {
        self != Self::Role
    }
}

/// Returns what streams are sent because of an event.
pub(super) fn signals_of(event: &Event) -> Vec<Signal> {
    let of_post = |post, forum, act| vec![Signal::Post { post, forum, act }];
    let of_reply = |reply, post, act| vec![Signal::Reply { reply, post, act }];
    let session = |user, change| vec![Signal::Session { user, change }];
    match *event {
        Event::PostCreated { post, forum } | Event::PostRestored { post, forum, .. } => {
            of_post(post, forum, "written")
        }
        Event::PostLocked { post, forum, .. } => of_post(post, forum, "locked"),
        Event::PostEdited { post, forum, .. }
        | Event::PostUnlocked { post, forum, .. }
        | Event::PostPinned { post, forum, .. }
        | Event::PostUnpinned { post, forum, .. } => of_post(post, forum, "edited"),
        Event::PostDeleted { post, forum, .. } | Event::PostHeld { post, forum } => {
            of_post(post, forum, "deleted")
        }
        Event::PostVoted { post, .. } => vec![Signal::Votes(Voted::Post(post))],
        Event::ReplyCreated { reply, post, .. } | Event::ReplyRestored { reply, post, .. } => {
            of_reply(reply, post, "written")
        }
        Event::ReplyEdited { reply, post, .. } => of_reply(reply, post, "edited"),
        Event::ReplyRemoved { reply, post, .. } | Event::ReplyHeld { reply, post, .. } => {
            of_reply(reply, post, "deleted")
        }
        Event::ReplyVoted { reply, post } => vec![Signal::Votes(Voted::Reply(reply, post))],
        Event::MessageSent { message, sender, recipient } => {
            of_message(message, [sender, recipient], "sent")
        }
        Event::MessageEdited { message, sender, recipient } => {
            of_message(message, [sender, recipient], "edited")
        }
        Event::MessageDeleted { message, sender, recipient } => {
            of_message(message, [sender, recipient], "deleted")
        }
        Event::MessageRead { message, sender, recipient } => {
            of_message(message, [sender, recipient], "read")
        }
        Event::MemberBanned { user, .. } => session(user, SessionChange::Banned),
        Event::SessionsEnded { user, version } => {
            session(user, SessionChange::SignedOut(SessionsOf::Below(version)))
        }
        Event::SessionEnded { user, session: ended } => {
            session(user, SessionChange::SignedOut(SessionsOf::One(ended)))
        }
        Event::AccountDeleted { user } => session(user, SessionChange::SignedOut(SessionsOf::All)),
        Event::MemberPromoted { user, .. } | Event::ModeratorAdded { user, .. } => vec![
            Signal::Session { user, change: SessionChange::Role },
            Signal::Admission(SessionsAsked::Of(user)),
        ],
        Event::SecondStepChanged { user } => vec![Signal::Admission(SessionsAsked::Of(user))],
        Event::SiteChanged { .. } => vec![Signal::Admission(SessionsAsked::All)],
        Event::MemberDemoted { user, .. }
        | Event::ModeratorRemoved { user, .. }
        | Event::ForumMemberRemoved { user, .. } => vec![
            Signal::MemberNarrowed(user),
            Signal::Session { user, change: SessionChange::Role },
            Signal::Unread { from: user, to: user },
        ],
        Event::ForumMemberAdded { user, .. } => vec![Signal::Unread { from: user, to: user }],
        Event::UnreadChanged { from, to } => vec![Signal::Unread { from, to }],
        Event::ForumVisibilityChanged { forum, .. } => {
            vec![Signal::ForumNarrowed(forum), Signal::Resync]
        }
        // No event names the posts of a deleted forum.
        Event::ForumDeleted { .. } | Event::DataReplaced => vec![Signal::Resync],
        // Nobody saw what was rejected.
        Event::PostRejected { .. }
        | Event::OwnStateChanged { .. }
        | Event::ReplyRejected { .. }
        | Event::PostRendered { .. }
        | Event::AccountCreated { .. }
        | Event::WebhookTurnedOff { .. }
        | Event::ReportOpened { .. }
        | Event::ReportDecided { .. }
        | Event::ReportReopened { .. }
        | Event::ReportClosed { .. }
        | Event::RevisionHidden { .. }
        | Event::MemberMentioned { .. }
        | Event::ForumCreated { .. }
        | Event::ForumEdited { .. }
        | Event::ForumRulesChanged { .. }
        | Event::ForumRendered { .. }
        | Event::SiteRendered
        | Event::InviteCreated { .. }
        | Event::ImageChanged { .. }
        | Event::AboutChanged { .. }
        | Event::MemberUnbanned { .. }
        | Event::ForumInviteCreated { .. }
        | Event::ForumInvitesEnded { .. }
        | Event::InviteRevoked { .. }
        | Event::MemberBannedFromForum { .. }
        | Event::MemberUnbannedFromForum { .. } => vec![],
    }
}

fn of_message(message: MessageId, people: [UserId; 2], act: &'static str) -> Vec<Signal> {
    let [sender, recipient] = people;
    let to = |member, contact| Signal::Message { member, contact, message, act };
    let unread = Signal::Unread { from: recipient, to: recipient };
    vec![to(sender, recipient), to(recipient, sender), unread]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_concerns_both_people_and_the_recipients_count() {
        let (message, sender, recipient) = (MessageId(7), UserId(1), UserId(2));
        let to = |member, contact| Signal::Message { member, contact, message, act: "sent" };
        assert_eq!(
            signals_of(&Event::MessageSent { message, sender, recipient }),
            [
                to(sender, recipient),
                to(recipient, sender),
                Signal::Unread { from: recipient, to: recipient }
            ]
        );
    }

    #[test]
    fn sign_out_spares_the_sessions_that_began_with_it() {
        let user = UserId(1);
        let audience = |event| signals_of(&event)[0].audience();
        let ended = audience(Event::SessionsEnded { user, version: 4 });
        assert_eq!(ended, Audience::Sessions { user, which: SessionsOf::Below(4) });
        let session = SessionId(7);
        let ended = audience(Event::SessionEnded { user, session });
        assert_eq!(ended, Audience::Sessions { user, which: SessionsOf::One(session) });
        for event in [Event::MemberBanned { user, by: None }, Event::AccountDeleted { user }] {
            assert_eq!(audience(event), Audience::Sessions { user, which: SessionsOf::All });
        }
    }
}
