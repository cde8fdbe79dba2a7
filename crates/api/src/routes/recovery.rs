//! The ways out when a password or a device is lost.

use actix_web::{HttpMessage, HttpRequest, Responder, post, web};
use serde::{Deserialize, Serialize};
use users::{Attempt, Password, RecoveryCode};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    client::{self, Client, SignedIn},
    problem::Problem,
    request::{Body, Caller, Field, Invalid, PathIds, RequestBody, SHORT_BODY},
    request_limiter::RateLimited,
    response::{self, ApiResponse},
    routes::{
        accounts::{LoggedIn, count_sign_in, present_owner},
        passwords::{before_reauthentication, confirmed, current_password},
        second_step::optional_code,
    },
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(renew_recovery_codes).service(recover);
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewCodes {
    /// Each sets a new password once. They are shown here and never again.
    pub(super) recovery_codes: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
struct RenewCodes {
    /// The current password, if the account has one.
    #[serde(default)]
    #[schema(value_type = String)]
    current: Field<String>,
    /// Where a second step is in force: a code of the app, or a recovery code.
    #[serde(default)]
    #[schema(value_type = String)]
    code: Field<String>,
}

impl RequestBody for RenewCodes {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// Generates new recovery codes and invalidates all earlier ones.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)),
    request_body = RenewCodes, responses(
    (status = 200, description = "The codes", body = NewCodes),
    (status = 403, description = "Wrong password or wrong code", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many wrong passwords: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/user/{id}/recovery-codes")]
async fn renew_recovery_codes(
    caller: Caller,
    ids: PathIds,
    body: Body<RenewCodes>,
    api: web::Data<Api>,
) -> impl Responder {
    let identify = move |s: &Services| present_owner(s, &caller, &ids);
    let read = move |_: &Services, has_password| {
        let read = body.read()?;
        let mut invalid = Invalid::default();
        let current = current_password(&mut invalid, ("current", &read.current), has_password);
        let code = optional_code(&mut invalid, &read.code);
        current.zip(code).ok_or_else(|| invalid.into_problem())
    };
    let (presence, code) = before_reauthentication(&api, identify, read).await?;
    let codes = api
        .hash(move |s| {
            let owner = s.logins.reauthenticate(&presence)?;
            Ok(s.logins.renew_recovery_codes(&owner, &code)?)
        })
        .await?;
    let recovery_codes = codes.iter().map(RecoveryCode::formatted).collect();
    response::Result::Ok(ApiResponse::ok(NewCodes { recovery_codes }))
}

#[derive(Deserialize, ToSchema)]
struct Recover {
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    username: Field<String>,
    /// In any case, with or without dashes.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    code: Field<String>,
    /// 8 characters to 72 bytes.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 8, max_length = 72)]
    password: Field<String>,
    #[serde(default, rename = "confirmPassword")]
    #[schema(value_type = String, required = true)]
    confirm_password: Field<String>,
}

impl RequestBody for Recover {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// Sets a new password with a recovery code, uses the code up, ends every earlier token and signs in.
#[utoipa::path(extensions(("x-audit" = json!("sign-in"))), tag = "accounts", request_body = Recover, responses(
    (status = 200, description = "Signed in, with the new password", body = LoggedIn),
    (status = 401, description = "Unknown name or wrong code", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "Banned", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures of this name or from this address: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/login/recovery")]
async fn recover(
    request: HttpRequest,
    limited: RateLimited,
    client: Client,
    body: Body<Recover>,
    api: web::Data<Api>,
) -> impl Responder {
    let (username, code, password) = body.read()?.parse()?;
    let device = client::device(&request, client);
    let attempt = Attempt { username, address: client.0, device };
    // A throttled caller takes no place in the queue of the hashing pool.
    let attempt =
        api.read(move |s| Ok(s.logins.check_recovery(&attempt).map(|()| attempt)?)).await?;
    count_sign_in(&limited, &api).await?;
    let login = api.hash(move |s| Ok(s.logins.recover(&attempt, &code, &password)?)).await?;
    request.extensions_mut().insert(SignedIn(login.account.id));
    response::Result::Ok(ApiResponse::ok(LoggedIn::from(login)))
}

impl Recover {
    fn parse(self) -> Result<(String, String, Password), Problem> {
        let mut invalid = Invalid::default();
        let required = |text: &str| match text {
            "" => Err("Username and recovery code are required."),
            text => Ok(text.to_owned()),
        };
        let username = invalid.text("username", &self.username, required);
        let code = invalid.text("code", &self.code, required);
        let password = confirmed(&mut invalid, &self.password, &self.confirm_password);
        match (username, code, password) {
            (Some(username), Some(code), Some(password)) => Ok((username, code, password)),
            _ => Err(invalid.into_problem()),
        }
    }
}
