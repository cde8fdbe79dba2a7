use kernel::{ForumId, PostId, ReportId, Text, Timestamp, UserId, Visibility};

/// A note of a reporter or of a decision: trimmed, 1 to 500 characters.
pub type ReportNote = Text<500>;

/// The kind of a reported thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    Post,
    Reply,
    /// Only its recipient reports it.
    Message,
    /// Who appeals against the own ban: no other reports are about members.
    Member,
}

impl TargetKind {
    pub const ALL: [Self; 4] = [Self::Post, Self::Reply, Self::Message, Self::Member];
}

/// A reported thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportTarget {
    pub kind: TargetKind,
    pub id: i64,
}

/// What a reporter finds wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportReason {
    Spam,
    Abuse,
    OffTopic,
    Illegal,
    Other,
    /// Nothing: it is the member's own appeal.
    Appeal,
}

impl ReportReason {
    pub const ALL: [Self; 6] =
        [Self::Spam, Self::Abuse, Self::OffTopic, Self::Illegal, Self::Other, Self::Appeal];
}

/// What a report asks of those who decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// Asks for a decision about what members reported.
    Report,
    /// Asks for the approval of a text. Nobody reported it.
    Held,
    /// Asks to lift the member's own ban.
    Appeal,
}

/// What the decision of a report does to a held text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approval {
    /// Shows it, with the time at which it was written.
    Approved,
    /// Removes it, as moderators remove what they find wrong: it can be restored for a while.
    Rejected,
}

/// The state of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportState {
    Open,
    /// Somebody works on it.
    InProgress,
    Resolved,
    Rejected,
}

impl ReportState {
    pub const ALL: [Self; 4] = [Self::Open, Self::InProgress, Self::Resolved, Self::Rejected];

    /// Whether a moderator decided it.
    #[must_use]
    pub fn is_decided(self) -> bool {
        match self {
            Self::Open | Self::InProgress => false,
            Self::Resolved | Self::Rejected => true,
        }
    }

    /// Returns what a report that comes to this state does to the text whose approval it asks for.
    #[must_use]
    pub fn approval(self) -> Option<Approval> {
        match self {
            Self::Open | Self::InProgress => None,
            Self::Resolved => Some(Approval::Approved),
            Self::Rejected => Some(Approval::Rejected),
        }
    }
}

/// The most notes that a report shows.
pub const NEWEST_NOTES: i64 = 20;

/// The most reported texts that a report shows.
pub const MAX_REPORTED: i64 = 20;

/// A text as it stood when it was reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedText {
    pub at: Timestamp,
    /// Of a post.
    pub title: Option<String>,
    pub text: String,
    pub excerpt: String,
}

/// A report by a member that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReport {
    pub target: ReportTarget,
    /// None for a message, and for an appeal against a ban from the site.
    pub forum: Option<ForumId>,
    pub by: UserId,
    pub reason: ReportReason,
    pub note: Option<ReportNote>,
    pub at: Timestamp,
}

/// A change of a report's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub report: ReportId,
    pub state: ReportState,
    pub note: Option<ReportNote>,
    pub by: UserId,
    pub at: Timestamp,
}

/// The forum of a report, which decides who may see and decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportLocation {
    pub report: ReportId,
    /// None for a message, and for an appeal against a ban from the site.
    pub forum: Option<ForumId>,
    /// Who may read the forum; `Public` without one.
    pub visibility: Visibility,
}

/// The reported thing as moderators see it today, also if they removed it, and as it was reported. Without an excerpt
/// where it is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetView {
    pub target: ReportTarget,
    pub excerpt: String,
    pub username: Option<String>,
    pub forum: Option<ForumId>,
    pub post: Option<PostId>,
    /// Whether a moderator removed it or its post; then nobody else sees it. Not so while it waits for approval.
    pub is_removed: bool,
    /// The texts that were reported, the oldest first; at most the newest [`MAX_REPORTED`]. None for a reporter.
    pub reported: Vec<ReportedText>,
}

/// A report as moderators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub id: ReportId,
    pub kind: ReportKind,
    pub state: ReportState,
    pub target: TargetView,
    /// How many reported it for each reason that somebody gave.
    pub reasons: Vec<(ReportReason, usize)>,
    /// Names and notes, the oldest first; at most the newest [`NEWEST_NOTES`].
    pub notes: Vec<(String, String)>,
    /// The name of who works on it or decided it.
    pub assignee: Option<String>,
    pub opened_at: Timestamp,
    pub decided_at: Option<Timestamp>,
    /// The note of the decision.
    pub decision: Option<String>,
    /// How many more texts moderators find of an author who deleted the account.
    pub same_author: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_resolved_and_rejected_reports_are_decided() {
        let decided: Vec<_> =
            ReportState::ALL.into_iter().filter(|state| state.is_decided()).collect();
        assert_eq!(decided, [ReportState::Resolved, ReportState::Rejected]);
    }

    #[test]
    fn only_a_decision_approves_or_rejects_a_held_text() {
        for state in ReportState::ALL {
            assert_eq!(state.approval().is_some(), state.is_decided());
        }
        assert_eq!(ReportState::Resolved.approval(), Some(Approval::Approved));
        assert_eq!(ReportState::Rejected.approval(), Some(Approval::Rejected));
    }
}
