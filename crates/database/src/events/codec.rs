//! Encodes events as words, which copies send each other and the outbox stores. So a word never changes
//! its meaning.

use kernel::{Event, ForumId, MessageId, PostId, ReplyId, ReportId, SessionId, UserId, WebhookId};

/// Returns two letters, then ids with dots between them.
pub(crate) fn encode(event: &Event) -> String {
    let message = |code, message: MessageId, sender: UserId, recipient: UserId| {
        format!("{code}{message}.{sender}.{recipient}")
    };
    match *event {
        Event::PostCreated { post, forum } => format!("pc{post}.{forum}"),
        Event::PostEdited { post, forum, is_latest: false } => format!("pe{post}.{forum}"),
        Event::PostEdited { post, forum, is_latest: true } => format!("pl{post}.{forum}"),
        Event::PostDeleted { post, forum, author, by } => {
            format!("pd{post}.{forum}.{author}.{}", word_of(by))
        }
        Event::PostRejected { post, forum, author, by } => {
            format!("pf{post}.{forum}.{author}.{}", word_of(by))
        }
        Event::PostRestored { post, forum, author, by } => {
            format!("pr{post}.{forum}.{author}.{by}")
        }
        Event::PostHeld { post, forum } => format!("ph{post}.{forum}"),
        Event::PostVoted { post, forum } => format!("pv{post}.{forum}"),
        Event::PostLocked { post, forum, by } => format!("ql{post}.{forum}.{by}"),
        Event::PostUnlocked { post, forum, by } => format!("qu{post}.{forum}.{by}"),
        Event::PostPinned { post, forum, by } => format!("qp{post}.{forum}.{by}"),
        Event::PostUnpinned { post, forum, by } => format!("qn{post}.{forum}.{by}"),
        Event::ReplyCreated { reply, post, forum } => format!("rc{reply}.{post}.{forum}"),
        Event::ReplyEdited { reply, post, forum } => format!("re{reply}.{post}.{forum}"),
        Event::ReplyRemoved { reply, post, forum, author, by } => {
            format!("rr{reply}.{post}.{forum}.{author}.{}", word_of(by))
        }
        Event::ReplyRejected { reply, post, forum, author, by } => {
            format!("rf{reply}.{post}.{forum}.{author}.{}", word_of(by))
        }
        Event::ReplyRestored { reply, post, forum, author, by } => {
            format!("rs{reply}.{post}.{forum}.{author}.{by}")
        }
        Event::ReplyHeld { reply, post, forum, was_shown } => {
            format!("rh{reply}.{post}.{forum}.{}", i64::from(was_shown))
        }
        Event::PostRendered { post, forum } => format!("px{post}.{forum}"),
        Event::MemberMentioned { user, post, reply: None } => format!("um{user}.{post}"),
        Event::MemberMentioned { user, post, reply: Some(reply) } => {
            format!("um{user}.{post}.{reply}")
        }
        Event::RevisionHidden { post, reply, forum, author, by } => {
            format!("vh{post}.{}.{forum}.{author}.{by}", reply.map_or(0, |reply| reply.0))
        }
        Event::ReplyVoted { reply, post } => format!("rv{reply}.{post}"),
        Event::ForumCreated { forum } => format!("fc{forum}"),
        Event::ForumEdited { forum, author, by } => format!("fe{forum}.{author}.{}", word_of(by)),
        Event::ForumRendered { forum } => format!("fx{forum}"),
        Event::ForumRulesChanged { forum, author, by } => {
            format!("fr{forum}.{author}.{}", word_of(by))
        }
        Event::ForumVisibilityChanged { forum, author, by } => {
            format!("fv{forum}.{author}.{}", word_of(by))
        }
        Event::ForumDeleted { forum, author, by } => format!("fd{forum}.{author}.{}", word_of(by)),
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
        Event::MemberBanned { user, by } => format!("ub{user}.{}", word_of(by)),
        Event::MemberUnbanned { user, by } => format!("uu{user}.{}", word_of(by)),
        Event::MemberBannedFromForum { forum, user, by } => format!("bf{forum}.{user}.{by}"),
        Event::MemberUnbannedFromForum { forum, user, by } => format!("bl{forum}.{user}.{by}"),
        Event::ForumMemberAdded { forum, user, by } => format!("ga{forum}.{user}.{by}"),
        Event::ForumMemberRemoved { forum, user, by } => format!("gr{forum}.{user}.{by}"),
        Event::ForumInviteCreated { forum, by } => format!("gi{forum}.{by}"),
        Event::ForumInvitesEnded { forum, by } => format!("ge{forum}.{by}"),
        Event::MemberPromoted { user, by } => format!("ap{user}.{}", word_of(by)),
        Event::MemberDemoted { user, by } => format!("ad{user}.{}", word_of(by)),
        Event::ModeratorAdded { forum, user, by } => format!("ma{forum}.{user}.{}", word_of(by)),
        Event::ModeratorRemoved { forum, user, by } => format!("mr{forum}.{user}.{}", word_of(by)),
        Event::ReportOpened { report } => format!("xn{report}"),
        Event::ReportDecided { report, by } => format!("xd{report}.{by}"),
        Event::ReportReopened { report, by } => format!("xo{report}.{by}"),
        Event::ReportClosed { report, by } => format!("xc{report}.{}", word_of(by)),
        Event::UnreadChanged { from, to } => format!("nu{from}.{to}"),
        Event::SessionsEnded { user, version } => format!("us{user}.{version}"),
        Event::SessionEnded { user, session } => format!("uz{user}.{session}"),
        Event::AccountCreated { user } => format!("uc{user}"),
        Event::AccountDeleted { user } => format!("ud{user}"),
        Event::WebhookTurnedOff { webhook, forum } => format!("wo{webhook}.{}", word_in(forum)),
        Event::SecondStepChanged { user } => format!("u2{user}"),
        Event::OwnStateChanged { user } => format!("uo{user}"),
        Event::SiteChanged { by } => format!("sc{}", word_of(by)),
        Event::SiteRendered => "sx0".to_owned(),
        Event::InviteCreated { by } => format!("si{}", word_of(by)),
        Event::InviteRevoked { forum, by } => format!("sr{}.{by}", word_in(forum)),
        Event::DataReplaced => "all".to_owned(),
    }
}

/// Ids start at 1.
fn word_of(by: Option<UserId>) -> i64 {
    by.map_or(0, |by| by.0)
}

fn word_in(forum: Option<ForumId>) -> i64 {
    forum.map_or(0, |forum| forum.0)
}

/// Returns who did it, the last id of a word. Words of older versions lack it.
fn read_by(ids: &[i64]) -> Option<UserId> {
    ids.first().filter(|by| **by != 0).map(|by| UserId(*by))
}

/// Returns nothing for a word of a newer version.
pub fn decode(word: &str) -> Option<Event> {
    if word == "all" {
        return Some(Event::DataReplaced);
    }
    let (code, ids) = word.split_at_checked(2)?;
    let ids: Vec<i64> = ids.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
    read_of_post(code, &ids)
        .or_else(|| read_of_reply(code, &ids))
        .or_else(|| read_act_on_member(code, &ids))
        .or_else(|| read_other(code, &ids))
        .or_else(|| read_of_site(code, &ids))
}

/// Reads what happened to a post.
fn read_of_post(code: &str, ids: &[i64]) -> Option<Event> {
    match (code, ids) {
        ("pc", &[id, forum]) => {
            Some(Event::PostCreated { post: PostId(id), forum: ForumId(forum) })
        }
        ("pe" | "pl", &[id, forum]) => {
            let (forum, is_latest) = (ForumId(forum), code == "pl");
            Some(Event::PostEdited { post: PostId(id), forum, is_latest })
        }
        ("pd" | "pf", &[id, forum, author, by]) => {
            let (post, forum, author) = (PostId(id), ForumId(forum), UserId(author));
            let by = read_by(&[by]);
            Some(match code {
                "pd" => Event::PostDeleted { post, forum, author, by },
                _ => Event::PostRejected { post, forum, author, by },
            })
        }
        ("pr", &[id, forum, author, by]) => {
            let (post, forum, author) = (PostId(id), ForumId(forum), UserId(author));
            Some(Event::PostRestored { post, forum, author, by: UserId(by) })
        }
        ("ph", &[id, forum]) => Some(Event::PostHeld { post: PostId(id), forum: ForumId(forum) }),
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
        ("vh", &[id, reply, forum, author, by]) => {
            let (post, reply) = (PostId(id), (reply != 0).then_some(ReplyId(reply)));
            let (forum, author, by) = (ForumId(forum), UserId(author), UserId(by));
            Some(Event::RevisionHidden { post, reply, forum, author, by })
        }
        ("px", &[id, forum]) => {
            Some(Event::PostRendered { post: PostId(id), forum: ForumId(forum) })
        }
        _ => None,
    }
}

/// Reads what happened to a reply.
fn read_of_reply(code: &str, ids: &[i64]) -> Option<Event> {
    match (code, ids) {
        ("rc" | "re", &[reply, id, forum]) => {
            let (reply, post, forum) = (ReplyId(reply), PostId(id), ForumId(forum));
            Some(match code {
                "rc" => Event::ReplyCreated { reply, post, forum },
                _ => Event::ReplyEdited { reply, post, forum },
            })
        }
        ("rr" | "rf", &[reply, id, forum, author, by]) => {
            let (reply, post, forum) = (ReplyId(reply), PostId(id), ForumId(forum));
            let (author, by) = (UserId(author), read_by(&[by]));
            Some(match code {
                "rr" => Event::ReplyRemoved { reply, post, forum, author, by },
                _ => Event::ReplyRejected { reply, post, forum, author, by },
            })
        }
        ("rs", &[reply, post, forum, author, by]) => {
            let (reply, post, forum) = (ReplyId(reply), PostId(post), ForumId(forum));
            Some(Event::ReplyRestored {
                reply,
                post,
                forum,
                author: UserId(author),
                by: UserId(by),
            })
        }
        ("rh", &[reply, post, forum, was_shown]) => Some(Event::ReplyHeld {
            reply: ReplyId(reply),
            post: PostId(post),
            forum: ForumId(forum),
            was_shown: was_shown != 0,
        }),
        ("rv", &[reply, id]) => Some(Event::ReplyVoted { reply: ReplyId(reply), post: PostId(id) }),
        _ => None,
    }
}

/// Reads what moderators and admins do to members.
fn read_act_on_member(code: &str, ids: &[i64]) -> Option<Event> {
    match (code, ids) {
        ("ub" | "uu" | "ap" | "ad", &[user, ref by @ ..]) if by.len() <= 1 => {
            let (user, by) = (UserId(user), read_by(by));
            Some(match code {
                "ub" => Event::MemberBanned { user, by },
                "uu" => Event::MemberUnbanned { user, by },
                "ap" => Event::MemberPromoted { user, by },
                _ => Event::MemberDemoted { user, by },
            })
        }
        ("bf" | "bl" | "ga" | "gr", &[forum, user, by]) => {
            let (forum, user, by) = (ForumId(forum), UserId(user), UserId(by));
            Some(match code {
                "bf" => Event::MemberBannedFromForum { forum, user, by },
                "ga" => Event::ForumMemberAdded { forum, user, by },
                "gr" => Event::ForumMemberRemoved { forum, user, by },
                _ => Event::MemberUnbannedFromForum { forum, user, by },
            })
        }
        ("ma" | "mr", &[forum, user, ref by @ ..]) if by.len() <= 1 => {
            let (forum, user, by) = (ForumId(forum), UserId(user), read_by(by));
            Some(match code {
                "ma" => Event::ModeratorAdded { forum, user, by },
                _ => Event::ModeratorRemoved { forum, user, by },
            })
        }
        _ => None,
    }
}

/// Reads what happened to forums, messages and accounts.
fn read_other(code: &str, ids: &[i64]) -> Option<Event> {
    match (code, ids) {
        ("um", &[user, post]) => {
            Some(Event::MemberMentioned { user: UserId(user), post: PostId(post), reply: None })
        }
        ("um", &[user, post, reply]) => {
            let (user, post, reply) = (UserId(user), PostId(post), Some(ReplyId(reply)));
            Some(Event::MemberMentioned { user, post, reply })
        }
        ("fc", &[forum]) => Some(Event::ForumCreated { forum: ForumId(forum) }),
        ("fx", &[forum]) => Some(Event::ForumRendered { forum: ForumId(forum) }),
        ("fe" | "fr" | "fv" | "fd", &[forum, author, by]) => {
            let (forum, author, by) = (ForumId(forum), UserId(author), read_by(&[by]));
            Some(match code {
                "fe" => Event::ForumEdited { forum, author, by },
                "fr" => Event::ForumRulesChanged { forum, author, by },
                "fv" => Event::ForumVisibilityChanged { forum, author, by },
                _ => Event::ForumDeleted { forum, author, by },
            })
        }
        ("gi" | "ge", &[forum, by]) => {
            let (forum, by) = (ForumId(forum), UserId(by));
            Some(match code {
                "gi" => Event::ForumInviteCreated { forum, by },
                _ => Event::ForumInvitesEnded { forum, by },
            })
        }
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
        ("xn", &[report]) => Some(Event::ReportOpened { report: ReportId(report) }),
        ("xd", &[report, by]) => {
            Some(Event::ReportDecided { report: ReportId(report), by: UserId(by) })
        }
        ("xo", &[report, by]) => {
            Some(Event::ReportReopened { report: ReportId(report), by: UserId(by) })
        }
        ("xc", &[report, by]) => {
            Some(Event::ReportClosed { report: ReportId(report), by: read_by(&[by]) })
        }
        ("nu", &[from, to]) => Some(Event::UnreadChanged { from: UserId(from), to: UserId(to) }),
        ("us", &[user, version]) => {
            let version = i32::try_from(version).ok()?;
            Some(Event::SessionsEnded { user: UserId(user), version })
        }
        ("uz", &[user, session]) => {
            Some(Event::SessionEnded { user: UserId(user), session: SessionId(session) })
        }
        ("uc", &[user]) => Some(Event::AccountCreated { user: UserId(user) }),
        ("ud", &[user]) => Some(Event::AccountDeleted { user: UserId(user) }),
        ("u2", &[user]) => Some(Event::SecondStepChanged { user: UserId(user) }),
        ("uo", &[user]) => Some(Event::OwnStateChanged { user: UserId(user) }),
        _ => None,
    }
}

/// Reads the events that name nothing but who acts.
fn read_of_site(code: &str, ids: &[i64]) -> Option<Event> {
    match (code, ids) {
        ("sc", &[by]) => Some(Event::SiteChanged { by: read_by(&[by]) }),
        ("sx", &[0]) => Some(Event::SiteRendered),
        ("sr", &[forum, by]) => {
            let forum = (forum != 0).then_some(ForumId(forum));
            Some(Event::InviteRevoked { forum, by: UserId(by) })
        }
        ("wo", &[webhook, forum]) => {
            let forum = (forum != 0).then_some(ForumId(forum));
            Some(Event::WebhookTurnedOff { webhook: WebhookId(webhook), forum })
        }
        ("si", &[by]) => Some(Event::InviteCreated { by: read_by(&[by]) }),
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
            Event::PostDeleted { post, forum, author: user, by: Some(recipient) },
            Event::PostRejected { post, forum, author: user, by: Some(recipient) },
            Event::PostRestored { post, forum, author: user, by: recipient },
            Event::PostHeld { post, forum },
            Event::PostVoted { post, forum },
            Event::PostLocked { post, forum, by: user },
            Event::PostUnlocked { post, forum, by: user },
            Event::PostPinned { post, forum, by: user },
            Event::PostUnpinned { post, forum, by: user },
            Event::ReplyCreated { reply, post, forum },
            Event::ReplyEdited { reply, post, forum },
            Event::ReplyRemoved { reply, post, forum, author: user, by: Some(recipient) },
            Event::ReplyRejected { reply, post, forum, author: user, by: Some(recipient) },
            Event::ReplyRestored { reply, post, forum, author: user, by: recipient },
            Event::ReplyHeld { reply, post, forum, was_shown: true },
            Event::ReplyHeld { reply, post, forum, was_shown: false },
            Event::PostRendered { post, forum },
            Event::MemberMentioned { user, post, reply: None },
            Event::MemberMentioned { user, post, reply: Some(reply) },
            Event::ReplyVoted { reply, post },
            Event::ForumCreated { forum },
            Event::ForumEdited { forum, author: user, by: Some(recipient) },
            Event::ForumRulesChanged { forum, author: user, by: Some(recipient) },
            Event::ForumVisibilityChanged { forum, author: user, by: Some(recipient) },
            Event::ForumRendered { forum },
            Event::ForumDeleted { forum, author: user, by: None },
            Event::MessageSent { message, sender, recipient },
            Event::MessageEdited { message, sender, recipient },
            Event::MessageDeleted { message, sender, recipient },
            Event::MessageRead { message, sender, recipient },
            Event::ImageChanged { user },
            Event::AboutChanged { user },
            Event::MemberBanned { user, by: None },
            Event::MemberUnbanned { user, by: Some(sender) },
            Event::MemberBannedFromForum { forum, user, by: recipient },
            Event::MemberUnbannedFromForum { forum, user, by: recipient },
            Event::ForumMemberAdded { forum, user, by: recipient },
            Event::ForumMemberRemoved { forum, user, by: user },
            Event::ForumInviteCreated { forum, by: user },
            Event::ForumInvitesEnded { forum, by: user },
            Event::MemberPromoted { user, by: Some(recipient) },
            Event::MemberDemoted { user, by: None },
            Event::ModeratorAdded { forum, user, by: Some(recipient) },
            Event::ModeratorRemoved { forum, user, by: None },
            Event::ReportOpened { report: ReportId(2) },
            Event::ReportDecided { report: ReportId(2), by: user },
            Event::ReportReopened { report: ReportId(2), by: user },
            Event::InviteRevoked { forum: None, by: user },
            Event::InviteRevoked { forum: Some(ForumId(7)), by: user },
            Event::ReportClosed { report: ReportId(2), by: None },
            Event::RevisionHidden { post: PostId(3), reply: None, forum, author: user, by: sender },
            Event::RevisionHidden {
                post: PostId(3),
                reply: Some(ReplyId(4)),
                forum,
                author: user,
                by: user,
            },
            Event::UnreadChanged { from: user, to: UserId(8) },
            Event::SessionsEnded { user, version: 4 },
            Event::SessionEnded { user, session: SessionId(-5) },
            Event::AccountCreated { user },
            Event::AccountDeleted { user },
            Event::WebhookTurnedOff { webhook: WebhookId(3), forum: Some(forum) },
            Event::WebhookTurnedOff { webhook: WebhookId(3), forum: None },
            Event::SecondStepChanged { user },
            Event::OwnStateChanged { user },
            Event::SiteChanged { by: Some(user) },
            Event::SiteRendered,
            Event::InviteCreated { by: None },
            Event::DataReplaced,
        ] {
            assert_eq!(decode(&encode(&event)), Some(event));
        }
        // Stored by a version that did not say who did it.
        let promoted = Event::MemberPromoted { user, by: None };
        assert_eq!(decode("ap5"), Some(promoted));
        assert_eq!(decode("mr7.5"), Some(Event::ModeratorRemoved { forum, user, by: None }));
        for unknown in ["", "x", "ap", "ap1.2.3", "pv", "pv1", "pv1.x", "pv1.2.3", "é1", "all1"] {
            assert_eq!(decode(unknown), None, "{unknown}");
        }
    }
}
