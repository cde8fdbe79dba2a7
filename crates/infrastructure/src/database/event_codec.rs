//! Encodes events as words, which copies send each other and the outbox stores. So a word never changes
//! its meaning.

use kernel::{Event, ForumId, MessageId, PostId, ReplyId, ReportId, UserId};

/// Returns two letters, then ids with dots between them.
pub(crate) fn encode(event: &Event) -> String {
    let message = |code, message: MessageId, sender: UserId, recipient: UserId| {
        format!("{code}{message}.{sender}.{recipient}")
    };
    match *event {
        Event::PostCreated { post, forum } => format!("pc{post}.{forum}"),
        Event::PostEdited { post, forum, is_latest: false } => format!("pe{post}.{forum}"),
        Event::PostEdited { post, forum, is_latest: true } => format!("pl{post}.{forum}"),
        Event::PostDeleted { post, forum } => format!("pd{post}.{forum}"),
        Event::PostVoted { post, forum } => format!("pv{post}.{forum}"),
        Event::PostLocked { post, forum, by } => format!("ql{post}.{forum}.{by}"),
        Event::PostUnlocked { post, forum, by } => format!("qu{post}.{forum}.{by}"),
        Event::PostPinned { post, forum, by } => format!("qp{post}.{forum}.{by}"),
        Event::PostUnpinned { post, forum, by } => format!("qn{post}.{forum}.{by}"),
        Event::ReplyCreated { reply, post, forum } => format!("rc{reply}.{post}.{forum}"),
        Event::ReplyEdited { reply, post, forum } => format!("re{reply}.{post}.{forum}"),
        Event::ReplyRemoved { reply, post, forum } => format!("rr{reply}.{post}.{forum}"),
        Event::PostRendered { post, forum } => format!("px{post}.{forum}"),
        Event::MemberMentioned { user, post, reply: None } => format!("um{user}.{post}"),
        Event::MemberMentioned { user, post, reply: Some(reply) } => {
            format!("um{user}.{post}.{reply}")
        }
        Event::ReplyVoted { reply, post } => format!("rv{reply}.{post}"),
        Event::ForumCreated { forum } => format!("fc{forum}"),
        Event::ForumEdited { forum } => format!("fe{forum}"),
        Event::ForumDeleted { forum } => format!("fd{forum}"),
        Event::MessageSent { message: id, sender, recipient } => {
            message("ms", id, sender, recipient)
        }
        Event::MessageEdited { message: id, sender, recipient } => {
            message("me", id, sender, recipient)
        }
        Event::MessageDeleted { message: id, sender, recipient } => {
            message("md", id, sender, recipient)
        }
        Event::MessageRead { message: id, sender, recipient } => {
            message("mk", id, sender, recipient)
        }
        Event::ImageChanged { user } => format!("ui{user}"),
        Event::AboutChanged { user } => format!("ua{user}"),
        Event::MemberBanned { user } => format!("ub{user}"),
        Event::MemberUnbanned { user } => format!("uu{user}"),
        Event::MemberPromoted { user } => format!("ap{user}"),
        Event::MemberDemoted { user } => format!("ad{user}"),
        Event::ModeratorAdded { forum, user } => format!("ma{forum}.{user}"),
        Event::ModeratorRemoved { forum, user } => format!("mr{forum}.{user}"),
        Event::ReportDecided { report, by } => format!("xd{report}.{by}"),
        Event::UnreadChanged { from, to } => format!("nu{from}.{to}"),
        Event::SessionsEnded { user, version } => format!("us{user}.{version}"),
        Event::AccountDeleted { user } => format!("ud{user}"),
        Event::DataReplaced => "all".to_owned(),
    }
}

/// Returns nothing for a word of a newer version.
pub(crate) fn decode(word: &str) -> Option<Event> {
    if word == "all" {
        return Some(Event::DataReplaced);
    }
    let (code, ids) = word.split_at_checked(2)?;
    let ids: Vec<i64> = ids.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    match (code, ids.as_slice()) {
        ("pc", &[id, forum]) => {
            Some(Event::PostCreated { post: PostId(id), forum: ForumId(forum) })
        }
        ("pe" | "pl", &[id, forum]) => {
            let (forum, is_latest) = (ForumId(forum), code == "pl");
            Some(Event::PostEdited { post: PostId(id), forum, is_latest })
        }
        ("pd", &[id, forum]) => {
            Some(Event::PostDeleted { post: PostId(id), forum: ForumId(forum) })
        }
        ("pv", &[id, forum]) => Some(Event::PostVoted { post: PostId(id), forum: ForumId(forum) }),
        ("ql" | "qu" | "qp" | "qn", &[id, forum, by]) => {
            let (post, forum, by) = (PostId(id), ForumId(forum), UserId(by));
            Some(match code {
                "ql" => Event::PostLocked { post, forum, by },
                "qu" => Event::PostUnlocked { post, forum, by },
                "qp" => Event::PostPinned { post, forum, by },
                _ => Event::PostUnpinned { post, forum, by },
            })
        }
        ("px", &[id, forum]) => {
            Some(Event::PostRendered { post: PostId(id), forum: ForumId(forum) })
        }
        ("um", &[user, post]) => {
            Some(Event::MemberMentioned { user: UserId(user), post: PostId(post), reply: None })
        }
        ("um", &[user, post, reply]) => {
            let (user, post, reply) = (UserId(user), PostId(post), Some(ReplyId(reply)));
            Some(Event::MemberMentioned { user, post, reply })
        }
        ("rc" | "re" | "rr", &[reply, id, forum]) => {
            let (reply, post, forum) = (ReplyId(reply), PostId(id), ForumId(forum));
            Some(match code {
                "rc" => Event::ReplyCreated { reply, post, forum },
                "re" => Event::ReplyEdited { reply, post, forum },
                _ => Event::ReplyRemoved { reply, post, forum },
            })
        }
        ("rv", &[reply, id]) => Some(Event::ReplyVoted { reply: ReplyId(reply), post: PostId(id) }),
        ("fc", &[forum]) => Some(Event::ForumCreated { forum: ForumId(forum) }),
        ("fe", &[forum]) => Some(Event::ForumEdited { forum: ForumId(forum) }),
        ("fd", &[forum]) => Some(Event::ForumDeleted { forum: ForumId(forum) }),
        ("ms" | "me" | "md" | "mk", &[id, sender, recipient]) => {
            let (message, sender, recipient) = (MessageId(id), UserId(sender), UserId(recipient));
            Some(match code {
                "ms" => Event::MessageSent { message, sender, recipient },
                "me" => Event::MessageEdited { message, sender, recipient },
                "mk" => Event::MessageRead { message, sender, recipient },
                _ => Event::MessageDeleted { message, sender, recipient },
            })
        }
        ("ui", &[user]) => Some(Event::ImageChanged { user: UserId(user) }),
        ("ua", &[user]) => Some(Event::AboutChanged { user: UserId(user) }),
        ("ub", &[user]) => Some(Event::MemberBanned { user: UserId(user) }),
        ("uu", &[user]) => Some(Event::MemberUnbanned { user: UserId(user) }),
        ("ap", &[user]) => Some(Event::MemberPromoted { user: UserId(user) }),
        ("ad", &[user]) => Some(Event::MemberDemoted { user: UserId(user) }),
        ("ma", &[forum, user]) => {
            Some(Event::ModeratorAdded { forum: ForumId(forum), user: UserId(user) })
        }
        ("mr", &[forum, user]) => {
            Some(Event::ModeratorRemoved { forum: ForumId(forum), user: UserId(user) })
        }
        ("xd", &[report, by]) => {
            Some(Event::ReportDecided { report: ReportId(report), by: UserId(by) })
        }
        ("nu", &[from, to]) => Some(Event::UnreadChanged { from: UserId(from), to: UserId(to) }),
        ("us", &[user, version]) => {
            let version = i32::try_from(version).ok()?;
            Some(Event::SessionsEnded { user: UserId(user), version })
        }
        ("ud", &[user]) => Some(Event::AccountDeleted { user: UserId(user) }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_is_read_as_it_was_written() {
        let (post, forum, reply, user) = (PostId(12), ForumId(7), ReplyId(3), UserId(5));
        let (message, sender, recipient) = (MessageId(9), user, UserId(6));
        for event in [
            Event::PostCreated { post, forum },
            Event::PostEdited { post, forum, is_latest: false },
            Event::PostEdited { post, forum, is_latest: true },
            Event::PostDeleted { post, forum },
            Event::PostVoted { post, forum },
            Event::PostLocked { post, forum, by: user },
            Event::PostUnlocked { post, forum, by: user },
            Event::PostPinned { post, forum, by: user },
            Event::PostUnpinned { post, forum, by: user },
            Event::ReplyCreated { reply, post, forum },
            Event::ReplyEdited { reply, post, forum },
            Event::ReplyRemoved { reply, post, forum },
            Event::PostRendered { post, forum },
            Event::MemberMentioned { user, post, reply: None },
            Event::MemberMentioned { user, post, reply: Some(reply) },
            Event::ReplyVoted { reply, post },
            Event::ForumCreated { forum },
            Event::ForumEdited { forum },
            Event::ForumDeleted { forum },
            Event::MessageSent { message, sender, recipient },
            Event::MessageEdited { message, sender, recipient },
            Event::MessageDeleted { message, sender, recipient },
            Event::MessageRead { message, sender, recipient },
            Event::ImageChanged { user },
            Event::AboutChanged { user },
            Event::MemberBanned { user },
            Event::MemberUnbanned { user },
            Event::MemberPromoted { user },
            Event::MemberDemoted { user },
            Event::ModeratorAdded { forum, user },
            Event::ModeratorRemoved { forum, user },
            Event::ReportDecided { report: ReportId(2), by: user },
            Event::UnreadChanged { from: user, to: UserId(8) },
            Event::SessionsEnded { user, version: 4 },
            Event::AccountDeleted { user },
            Event::DataReplaced,
        ] {
            assert_eq!(decode(&encode(&event)), Some(event));
        }
        for unknown in ["", "x", "pv", "pv1", "pv1.x", "pv1.2.3", "é1", "all1"] {
            assert_eq!(decode(unknown), None, "{unknown}");
        }
    }
}
