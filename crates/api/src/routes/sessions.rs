use actix_web::{Responder, delete, get, web};
use kernel::SessionId;
use serde::Serialize;
use users::{Account, OpenSession, SignInMethod};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Caller, Params, PathIds},
    response::{self, ApiResponse, NoContent},
    routes::accounts::{NewToken, held_account},
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(find_sessions).service(end_sessions).service(end_session);
}

/// An open session of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Session {
    id: i64,
    #[schema(format = DateTime)]
    created_at: String,
    /// Exact to five minutes.
    #[schema(format = DateTime)]
    last_used_at: String,
    #[schema(pattern = "^(password|recovery-code|passkey|oidc)$")]
    method: &'static str,
    /// Browser and system, as in `Firefox on Linux`; empty if unknown.
    client: String,
    /// The /24 of an IPv4 address or the /48 of an IPv6 address; empty if unknown.
    network: String,
    /// Whether it is the session of the request.
    current: bool,
}

impl Session {
    fn of(session: OpenSession, current: SessionId) -> Self {
        Self {
            id: session.id.0,
            created_at: session.opened_at.to_rfc3339(),
            last_used_at: session.last_used_at.to_rfc3339(),
            method: method_word(session.method),
            client: session.device.client,
            network: session.device.network,
            current: session.id == current,
        }
    }
}

pub(super) const fn method_word(method: SignInMethod) -> &'static str {
    match method {
        SignInMethod::Password => "password",
        SignInMethod::RecoveryCode => "recovery-code",
        SignInMethod::Passkey => "passkey",
        SignInMethod::Oidc => "oidc",
    }
}

/// Returns the session of the request and its account, which the path names. Banned members sign out, too. A change counts
/// against the network alone: otherwise the holder of a copied token could use up the owner's budget.
fn holder(
    services: &Services,
    caller: &Caller,
    ids: &PathIds,
) -> Result<(users::Session, Account), Problem> {
    let session = caller.session.ok_or_else(Problem::unauthorized)?;
    let member = services.users.signed_in(&session)?;
    caller.spend(None)?;
    caller.refuse_lacking()?;
    Ok((session, held_account(services, &member, ids)?))
}

/// Lists the caller's open sessions, the latest used first.
#[utoipa::path(tag = "accounts", security(("session" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The sessions: at most 100", body = [Session]),
))]
#[get("/api/user/{id}/sessions")]
async fn find_sessions(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    let sessions = api
        .read(move |s| {
            let (session, account) = holder(s, &caller, &ids)?;
            let sessions = s.users.sessions(account.id)?;
            Ok(sessions.into_iter().map(|one| Session::of(one, session.id)).collect::<Vec<_>>())
        })
        .await?;
    response::Result::Ok(ApiResponse::ok(sessions))
}

/// Signs out on one device: its token is refused from the next request on, and its stream of events ends.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])),
    params(("id" = i64, Path), ("sessionId" = i64, Path)), responses(
    (status = 204, description = "Ended"),
))]
#[delete("/api/user/{id}/sessions/{sessionId}")]
async fn end_session(
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> Result<NoContent, Problem> {
    api.write(move |s| {
        let (_, account) = holder(s, &caller, &ids)?;
        Ok(s.users.end_session(account.id, SessionId(ids.second()?))?)
    })
    .await?;
    Ok(NoContent)
}

/// Signs the caller out everywhere: ends every session but this one, which gets the token that is returned.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(
    ("id" = i64, Path),
    ("keep" = Option<String>, Query, description = "`current`: the token of the request stays valid, too"),
), responses(
    (status = 200, description = "A token of this session", body = NewToken),
))]
#[delete("/api/user/{id}/sessions")]
async fn end_sessions(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let token = api
        .write(move |s| {
            let (session, account) = holder(s, &caller, &ids)?;
            match params.get("keep") {
                Some("current") => Ok(s.users.end_other_sessions(&session, &account)?),
                None => Ok(s.users.end_sessions(&session)?),
                Some(_) => Err(Problem::invalid_field("keep", "Must be `current`.")),
            }
        })
        .await?;
    response::Result::Ok(ApiResponse::ok(NewToken { token }))
}
