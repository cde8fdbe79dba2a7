use std::collections::HashMap;

use kernel::{
    Act, ByTime, ForumId, MessageId, Page, PageRequest, RemovalRetention, ReportId,
    RepositoryError, Timestamp, UserId,
};

use super::{Decision, NewReport, Report, ReportLocation, ReportState};

/// The most texts of a deleted account that one act removes.
pub const MAX_SAME_AUTHOR: i64 = 500;

/// The outcome of reporting something. The report is as its reporter sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileOutcome {
    Filed(Box<Report>),
    /// The member reported it before; nothing changed.
    FiledBefore(Box<Report>),
    /// The member reported as much as a day allows.
    TooMany,
    /// It was removed, or is gone.
    NotShown,
}

/// The outcome of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecideOutcome {
    Changed(Box<Report>),
    /// Somebody decided it before; nothing changed.
    DecidedBefore(Box<Report>),
    /// There is no such report.
    NotFound,
}

/// The outcome of opening a decided report again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReopenOutcome {
    /// It is open, or was never decided.
    Open(Box<Report>),
    /// What it is about was removed, or is gone.
    NotShown,
    /// Members reported the same thing again, which waits.
    Another,
    /// The ban that the appeal is about is over, or another one holds.
    BanOver,
    /// The ban of the accepted appeal would be one of a moderator of the forum, or of the last admin.
    Moderates,
    /// The text that waited for approval was answered.
    Answered,
    /// The text that waited for approval was removed, restored or deleted after the decision.
    Changed,
    /// There is no such report.
    NotFound,
}

/// The reports that a queue shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueScope {
    /// All, those without a forum included.
    All,
    Forum(ForumId),
    /// Those of the forums that the member moderates.
    ModeratedBy(UserId),
}

/// Stores reports.
#[cfg_attr(test, mockall::automock)]
pub trait ReportRepository: Send + Sync {
    /// Reports a thing that is shown, unless the member has filed `most` reports since `since`.
    fn file(
        &self,
        report: &NewReport,
        since: Timestamp,
        most: i64,
    ) -> Result<FileOutcome, RepositoryError>;

    /// Returns whether a message from `sender` to `recipient` has this id.
    fn is_received(
        &self,
        message: MessageId,
        sender: UserId,
        recipient: UserId,
    ) -> Result<bool, RepositoryError>;

    fn find(&self, id: ReportId) -> Result<Option<ReportLocation>, RepositoryError>;

    /// Returns a report as moderators see it.
    fn get(
        &self,
        id: ReportId,
        retention: RemovalRetention,
    ) -> Result<Option<Report>, RepositoryError>;

    /// Returns whether the member moderates any forum.
    fn moderates_any(&self, member: UserId) -> Result<bool, RepositoryError>;

    /// Returns the reports in one of these states, oldest first, or latest decision first if all are decided. What they
    /// are about may have been removed and be kept yet.
    fn queue(
        &self,
        scope: QueueScope,
        states: &[ReportState],
        page: &PageRequest<ByTime>,
        retention: RemovalRetention,
    ) -> Result<Page<Report, ByTime>, RepositoryError>;

    /// Returns how many more texts had the same author as what these reports are about, if the author deleted the
    /// account: those that are shown in forums that `reader` moderates, or everywhere to an admin. Without reports of
    /// which there are none.
    fn count_same_author(
        &self,
        reports: &[ReportId],
        reader: UserId,
    ) -> Result<HashMap<ReportId, usize>, RepositoryError>;

    /// Removes up to [`MAX_SAME_AUTHOR`] of these texts, each in its own transaction, after one entry in the log.
    /// Returns how many.
    fn remove_same_author(
        &self,
        report: ReportId,
        by: UserId,
        act: &Act,
    ) -> Result<usize, RepositoryError>;

    /// Changes the state of a report that is not decided, and its assignee: who decides or works on it. Resolving an
    /// appeal lifts the ban; what waits for approval is shown or removed as [`ReportState::approval`] says, with the
    /// note as the reason of the removal.
    fn decide(&self, decision: &Decision) -> Result<DecideOutcome, RepositoryError>;

    /// Takes back the decision of a report, and what nobody has read of it. A text that was shown or removed waits for
    /// approval again; the ban that an accepted appeal lifted holds again, with its end and reason.
    fn reopen(
        &self,
        report: ReportId,
        by: UserId,
        at: Timestamp,
    ) -> Result<ReopenOutcome, RepositoryError>;
}
