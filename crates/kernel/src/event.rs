use crate::{ForumId, MessageId, PostId, ReplyId, ReportId, SessionId, UserId, WebhookId};

/// What a write changed, recorded in the transaction that made the change. Ids alone: a consumer that needs
/// more reads it, with the rights of its own. `by` is who did it; `None` for an operator at the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    PostCreated {
        post: PostId,
        forum: ForumId,
    },
    /// `is_latest` says whether the forum shows its title as the latest.
    PostEdited {
        post: PostId,
        forum: ForumId,
        is_latest: bool,
    },
    PostDeleted {
        post: PostId,
        forum: ForumId,
        author: UserId,
        by: Option<UserId>,
    },
    /// Removed instead of approved: it was never shown.
    PostRejected {
        post: PostId,
        forum: ForumId,
        author: UserId,
        by: Option<UserId>,
    },
    /// A moderator, `by`, restored what a moderator removed.
    PostRestored {
        post: PostId,
        forum: ForumId,
        author: UserId,
        by: UserId,
    },
    /// It was shown, and waits for approval again.
    PostHeld {
        post: PostId,
        forum: ForumId,
    },
    PostVoted {
        post: PostId,
        forum: ForumId,
    },
    /// A moderator, `by`, locked it; the post has the reason.
    PostLocked {
        post: PostId,
        forum: ForumId,
        by: UserId,
    },
    PostUnlocked {
        post: PostId,
        forum: ForumId,
        by: UserId,
    },
    /// Comes first in the lists of its forum, or does so until another time.
    PostPinned {
        post: PostId,
        forum: ForumId,
        by: UserId,
    },
    PostUnpinned {
        post: PostId,
        forum: ForumId,
        by: UserId,
    },
    ReplyCreated {
        reply: ReplyId,
        post: PostId,
        forum: ForumId,
    },
    ReplyEdited {
        reply: ReplyId,
        post: PostId,
        forum: ForumId,
    },
    ReplyRemoved {
        reply: ReplyId,
        post: PostId,
        forum: ForumId,
        author: UserId,
        by: Option<UserId>,
    },
    /// Removed instead of approved: it was never shown.
    ReplyRejected {
        reply: ReplyId,
        post: PostId,
        forum: ForumId,
        author: UserId,
        by: Option<UserId>,
    },
    ReplyRestored {
        reply: ReplyId,
        post: PostId,
        forum: ForumId,
        author: UserId,
        by: UserId,
    },
    /// It waits for approval again. `was_shown` is false if it had been rejected.
    ReplyHeld {
        reply: ReplyId,
        post: PostId,
        forum: ForumId,
        was_shown: bool,
    },
    ReplyVoted {
        reply: ReplyId,
        post: PostId,
    },
    /// Texts of the post or of its replies look different, though they say the same.
    PostRendered {
        post: PostId,
        forum: ForumId,
    },
    /// An edit newly mentions a member; `reply` is `None` if the edited text is the post's.
    MemberMentioned {
        user: UserId,
        post: PostId,
        reply: Option<ReplyId>,
    },
    /// A version of a post or, with `reply`, of a reply is hidden from all but moderators.
    RevisionHidden {
        post: PostId,
        reply: Option<ReplyId>,
        forum: ForumId,
        author: UserId,
        by: UserId,
    },
    ForumCreated {
        forum: ForumId,
    },
    ForumEdited {
        forum: ForumId,
        author: UserId,
        by: Option<UserId>,
    },
    /// Who may read it changed; `author` is that of the forum.
    ForumVisibilityChanged {
        forum: ForumId,
        author: UserId,
        by: Option<UserId>,
    },
    /// What it looks like changed, though its texts say the same.
    ForumRendered {
        forum: ForumId,
    },
    /// A moderator changed its rules; `author` is that of the forum.
    ForumRulesChanged {
        forum: ForumId,
        author: UserId,
        by: Option<UserId>,
    },
    ForumDeleted {
        forum: ForumId,
        author: UserId,
        by: Option<UserId>,
    },
    MessageSent {
        message: MessageId,
        sender: UserId,
        recipient: UserId,
    },
    MessageEdited {
        message: MessageId,
        sender: UserId,
        recipient: UserId,
    },
    MessageDeleted {
        message: MessageId,
        sender: UserId,
        recipient: UserId,
    },
    MessageRead {
        message: MessageId,
        sender: UserId,
        recipient: UserId,
    },
    ImageChanged {
        user: UserId,
    },
    /// The text about a member on the profile.
    AboutChanged {
        user: UserId,
    },
    MemberBanned {
        user: UserId,
        by: Option<UserId>,
    },
    MemberUnbanned {
        user: UserId,
        by: Option<UserId>,
    },
    /// Only reads in the forum, for some time or without end; the ban has the reason.
    MemberBannedFromForum {
        forum: ForumId,
        user: UserId,
        by: UserId,
    },
    MemberUnbannedFromForum {
        forum: ForumId,
        user: UserId,
        by: UserId,
    },
    /// May read a private forum; `by` is the member, with an invitation.
    ForumMemberAdded {
        forum: ForumId,
        user: UserId,
        by: UserId,
    },
    /// Belongs to the forum no longer; `by` is the member who left.
    ForumMemberRemoved {
        forum: ForumId,
        user: UserId,
        by: UserId,
    },
    /// A moderator made an invitation to a private forum.
    ForumInviteCreated {
        forum: ForumId,
        by: UserId,
    },
    /// An invitation to register, or to a forum, was revoked.
    InviteRevoked {
        forum: Option<ForumId>,
        by: UserId,
    },
    /// A moderator ended all invitations to a forum.
    ForumInvitesEnded {
        forum: ForumId,
        by: UserId,
    },
    /// Became an admin.
    MemberPromoted {
        user: UserId,
        by: Option<UserId>,
    },
    /// Is an admin no longer.
    MemberDemoted {
        user: UserId,
        by: Option<UserId>,
    },
    ModeratorAdded {
        forum: ForumId,
        user: UserId,
        by: Option<UserId>,
    },
    ModeratorRemoved {
        forum: ForumId,
        user: UserId,
        by: Option<UserId>,
    },
    /// Waits for a decision: a report, an appeal or a text to approve.
    ReportOpened {
        report: ReportId,
    },
    /// A moderator, `by`, resolved or rejected it; the report has the note.
    ReportDecided {
        report: ReportId,
        by: UserId,
    },
    /// A moderator, `by`, took back its decision.
    ReportReopened {
        report: ReportId,
        by: UserId,
    },
    /// What it is about was removed or deleted, by `by`, which resolved it.
    ReportClosed {
        report: ReportId,
        by: Option<UserId>,
    },
    /// Unread notifications of some of the members between these two, or of a single one.
    UnreadChanged {
        from: UserId,
        to: UserId,
    },
    /// The sessions of the account with a lower version ended.
    SessionsEnded {
        user: UserId,
        version: i32,
    },
    /// One session of the account ended.
    SessionEnded {
        user: UserId,
        session: SessionId,
    },
    AccountCreated {
        user: UserId,
    },
    AccountDeleted {
        user: UserId,
    },
    /// A second step came into force, or was removed.
    SecondStepChanged {
        user: UserId,
    },
    /// What only the member is shown changed: own votes, favorites, what is watched, visited or saved.
    OwnStateChanged {
        user: UserId,
    },
    /// An admin changed the settings of the site.
    SiteChanged {
        by: Option<UserId>,
    },
    /// The rules of the site look different, though they say the same.
    SiteRendered,
    /// An admin made an invitation to register.
    InviteCreated {
        by: Option<UserId>,
    },
    /// Deliveries to a webhook of a forum or, without one, of the site failed for a day.
    WebhookTurnedOff {
        webhook: WebhookId,
        forum: Option<ForumId>,
    },
    /// Anything may have changed: a migration, a restore, another process.
    DataReplaced,
}
