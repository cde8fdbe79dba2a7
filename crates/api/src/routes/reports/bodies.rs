//! Reports as JSON, and what a request says about one.

use std::convert::Infallible;

use ::moderation::{
    appeals::AppealText,
    reports::{
        Report as Found, ReportKind, ReportNote, ReportReason, ReportState,
        ReportedText as Reported, TargetKind, TargetView,
    },
};
use kernel::{ForumId, Reason, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::Problem,
    request::{Field, Invalid, RequestBody, body_with_text},
};

/// What members find wrong with a thing. One who reported it sees only the own reason and note.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    id: i64,
    /// `report`: by members; `held`: nobody's, a text waits for approval, and resolving shows it, rejecting removes it;
    /// `appeal`: a banned member's own, which is resolved by lifting the ban from the site or, if the target has a forum,
    /// from that.
    #[schema(pattern = "^(report|held|appeal)$")]
    kind: &'static str,
    #[schema(inline)]
    state: StateWord,
    target: ReportedThing,
    reasons: ReasonCounts,
    /// The newest 20 notes, in the order in which they were filed.
    notes: Vec<ReporterNote>,
    /// How many reported it.
    count: usize,
    /// The name of who works on it or decided it; null while it is open.
    #[schema(required = true)]
    assignee: Option<String>,
    #[schema(format = DateTime)]
    opened_at: String,
    #[schema(required = true, format = DateTime)]
    decided_at: Option<String>,
    /// The note of the decision.
    #[schema(required = true)]
    decision: Option<String>,
    /// How many more texts had the same author, who deleted the account: those that the caller may remove. 0 for those who
    /// reported it.
    same_author: usize,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct RemoveSameAuthor {
    /// The moderation log shows it to everybody who can read what it is about; missing, null or blank means none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    reason: Field<String>,
}

impl RequestBody for RemoveSameAuthor {
    const MAX_BYTES: usize = body_with_text(Reason::MAX_CHARS);
}

impl RemoveSameAuthor {
    pub(super) fn parse(self) -> Result<Option<Reason>, Problem> {
        let mut invalid = Invalid::default();
        let reason = invalid.optional_text("reason", &self.reason, Reason::parse);
        reason.ok_or_else(|| invalid.into_problem())
    }
}

#[derive(Serialize, ToSchema)]
pub(super) struct RemovedTexts {
    pub(super) removed: usize,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(rename_all = "kebab-case")]
enum StateWord {
    Open,
    InProgress,
    Resolved,
    Rejected,
}

/// The reported thing as it is today. Without excerpt and, unless it was reported before, name where it is gone, and for those who reported it also where it was removed.
#[derive(Serialize, ToSchema)]
struct ReportedThing {
    /// `member`: who appeals.
    #[schema(pattern = "^(post|reply|message|member)$")]
    kind: &'static str,
    id: i64,
    /// The start of its text; all of it for a message; for a member the reason of the latest ban from there.
    excerpt: String,
    /// The name of its author, or of the member.
    #[schema(required = true)]
    username: Option<String>,
    /// The id of its forum; null for a message. For a member the one from which the member is banned, null for the site.
    #[schema(required = true)]
    forum: Option<i64>,
    /// The id of its post; null for a message and a member.
    #[schema(required = true)]
    post: Option<i64>,
    /// Whether a moderator removed it or its post; moderators read and restore it for 30 days.
    removed: bool,
    /// What was reported, as it stood then, the oldest first: one for each text, at most the newest 20. Absent for those who
    /// reported it, for what waits for approval, and for appeals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reported: Vec<ReportedText>,
}

/// A text as it stood when it was reported. It may be edited, removed or deleted since.
#[derive(Serialize, ToSchema)]
struct ReportedText {
    /// When it was first reported.
    #[schema(format = DateTime)]
    at: String,
    /// Null without a title.
    #[schema(required = true)]
    title: Option<String>,
    /// All of it, in Markdown.
    text: String,
    /// The start of it; all of a message.
    excerpt: String,
}

/// How many gave each reason.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
struct ReasonCounts {
    spam: usize,
    abuse: usize,
    off_topic: usize,
    illegal: usize,
    other: usize,
}

#[derive(Serialize, ToSchema)]
struct ReporterNote {
    username: String,
    note: String,
}

impl From<ReportState> for StateWord {
    fn from(state: ReportState) -> Self {
        match state {
            ReportState::Open => Self::Open,
            ReportState::InProgress => Self::InProgress,
            ReportState::Resolved => Self::Resolved,
            ReportState::Rejected => Self::Rejected,
        }
    }
}

impl From<TargetView> for ReportedThing {
    fn from(view: TargetView) -> Self {
        Self {
            kind: match view.target.kind {
                TargetKind::Post => "post",
                TargetKind::Reply => "reply",
                TargetKind::Message => "message",
                TargetKind::Member => "member",
            },
            id: view.target.id,
            excerpt: view.excerpt,
            username: view.username,
            forum: view.forum.map(|forum| forum.0),
            post: view.post.map(|post| post.0),
            removed: view.is_removed,
            reported: view.reported.into_iter().map(ReportedText::from).collect(),
        }
    }
}

impl From<Reported> for ReportedText {
    fn from(Reported { at, title, text, excerpt }: Reported) -> Self {
        Self { at: at.to_rfc3339(), title, text, excerpt }
    }
}

impl ReasonCounts {
    fn of(reasons: &[(ReportReason, usize)]) -> Self {
        let mut counts = Self::default();
        for (reason, count) in reasons {
            *match reason {
                ReportReason::Spam => &mut counts.spam,
                ReportReason::Abuse => &mut counts.abuse,
                ReportReason::OffTopic => &mut counts.off_topic,
                ReportReason::Illegal => &mut counts.illegal,
                ReportReason::Other => &mut counts.other,
                ReportReason::Appeal => continue,
            } += count;
        }
        counts
    }
}

impl From<Found> for Report {
    fn from(report: Found) -> Self {
        let note = |(username, note)| ReporterNote { username, note };
        Self {
            id: report.id.0,
            kind: match report.kind {
                ReportKind::Report => "report",
                ReportKind::Held => "held",
                ReportKind::Appeal => "appeal",
            },
            state: report.state.into(),
            target: report.target.into(),
            reasons: ReasonCounts::of(&report.reasons),
            count: report.reasons.iter().map(|(_, count)| count).sum(),
            notes: report.notes.into_iter().map(note).collect(),
            assignee: report.assignee,
            opened_at: report.opened_at.to_rfc3339(),
            decided_at: report.decided_at.map(Timestamp::to_rfc3339),
            decision: report.decision,
            same_author: report.same_author,
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct FileReport {
    #[serde(default)]
    #[schema(value_type = String, required = true, pattern = "^(spam|abuse|off-topic|illegal|other)$")]
    reason: Field<String>,
    /// Missing, null or blank means none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    note: Field<String>,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct FileAppeal {
    /// Shown to those who decide.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 2000)]
    text: Field<String>,
    /// The id of the forum from which the caller is banned; missing or null for a ban from the site.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    forum: Field<i64>,
}

impl RequestBody for FileAppeal {
    const MAX_BYTES: usize = body_with_text(AppealText::MAX_CHARS);
}

impl FileAppeal {
    /// Returns the forum that it names, if it names one.
    pub(super) fn forum(&self) -> Option<ForumId> {
        match self.forum {
            Field::Given(id) => Some(ForumId(id)),
            Field::Missing | Field::WronglyTyped => None,
        }
    }

    pub(super) fn parse(self) -> Result<AppealText, Problem> {
        let mut invalid = Invalid::default();
        let text = invalid.text("text", &self.text, AppealText::parse);
        let forum = invalid.integer("forum", &self.forum, Ok::<_, Infallible>);
        match (text, forum) {
            (Some(text), Some(_)) => Ok(text),
            _ => Err(invalid.into_problem()),
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct DecideReport {
    #[serde(default)]
    #[schema(value_type = String, required = true, pattern = "^(open|in-progress|resolved|rejected)$")]
    state: Field<String>,
    /// Of a decision; missing, null or blank means none. When a held text is rejected, it is the reason of the removal, which
    /// everybody can read in the moderation log.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    note: Field<String>,
}

impl RequestBody for FileReport {
    const MAX_BYTES: usize = body_with_text(ReportNote::MAX_CHARS);
}

impl RequestBody for DecideReport {
    const MAX_BYTES: usize = body_with_text(ReportNote::MAX_CHARS);
}

pub(super) fn parse_state(word: &str) -> Option<ReportState> {
    Some(match word {
        "open" => ReportState::Open,
        "in-progress" => ReportState::InProgress,
        "resolved" => ReportState::Resolved,
        "rejected" => ReportState::Rejected,
        _ => return None,
    })
}

pub(super) const STATES: &str = "Must be open, in-progress, resolved or rejected.";

impl FileReport {
    pub(super) fn parse(self) -> Result<(ReportReason, Option<ReportNote>), Problem> {
        let mut invalid = Invalid::default();
        let reason = invalid.text("reason", &self.reason, |word| match word {
            "spam" => Ok(ReportReason::Spam),
            "abuse" => Ok(ReportReason::Abuse),
            "off-topic" => Ok(ReportReason::OffTopic),
            "illegal" => Ok(ReportReason::Illegal),
            "other" => Ok(ReportReason::Other),
            _ => Err("Must be spam, abuse, off-topic, illegal or other."),
        });
        let note = invalid.optional_text("note", &self.note, ReportNote::parse);
        let (Some(reason), Some(note)) = (reason, note) else {
            return Err(invalid.into_problem());
        };
        Ok((reason, note))
    }
}

impl DecideReport {
    pub(super) fn parse(self) -> Result<(ReportState, Option<ReportNote>), Problem> {
        let mut invalid = Invalid::default();
        let state = invalid.text("state", &self.state, |word| parse_state(word).ok_or(STATES));
        let note = invalid.optional_text("note", &self.note, ReportNote::parse);
        let (Some(state), Some(note)) = (state, note) else {
            return Err(invalid.into_problem());
        };
        Ok((state, note))
    }
}
