//! Reports by members, and the queue in which moderators decide them.

mod appeals;
mod bodies;

use ::moderation::reports::{Decidable, ReportKind, ReportLocation, ReportTarget, TargetKind};
use actix_web::{Responder, get, post, put, web};
use kernel::{Actor, ForumId, MessageId, PostId, Reader, ReplyId, ReportId, UserId};
use users::Scope;
use utoipa_actix_web::service_config::ServiceConfig;

use self::bodies::{
    DecideReport, FileReport, RemoveSameAuthor, RemovedTexts, Report, STATES, parse_state,
};
use crate::{
    problem::Problem,
    request::{Body, Caller, IdempotencyHeader, Idempotent, Paging, Params, PathIds},
    response::{ApiResponse, SerializedResponse},
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(report_post)
        .service(report_reply)
        .service(report_message)
        .service(list_reports)
        .service(find_report)
        .service(decide_report)
        .service(reopen_report)
        .service(remove_same_author)
        .service(appeals::file_appeal);
}

fn file(
    services: &Services,
    actor: &Actor,
    about: (ReportTarget, Option<ForumId>),
    body: Body<FileReport>,
    is_limited: bool,
) -> Result<SerializedResponse, Problem> {
    let filed = body.read()?.parse()?;
    let (report, is_new) = services.reports.file(actor, about, filed, is_limited)?;
    let report = Report::from(report);
    let answer = if is_new { ApiResponse::created(report) } else { ApiResponse::ok(report) };
    SerializedResponse::private(&answer, "")
}

/// Reports a post to the moderators of its forum. Repeating it answers the same report.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "moderation", security(("token" = ["write"])), params(("id" = i64, Path), IdempotencyHeader), request_body = FileReport, responses(
    (status = 201, description = "The report", body = Report),
    (status = 200, description = "The caller's earlier report", body = Report),
))]
#[post("/api/posts/{id}/report")]
async fn report_post(
    caller: Caller,
    ids: PathIds,
    key: Idempotent,
    body: Body<FileReport>,
    api: web::Data<Api>,
) -> impl Responder {
    let is_limited = api.limits.is_some();
    let once = key.with(&body);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let find = |reader| Ok(s.posts.get(PostId(ids.first()?), reader)?);
        once.run(
            s,
            &member,
            |reader| find(reader).map(drop),
            |_| {
                let post = find(Reader::from(&member))?;
                let target = ReportTarget { kind: TargetKind::Post, id: post.id.0 };
                file(s, &member.active()?, (target, Some(post.forum)), body, is_limited)
            },
        )
    })
    .await
}

/// Reports a reply to the moderators of its forum. Repeating it answers the same report.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "moderation", security(("token" = ["write"])), params(("id" = i64, Path), IdempotencyHeader), request_body = FileReport, responses(
    (status = 201, description = "The report", body = Report),
    (status = 200, description = "The caller's earlier report", body = Report),
    (status = 409, description = "The reply was removed", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/replies/{id}/report")]
async fn report_reply(
    caller: Caller,
    ids: PathIds,
    key: Idempotent,
    body: Body<FileReport>,
    api: web::Data<Api>,
) -> impl Responder {
    let is_limited = api.limits.is_some();
    let once = key.with(&body);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let find = |reader| Ok(s.replies.find(ReplyId(ids.first()?), reader)?);
        once.run(
            s,
            &member,
            |reader| find(reader).map(drop),
            |_| {
                let place = find(Reader::from(&member))?;
                let target = ReportTarget { kind: TargetKind::Reply, id: place.reply.0 };
                file(s, &member.active()?, (target, Some(place.forum)), body, is_limited)
            },
        )
    })
    .await
}

/// Reports a received message to the admins, who are shown it. Repeating it answers the same report.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "moderation", security(("token" = ["write"])), params(("userId" = i64, Path), ("messageId" = i64, Path), IdempotencyHeader), request_body = FileReport, responses(
    (status = 201, description = "The report", body = Report),
    (status = 200, description = "The caller's earlier report", body = Report),
))]
#[post("/api/contacts/{userId}/messages/{messageId}/report")]
async fn report_message(
    caller: Caller,
    ids: PathIds,
    key: Idempotent,
    body: Body<FileReport>,
    api: web::Data<Api>,
) -> impl Responder {
    let is_limited = api.limits.is_some();
    let once = key.with(&body);
    api.write(move |s| {
        let member = s.member(&caller)?;
        once.run(
            s,
            &member,
            |_| Ok(()),
            |_| {
                let (sender, message) = (UserId(ids.first()?), MessageId(ids.second()?));
                s.reports.require_received(message, sender, member.id)?;
                let target = ReportTarget { kind: TargetKind::Message, id: message.0 };
                file(s, &member.active()?, (target, None), body, is_limited)
            },
        )
    })
    .await
}

/// Lists the reports that the caller may decide, the oldest first, decided ones by decision, the latest first: of the forums that
/// the caller moderates, admins all. Without a state, those that are not decided.
#[utoipa::path(tag = "moderation", security(("token" = ["moderate"])), params(
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
        let scope = s.reports.authorize_queue(&actor, params.forum()?)?;
        let state = match params.get("state") {
            None | Some("") => None,
            Some(word) => {
                Some(parse_state(word).ok_or_else(|| Problem::invalid_field("state", STATES))?)
            }
        };
        let page = s.reports.queue(actor.id, scope, state, &params.page()?)?;
        Ok(ApiResponse::<Vec<Report>>::page(page, &params))
    })
    .await
}

/// Returns a report that the caller may decide, or could have decided.
#[utoipa::path(tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The report", body = Report),
))]
#[get("/api/reports/{id}")]
async fn find_report(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let member = s.member(&caller)?;
        let report = s.reports.find(ReportId(ids.first()?), Reader::from(&member))?;
        let decidable = s.reports.authorize(report, &member.active()?)?;
        Ok(ApiResponse::ok(Report::from(s.reports.get(decidable)?)))
    })
    .await
}

/// Takes a report (`in-progress`), puts it back (`open`) or decides it. Moderators of its forum and admins may, once:
/// a decided report is opened again first. Resolving an appeal lifts the ban, rejecting it keeps the ban. Resolving the report of a held text
/// shows the text, rejecting it removes the text, which can be restored for 30 days.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"]), ("token" = ["admin"])), params(("id" = i64, Path)), request_body = DecideReport, responses(
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
        let report = s.reports.find(ReportId(ids.first()?), Reader::from(&member))?;
        let decidable = s.reports.authorize(report, &member.active()?)?;
        caller.require(scope(s, report, decidable)?)?;
        let (state, note) = body.read()?.parse()?;
        Ok(ApiResponse::ok(Report::from(s.reports.decide(decidable, state, note)?)))
    })
    .await
}

/// Returns the scope that a token needs to decide a report: appeals against bans from the site are for admins.
fn scope(s: &Services, report: ReportLocation, decidable: Decidable) -> Result<Scope, Problem> {
    let is_of_site = report.forum.is_none() && s.reports.get(decidable)?.kind == ReportKind::Appeal;
    Ok(if is_of_site { Scope::Admin } else { Scope::Moderate })
}

/// Opens a decided report again; what is open stays open. Its reporters are not told, only of the next decision. Not
/// while what it is about is removed, nor where the same was reported again. An appeal opens until the end of its ban,
/// which holds again if the appeal was accepted. A held text that was approved or rejected waits again, unless it was
/// answered, or removed, restored or deleted after the decision.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"]), ("token" = ["admin"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The report", body = Report),
    (status = 409, description = "It cannot be opened again", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/reports/{id}/reopen")]
async fn reopen_report(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let report = s.reports.find(ReportId(ids.first()?), Reader::from(&member))?;
        let decidable = s.reports.authorize(report, &member.active()?)?;
        caller.require(scope(s, report, decidable)?)?;
        Ok(ApiResponse::ok(Report::from(s.reports.reopen(decidable)?)))
    })
    .await
}

/// Removes the other texts of an author who deleted the account, at most 500 at once: moderators in their own forums, admins
/// everywhere. What is reported stays. The log has one entry, and each text can be restored for 30 days.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["moderate"])), params(("id" = i64, Path)), request_body = RemoveSameAuthor, responses(
    (status = 200, description = "How many were removed", body = RemovedTexts),
))]
#[post("/api/reports/{id}/remove-same-author")]
async fn remove_same_author(
    caller: Caller,
    ids: PathIds,
    body: Body<RemoveSameAuthor>,
    api: web::Data<Api>,
) -> impl Responder {
    api.slow_write(move |s| {
        let member = s.member(&caller)?;
        let report = s.reports.find(ReportId(ids.first()?), Reader::from(&member))?;
        let decidable = s.reports.authorize(report, &member.active()?)?;
        let reason = body.read()?.parse()?;
        let removed = s.reports.remove_same_author(decidable, reason)?;
        Ok(ApiResponse::ok(RemovedTexts { removed }))
    })
    .await
}
