use kernel::{ForumId, PostId, Timestamp, UserId, Visibility};

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogAction {
    /// A member became an admin.
    Promoted,
    /// A member is an admin no longer.
    Demoted,
    ModeratorAdded,
    ModeratorRemoved,
    Banned,
    Unbanned,
    /// A member only reads in a forum.
    ForumBanned,
    ForumUnbanned,
    /// A member belongs to a private forum, added or with an invitation.
    ForumMemberAdded,
    /// A member was removed from a private forum, or left it.
    ForumMemberRemoved,
    ForumInviteCreated,
    ForumInvitesEnded,
    PostDeleted,
    ReplyDeleted,
    PostRestored,
    ReplyRestored,
    /// A version of a post or a reply.
    VersionHidden,
    /// The other texts of an author who deleted the account.
    SameAuthorRemoved,
    ForumEdited,
    ForumRulesChanged,
    /// Who may read it.
    ForumVisibilityChanged,
    ForumDeleted,
    PostLocked,
    PostUnlocked,
    PostPinned,
    PostUnpinned,
    ReportResolved,
    ReportRejected,
    /// A post that waited for approval.
    PostApproved,
    /// A reply that waited for approval.
    ReplyApproved,
    AppealAccepted,
    AppealRejected,
    /// Its decision was taken back.
    ReportReopened,
    /// Its decision was taken back.
    AppealReopened,
    /// The decision about a text that waits for approval was taken back.
    HeldAgain,
    /// The settings of the site.
    SiteChanged,
    InviteCreated,
    /// To register, or to a forum.
    InviteRevoked,
}

impl LogAction {
    pub const ALL: [Self; 38] = [
        Self::Promoted,
        Self::Demoted,
        Self::ModeratorAdded,
        Self::ModeratorRemoved,
        Self::Banned,
        Self::Unbanned,
        Self::ForumBanned,
        Self::ForumUnbanned,
        Self::ForumMemberAdded,
        Self::ForumMemberRemoved,
        Self::ForumInviteCreated,
        Self::ForumInvitesEnded,
        Self::PostDeleted,
        Self::ReplyDeleted,
        Self::PostRestored,
        Self::ReplyRestored,
        Self::VersionHidden,
        Self::SameAuthorRemoved,
        Self::ForumEdited,
        Self::ForumRulesChanged,
        Self::ForumVisibilityChanged,
        Self::ForumDeleted,
        Self::PostLocked,
        Self::PostUnlocked,
        Self::PostPinned,
        Self::PostUnpinned,
        Self::ReportResolved,
        Self::ReportRejected,
        Self::PostApproved,
        Self::ReplyApproved,
        Self::AppealAccepted,
        Self::AppealRejected,
        Self::ReportReopened,
        Self::AppealReopened,
        Self::HeldAgain,
        Self::SiteChanged,
        Self::InviteCreated,
        Self::InviteRevoked,
    ];

    /// Returns its word in the API and in exports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Promoted => "promoted",
            Self::Demoted => "demoted",
            Self::ModeratorAdded => "moderator-added",
            Self::ModeratorRemoved => "moderator-removed",
            Self::Banned => "banned",
            Self::Unbanned => "unbanned",
            Self::ForumBanned => "forum-banned",
            Self::ForumUnbanned => "forum-unbanned",
            Self::ForumMemberAdded => "forum-member-added",
            Self::ForumMemberRemoved => "forum-member-removed",
            Self::ForumInviteCreated => "forum-invite-created",
            Self::ForumInvitesEnded => "forum-invites-ended",
            Self::PostDeleted => "post-deleted",
            Self::ReplyDeleted => "reply-deleted",
            Self::PostRestored => "post-restored",
            Self::ReplyRestored => "reply-restored",
            Self::VersionHidden => "version-hidden",
            Self::SameAuthorRemoved => "same-author-removed",
            Self::ForumEdited => "forum-edited",
            Self::ForumRulesChanged => "forum-rules-changed",
            Self::ForumVisibilityChanged => "forum-visibility-changed",
            Self::ForumDeleted => "forum-deleted",
            Self::PostLocked => "post-locked",
            Self::PostUnlocked => "post-unlocked",
            Self::PostPinned => "post-pinned",
            Self::PostUnpinned => "post-unpinned",
            Self::ReportResolved => "report-resolved",
            Self::ReportRejected => "report-rejected",
            Self::PostApproved => "post-approved",
            Self::ReplyApproved => "reply-approved",
            Self::AppealAccepted => "appeal-accepted",
            Self::AppealRejected => "appeal-rejected",
            Self::ReportReopened => "report-reopened",
            Self::AppealReopened => "appeal-reopened",
            Self::HeldAgain => "held-again",
            Self::SiteChanged => "site-changed",
            Self::InviteCreated => "invite-created",
            Self::InviteRevoked => "invite-revoked",
        }
    }

    /// Returns the actions of which this one reverses the latest, if it is done to the same thing.
    #[must_use]
    pub const fn reverses(self) -> &'static [Self] {
        match self {
            Self::Promoted => &[Self::Demoted],
            Self::Demoted => &[Self::Promoted],
            Self::ModeratorAdded => &[Self::ModeratorRemoved],
            Self::ModeratorRemoved => &[Self::ModeratorAdded],
            Self::Banned => &[Self::Unbanned],
            Self::Unbanned => &[Self::Banned],
            Self::ForumBanned => &[Self::ForumUnbanned],
            Self::ForumUnbanned => &[Self::ForumBanned],
            Self::PostLocked => &[Self::PostUnlocked],
            Self::PostUnlocked => &[Self::PostLocked],
            Self::PostPinned => &[Self::PostUnpinned],
            Self::PostUnpinned => &[Self::PostPinned],
            Self::ForumMemberAdded => &[Self::ForumMemberRemoved],
            Self::ForumMemberRemoved => &[Self::ForumMemberAdded],
            Self::PostDeleted => &[Self::PostRestored, Self::HeldAgain],
            Self::PostRestored => &[Self::PostDeleted],
            Self::ReplyDeleted => &[Self::ReplyRestored, Self::HeldAgain],
            Self::ReplyRestored => &[Self::ReplyDeleted],
            Self::ReportResolved | Self::ReportRejected => &[Self::ReportReopened],
            Self::ReportReopened => &[Self::ReportResolved, Self::ReportRejected],
            Self::PostApproved | Self::ReplyApproved => &[Self::HeldAgain],
            Self::HeldAgain => {
                &[Self::PostApproved, Self::ReplyApproved, Self::PostDeleted, Self::ReplyDeleted]
            }
            Self::ForumEdited
            | Self::ForumRulesChanged
            | Self::ForumInviteCreated
            | Self::ForumInvitesEnded
            | Self::ForumVisibilityChanged
            | Self::ForumDeleted
            | Self::VersionHidden
            | Self::SameAuthorRemoved
            | Self::AppealAccepted
            | Self::AppealRejected
            | Self::AppealReopened
            | Self::SiteChanged
            | Self::InviteCreated
            | Self::InviteRevoked => &[],
        }
    }
}

/// The kind of a thing that something was done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThingKind {
    Member,
    Post,
    Reply,
    Forum,
}

impl ThingKind {
    pub const ALL: [Self; 4] = [Self::Member, Self::Post, Self::Reply, Self::Forum];
}

/// The target of an entry, as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedThing {
    pub kind: ThingKind,
    pub id: i64,
    /// Of a post and a reply; it may be gone.
    pub post: Option<PostId>,
    /// The title of the post, unless it is gone.
    pub title: Option<String>,
    /// The member, or who wrote the thing.
    pub username: Option<String>,
}

/// The actor of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedPerson {
    pub id: UserId,
    pub username: String,
    pub image: String,
}

/// A forum in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForumName {
    pub id: ForumId,
    /// `None` if it is gone.
    pub topic: Option<String>,
    /// Who may read it; `Public` if it is gone.
    pub visibility: Visibility,
}

/// An entry as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    pub id: i64,
    pub at: Timestamp,
    pub action: LogAction,
    /// `None` for an operator at the command line.
    pub by: Option<LoggedPerson>,
    /// `None` for what concerns the whole site.
    pub forum: Option<ForumName>,
    /// `None` for a message, which is private, and for the site.
    pub target: Option<LoggedThing>,
    /// How many texts it took, if it took several.
    pub texts: Option<usize>,
    pub reason: Option<String>,
    /// When it was reversed.
    pub undone_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversals_are_mutual() {
        for action in LogAction::ALL {
            for other in action.reverses() {
                assert_ne!(*other, action);
                assert!(other.reverses().contains(&action), "{action:?}");
            }
        }
    }
}
