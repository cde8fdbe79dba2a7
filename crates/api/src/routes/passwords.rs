use actix_web::{Responder, put, web};
use kernel::UserId;
use serde::Deserialize;
use users::{Password, PasswordError, Presence, SignInProof};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Body, Caller, Field, Invalid, PathIds, RequestBody, SHORT_BODY},
    response::{self, ApiResponse},
    routes::accounts::{NewToken, present_owner},
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(set_password);
}

#[derive(Deserialize, ToSchema)]
struct SetPassword {
    /// Not if the account has none.
    #[serde(default)]
    #[schema(value_type = String)]
    current: Field<String>,
    /// 8 characters to 72 bytes.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 8, max_length = 72)]
    password: Field<String>,
    #[serde(default, rename = "confirmPassword")]
    #[schema(value_type = String, required = true)]
    confirm_password: Field<String>,
}

/// Changes the caller's password, or sets the first, and ends every earlier token.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)),
    request_body = SetPassword, responses(
    (status = 200, description = "A token of this session", body = NewToken),
    (status = 429, description = "Too many wrong passwords: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/user/{id}/password")]
async fn set_password(
    caller: Caller,
    ids: PathIds,
    body: Body<SetPassword>,
    api: web::Data<Api>,
) -> impl Responder {
    let read = move |s: &Services, has_password| {
        let (current, password) = body.read()?.parse(has_password)?;
        s.users.refuse_common(&password)?;
        Ok((current, password))
    };
    let session = caller.session.as_ref().ok_or_else(Problem::unauthorized)?.id;
    let identify = move |s: &Services| present_owner(s, &caller, &ids);
    let (presence, password) = before_reauthentication(&api, identify, read).await?;
    let token = api
        .hash(move |s| {
            let owner = s.logins.reauthenticate(&presence)?;
            Ok(s.logins.set_password(&owner, session, &password)?)
        })
        .await?;
    response::Result::Ok(ApiResponse::ok(NewToken { token }))
}

impl RequestBody for SetPassword {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl SetPassword {
    fn parse(self, has_password: bool) -> Result<(String, Password), Problem> {
        let mut invalid = Invalid::default();
        let current = current_password(&mut invalid, ("current", &self.current), has_password);
        let password = confirmed(&mut invalid, &self.password, &self.confirm_password);
        current.zip(password).ok_or_else(|| invalid.into_problem())
    }
}

/// Returns nothing where the account has no password, whatever stands there.
pub(super) fn current_password(
    invalid: &mut Invalid,
    (name, current): (&'static str, &Field<String>),
    has_password: bool,
) -> Option<String> {
    if !has_password {
        return Some(String::new());
    }
    invalid.text(name, current, |text| match text {
        "" => Err("The current password is required."),
        text => Ok(text.to_owned()),
    })
}

/// Parses a password and its confirmation and reports errors under each field's name.
pub(super) fn confirmed(
    invalid: &mut Invalid,
    password: &Field<String>,
    confirmation: &Field<String>,
) -> Option<Password> {
    let confirmation = invalid
        .text("confirmPassword", confirmation, |text| Ok::<_, PasswordError>(text.to_owned()))?;
    let password =
        invalid.text("password", password, |text| Ok::<_, PasswordError>(text.to_owned()))?;
    match Password::parse(&password, &confirmation) {
        Ok(password) => Some(password),
        Err(error @ PasswordError::NotConfirmed) => {
            invalid.refuse("confirmPassword", error.to_string())
        }
        Err(error @ (PasswordError::TooShort | PasswordError::TooLong)) => {
            invalid.refuse("password", error.to_string())
        }
    }
}

/// Returns what shows that the caller, whom `identify` returns, is here, and what else `read` finds besides the password,
/// if a password attempt is not throttled: a refused caller takes no place in the queue of the hashing pool. `read` is
/// told whether the account has a password.
pub(super) async fn before_reauthentication<T: Send + 'static>(
    api: &Api,
    identify: impl FnOnce(&Services) -> Result<(UserId, SignInProof), Problem> + Send + 'static,
    read: impl FnOnce(&Services, bool) -> Result<(String, T), Problem> + Send + 'static,
) -> Result<(Presence, T), Problem> {
    api.read(move |s| {
        let (user, sign_in) = identify(s)?;
        let (password, read) = read(s, s.logins.has_password(user)?)?;
        s.logins.check_reauthentication(user)?;
        Ok((Presence { user, password, sign_in }, read))
    })
    .await
}

/// The current password.
#[derive(Deserialize, ToSchema)]
pub(super) struct Current {
    /// Not if the account has none.
    #[serde(default)]
    #[schema(value_type = String)]
    current: Field<String>,
}

impl RequestBody for Current {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl Current {
    pub(super) fn parse(self, has_password: bool) -> Result<String, Problem> {
        let mut invalid = Invalid::default();
        let current = current_password(&mut invalid, ("current", &self.current), has_password);
        current.ok_or_else(|| invalid.into_problem())
    }
}
