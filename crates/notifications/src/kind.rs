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
    /// A moderator removed the member's post.
    PostRemoved,
    /// A moderator removed the member's reply.
    ReplyRemoved,
    /// A moderator restored the member's post.
    PostRestored,
    /// A moderator restored the member's reply.
    ReplyRestored,
    /// The report was resolved.
    ReportResolved,
    /// The report was rejected.
    ReportRejected,
}

impl ModerationAct {
    pub const ALL: [Self; 10] = [
        Self::Promoted,
        Self::Demoted,
        Self::ModeratorAdded,
        Self::ModeratorRemoved,
        Self::PostRemoved,
        Self::ReplyRemoved,
        Self::PostRestored,
        Self::ReplyRestored,
        Self::ReportResolved,
        Self::ReportRejected,
    ];
}
