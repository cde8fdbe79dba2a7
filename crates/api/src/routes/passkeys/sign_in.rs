use actix_web::{HttpMessage, HttpRequest, Responder, post, web};
use serde::Deserialize;
use users::PasskeyAttempt;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::{CREDENTIAL_BYTES, Credential, PasskeyOptions, credential};
use crate::{
    client::{self, Client, SignedIn},
    problem::Problem,
    request::{Body, Field, Invalid, RequestBody, SHORT_BODY},
    request_limiter::RateLimited,
    response::{self, ApiResponse},
    routes::accounts::{LoggedIn, count_sign_in},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(begin_sign_in_with_passkey).service(sign_in_with_passkey);
}

/// Begins a sign-in with a passkey: the options name nobody.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "accounts", responses(
    (status = 200, description = "The options", body = PasskeyOptions),
    (status = 409, description = "Browsers make no passkeys for the address of this forum", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many sign-ins from this address: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/login/passkey/options")]
async fn begin_sign_in_with_passkey(
    request: HttpRequest,
    limited: RateLimited,
    client: Client,
    api: web::Data<Api>,
) -> impl Responder {
    let (origin, network) = (client::origin(&request), client.network());
    count_sign_in(&limited, &api).await?;
    let options = api.write(move |s| Ok(s.logins.begin_passkey_sign_in(&origin, network)?)).await?;
    response::Result::Ok(ApiResponse::ok(PasskeyOptions::parse(&options)?))
}

#[derive(Deserialize, ToSchema)]
struct SignInWithPasskey {
    /// As the browser's `toJSON()` gives it.
    #[serde(default)]
    #[schema(value_type = HashMap<String, Value>, required = true)]
    credential: Field<Credential>,
}

impl RequestBody for SignInWithPasskey {
    const MAX_BYTES: usize = SHORT_BODY + CREDENTIAL_BYTES;
}

/// Signs in with a passkey, which stands for both steps.
#[utoipa::path(extensions(("x-audit" = json!("sign-in"))), tag = "accounts", request_body = SignInWithPasskey, responses(
    (status = 200, description = "Signed in", body = LoggedIn),
    (status = 401, description = "The passkey is unknown or wrong, or its challenge has ended", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "Banned", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures from this address: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/login/passkey")]
async fn sign_in_with_passkey(
    request: HttpRequest,
    limited: RateLimited,
    client: Client,
    body: Body<SignInWithPasskey>,
    api: web::Data<Api>,
) -> impl Responder {
    let mut invalid = Invalid::default();
    let answer = credential(&mut invalid, body.read()?.credential);
    let answer = answer.ok_or_else(|| invalid.into_problem())?;
    let (origin, device) = (client::origin(&request), client::device(&request, client));
    let attempt = PasskeyAttempt { origin, address: client.0, device };
    count_sign_in(&limited, &api).await?;
    let login = api.write(move |s| Ok(s.logins.sign_in_with_passkey(&attempt, &answer)?)).await?;
    request.extensions_mut().insert(SignedIn(login.account.id));
    response::Result::Ok(ApiResponse::ok(LoggedIn::from(login)))
}
