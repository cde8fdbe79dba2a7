/// Why a member is notified. The order is the precedence: of several that fit, the first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Somebody answered the member's post or reply.
    Reply,
    /// Somebody named the member.
    Mention,
    /// Somebody replied to a post that the member watches.
    WatchedPost,
    /// Somebody posted in a forum that the member watches.
    WatchedForum,
    /// Something was done to the member.
    Moderation,
    /// The member's report was decided.
    Report,
}

impl Kind {
    pub const ALL: [Self; 6] = [
        Self::Reply,
        Self::Mention,
        Self::WatchedPost,
        Self::WatchedForum,
        Self::Moderation,
        Self::Report,
    ];
}

/// What was done to a member, or to the member's report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModerationAct {
    /// Became an admin.
    Promoted,
    /// Is an admin no longer.
    Demoted,
    /// Moderates a forum.
    ModeratorAdded,
    /// Moderates a forum no longer.
    ModeratorRemoved,
    /// Is a member of a private forum.
    ForumMemberAdded,
    /// Is banned from a forum.
    BannedFromForum,
    /// Is banned from a forum no longer.
    UnbannedFromForum,
    /// Is banned from the site.
    Banned,
    /// Is banned from the site no longer.
    Unbanned,
    /// A moderator deleted a forum, and with it what the member wrote there.
    ForumDeleted,
    /// A moderator removed the member's post.
    PostRemoved,
    /// A moderator removed the member's reply.
    ReplyRemoved,
    /// A moderator restored the member's post.
    PostRestored,
    /// A moderator restored the member's reply.
    ReplyRestored,
    /// A moderator locked the member's post.
    PostLocked,
    /// A moderator approved the member's post, which is shown now.
    PostApproved,
    /// A moderator approved the member's reply, which is shown now.
    ReplyApproved,
    /// The report was resolved.
    ReportResolved,
    /// The report was rejected.
    ReportRejected,
    /// The appeal was accepted: the member is not banned any more.
    AppealAccepted,
    /// The appeal was rejected.
    AppealRejected,
    /// The password of the member's account changed.
    PasswordChanged,
    /// The account has new recovery codes.
    RecoveryCodesRenewed,
    /// Signing in asks for a code besides the password.
    SecondStepAdded,
    /// Signing in asks for no code any more.
    SecondStepRemoved,
    /// A passkey signs in.
    PasskeyAdded,
    /// A passkey does not sign in any more.
    PasskeyRemoved,
    /// A sign-in at a provider was connected.
    IdentityLinked,
    /// A sign-in at a provider was removed.
    IdentityRemoved,
    /// A token for programs was made.
    ApiTokenAdded,
    /// A token for programs was revoked.
    ApiTokenRemoved,
    /// Deliveries to a webhook that the member manages failed for a day: it is off.
    WebhookTurnedOff,
}

impl ModerationAct {
    pub const ALL: [Self; 32] = [
        Self::Promoted,
        Self::Demoted,
        Self::ModeratorAdded,
        Self::ModeratorRemoved,
        Self::ForumMemberAdded,
        Self::BannedFromForum,
        Self::UnbannedFromForum,
        Self::Banned,
        Self::Unbanned,
        Self::ForumDeleted,
        Self::PostRemoved,
        Self::ReplyRemoved,
        Self::PostRestored,
        Self::ReplyRestored,
        Self::PostLocked,
        Self::PostApproved,
        Self::ReplyApproved,
        Self::ReportResolved,
        Self::ReportRejected,
        Self::AppealAccepted,
        Self::AppealRejected,
        Self::PasswordChanged,
        Self::RecoveryCodesRenewed,
        Self::SecondStepAdded,
        Self::SecondStepRemoved,
        Self::PasskeyAdded,
        Self::PasskeyRemoved,
        Self::IdentityLinked,
        Self::IdentityRemoved,
        Self::ApiTokenAdded,
        Self::ApiTokenRemoved,
        Self::WebhookTurnedOff,
    ];

    /// Whether it is about how the member signs in, or lets programs act.
    #[must_use]
    pub const fn is_about_sign_in(self) -> bool {
        matches!(
            self,
            Self::PasswordChanged
                | Self::RecoveryCodesRenewed
                | Self::SecondStepAdded
                | Self::SecondStepRemoved
                | Self::PasskeyAdded
                | Self::PasskeyRemoved
                | Self::IdentityLinked
                | Self::IdentityRemoved
                | Self::ApiTokenAdded
                | Self::ApiTokenRemoved
        )
    }
}
