use ::moderation::appeals::Appellant;
use actix_web::{Responder, post, web};

use super::bodies::{FileAppeal, Report};
use crate::{
    problem::Problem,
    request::{AccountHolder, Body},
    response::ApiResponse,
    state::Api,
};

/// Appeals against the caller's ban from the site, once for each ban, with the `appeal_token` of the refused sign-in or
/// with a session of the banned member. Admins decide it among the reports. With `forum`, appeals against the ban from
/// that forum, which its moderators decide, too; who is banned from the site does not (`banned`).
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = ["write"])), request_body = FileAppeal, responses(
    (status = 201, description = "The report that it is", body = Report),
    (status = 403, description = "Not banned from there (`not-banned`)", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "Sent already", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/appeals")]
pub(super) async fn file_appeal(
    caller: AccountHolder,
    body: Body<FileAppeal>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let member = caller.member(s)?;
        let body = body.read();
        // Before the refusal of the body, which may name the forum.
        let appellant = match body.as_ref().ok().and_then(FileAppeal::forum) {
            Some(forum) => s.appeals.authorize_in(forum, &member.active()?)?,
            None => Appellant::authorize(&member)?,
        };
        let text = body?.parse()?;
        Ok(ApiResponse::created(Report::from(s.appeals.file(appellant, text)?)))
    })
    .await
}
