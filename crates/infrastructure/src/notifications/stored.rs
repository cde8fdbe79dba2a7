//! Stored codes and words of kinds, acts, levels and subjects. They never change their meaning.

use ::notifications::{Kind, ModerationAct, Subject, WatchLevel};

pub(super) const WATCHING: i16 = 1;
pub(super) const MUTED: i16 = 2;

pub(super) fn kind_code(kind: Kind) -> i16 {
    match kind {
        Kind::Reply => 0,
        Kind::Mention => 1,
        Kind::WatchedPost => 2,
        Kind::WatchedForum => 3,
        Kind::Moderation => 4,
        Kind::Report => 5,
    }
}

/// Returns `None` for a kind of a newer version.
pub(crate) fn kind_of(code: i16) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind_code(*kind) == code)
}

pub(super) fn act_code(act: ModerationAct) -> i16 {
    match act {
        ModerationAct::Promoted => 1,
        ModerationAct::Demoted => 2,
        ModerationAct::ModeratorAdded => 3,
        ModerationAct::ModeratorRemoved => 4,
        ModerationAct::ReportResolved => 5,
        ModerationAct::ReportRejected => 6,
        ModerationAct::BannedFromForum => 7,
        ModerationAct::UnbannedFromForum => 8,
        ModerationAct::Banned => 9,
        ModerationAct::Unbanned => 10,
        ModerationAct::AppealAccepted => 11,
        ModerationAct::AppealRejected => 12,
        ModerationAct::ForumMemberAdded => 13,
        ModerationAct::ForumDeleted => 14,
        ModerationAct::PasswordChanged => 15,
        ModerationAct::RecoveryCodesRenewed => 16,
        ModerationAct::SecondStepAdded => 17,
        ModerationAct::SecondStepRemoved => 18,
        ModerationAct::PasskeyAdded => 19,
        ModerationAct::PasskeyRemoved => 20,
        ModerationAct::PostRemoved => 21,
        ModerationAct::ReplyRemoved => 22,
        ModerationAct::PostRestored => 23,
        ModerationAct::ReplyRestored => 24,
        ModerationAct::PostLocked => 25,
        ModerationAct::PostApproved => 26,
        ModerationAct::ReplyApproved => 27,
        ModerationAct::IdentityLinked => 31,
        ModerationAct::IdentityRemoved => 32,
        ModerationAct::ApiTokenAdded => 34,
        ModerationAct::ApiTokenRemoved => 35,
        ModerationAct::WebhookTurnedOff => 33,
    }
}

pub(super) fn act_of(code: i16) -> Option<ModerationAct> {
    ModerationAct::ALL.into_iter().find(|act| act_code(*act) == code)
}

/// Returns letters and digits, which need no escape in SQL.
pub(super) fn subject_word(subject: Subject) -> String {
    match subject {
        Subject::Post(post) => format!("p{post}"),
        Subject::Reply(reply) => format!("r{reply}"),
        Subject::Forum(act, forum) => format!("m{}f{forum}", act_code(act)),
        Subject::ModeratedPost(act, post) => format!("m{}p{post}", act_code(act)),
        Subject::ModeratedReply(act, reply) => format!("m{}r{reply}", act_code(act)),
        Subject::Account(act) => format!("m{}", act_code(act)),
        Subject::Report(report) => format!("t{report}"),
    }
}

/// Returns the id in the word of a [`Subject::ModeratedPost`], [`Subject::ModeratedReply`] or [`Subject::Forum`].
pub(super) fn moderated_id(subject: &str) -> Option<i64> {
    let (_, id) = subject.strip_prefix('m')?.split_once(['p', 'r', 'f'])?;
    id.parse().ok()
}

/// Returns the id in the word of a [`Subject::Report`].
pub(super) fn report_id(subject: &str) -> Option<i64> {
    subject.strip_prefix('t')?.parse().ok()
}

/// Returns `None` where no row is stored.
pub(super) fn level_code(level: WatchLevel) -> Option<i16> {
    match level {
        WatchLevel::Watching => Some(WATCHING),
        WatchLevel::Normal => None,
        WatchLevel::Muted => Some(MUTED),
    }
}

pub(crate) fn level_of(code: i16) -> WatchLevel {
    match code {
        WATCHING => WatchLevel::Watching,
        MUTED => WatchLevel::Muted,
        _ => WatchLevel::Normal,
    }
}

#[cfg(test)]
mod tests {
    use kernel::{ForumId, PostId, ReplyId, ReportId};

    use super::*;

    #[test]
    fn codes_are_read_as_they_were_written() {
        for kind in Kind::ALL {
            assert_eq!(kind_of(kind_code(kind)), Some(kind));
        }
        for act in ModerationAct::ALL {
            assert_eq!(act_of(act_code(act)), Some(act));
        }
        for level in [WatchLevel::Watching, WatchLevel::Muted] {
            assert_eq!(level_code(level).map(level_of), Some(level));
        }
        assert_eq!((kind_of(9), act_of(0), level_of(0)), (None, None, WatchLevel::Normal));
    }

    #[test]
    fn words_of_moderated_things_have_their_ids() {
        let act = ModerationAct::PostLocked;
        for (subject, id) in [
            (Subject::ModeratedPost(act, PostId(7)), Some(7)),
            (Subject::ModeratedReply(act, ReplyId(8)), Some(8)),
            (Subject::Post(PostId(7)), None),
            (Subject::Reply(ReplyId(8)), None),
            (Subject::Forum(act, ForumId(9)), Some(9)),
            (Subject::Account(act), None),
            (Subject::Report(ReportId(1)), None),
        ] {
            assert_eq!(moderated_id(&subject_word(subject)), id, "{subject:?}");
        }
    }

    #[test]
    fn words_of_reports_have_their_ids() {
        assert_eq!(report_id(&subject_word(Subject::Report(ReportId(7)))), Some(7));
        assert_eq!(report_id(&subject_word(Subject::Post(PostId(7)))), None);
    }

    #[test]
    fn subjects_have_different_words() {
        let (post, reply, forum) = (PostId(1), ReplyId(1), ForumId(1));
        let mut words: Vec<_> = [
            Subject::Post(post),
            Subject::Reply(reply),
            Subject::Forum(ModerationAct::ModeratorAdded, forum),
            Subject::Forum(ModerationAct::ModeratorRemoved, forum),
            Subject::ModeratedPost(ModerationAct::PostRemoved, post),
            Subject::ModeratedPost(ModerationAct::PostRestored, post),
            Subject::ModeratedReply(ModerationAct::ReplyRemoved, reply),
            Subject::ModeratedReply(ModerationAct::ReplyRestored, reply),
            Subject::Account(ModerationAct::Promoted),
            Subject::Account(ModerationAct::Demoted),
            Subject::Report(ReportId(1)),
        ]
        .map(subject_word)
        .into();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), 11);
    }
}
