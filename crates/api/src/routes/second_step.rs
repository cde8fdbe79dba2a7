//! The second step of a sign-in: set up, asked for and removed.

use actix_web::{HttpMessage, HttpRequest, Responder, delete, get, post, put, web};
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use users::{RecoveryCode, SecondAttempt, ShownSecret};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    client::{self, Client, SignedIn},
    problem::Problem,
    request::{Body, Caller, Field, Invalid, PathIds, RequestBody, SHORT_BODY},
    request_limiter::RateLimited,
    response::{self, ApiResponse, NoContent},
    routes::{
        accounts::{LoggedIn, count_sign_in, own_account, present_owner},
        passwords::{before_reauthentication, current_password},
        recovery::NewCodes,
    },
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(find_second_step)
        .service(begin_second_step)
        .service(activate_second_step)
        .service(remove_second_step)
        .service(sign_in_with_code);
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundSecondStep {
    /// When the second step came into force; null if there is none.
    #[schema(format = DateTime)]
    active_since: Option<String>,
}

/// Tells whether the caller's account has a second step.
#[utoipa::path(tag = "accounts", security(("session" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The state", body = FoundSecondStep),
))]
#[get("/api/user/{id}/totp")]
async fn find_second_step(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let since = s.logins.second_step_since(own_account(s, &caller, &ids)?.0.id)?;
        let active_since = since.map(Timestamp::to_rfc3339);
        Ok(ApiResponse::ok(FoundSecondStep { active_since }))
    })
    .await
}

/// The current password.
#[derive(Deserialize, ToSchema)]
pub(super) struct OwnPassword {
    /// Not if the account has none.
    #[serde(default)]
    #[schema(value_type = String)]
    password: Field<String>,
}

impl RequestBody for OwnPassword {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl OwnPassword {
    pub(super) fn parse(self, has_password: bool) -> Result<String, Problem> {
        let mut invalid = Invalid::default();
        let password = current_password(&mut invalid, ("password", &self.password), has_password);
        password.ok_or_else(|| invalid.into_problem())
    }
}

/// What an app shares with the server, as it takes it.
#[derive(Serialize, ToSchema)]
struct Secret {
    /// 160 bits in Base32, to be typed.
    secret: String,
    /// `otpauth://totp/…`, to be scanned.
    uri: String,
}

/// Begins to set up a second step: codes of an app by RFC 6238, with SHA-1, 6 digits and 30 seconds. It comes into force
/// with a first code, within an hour.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)),
    request_body = OwnPassword, responses(
    (status = 200, description = "The secret, for the app", body = Secret),
    (status = 403, description = "Wrong password", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "There is a second step", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/user/{id}/totp")]
async fn begin_second_step(
    caller: Caller,
    ids: PathIds,
    body: Body<OwnPassword>,
    api: web::Data<Api>,
) -> impl Responder {
    let identify = move |s: &Services| present_owner(s, &caller, &ids);
    let read = move |_: &Services, has_password| Ok((body.read()?.parse(has_password)?, ()));
    let (presence, ()) = before_reauthentication(&api, identify, read).await?;
    let shown = api
        .hash(move |s| {
            let owner = s.logins.reauthenticate(&presence)?;
            let issuer = s.site.settings()?.name;
            Ok(s.logins.begin_second_step(&owner, &issuer)?)
        })
        .await?;
    let ShownSecret { secret, uri } = shown;
    response::Result::Ok(ApiResponse::ok(Secret { secret, uri }))
}

#[derive(Deserialize, ToSchema)]
struct FirstCode {
    /// The six digits that the app shows.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    code: Field<String>,
}

impl RequestBody for FirstCode {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// Activates the second step with a first code of the app. Earlier recovery codes end.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)),
    request_body = FirstCode, responses(
    (status = 200, description = "New recovery codes: each is a second step once, or sets a password", body = NewCodes),
    (status = 409, description = "Nothing was begun in the last hour", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/user/{id}/totp")]
async fn activate_second_step(
    caller: Caller,
    ids: PathIds,
    body: Body<FirstCode>,
    api: web::Data<Api>,
) -> impl Responder {
    let codes = api
        .write(move |s| {
            let user = own_account(s, &caller, &ids)?.0.id;
            let mut invalid = Invalid::default();
            let code = code(&mut invalid, &body.read()?.code);
            let code = code.ok_or_else(|| invalid.into_problem())?;
            Ok(s.logins.activate_second_step(user, &code)?)
        })
        .await?;
    let recovery_codes = codes.iter().map(RecoveryCode::formatted).collect();
    response::Result::Ok(ApiResponse::ok(NewCodes { recovery_codes }))
}

#[derive(Deserialize, ToSchema)]
struct PasswordAndCode {
    /// Not if the account has none.
    #[serde(default)]
    #[schema(value_type = String)]
    password: Field<String>,
    /// Of the app, or a recovery code.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    code: Field<String>,
}

impl RequestBody for PasswordAndCode {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// Removes the second step.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)),
    request_body = PasswordAndCode, responses(
    (status = 204, description = "Removed"),
    (status = 403, description = "Wrong password or wrong code", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/api/user/{id}/totp")]
async fn remove_second_step(
    caller: Caller,
    ids: PathIds,
    body: Body<PasswordAndCode>,
    api: web::Data<Api>,
) -> Result<NoContent, Problem> {
    let identify = move |s: &Services| present_owner(s, &caller, &ids);
    let read = move |_: &Services, has_password| {
        let read = body.read()?;
        let mut invalid = Invalid::default();
        let password = current_password(&mut invalid, ("password", &read.password), has_password);
        let code = code(&mut invalid, &read.code);
        password.zip(code).ok_or_else(|| invalid.into_problem())
    };
    let (presence, code) = before_reauthentication(&api, identify, read).await?;
    api.hash(move |s| {
        let owner = s.logins.reauthenticate(&presence)?;
        Ok(s.logins.remove_second_step(&owner, &code)?)
    })
    .await?;
    Ok(NoContent)
}

#[derive(Deserialize, ToSchema)]
struct TicketAndCode {
    /// Of the answer `second-step-required`.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    ticket: Field<String>,
    /// Of the app, or a recovery code.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    code: Field<String>,
}

impl RequestBody for TicketAndCode {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// Signs in with a code, after the password.
#[utoipa::path(extensions(("x-audit" = json!("sign-in"))), tag = "accounts", request_body = TicketAndCode, responses(
    (status = 200, description = "Signed in", body = LoggedIn),
    (status = 401, description = "Wrong code, or the ticket has ended", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "Banned", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures of this name or from this address: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/login/second-step")]
async fn sign_in_with_code(
    request: HttpRequest,
    limited: RateLimited,
    client: Client,
    body: Body<TicketAndCode>,
    api: web::Data<Api>,
) -> impl Responder {
    let read = body.read()?;
    let mut invalid = Invalid::default();
    let ticket = invalid.text("ticket", &read.ticket, |text| Ok::<_, &str>(text.to_owned()));
    let code = code(&mut invalid, &read.code);
    let (ticket, code) = ticket.zip(code).ok_or_else(|| invalid.into_problem())?;
    let device = client::device(&request, client);
    let attempt = SecondAttempt { ticket, address: client.0, device };
    count_sign_in(&limited, &api).await?;
    let login = api.write(move |s| Ok(s.logins.second_step(&attempt, &code)?)).await?;
    request.extensions_mut().insert(SignedIn(login.account.id));
    response::Result::Ok(ApiResponse::ok(LoggedIn::from(login)))
}

/// Returns the code of a second step, empty if there is none.
pub(super) fn optional_code(invalid: &mut Invalid, code: &Field<String>) -> Option<String> {
    match code {
        Field::Missing => Some(String::new()),
        given => invalid.text("code", given, |text| Ok::<_, &str>(text.to_owned())),
    }
}

fn code(invalid: &mut Invalid, code: &Field<String>) -> Option<String> {
    invalid.text("code", code, |text| match text.trim() {
        "" => Err("A code is required."),
        _ => Ok(text.to_owned()),
    })
}
