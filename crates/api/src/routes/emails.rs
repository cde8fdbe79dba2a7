//! The e-mail address of an account.

use actix_web::{HttpRequest, Responder, delete, get, http::header, post, put, web};
use kernel::Language;
use serde::{Deserialize, Serialize};
use users::{Email, EmailAddress};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Body, Caller, Field, Invalid, PathIds, RequestBody, SHORT_BODY},
    response::{self, ApiResponse, NoContent},
    routes::{
        accounts::{own_account, present_owner},
        passwords::{before_reauthentication, current_password},
    },
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(find_email).service(set_email).service(remove_email).service(confirm_email);
}

/// The e-mail address of an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnEmail {
    /// The confirmed address, else the one that waits; null if there is none.
    email: Option<String>,
    /// Whether `email` is confirmed: mails go there.
    confirmed: bool,
    /// The address that waits for its confirmation; null if there is none.
    pending: Option<String>,
    /// Whether the confirmed address refused three mails in a row: it gets none until it is confirmed again.
    switched_off: bool,
}

impl From<Email> for OwnEmail {
    fn from(Email { confirmed, pending, switched_off }: Email) -> Self {
        let is_confirmed = confirmed.is_some();
        let email = confirmed.or_else(|| pending.clone());
        Self { email, confirmed: is_confirmed, pending, switched_off }
    }
}

/// Returns the e-mail address of the caller's account.
#[utoipa::path(tag = "accounts", security(("session" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The address", body = OwnEmail),
    (status = 404, description = "This site sends no mail (`mail-off`)", body = Problem, content_type = "application/problem+json"),
))]
#[get("/api/user/{id}/email")]
async fn find_email(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        s.emails()?;
        let (actor, _) = own_account(s, &caller, &ids)?;
        Ok(ApiResponse::ok(OwnEmail::from(s.users.email(actor.id)?)))
    })
    .await
}

#[derive(Deserialize, ToSchema)]
struct SetEmail {
    #[serde(default)]
    #[schema(value_type = String, required = true, max_length = 254)]
    email: Field<String>,
    /// The current password. Not if the account has none.
    #[serde(default)]
    #[schema(value_type = String)]
    password: Field<String>,
}

impl RequestBody for SetEmail {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl SetEmail {
    fn parse(self, has_password: bool) -> Result<(String, EmailAddress), Problem> {
        let mut invalid = Invalid::default();
        let email = invalid.text("email", &self.email, EmailAddress::parse);
        let password = current_password(&mut invalid, ("password", &self.password), has_password);
        password.zip(email).ok_or_else(|| invalid.into_problem())
    }
}

/// Begins to give the caller's account an e-mail address: a link in a mail confirms it within a day. A confirmed address
/// stays until then. The mail is in the language of `Accept-Language`, if that names just one of the site's, where the
/// member chose none.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)),
    request_body = SetEmail, responses(
    (status = 202, description = "A mail is on its way", body = OwnEmail),
    (status = 403, description = "Wrong password", body = Problem, content_type = "application/problem+json"),
    (status = 404, description = "This site sends no mail (`mail-off`)", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many wrong passwords, or five such mails within a day: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/user/{id}/email")]
async fn set_email(
    request: HttpRequest,
    caller: Caller,
    ids: PathIds,
    body: Body<SetEmail>,
    api: web::Data<Api>,
) -> impl Responder {
    let language = language_of(&request);
    let identify = move |s: &Services| {
        s.emails()?;
        present_owner(s, &caller, &ids)
    };
    let read = move |_: &Services, has_password| body.read()?.parse(has_password);
    let (presence, address) = before_reauthentication(&api, identify, read).await?;
    let email = api
        .hash(move |s| {
            let owner = s.logins.reauthenticate(&presence)?;
            Ok(s.emails()?.begin(&owner, &address, language)?)
        })
        .await?;
    response::Result::Ok(ApiResponse::accepted(OwnEmail::from(email)))
}

/// The web interface sends its own language alone.
fn language_of(request: &HttpRequest) -> Option<Language> {
    let tag = request.headers().get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    Language::parse(tag).ok()
}

/// Takes the e-mail address off the caller's account, and tells a confirmed one.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)), responses(
    (status = 204, description = "The account has none"),
    (status = 404, description = "This site sends no mail (`mail-off`)", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/api/user/{id}/email")]
async fn remove_email(
    caller: Caller,
    ids: PathIds,
    api: web::Data<Api>,
) -> Result<NoContent, Problem> {
    api.write(move |s| {
        let emails = s.emails()?;
        let (actor, _) = own_account(s, &caller, &ids)?;
        Ok(emails.remove(&actor)?)
    })
    .await?;
    Ok(NoContent)
}

#[derive(Deserialize, ToSchema)]
struct LinkToken {
    /// Of the link in the mail.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    token: Field<String>,
}

impl RequestBody for LinkToken {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// The address that a link confirmed.
#[derive(Serialize, ToSchema)]
struct ConfirmedEmail {
    email: String,
}

/// Confirms an e-mail address by the link of a mail, once.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", request_body = LinkToken, responses(
    (status = 200, description = "Confirmed", body = ConfirmedEmail),
    (status = 404, description = "The link was used, is older than a day or never was, or this site sends no mail (`mail-off`)", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/email/confirm")]
async fn confirm_email(body: Body<LinkToken>, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let emails = s.emails()?;
        let mut invalid = Invalid::default();
        let token = link_token(&mut invalid, &body.read()?.token);
        let email = emails.confirm(&token.ok_or_else(|| invalid.into_problem())?)?;
        Ok(ApiResponse::ok(ConfirmedEmail { email }))
    })
    .await
}

/// Returns the token of the link in a mail.
pub(super) fn link_token(invalid: &mut Invalid, token: &Field<String>) -> Option<String> {
    invalid.text("token", token, |text| Ok::<_, &str>(text.to_owned()))
}
