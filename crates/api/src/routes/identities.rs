//! The sign-ins at providers that are linked to the caller's account.

use actix_web::{HttpRequest, Responder, delete, get, post, web};
use kernel::Timestamp;
use serde::Serialize;
use users::{Provider, ProviderId};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Body, Caller, PathIds},
    response::{self, ApiResponse, NoContent},
    routes::{
        accounts::{own_account, present_owner},
        passwords::before_reauthentication,
        provider_sign_in::{browser_cookie, host, provider_of},
        second_step::OwnPassword,
    },
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(find_identities).service(begin_link).service(remove_identity);
}

/// A sign-in at a provider.
#[derive(Serialize, ToSchema)]
struct LinkedSignIn {
    /// The id of the provider.
    provider: String,
    /// The name of the provider; its id if the site does not offer it any more.
    name: String,
    #[schema(format = DateTime)]
    since: String,
}

/// Lists the sign-ins at providers that are linked to the caller's account.
#[utoipa::path(tag = "accounts", security(("session" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The sign-ins, at most one of each provider", body = [LinkedSignIn]),
))]
#[get("/api/user/{id}/identities")]
async fn find_identities(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let identities = s.logins.identities(own_account(s, &caller, &ids)?.0.id)?;
        let providers = s.logins.providers();
        let name = |id: &ProviderId| {
            let known = providers.iter().find(|known: &&Provider| known.id == *id);
            known.map_or(id.as_str(), |known| &known.name).to_owned()
        };
        let body = identities.into_iter().map(|identity| LinkedSignIn {
            name: name(&identity.provider),
            provider: identity.provider.as_str().to_owned(),
            since: Timestamp::to_rfc3339(identity.since),
        });
        Ok(ApiResponse::ok(body.collect::<Vec<_>>()))
    })
    .await
}

/// Where the browser goes on.
#[derive(Serialize, ToSchema)]
struct LinkAddress {
    url: String,
}

/// Begins to link a sign-in at a provider. It is linked when the browser comes back from `url` within five minutes, with
/// the cookie of this answer, to `/settings/security?linked={provider}` or `?error=` as of `/login/oidc/{provider}/callback`.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])),
    params(("id" = i64, Path), ("provider" = String, Path)), request_body = OwnPassword, responses(
    (status = 200, description = "The address to sign in at", body = LinkAddress),
    (status = 403, description = "Wrong password", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "A sign-in at this provider is linked already", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "The provider does not answer", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/user/{id}/identities/{provider}")]
async fn begin_link(
    request: HttpRequest,
    caller: Caller,
    ids: PathIds,
    body: Body<OwnPassword>,
    api: web::Data<Api>,
) -> impl Responder {
    let provider = provider_of(&request);
    let session = caller.session.ok_or_else(Problem::unauthorized)?;
    let identify = move |s: &Services| present_owner(s, &caller, &ids);
    let read = move |_: &Services, has_password| {
        let provider = provider?;
        Ok((body.read()?.parse(has_password)?, provider))
    };
    let (presence, provider) = before_reauthentication(&api, identify, read).await?;
    let owner = api.hash(move |s| Ok(s.logins.reauthenticate(&presence)?)).await?;
    let host = host(&request);
    let begun =
        api.outbound(move |s| Ok(s.logins.begin_link(&owner, &session, &provider, &host)?)).await?;
    let cookie = browser_cookie(&begun)?;
    response::Result::Ok(
        ApiResponse::ok(LinkAddress { url: begun.address }).with_header(Some(cookie)),
    )
}

/// Removes a sign-in at a provider, unless it is the last way to sign in.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])),
    params(("id" = i64, Path), ("provider" = String, Path)), responses(
    (status = 204, description = "Removed"),
    (status = 409, description = "It is the last way to sign in (`last-sign-in`)", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/api/user/{id}/identities/{provider}")]
async fn remove_identity(
    request: HttpRequest,
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> Result<NoContent, Problem> {
    let provider = provider_of(&request);
    api.write(move |s| {
        let (actor, _) = own_account(s, &caller, &ids)?;
        Ok(s.logins.unlink(actor.id, &provider?)?)
    })
    .await?;
    Ok(NoContent)
}
