//! Reports by members, and the queue in which moderators decide them.

use ::moderation::reports::{
    Report as Found, ReportNote, ReportReason, ReportState, ReportTarget, TargetKind,
};
use actix_web::{Responder, get, post, put, web};
use kernel::{Actor, ForumId, MessageId, PostId, ReplyId, ReportId, TextError, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    Api, Problem, Services,
    request::{Body, Caller, Field, Invalid, Paging, Params, PathIds, RequestBody, body_with_text},
    response::ApiResponse,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(report_post)
        .service(report_reply)
        .service(report_message)
        .service(list_reports)
        .service(decide_report);
}

/// What members find wrong with a thing. One who reported it sees only the own reason and note.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Report {
    id: i64,
    /// `report`: by members.
    #[schema(pattern = "^report$")]
    kind: &'static str,
    #[schema(inline)]
    state: StateWord,
    target: ReportedThing,
    reasons: ReasonCounts,
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

/// The reported thing. Without excerpt and name where it is gone.
#[derive(Serialize, ToSchema)]
struct ReportedThing {
    #[schema(pattern = "^(post|reply|message)$")]
    kind: &'static str,
    id: i64,
    /// The start of its text; all of it for a message.
    excerpt: String,
    /// The name of its author.
    #[schema(required = true)]
    username: Option<String>,
    /// The id of its forum; null for a message.
    #[schema(required = true)]
    forum: Option<i64>,
    /// The id of its post; null for a message.
    #[schema(required = true)]
    post: Option<i64>,
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

impl From<Found> for Report {
    fn from(report: Found) -> Self {
        let mut reasons = ReasonCounts::default();
        for reason in &report.reasons {
            *match reason {
                ReportReason::Spam => &mut reasons.spam,
                ReportReason::Abuse => &mut reasons.abuse,
                ReportReason::OffTopic => &mut reasons.off_topic,
                ReportReason::Illegal => &mut reasons.illegal,
                ReportReason::Other => &mut reasons.other,
            } += 1;
        }
        let note = |(username, note)| ReporterNote { username, note };
        let view = report.target;
        Self {
            id: report.id.0,
            kind: "report",
            state: report.state.into(),
            target: ReportedThing {
                kind: match view.target.kind {
                    TargetKind::Post => "post",
                    TargetKind::Reply => "reply",
                    TargetKind::Message => "message",
                },
                id: view.target.id,
                excerpt: view.excerpt,
                username: view.username,
                forum: view.forum.map(|forum| forum.0),
                post: view.post.map(|post| post.0),
            },
            reasons,
            count: report.reasons.len(),
            notes: report.notes.into_iter().map(note).collect(),
            assignee: report.assignee,
            opened_at: report.opened_at.to_rfc3339(),
            decided_at: report.decided_at.map(Timestamp::to_rfc3339),
            decision: report.decision,
        }
    }
}

#[derive(Deserialize, ToSchema)]
struct FileReport {
    #[serde(default)]
    #[schema(value_type = String, required = true, pattern = "^(spam|abuse|off-topic|illegal|other)$")]
    reason: Field<String>,
    /// Missing, null or blank means none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 500)]
    note: Field<String>,
}

#[derive(Deserialize, ToSchema)]
struct DecideReport {
    #[serde(default)]
    #[schema(value_type = String, required = true, pattern = "^(open|in-progress|resolved|rejected)$")]
    state: Field<String>,
    /// Of a decision; missing, null or blank means none.
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

/// A blank note is none.
fn parse_note(text: &str) -> Result<Option<ReportNote>, TextError> {
    if text.trim().is_empty() { Ok(None) } else { ReportNote::parse(text).map(Some) }
}

fn parse_state(word: &str) -> Option<ReportState> {
    Some(match word {
        "open" => ReportState::Open,
        "in-progress" => ReportState::InProgress,
        "resolved" => ReportState::Resolved,
        "rejected" => ReportState::Rejected,
        _ => return None,
    })
}

const STATES: &str = "Must be open, in-progress, resolved or rejected.";

impl FileReport {
    fn parse(self) -> Result<(ReportReason, Option<ReportNote>), Problem> {
        let mut invalid = Invalid::default();
        let reason = invalid.text("reason", &self.reason, |word| match word {
            "spam" => Ok(ReportReason::Spam),
            "abuse" => Ok(ReportReason::Abuse),
            "off-topic" => Ok(ReportReason::OffTopic),
            "illegal" => Ok(ReportReason::Illegal),
            "other" => Ok(ReportReason::Other),
            _ => Err("Must be spam, abuse, off-topic, illegal or other."),
        });
        let note = invalid.text("note", &self.note, parse_note);
        let (Some(reason), Some(note)) = (reason, note) else {
            return Err(invalid.into_problem());
        };
        Ok((reason, note))
    }
}

impl DecideReport {
    fn parse(self) -> Result<(ReportState, Option<ReportNote>), Problem> {
        let mut invalid = Invalid::default();
        let state = invalid.text("state", &self.state, |word| parse_state(word).ok_or(STATES));
        let note = invalid.text("note", &self.note, parse_note);
        let (Some(state), Some(note)) = (state, note) else {
            return Err(invalid.into_problem());
        };
        Ok((state, note))
    }
}

fn file(
    services: &Services,
    actor: &Actor,
    about: (ReportTarget, Option<ForumId>),
    body: Body<FileReport>,
    is_limited: bool,
) -> Result<ApiResponse<Report>, Problem> {
    let filed = body.read()?.parse()?;
    let (report, is_new) = services.reports.file(actor, about, filed, is_limited)?;
    let report = Report::from(report);
    Ok(if is_new { ApiResponse::created(report) } else { ApiResponse::ok(report) })
}

/// Reports a post to the moderators of its forum. Repeating it answers the same report.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "moderation", security(("token" = [])), params(("id" = i64, Path)), request_body = FileReport, responses(
    (status = 201, description = "The report", body = Report),
    (status = 200, description = "The caller's earlier report", body = Report),
))]
#[post("/api/posts/{id}/report")]
async fn report_post(
    caller: Caller,
    ids: PathIds,
    body: Body<FileReport>,
    api: web::Data<Api>,
) -> impl Responder {
    let is_limited = api.limits.is_some();
    api.write(move |s| {
        let member = s.member(&caller)?;
        let post = s.posts.get(PostId(ids.first()?), None)?;
        let target = ReportTarget { kind: TargetKind::Post, id: post.id.0 };
        file(s, &member.active()?, (target, Some(post.forum)), body, is_limited)
    })
    .await
}

/// Reports a reply to the moderators of its forum. Repeating it answers the same report.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "moderation", security(("token" = [])), params(("id" = i64, Path)), request_body = FileReport, responses(
    (status = 201, description = "The report", body = Report),
    (status = 200, description = "The caller's earlier report", body = Report),
))]
#[post("/api/replies/{id}/report")]
async fn report_reply(
    caller: Caller,
    ids: PathIds,
    body: Body<FileReport>,
    api: web::Data<Api>,
) -> impl Responder {
    let is_limited = api.limits.is_some();
    api.write(move |s| {
        let member = s.member(&caller)?;
        let place = s.replies.find(ReplyId(ids.first()?))?;
        let target = ReportTarget { kind: TargetKind::Reply, id: place.reply.0 };
        file(s, &member.active()?, (target, Some(place.forum)), body, is_limited)
    })
    .await
}

/// Reports a received message to the admins, who are shown it. Repeating it answers the same report.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "moderation", security(("token" = [])), params(("userId" = i64, Path), ("messageId" = i64, Path)), request_body = FileReport, responses(
    (status = 201, description = "The report", body = Report),
    (status = 200, description = "The caller's earlier report", body = Report),
))]
#[post("/api/contacts/{userId}/messages/{messageId}/report")]
async fn report_message(
    caller: Caller,
    ids: PathIds,
    body: Body<FileReport>,
    api: web::Data<Api>,
) -> impl Responder {
    let is_limited = api.limits.is_some();
    api.write(move |s| {
        let member = s.member(&caller)?;
        let (sender, message) = (UserId(ids.first()?), MessageId(ids.second()?));
        s.reports.require_received(message, sender, member.id)?;
        let target = ReportTarget { kind: TargetKind::Message, id: message.0 };
        file(s, &member.active()?, (target, None), body, is_limited)
    })
    .await
}

/// Lists the reports that the caller may decide, the oldest first: of the forums that the caller moderates, admins
/// all. Without a state, those that are not decided.
#[utoipa::path(tag = "moderation", security(("token" = [])), params(
    ("state" = Option<String>, Query, description = "`open`, `in-progress`, `resolved` or `rejected`"),
    ("forum" = Option<i64>, Query, description = "Only those of this forum"),
    Paging,
), responses(
    (status = 200, description = "A page of reports", body = [Report]),
))]
#[get("/api/reports")]
async fn list_reports(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.slow_read(move |s| {
        let actor = s.member(&caller)?.active()?;
        let forum = match params.get("forum") {
            None | Some("") => None,
            Some(id) => Some(ForumId(
                id.parse().map_err(|_| Problem::invalid_field("forum", "Must be an id."))?,
            )),
        };
        let scope = s.reports.authorize_queue(&actor, forum)?;
        let state = match params.get("state") {
            None | Some("") => None,
            Some(word) => {
                Some(parse_state(word).ok_or_else(|| Problem::invalid_field("state", STATES))?)
            }
        };
        let page = s.reports.queue(scope, state, &params.page()?)?;
        Ok(ApiResponse::<Vec<Report>>::page(page, &params))
    })
    .await
}

/// Takes a report (`in-progress`), puts it back (`open`) or decides it. Moderators of its forum and admins may; a
/// decision is final.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = [])), params(("id" = i64, Path)), request_body = DecideReport, responses(
    (status = 200, description = "The report", body = Report),
    (status = 409, description = "Decided already", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/reports/{id}")]
async fn decide_report(
    caller: Caller,
    ids: PathIds,
    body: Body<DecideReport>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let report = s.reports.find(ReportId(ids.first()?))?;
        let decidable = s.reports.authorize(report, &member.active()?)?;
        let (state, note) = body.read()?.parse()?;
        Ok(ApiResponse::ok(Report::from(s.reports.decide(decidable, state, note)?)))
    })
    .await
}
