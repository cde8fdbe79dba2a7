//! Reports: what members find wrong, and what moderators decide about it.
//!
//! - A member reports a post, a reply or a received message once, with a reason and a note, and once more if it is
//!   edited after a decision. Reports of the same thing are one until it is decided; later ones open another.
//! - A report keeps each text that was reported, as it stood then. Those who may decide see it beside today's, whatever
//!   its author does.
//! - Those of posts and replies are for the moderators of the forum and admins, those of messages for admins alone. Nobody
//!   else finds one in a closed forum, its reporters included.
//! - Appeals are reports, too ([`crate::appeals`]): against a ban from a forum for its moderators and admins, against a
//!   ban from the site for admins alone.
//! - Those who may decide a report take it (in progress), put it back (open), resolve or reject it. A
//!   second decision changes nothing, and says who made the first.
//! - They open a decided report again while what it is about is shown. Its reporters are notified of the next decision only.
//! - They open an appeal again until its ban ends. If it was accepted, the ban holds again with its end and reason, and
//!   the member is notified as of any ban.
//! - They take back an approval or a rejection: the text waits again, and its notifications are withdrawn. Not once it
//!   was answered, or removed, restored or deleted after the decision: those are acts of their own.
//! - A report closes with its text: removing or deleting the text resolves the report.
//! - A text that waits for approval is a report, too, which nobody filed: resolving it shows the text, rejecting it removes
//!   the text. Its author may take both away before.
//! - A reporter sees only the own reason and note, those of the decision, and nothing of what was removed, which takes no
//!   reports.

mod report;
mod repository;
mod service;

pub use report::{
    Approval, Decision, MAX_REPORTED, NEWEST_NOTES, NewReport, Report, ReportKind, ReportLocation,
    ReportNote, ReportReason, ReportState, ReportTarget, ReportedText, TargetKind, TargetView,
};
pub use repository::{
    DecideOutcome, FileOutcome, MAX_SAME_AUTHOR, QueueScope, ReopenOutcome, ReportRepository,
};
pub use service::{Decidable, ReportError, Reports};
