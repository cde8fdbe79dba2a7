use std::{
    convert::Infallible,
    future::{Ready, ready},
};

use ::moderation::appeals::Appellant;
use actix_web::{FromRequest, HttpMessage, HttpRequest, Responder, dev::Payload, post, web};
use kernel::{Member, UserId};
use limits::LimitedAction;
use users::{AppealPass, Session};

use super::bodies::{FileAppeal, Report};
use crate::{
    client::SignedIn,
    problem::Problem,
    request::{Body, bearer_token},
    request_limiter::RequestLimiter,
    response::ApiResponse,
    services::Services,
    state::Api,
};

/// The sender of an appeal: the holder of a token for appeals or of a session. This is the only call that takes the
/// former.
pub(super) struct AppealCaller {
    proof: Option<Proof>,
    /// None if the request is not limited.
    limiter: Option<RequestLimiter>,
}

enum Proof {
    Pass(AppealPass),
    Session(Session),
}

impl FromRequest for AppealCaller {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let limiter = RequestLimiter::of(request, LimitedAction::Write);
        let proof = proof(request);
        if let Some(proof) = &proof {
            request.extensions_mut().insert(SignedIn(proof.user()));
        }
        ready(Ok(Self { proof, limiter }))
    }
}

fn proof(request: &HttpRequest) -> Option<Proof> {
    let users = &request.app_data::<web::Data<Api>>()?.executor.services().users;
    let token = bearer_token(request)?;
    let pass = || users.appeal_pass(token).map(Proof::Pass);
    users.session(token).map(Proof::Session).or_else(pass)
}

impl Proof {
    fn user(&self) -> UserId {
        match self {
            Self::Pass(pass) => pass.user,
            Self::Session(session) => session.user,
        }
    }
}

impl AppealCaller {
    /// Returns the member, and counts the request if it is limited.
    fn member(&self, services: &Services) -> Result<Member, Problem> {
        let member = match self.proof.as_ref().ok_or_else(Problem::unauthorized)? {
            Proof::Pass(pass) => services.users.appellant(pass)?,
            Proof::Session(session) => services.users.member(session)?,
        };
        self.limiter.as_ref().map_or(Ok(()), |limiter| limiter.spend(Some(&member)))?;
        Ok(member)
    }
}

/// Appeals against the caller's ban from the site, once for each ban, with the `appeal_token` of the refused sign-in or
/// with a session of the banned member. Admins decide it among the reports. With `forum`, appeals against the ban from
/// that forum, which its moderators decide, too; who is banned from the site does not (`banned`).
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "moderation", security(("token" = [])), request_body = FileAppeal, responses(
    (status = 201, description = "The report that it is", body = Report),
    (status = 403, description = "Not banned from there (`not-banned`)", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "Sent already", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/appeals")]
pub(super) async fn file_appeal(
    caller: AppealCaller,
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
