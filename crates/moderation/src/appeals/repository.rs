use kernel::RepositoryError;

use super::NewAppeal;
use crate::reports::Report;

/// The outcome of an appeal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppealOutcome {
    /// The report that it is, as the member sees it.
    Filed(Box<Report>),
    /// The member appealed against this ban before, or an appeal against an earlier one waits; nothing changed.
    FiledBefore,
    /// No ban from there holds; nothing changed.
    NotBanned,
}

/// Stores appeals.
#[cfg_attr(test, mockall::automock)]
pub trait AppealRepository: Send + Sync {
    /// Files the one appeal against the ban from there that holds at the time of the appeal.
    fn file(&self, appeal: &NewAppeal) -> Result<AppealOutcome, RepositoryError>;
}
