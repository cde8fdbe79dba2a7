//! Stored codes of actions and kinds. A code never changes its meaning.

use ::moderation::log::{LogAction, ThingKind};

pub(crate) fn action_code(action: LogAction) -> i16 {
    match action {
        LogAction::Promoted => 1,
        LogAction::Demoted => 2,
        LogAction::ModeratorAdded => 3,
        LogAction::ModeratorRemoved => 4,
        LogAction::Banned => 5,
        LogAction::Unbanned => 6,
        LogAction::PostDeleted => 7,
        LogAction::ReplyDeleted => 8,
        LogAction::PostRestored => 24,
        LogAction::ReplyRestored => 25,
        LogAction::VersionHidden => 33,
        LogAction::SameAuthorRemoved => 38,
        LogAction::ForumEdited => 9,
        LogAction::ForumDeleted => 10,
        LogAction::PostLocked => 11,
        LogAction::PostUnlocked => 12,
        LogAction::PostPinned => 13,
        LogAction::PostUnpinned => 14,
        LogAction::ReportResolved => 15,
        LogAction::ReportRejected => 16,
        LogAction::PostApproved => 34,
        LogAction::ReplyApproved => 35,
        LogAction::AppealAccepted => 36,
        LogAction::AppealRejected => 37,
        LogAction::ReportReopened => 44,
        LogAction::AppealReopened => 45,
        LogAction::HeldAgain => 47,
        LogAction::ForumBanned => 17,
        LogAction::ForumUnbanned => 18,
        LogAction::ForumRulesChanged => 30,
        LogAction::SiteChanged => 31,
        LogAction::ForumVisibilityChanged => 39,
        LogAction::ForumMemberAdded => 40,
        LogAction::ForumMemberRemoved => 41,
        LogAction::ForumInviteCreated => 42,
        LogAction::ForumInvitesEnded => 43,
        LogAction::InviteCreated => 32,
        LogAction::InviteRevoked => 46,
    }
}

/// Returns `None` for an action of a newer version.
pub(crate) fn action_of(code: i16) -> Option<LogAction> {
    LogAction::ALL.into_iter().find(|action| action_code(*action) == code)
}

pub(crate) fn kind_code(kind: ThingKind) -> i16 {
    match kind {
        ThingKind::Member => 0,
        ThingKind::Post => 1,
        ThingKind::Reply => 2,
        ThingKind::Forum => 3,
    }
}

pub(crate) fn kind_of(code: i16) -> Option<ThingKind> {
    ThingKind::ALL.into_iter().find(|kind| kind_code(*kind) == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_they_were_written() {
        for action in LogAction::ALL {
            assert_eq!(action_of(action_code(action)), Some(action));
        }
        for kind in ThingKind::ALL {
            assert_eq!(kind_of(kind_code(kind)), Some(kind));
        }
        assert_eq!((action_of(0), kind_of(9)), (None, None));
    }
}
